"""Everything needed to post the board of a match, in one read.

The match, its events, and the preferences of the player to move.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from club.clocks.rest import Rest, Span
from club.clocks.time_control import DAY
from club.play.match.matches import Matches, Table
from club.refusals import Refusal
from data.competitions import pairings
from data.competitions.pairings import PairingReason
from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.play import match_events, matches
from data.play.matches import EventRow, MatchRow

NEAR: Final = 7 * DAY
"""Seconds before a vacation when boards without a clock begin to announce it."""


class PostableMatch(NamedTuple):
    """A match with everything that is needed to post its board.

    `preference` holds the preferences of the player to move, or `None` if no player is to move. `reason`
    says why a competition paired the two players, if one did.
    """

    table: Table
    events: Sequence[EventRow]
    preference: Preference | None
    reason: PairingReason | None

    def find_vacation(self, now: float) -> Span | None:
        """Return a near vacation of the player to move, in a match without a clock."""
        if self.preference is None or self.table.row.clock is not None:
            return None
        span = Rest.parse(self.preference.rest).current_or_next_vacation(now)
        return span if span and span[0] <= now + NEAR else None

    def is_quiet(self, now: float) -> bool:
        """Whether it is within the quiet hours of the player to move."""
        return self.preference is not None and Rest.parse(self.preference.rest).is_quiet(now)


async def load_postable_match(club_matches: Matches, match_id: int) -> PostableMatch:
    """Return a match with everything that is needed to post its board.

    Raise `Refusal` if there is no such match, or if it is in quarantine because its record cannot be
    read.
    """

    async def job(
        tx: Transaction,
    ) -> tuple[MatchRow | None, Sequence[EventRow], Preference | None, PairingReason | None]:
        row, happened = await matches.get(tx, match_id), await match_events.list_for_match(tx, match_id)
        reason = await pairings.get_reason(tx, match_id)
        if row is None or row.turn is None:
            return row, happened, None, reason
        return row, happened, await preferences.get(tx, row.seats[row.turn].user_id), reason

    row, happened, asked, reason = await club_matches.quarantine.guard(club_matches.store.read(job))
    if row is None:
        raise Refusal("match.unknown")
    table = await club_matches.load_table(row)
    return PostableMatch(table, happened, None if table.turn is None else asked, reason)
