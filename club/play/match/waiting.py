"""How long a player has waited for the opponent's move, and what they can do."""

from dataclasses import dataclass
from typing import Final, Protocol

from data.play.matches import EventKind, MatchRow

DAY: Final = 24 * 3600.0
NUDGE_DAYS: Final = 14
NUDGE_AFTER: Final = NUDGE_DAYS * DAY
"""Seconds of silence after which the player who waits can nudge the other, once."""
CLAIM_DAYS: Final = 7
CLAIM_AFTER: Final = CLAIM_DAYS * DAY
"""Seconds from the nudge until the waiting player can claim.

They can claim the win, or end the match without a result.
"""
GRACE: Final = DAY
"""Seconds from noticing that the opponent left the server until a claim is open.

They may come back in that time.
"""
ASKED_AFTER: Final = DAY
"""Seconds of silence from which it matters whether the opponent is still there."""


class WaitingRow(Protocol):
    """What a row says about a waiting player.

    It is the row of a match or of a list. Times are in seconds since the epoch.
    """

    @property
    def turn_at(self) -> float:
        """When the current turn began."""

    @property
    def nudged_at(self) -> float | None:
        """When the player to move was nudged, or `None`."""

    @property
    def absent_at(self) -> float | None:
        """When the player to move was found to have left the server, or `None`."""

    @property
    def control(self) -> str | None:
        """The time control of the match, or `None` without a clock."""

    @property
    def deadline_at(self) -> float | None:
        """When the time of the player to move is up, or `None` if no clock runs."""

    @property
    def computer(self) -> int | None:
        """The computer's seat, or `None` if both players are people.

        The computer keeps no player waiting.
        """


@dataclass(frozen=True, slots=True)
class WaitingOptions:
    """When the waiting player can nudge the opponent or claim the match.

    Times are in seconds since the epoch.
    """

    nudge_from: float | None
    """`None` once they have nudged, where there is a clock, and against the computer."""
    claim_from: float | None
    """`None` where a nudge must come first, a clock is stopped, or the computer plays."""

    def may_nudge(self, now: float) -> bool:
        """Whether the player can nudge now; a player who can claim need not."""
        return self.nudge_from is not None and now >= self.nudge_from and not self.may_claim(now)

    def may_claim(self, now: float) -> bool:
        """Whether the player can now claim the win or adjourn the match."""
        return self.claim_from is not None and now >= self.claim_from

    def next_change(self, now: float) -> float | None:
        """Return when the player will next be able to do something new.

        Return `None` if nothing changes by itself.
        """
        ahead = [at for at in (self.nudge_from, self.claim_from) if at is not None and at > now]
        return min(ahead, default=None)


def waiting_options(match: WaitingRow) -> WaitingOptions:
    """Return when the waiting player in a running match can nudge or claim.

    In a match with a clock, only the clock decides.
    """
    if match.computer is not None:
        return WaitingOptions(None, None)
    if match.control is not None:
        return WaitingOptions(None, match.deadline_at)
    claims = [
        since + wait
        for since, wait in ((match.nudged_at, CLAIM_AFTER), (match.absent_at, GRACE))
        if since is not None
    ]
    nudge_from = match.turn_at + NUDGE_AFTER if match.nudged_at is None else None
    return WaitingOptions(nudge_from, min(claims, default=None))


def next_board_change(row: MatchRow, kind: EventKind, now: float) -> float | None:
    """Return when the board of a match is next to change without a move.

    Return `None` if the stored time need not change. A time that is too early does no harm, because the
    board is checked again then; so most moves need no update of the database index. In a user install and
    against the computer nothing changes by itself.
    """
    if row.clock is not None or not row.has_route or row.computer is not None:
        return None
    if kind is EventKind.NUDGE:
        return now + CLAIM_AFTER if row.absent_at is None else min(now + CLAIM_AFTER, row.absent_at + GRACE)
    if kind in (EventKind.PLACE, EventKind.REOPEN):
        return now + NUDGE_AFTER
    if kind not in (EventKind.MOVE, EventKind.TAKEBACK):
        return None  # an offer or its answer: the same turn goes on
    waited = row.nudged_at is not None or row.absent_at is not None or row.due_at is None
    return now + NUDGE_AFTER if waited else None
