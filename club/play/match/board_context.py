"""Everything needed to post a board, in one read.

The match, its events, and when its reader rests.
"""

from collections.abc import Sequence
from typing import NamedTuple

from club.clocks.rest import Rest
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from data.competitions import pairings
from data.competitions.pairings import Reason
from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.play import match_events, matches
from data.play.matches import EventRow, MatchRow


class PostableMatch(NamedTuple):
    """A match with its events, as a board needs it.

    `asked` is the preferences of the player to move, `None` if no player is to move. `reason` is why
    the two play each other, if a competition has paired them.
    """

    table: Table
    events: Sequence[EventRow]
    asked: Preference | None
    reason: Reason | None

    def quiet(self, now: float) -> bool:
        """Return whether the quiet hours of the player to move last."""
        return self.asked is not None and Rest.parse(self.asked.rest).quiet(now)


async def load_posted(known: Matches, match_id: int) -> PostableMatch:
    """Return everything that a board of a match needs.

    Raise `Refusal` if there is none, or if it is in quarantine.
    """

    async def job(
        tx: Transaction,
    ) -> tuple[MatchRow | None, Sequence[EventRow], Preference | None, Reason | None]:
        row, happened = await matches.get(tx, match_id), await match_events.of_match(tx, match_id)
        reason = await pairings.reason_of(tx, match_id)
        if row is None or row.turn is None:
            return row, happened, None, reason
        return row, happened, await preferences.get(tx, row.seats[row.turn].user_id), reason

    row, happened, asked, reason = await known.quarantine.guard(known.store.read(job))
    if row is None:
        raise Refusal("match.unknown")
    table = await known.load_table(row)
    return PostableMatch(table, happened, None if table.turn is None else asked, reason)
