"""Positions with thousands of legal moves.

Listing the moves takes up to a second of CPU, and a user can set up many such positions.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from club.members.quotas import PressLimiter
from rules.match import Match

T = TypeVar("T")


class CrowdedPositions:
    """Runs the listing of a position's moves on another thread.

    If there may be thousands of moves, users are charged for the work.
    """

    def __init__(self, presses: PressLimiter) -> None:
        self._presses = presses

    async def run_on_thread(self, user_id: int, match: Match, work: Callable[[], T]) -> T:
        """Run work that lists a position's moves for a user, and return its result.

        Raise `Refusal` if there may be thousands of moves and this user has exceeded their limit.
        """
        if match.game.is_crowded(match.position):
            return await self._presses.run_on_thread(user_id, work)
        return await asyncio.to_thread(work)
