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
    """What a match or a line of a list says of the time."""

    @property
    def turn_at(self) -> float:
        """Return since when the player to move has been so."""

    @property
    def nudged_at(self) -> float | None:
        """Return when they were nudged."""

    @property
    def absent_at(self) -> float | None:
        """Return when they were found to have left the server."""

    @property
    def control(self) -> str | None:
        """Return what their clock is, `None` where there is none."""

    @property
    def deadline_at(self) -> float | None:
        """Return when they have no time left, `None` where no clock goes."""

    @property
    def computer(self) -> int | None:
        """The computer's seat, `None` if people play.

        The computer keeps no player waiting.
        """


@dataclass(frozen=True, slots=True)
class Silence:
    """What the waiting player can do and when, in seconds since the epoch."""

    nudge_from: float | None
    """`None` once they have nudged, where there is a clock, and against the computer."""
    claim_from: float | None
    """`None` where a nudge must come first, a clock is stopped, or the computer plays."""

    def may_nudge(self, now: float) -> bool:
        """Return whether it is time to nudge; who can claim need not."""
        return self.nudge_from is not None and now >= self.nudge_from and not self.may_claim(now)

    def may_claim(self, now: float) -> bool:
        """Return whether it is time to claim the win or to adjourn."""
        return self.claim_from is not None and now >= self.claim_from

    def next_change(self, now: float) -> float | None:
        """Return when the player can next do something new.

        Return `None` if nothing follows by itself.
        """
        ahead = [at for at in (self.nudge_from, self.claim_from) if at is not None and at > now]
        return min(ahead, default=None)


def silence_of(match: WaitingRow) -> Silence:
    """Return what the waiting player in a running match can do.

    If there is a clock, it alone decides.
    """
    if match.computer is not None:
        return Silence(None, None)
    if match.control is not None:
        return Silence(None, match.deadline_at)
    claims = [
        since + wait
        for since, wait in ((match.nudged_at, CLAIM_AFTER), (match.absent_at, GRACE))
        if since is not None
    ]
    nudge_from = match.turn_at + NUDGE_AFTER if match.nudged_at is None else None
    return Silence(nudge_from, min(claims, default=None))


def next_board_change(row: MatchRow, kind: EventKind, now: float) -> float | None:
    """Return when a match's board next changes without a move.

    Return `None` if the stored time will do. A time too early does no harm, because the board is
    checked again then: so a plain move needs no index update. In a user install nothing changes by
    itself, and the computer keeps no player waiting.
    """
    if row.clock is not None or not row.has_route or row.computer is not None:
        return None
    if kind is EventKind.NUDGE:
        return now + CLAIM_AFTER
    if kind is EventKind.PLACE:
        return now + NUDGE_AFTER
    waited = row.nudged_at is not None or row.absent_at is not None or row.due_at is None
    return now + NUDGE_AFTER if waited else None
