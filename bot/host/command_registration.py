"""Registration of the commands with Discord.

One process does it for all, and only if Discord has other commands.
"""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord
from discord import app_commands

from bot.answers.translator import translate_commands
from bot.codes import reject_garbled
from data.database import meta
from data.database.store import Store
from data.database.transaction import Transaction

COMMANDS_KEY: Final = "commands"
"""Under this key the database keeps which commands Discord has from us."""
CLAIM_KEY: Final = "commands.claim"
"""Under this key it keeps when a process began to register which."""
CLAIM_LASTS: Final = 15.0
"""Seconds for which others wait for the process that registers them."""
LOOKS_EVERY: Final = 0.5
"""Seconds between two looks whether it has."""


async def register_commands(
    client: discord.Client,
    tree: app_commands.CommandTree[Any],
    store: Store,
    guild: discord.Object | None,
    *,
    wait: Callable[[float], Awaitable[None]],
) -> Mapping[str, int]:
    """Register the commands unless Discord has them already; return their ids by name.

    If another process is at it, wait for that; `wait` lets seconds pass. Raise `NoAnswer` if the
    response is no answer of Discord's.
    """
    if guild:
        tree.copy_global_to(guild=guild)
    payload = await translate_commands(tree, guild)
    wanted = hashlib.sha256(json.dumps(payload, sort_keys=True, default=str).encode()).hexdigest()
    app_id = client.application_id
    assert app_id is not None  # known since the log-in
    mark = f"{app_id}:{guild.id if guild else 0}:{wanted}"
    while True:
        if await store.read(lambda tx: meta.get(tx, COMMANDS_KEY)) == mark:
            with reject_garbled():
                there = {command.name: command.id for command in await tree.fetch_commands(guild=guild)}
            if there.keys() == {command["name"] for command in payload}:
                return there
            break
        if await store.write(lambda tx: _claim(tx, mark)):
            break
        await wait(LOOKS_EVERY)
    # Not by the tree, which would put all into words once more.
    if guild:
        asked = client.http.bulk_upsert_guild_commands(app_id, guild.id, payload)
    else:
        asked = client.http.bulk_upsert_global_commands(app_id, payload)
    with reject_garbled():
        ids = {command["name"]: int(command["id"]) for command in await asked}
        if ids.keys() != {command["name"] for command in payload}:
            raise LookupError
    await store.write(lambda tx: meta.put(tx, COMMANDS_KEY, mark))
    return ids


async def _claim(tx: Transaction, mark: str) -> bool:
    """Claim the registration of these commands; return false if it is taken."""
    at, _, claimed = (await meta.get(tx, CLAIM_KEY) or "0 ").partition(" ")
    if claimed == mark and 0 <= tx.now - float(at) < CLAIM_LASTS:
        return False
    await meta.put(tx, CLAIM_KEY, f"{tx.now} {mark}")
    return True
