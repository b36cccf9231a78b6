"""Matches against the computer whose moves take a moment."""

import asyncio
from contextlib import suppress

from club.club import Club
from club.play.course.computer import TWOTONE
from club.play.match.matches import Table
from tests.club.people import ANN, act, make_challenge


async def against_computer(
    club: Club, game: str = "binar", *, level: int = 3, side: str = "random", start: str | None = None
) -> Table:
    """Start a match of Ann against the computer.

    The computer has the first move unless she names a side.
    """
    row = await make_challenge(club, game, people=(ANN, TWOTONE), side=side, start=start)
    return await club.play.challenges.play_computer(row.id, act(ANN), level=level)


async def a_moment() -> None:
    """Let the others work, and the machine rest."""
    with suppress(TimeoutError):
        async with asyncio.timeout(0.01):
            await asyncio.Event().wait()
