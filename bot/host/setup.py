"""`twotone setup`: tell Discord what this app is and how it is installed.

It asks how the application is set and changes only what differs, one request a part, so that a second run changes
nothing and one refusal costs no other part. Buttons carry no emoji of the app's own, so none are uploaded.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final

import discord
from discord import app_commands

from bot.codes import code_of
from bot.delivery.drain import RATE_LIMIT_WAIT
from bot.host.running import unreachable
from data.database.errors import one_line
from words import Phrase, tell

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
INVITE: Final = "https://discord.com/oauth2/authorize?client_id={id}"

Tell = Callable[[Phrase], None]
Application = Mapping[str, Any]


async def set_up(token: str, tree: app_commands.CommandTree[Any], *, tell: Tell) -> bool:
    """Set up a token's application and `tell` each step in a line.

    Return whether the bot can be invited and pressed. `tree` has the bot's commands, which say where
    the app can be installed. Raise `TwotoneError` if Discord cannot be reached or does not know the
    token.
    """
    async with discord.Client(
        intents=discord.Intents.none(), max_ratelimit_timeout=RATE_LIMIT_WAIT
    ) as client:
        try:
            await client.login(token)
            found = await client.http.request(discord.http.Route("GET", "/applications/@me"))
        except Exception as fault:
            raise unreachable(fault) or fault from fault
        return await _Setup(client, found, install_config(tree), tell).run()


class _Setup:
    """All parts of one application."""

    def __init__(
        self, client: discord.Client, found: Application, ways: Mapping[str, Any], tell: Tell
    ) -> None:
        self._client = client
        self._found = found
        self._ways = ways
        self._tell = tell
        self._changed = 0
        self._refused = 0

    async def run(self) -> bool:
        """Set what differs; return whether nothing was refused and nothing is in the way."""
        await self._set_description()
        await self._set_tags()
        await self._set_install()
        if not self._changed and not self._refused:
            self._tell(Phrase("setup.nothing"))
        hindrances = list(_hindrances(self._found))
        for hindrance in hindrances:
            self._tell(hindrance)
        if not self._found["bot_public"]:
            self._tell(Phrase("setup.private"))
        self._tell(Phrase("setup.link", link=INVITE.format(id=self._found["id"])))
        return not hindrances and not self._refused

    async def _set_description(self) -> None:
        wanted, given = tell("app.description", {}), str(self._found["description"])
        if given != wanted:
            done = (
                Phrase("setup.description", given=one_line(given))
                if given
                else Phrase("setup.description.first")
            )
            await self._set("description", wanted, done)

    async def _set_tags(self) -> None:
        wanted = [tell(f"app.tag.{name}", {}) for name in TAGS]
        given = list(self._found.get("tags") or ())
        if sorted(given) != sorted(wanted):
            tags = ", ".join(wanted)
            before = ", ".join(map(one_line, given))
            done = (
                Phrase("setup.tags", tags=tags, given=before)
                if given
                else Phrase("setup.tags.first", tags=tags)
            )
            await self._set("tags", wanted, done)

    async def _set_install(self) -> None:
        if _plain(self._found.get("integration_types_config")) != _plain(self._ways):
            done = Phrase("setup.install.people" if BY_PEOPLE in self._ways else "setup.install")
            await self._set("integration_types_config", self._ways, done, part="install")

    async def _set(self, field: str, value: object, done: Phrase, *, part: str | None = None) -> None:
        """Change one field of the application, and tell that, or why not."""
        editing: Awaitable[Any] = self._client.http.edit_application_info(reason=None, payload={field: value})
        try:
            await editing
        except discord.HTTPException as fault:
            self._refused += 1
            name = Phrase(f"setup.part.{part or field}")
            self._tell(Phrase("setup.refused", name=name, code=code_of(fault), fault=one_line(fault.text)))
        else:
            self._changed += 1
            self._tell(done)


def install_config(tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
    """Return how the app is installed: on servers, and by users for themselves.

    The latter is possible if there is a command for them.
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
    """Yield what only the host can mend, and what keeps the bot from working."""
    if found.get("interactions_endpoint_url"):
        yield Phrase("setup.endpoint")
    if found["bot_require_code_grant"]:
        yield Phrase("setup.code_grant")


def _plain(ways: Mapping[str, Any] | None) -> dict[str, tuple[frozenset[str], int] | None]:
    """Normalise ways to install for comparison.

    Discord gives permissions as text, and scopes in any order.
    """
    plain: dict[str, tuple[frozenset[str], int] | None] = {}
    for way, config in (ways or {}).items():
        given = (config or {}).get("oauth2_install_params")
        plain[way] = (frozenset(given["scopes"]), int(given["permissions"])) if given else None
    return plain
