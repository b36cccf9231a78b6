"""Showing the computer's move in the message in which the player has moved."""

from collections.abc import Callable
from functools import partial
from typing import Final

from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from club.running.alarm import Alarm
from data.play.matches import MatchRow

AT_MOST: Final = 1000
"""Maximum number of waiting cards.

Beyond that the oldest are forgotten, and the button on such a card goes on instead.
"""


class ComputerAnswerFollower(Follower):
    """Updates messages that wait for the computer's move.

    For each match only the message of the last button press waits. Waiting messages are kept in memory
    only; after a restart the player goes on with a button in the message.
    """

    def __init__(self, alarm: Alarm) -> None:
        self._alarm = alarm
        self.ring = alarm.ring
        self.stop = alarm.stop
        self._waiting: dict[int, Callable[[], None]] = {}

    def start(self, matches: Matches) -> None:
        """Start checking, at each `ring`, for moves that another process has made."""
        self._alarm.start(partial(self._look, matches))

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Update the waiting message if the computer has moved in this process."""
        self._look_at(changed.row)

    async def call_after_move(self, matches: Matches, table: Table, callback: Callable[[], None]) -> None:
        """Arrange for `callback` to be called once the computer has moved.

        It is called at once if the computer has already moved.
        """
        self._waiting.pop(table.row.id, None)
        if len(self._waiting) >= AT_MOST:
            del self._waiting[next(iter(self._waiting))]
        self._waiting[table.row.id] = callback
        self._look_at(await matches.load_row(table.row.id))

    async def _look(self, matches: Matches) -> None:
        for match_id in tuple(self._waiting):
            try:
                self._look_at(await matches.load_row(match_id))
            except Refusal:
                self._waiting.pop(match_id, None)

    def _look_at(self, row: MatchRow) -> None:
        if row.turn is None or row.turn != row.computer:
            then = self._waiting.pop(row.id, None)
            if then is not None:
                then()
