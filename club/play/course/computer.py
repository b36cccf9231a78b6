"""The computer as a player: who it is, and that it is its turn."""

from collections.abc import Callable
from typing import Final

from club.members.people import Person
from club.play.match.followers import ChangedMatch, Follower
from club.running.alarm import Alarm
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.play import thinking
from words import tell

TWOTONE: Final = Person(COMPUTER, tell("computer.name", {}), bot=True)
"""The computer, as an opponent of people."""
PAUSE: Final = 1.2
"""Seconds until the computer begins to think.

Players see their own move on the board before its answer.
"""


class ComputersTurn(Follower):
    """Has the computer think where it has become its turn; then `alarm` rings."""

    pause = PAUSE
    """Seconds until it begins."""

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Store that the computer is to think, or has nothing to think about any more."""
        row = changed.row
        if row.computer is None:
            return
        if row.turn == row.computer:
            at = self._now() + self.pause
            await thinking.put(tx, row.id, not_before=at, interaction_id=changed.interaction_id)
        else:
            await thinking.drop(tx, row.id)

    def after(self, changed: ChangedMatch) -> None:
        """Ring when it is to begin."""
        if changed.row.computer is not None and changed.row.turn == changed.row.computer:
            self._alarm.ring(self._now() + self.pause)
