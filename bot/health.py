"""The bot notes that it is alive: `twotone healthcheck` looks at the age of a file beside the database."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

HEARTBEAT: Final = 30.0
"""Seconds between two notes of being alive."""
ALIVE_WITHIN: Final = 3 * HEARTBEAT
"""Seconds after which a bot that has noted nothing counts as not connected."""


async def note_life(file: Path, connected: Callable[[], bool], every: float) -> None:
    """Touch `file` every so many seconds while the bot is connected to Discord; runs until it is cancelled."""
    while True:
        if connected():
            file.touch()  # noqa: ASYNC240 - one system call on a local disk
        await asyncio.sleep(every)


def life_file(database: Path) -> Path:
    """Return the file whose age says when the bot was last connected."""
    return database.with_name(database.name + ".alive")
