"""Positions with thousands of moves.

Listing them takes up to a second of CPU, and a user can set up many such positions.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from club.members.quotas import Presses
from rules.match import Match

T = TypeVar("T")


class CrowdedPositions:
    """Runs the listing of moves off the event loop.

    If there may be thousands of moves, listings run one at a time and are charged for their cost.
    """

    def __init__(self, presses: Presses) -> None:
        self._presses = presses

    async def beside(self, user_id: int, match: Match, work: Callable[[], T]) -> T:
        """Do work that lists a position's moves for a user; return its result.

        Raise `Refusal` if there may be thousands of moves and this user has had too much done already.
        """
        if match.game.is_crowded(match.position):
            return await self._presses.beside(user_id, work)
        return await asyncio.to_thread(work)
