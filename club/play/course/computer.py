"""The computer as a player, and the start of its turns."""

from collections.abc import Callable
from typing import Final

from club.members.people import Person
from club.play.match.followers import ChangedMatch, Follower
from club.running.alarm import Alarm
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.play import thinking
from words import render_message

TWOTONE: Final = Person(COMPUTER, render_message("computer.name", {}), is_bot=True)
"""The computer, as an opponent of people."""
PAUSE: Final = 1.2
"""Seconds until the computer begins to think.

Players see their own move on the board before its answer.
"""


class ComputerTurnFollower(Follower):
    """Schedules the computer's move when it becomes the computer's turn.

    `alarm` then wakes the part of the club that chooses moves.
    """

    pause = PAUSE
    """Seconds until it begins."""

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Store a job to choose a move, or drop it if a person is to move."""
        row = changed.row
        if row.computer is None:
            return
        if row.turn == row.computer:
            at = self._now() + self.pause
            await thinking.put(tx, row.id, not_before=at, interaction_id=changed.interaction_id)
        else:
            await thinking.drop(tx, row.id)

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Ring the alarm for when the computer is to start."""
        if changed.row.computer is not None and changed.row.turn == changed.row.computer:
            self._alarm.ring(self._now() + self.pause)
