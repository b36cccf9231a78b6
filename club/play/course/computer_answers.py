"""The computer's answers: who has moved sees them in the card that they moved on."""

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


class Answers(Follower):
    """Continues cards that wait for the computer's move.

    There is one card for each match, that of the last press. Waiting cards are kept in memory only:
    after a restart a button on the card goes on.
    """

    def __init__(self, alarm: Alarm) -> None:
        self._alarm = alarm
        self.ring = alarm.ring
        self.stop = alarm.stop
        self._waiting: dict[int, Callable[[], None]] = {}

    def open(self, matches: Matches) -> None:
        """Check for moves that the computer made in another process at each `ring`."""
        self._alarm.start(partial(self._look, matches))

    def after(self, changed: ChangedMatch) -> None:
        """Go on where the computer has moved in this process."""
        self._look_at(changed.row)

    async def wait(self, matches: Matches, table: Table, then: Callable[[], None]) -> None:
        """Call `then` once the computer has moved in a match.

        The computer may have moved a moment ago.
        """
        self._waiting.pop(table.row.id, None)
        if len(self._waiting) >= AT_MOST:
            del self._waiting[next(iter(self._waiting))]
        self._waiting[table.row.id] = then
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
