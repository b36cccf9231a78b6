"""Registration of the bot's slash commands with Discord.

Of several processes on one database only one registers them, and only if Discord's copy differs.
"""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.http import Route

from bot.answers.translator import translate_commands
from bot.codes import error_code, reject_garbled
from club.running.alarm import Alarm
from data.database import meta
from data.database.store import Store
from data.database.transaction import Transaction
from words import catalogues_hash, forget_catalogues

log = logging.getLogger(__name__)

COMMANDS_KEY: Final = "commands"
"""Under this key the database keeps which commands Discord has from us."""
CLAIM_KEY: Final = "commands.claim"
"""Under this key it keeps when a process began to register which."""
CLAIM_LASTS: Final = 15.0
"""Seconds for which others wait for the process that registers them."""
LOOKS_EVERY: Final = 0.5
"""Seconds between two looks whether it has."""
AGAIN_AFTER: Final = 3600.0
"""Seconds until commands that Discord has refused are registered once more."""
OUR_KINDS: Final = frozenset({1, 2, 3})
"""The types of commands that the bot makes: typed, or from a menu.

Discord makes others itself, such as the entry point of an app with Activities. It refuses an overwrite that
leaves that one out (50240).
"""
ENTRY_POINT: Final = 4
"""The type of the command that opens the application's window."""
BY_US: Final = 1
"""The handler of an entry point that the bot answers by opening the window."""
BY_DISCORD: Final = 2
"""The handler of one for which Discord opens the window."""
SENT: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "default_member_permissions",
    "dm_permission",
    "contexts",
    "integration_types",
    "handler",
)
"""The fields of a command that Discord takes in an overwrite."""


class CommandRegistration:
    """Registers the slash commands unless Discord already has them.

    `guild` is the server that has the commands to itself, `None` for all servers. `keep_ids` is given the
    commands' Discord ids by name. `has_window` says whether the bot opens the application's own window.
    `wait` sleeps for a number of seconds.
    """

    def __init__(
        self,
        client: discord.Client,
        tree: app_commands.CommandTree[Any],
        store: Store,
        guild: discord.Object | None,
        *,
        keep_ids: Callable[[Mapping[str, int]], None],
        has_window: bool = False,
        now: Callable[[], float],
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self.refused = 0
        """Discord's code for the refusal of the newest registration, 0 if it took it."""
        self._client, self._tree, self._store, self._guild = client, tree, store, guild
        self._keep_ids = keep_ids
        self._handler = BY_US if has_window else BY_DISCORD
        self._now = now
        self._wait = wait
        self._again_at: float | None = None
        self._alarm = Alarm("commands", now)

    async def open(self) -> None:
        """Register the commands; if Discord refuses them, try again every hour.

        Raise `NoAnswer` if a response does not come from Discord, and `Forbidden` or `NotFound` if the one
        server does not take them.
        """
        await self._try()
        if self.refused:
            self._alarm.start(self._try_again)

    async def close(self) -> None:
        """Try no more."""
        await self._alarm.stop()

    async def _try_again(self) -> float | None:
        """Register the commands if it is time; return when to try again."""
        if self._again_at is not None and self._now() >= self._again_at:
            await self._try()
        return self._again_at

    async def _try(self) -> None:
        """Register the commands, or note that Discord refuses them."""
        self._again_at = self._now() + AGAIN_AFTER
        try:
            await self._register()
        except (discord.HTTPException, discord.RateLimited) as fault:
            if self._guild and isinstance(fault, discord.Forbidden | discord.NotFound):
                raise
            self.refused = error_code(fault)
            log.warning("commands refused, tried again later", extra={"code": self.refused})
        else:
            self.refused, self._again_at = 0, None

    async def _register(self) -> None:
        """Register the commands, or wait for the process that is doing so."""
        tree, store, guild = self._tree, self._store, self._guild
        if guild:
            tree.copy_global_to(guild=guild)
        commands = tree.get_commands(guild=guild)
        names = {command.name for command in commands}
        # By the English and the files of the others: they are translated only if Discord has others.
        english = json.dumps([command.to_dict(tree) for command in commands], sort_keys=True, default=str)
        wanted = hashlib.sha256(f"{english}{catalogues_hash()}".encode()).hexdigest()
        mark = f"{self._client.application_id}:{guild.id if guild else 0}:{wanted}"
        while not (is_known := await store.read(lambda tx: meta.get(tx, COMMANDS_KEY)) == mark):
            if await store.write(lambda tx: _claim(tx, mark)):
                break
            await self._wait(LOOKS_EVERY)
        there, foreign = await self._fetch()
        self._keep_ids(there)
        if is_known and there.keys() == names and not any(map(self._is_elsewhere, foreign)):
            return
        for entry in filter(self._is_elsewhere, foreign):
            entry["handler"] = self._handler
        payload = await translate_commands(tree, guild)
        forget_catalogues()
        with reject_garbled():
            ids = _ids_by_name(await self._request("PUT", json=[*payload, *foreign]))
            if ids.keys() != names:
                raise LookupError
        self._keep_ids(ids)
        await store.write(lambda tx: meta.put(tx, COMMANDS_KEY, mark))

    async def _fetch(self) -> tuple[Mapping[str, int], list[dict[str, Any]]]:
        """Return the ids of our commands by name, and the others as they are sent."""
        with reject_garbled():
            listed = await self._request("GET", params={"with_localizations": 1})
            return _ids_by_name(listed), [_overwrite(each) for each in listed if not _is_ours(each)]

    def _is_elsewhere(self, command: Mapping[str, Any]) -> bool:
        """Whether a command is an entry point whose presses go where they should not."""
        return command.get("type") == ENTRY_POINT and command.get("handler", BY_DISCORD) != self._handler

    async def _request(self, method: str, **sent: Any) -> Any:
        """Ask Discord about the commands, those of the one server if there is one."""
        path = "/applications/{application_id}/commands"
        places: dict[str, Any] = {"application_id": self._client.application_id}
        if self._guild:
            path = "/applications/{application_id}/guilds/{guild_id}/commands"
            places["guild_id"] = self._guild.id
        return await self._client.http.request(Route(method, path, **places), **sent)


def _is_ours(command: Mapping[str, Any]) -> bool:
    """Whether a command is of a type that the bot makes."""
    return command.get("type", 1) in OUR_KINDS


def _ids_by_name(commands: list[dict[str, Any]]) -> Mapping[str, int]:
    """Return the ids of our own among Discord's commands, by name."""
    return {each["name"]: int(each["id"]) for each in commands if _is_ours(each)}


def _overwrite(command: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command of Discord's as an overwrite that leaves it as it is."""
    kept = {name: command[name] for name in SENT if command.get(name) is not None}
    if "default_member_permissions" in kept:
        kept["default_member_permissions"] = int(kept["default_member_permissions"])
    return kept


async def _claim(tx: Transaction, mark: str) -> bool:
    """Claim the registration of these commands; return false if it is taken.

    `mark` identifies the application, the server and the commands.
    """
    at, _, claimed = (await meta.get(tx, CLAIM_KEY) or "0 ").partition(" ")
    if claimed == mark and 0 <= tx.now - float(at) < CLAIM_LASTS:
        return False
    await meta.put(tx, CLAIM_KEY, f"{tx.now} {mark}")
    return True
