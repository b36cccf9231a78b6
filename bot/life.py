"""The bot notes that it is alive."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.client import Twotone

HEARTBEAT: Final = 30.0
"""Seconds between two notes of being alive."""


async def note_life(client: "Twotone", every: float) -> None:
    """Touch a file beside the database while connected to Discord: `twotone healthcheck` looks at its age."""
    while True:
        if client.is_ready():
            life_file(client.settings.database).touch()
        await asyncio.sleep(every)


def life_file(database: Path) -> Path:
    """The file whose age says when the bot was last connected."""
    return database.with_name(database.name + ".alive")
