"""Positions with thousands of moves: to list them takes up to a second of CPU, and somebody can set up many of them."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from club.members.limits import Presses
from rules.match import Match

T = TypeVar("T")


class Crowded:
    """Has moves listed beside the event loop, where there may be thousands one at a time and for what it costs."""

    def __init__(self, presses: Presses) -> None:
        self._presses = presses

    async def beside(self, user_id: int, match: Match, work: Callable[[], T]) -> T:
        """Do for a user what lists the moves of a match's position; return what that gives.

        Raise `Refusal` where there may be thousands of them, and this user has had too much done already.
        """
        if match.game.crowded(match.position):
            return await self._presses.beside(user_id, work)
        return await asyncio.to_thread(work)
