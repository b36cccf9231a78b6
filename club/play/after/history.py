"""Earlier states of a match, derived from its events.

Moves that a board still shows may have been taken back since.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from club.play.course.offers import Offer, open_offer
from club.play.course.votes import VoteSummary
from club.play.match.matches import Table
from club.play.match.waiting import silence_of
from data.competitions.pairings import Reason
from data.play.match_events import plies_made
from data.play.matches import EventKind, EventRow
from data.play.places import NOWHERE
from data.play.rematches import Series
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A take-back as the last change of a position.

    `count` moves were undone, at the request of `by`.
    """

    by: Seat
    count: int


def plies_shown(now: int, later: Sequence[EventRow]) -> int | None:
    """Return how many of the plies a match has `now` are on an earlier board.

    All of `later` happened after that board. Return `None` if some of the moves on it were taken back.
    """
    since = list(accumulate((plies_made(event.kind, event.text) for event in later), initial=0))
    return None if min(since) < 0 else now - since[-1]


def last_taken_back(events: Sequence[EventRow]) -> TakeBack | None:
    """Return the take-back that no move has followed, `None` if there is none."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.TAKEBACK and event.seat is not None:
            return TakeBack(1 - event.seat, int(event.text))
    return None


def is_last_move_conditional(events: Sequence[EventRow]) -> bool:
    """Whether the last move was a conditional move that has not been taken back."""
    for event in reversed(events):
        if event.kind in (EventKind.MOVE, EventKind.TAKEBACK):
            return event.advance
    return False


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A change of the match's channel since its last move.

    `by` is the user who moved the match, `seat` their seat (`None` for a moderator).
    """

    by: int | None
    seat: Seat | None
    channel_id: int


def last_place_change(events: Sequence[EventRow]) -> PlaceChange | None:
    """Return the match's last change of channel, if no move has followed it.

    Return `None` otherwise, and also for a match that came out of private.
    """
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.PLACE:
            channel_id = int(event.text.partition("/")[2])
            return None if channel_id == NOWHERE else PlaceChange(event.user_id, event.seat, channel_id)
    return None


@dataclass(frozen=True, slots=True)
class TimeGift:
    """Extra time that the player at seat `by` gave the opponent, who is to move."""

    by: Seat
    seconds: float


def last_given(events: Sequence[EventRow]) -> TimeGift | None:
    """Return the time that was given since the last move, `None` if none was."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.GIVE and event.seat is not None:
            return TimeGift(event.seat, float(event.text))
    return None


@dataclass(frozen=True, slots=True)
class Story:
    """Everything to tell beside the position, such as offers, take-backs and time.

    It also covers long waits, and the outcome of all of these. `ended_by` is the moderator who ended
    the match. `may_nudge` and `may_claim` say what the waiting player can do by `now`. `series` is the
    score if the match is a rematch, for its first and its last board. `reason` is why a competition
    paired the two players. `in_advance` says that the last move was a conditional move. `vote` is how
    teams vote, if teams play.
    """

    offer: Offer | None = None
    taken_back: TakeBack | None = None
    moved: PlaceChange | None = None
    ended_by: int | None = None
    may_nudge: bool = False
    may_claim: bool = False
    given: TimeGift | None = None
    given_back: float = 0.0
    now: float = 0.0
    series: Series | None = None
    reason: Reason | None = None
    in_advance: bool = False
    vote: VoteSummary | None = None


def story_of(
    table: Table,
    events: Sequence[EventRow],
    now: float,
    *,
    given_back: float = 0.0,
    reason: Reason | None = None,
) -> Story:
    """Return everything to tell beside the position of a match with these events.

    `given_back` is the number of seconds that the bot was away and that count on no player's clock, as
    far as a player has not been told of them yet.
    """
    if not table.running:
        last = events[-1] if events else None
        ended_by = last.user_id if last and last.kind is EventKind.END else None
        return Story(ended_by=ended_by, reason=reason, in_advance=is_last_move_conditional(events))
    silence = silence_of(table.row)
    return Story(
        offer=open_offer(events),
        taken_back=last_taken_back(events),
        moved=last_place_change(events),
        may_nudge=silence.may_nudge(now),
        may_claim=silence.may_claim(now),
        given=last_given(events),
        given_back=given_back,
        now=now,
        reason=reason,
        in_advance=is_last_move_conditional(events),
    )
