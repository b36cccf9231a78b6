"""`twotone setup`: configure the bot's application at Discord.

It reads the application's description, tags, pictures and install options. It fills what is empty, sets the
install options if they differ, each in its own request, and replaces no text and no picture of the host's. So a
second run changes nothing, and a refused request does not affect the others.
Buttons have no custom emoji, so none are uploaded.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import discord
import discord.http
from discord import app_commands

from bot.codes import error_code
from bot.delivery.drain import RATE_LIMIT_WAIT
from bot.host.app_pictures import cover_data, icon_data
from bot.host.running import connection_error
from data.database.errors import one_line
from words import Phrase, render_message

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot needs on a server."""
TAGS: Final = ("games", "board_games", "checkers", "draughts", "multiplayer")
ON_SERVERS, BY_PEOPLE = "0", "1"
"""How Discord names the two ways to install an app."""
DOCUMENTS: Final = {"privacy_policy_url": "privacy", "terms_of_service_url": "terms"}
"""The page for each address that only the host can enter."""
PICTURES: Final[Mapping[str, Callable[[], str]]] = {"icon": icon_data, "cover_image": cover_data}
"""The application's pictures by the field of each."""
INVITE: Final = "https://discord.com/oauth2/authorize?client_id={id}"

Tell = Callable[[Phrase], None]
Application = Mapping[str, Any]


async def configure_application(
    token: str,
    tree: app_commands.CommandTree[Any],
    *,
    tell: Tell,
    public_url: str | None = None,
    support_url: str | None = None,
) -> bool:
    """Set up a token's application, and report each step by `tell`.

    Return whether the bot can be invited and used. `tree` has the bot's commands, which say where the app
    can be installed. `public_url` is the address of the pages, and `support_url` where people find help.
    Raise `TwotoneError` if Discord cannot be reached or does not know the token.
    """
    async with discord.Client(
        intents=discord.Intents.none(), max_ratelimit_timeout=RATE_LIMIT_WAIT
    ) as client:
        try:
            await client.login(token)
            found = await client.http.request(discord.http.Route("GET", "/applications/@me"))
            addresses = list(_addresses(found, public_url, support_url))
            return await _Setup(client, found, install_config(tree), addresses, tell).run()
        except Exception as fault:
            raise connection_error(fault) or fault from fault


class _Setup:
    """The steps that set up one application."""

    def __init__(
        self,
        client: discord.Client,
        found: Application,
        ways: Mapping[str, Any],
        addresses: Sequence[Phrase],
        tell: Tell,
    ) -> None:
        self._client = client
        self._found = found
        self._ways = ways
        self._addresses = addresses
        self._tell = tell
        self._changed = 0
        self._refused = 0

    async def run(self) -> bool:
        """Change the settings that differ; return whether everything is in order."""
        await self._set_description()
        await self._set_tags()
        await self._set_pictures()
        await self._set_install()
        if not self._changed and not self._refused:
            self._tell(Phrase("setup.nothing"))
        hindrances = list(_hindrances(self._found))
        for hindrance in hindrances:
            self._tell(hindrance)
        if not self._found["bot_public"]:
            self._tell(Phrase("setup.private"))
        for address in self._addresses:
            self._tell(address)
        self._tell(Phrase("setup.link", link=INVITE.format(id=self._found["id"])))
        return not hindrances and not self._refused

    async def _set_description(self) -> None:
        wanted, given = render_message("app.description", {}), str(self._found["description"])
        if not given:
            await self._set("description", wanted, Phrase("setup.description"))
        elif given != wanted:
            self._tell(Phrase("setup.kept", name=Phrase("setup.part.description"), given=one_line(given)))

    async def _set_tags(self) -> None:
        wanted = [render_message(f"app.tag.{name}", {}) for name in TAGS]
        given = list(self._found.get("tags") or ())
        if not given:
            await self._set("tags", wanted, Phrase("setup.tags", tags=", ".join(wanted)))
        elif sorted(given) != sorted(wanted):
            tags = ", ".join(map(one_line, given))
            self._tell(Phrase("setup.kept", name=Phrase("setup.part.tags"), given=tags))

    async def _set_pictures(self) -> None:
        for field, draw in PICTURES.items():
            if not self._found.get(field):
                await self._set(field, await asyncio.to_thread(draw), Phrase(f"setup.{field}"))

    async def _set_install(self) -> None:
        if _plain(self._found.get("integration_types_config")) != _plain(self._ways):
            done = Phrase("setup.install.people" if BY_PEOPLE in self._ways else "setup.install")
            await self._set("integration_types_config", self._ways, done, part="install")

    async def _set(self, field: str, value: object, done: Phrase, *, part: str | None = None) -> None:
        """Change one field of the application, and report the outcome."""
        editing: Awaitable[Any] = self._client.http.edit_application_info(reason=None, payload={field: value})
        try:
            await editing
        except discord.HTTPException as fault:
            self._refused += 1
            name = Phrase(f"setup.part.{part or field}")
            self._tell(Phrase("setup.refused", name=name, code=error_code(fault), fault=one_line(fault.text)))
        else:
            self._changed += 1
            self._tell(done)


def install_config(tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
    """Return the install options of the app: on servers, and for single users.

    The latter is included only if a command can be used that way.
    """
    servers = {"scopes": ["applications.commands", "bot"], "permissions": PERMISSIONS.value}
    people = {"scopes": ["applications.commands"], "permissions": 0}
    ways: dict[str, Any] = {ON_SERVERS: {"oauth2_install_params": servers}}
    named = {
        str(way) for each in tree.get_commands() for way in each.to_dict(tree)["integration_types"] or ()
    }
    if BY_PEOPLE in named:
        ways[BY_PEOPLE] = {"oauth2_install_params": people}
    return ways


def _hindrances(found: Application) -> Iterator[Phrase]:
    """Yield problems that keep the bot from working and only the host can fix."""
    if found.get("interactions_endpoint_url"):
        yield Phrase("setup.endpoint")
    if found["bot_require_code_grant"]:
        yield Phrase("setup.code_grant")


def _addresses(found: Application, public_url: str | None, support_url: str | None) -> Iterator[Phrase]:
    """Yield the addresses to enter by hand, and where people find help."""
    for field, page in DOCUMENTS.items():
        if public_url and not found.get(field):
            yield Phrase("setup.enter", name=Phrase(f"setup.part.{field}"), link=f"{public_url}/{page}")
    if support_url:
        yield Phrase("setup.support", link=support_url)


def _plain(ways: Mapping[str, Any] | None) -> dict[str, tuple[frozenset[str], int] | None]:
    """Normalise install options so that they can be compared.

    Discord gives permissions as text, and scopes in any order.
    """
    plain: dict[str, tuple[frozenset[str], int] | None] = {}
    for way, config in (ways or {}).items():
        given = (config or {}).get("oauth2_install_params")
        plain[way] = (frozenset(given["scopes"]), int(given["permissions"])) if given else None
    return plain
