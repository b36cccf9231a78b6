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
from words import catalogues_hash, forget_catalogues

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
    commands = tree.get_commands(guild=guild)
    names = {command.name for command in commands}
    # By the English and the files of the others: they are translated only if Discord has others.
    english = json.dumps([command.to_dict(tree) for command in commands], sort_keys=True, default=str)
    wanted = hashlib.sha256(f"{english}{catalogues_hash()}".encode()).hexdigest()
    app_id = client.application_id
    assert app_id is not None  # known since the log-in
    mark = f"{app_id}:{guild.id if guild else 0}:{wanted}"
    while True:
        if await store.read(lambda tx: meta.get(tx, COMMANDS_KEY)) == mark:
            with reject_garbled():
                there = {command.name: command.id for command in await tree.fetch_commands(guild=guild)}
            if there.keys() == names:
                return there
            break
        if await store.write(lambda tx: _claim(tx, mark)):
            break
        await wait(LOOKS_EVERY)
    payload = await translate_commands(tree, guild)
    forget_catalogues()
    if guild:
        asked = client.http.bulk_upsert_guild_commands(app_id, guild.id, payload)
    else:
        asked = client.http.bulk_upsert_global_commands(app_id, payload)
    with reject_garbled():
        ids = {command["name"]: int(command["id"]) for command in await asked}
        if ids.keys() != names:
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
