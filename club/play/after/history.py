"""How a match stood earlier, from its events: what is shown of it may have been taken back since."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from club.play.course.offers import Offer, open_offer
from club.play.course.votes import Shown
from club.play.match.matches import Table
from club.play.match.waiting import silence_of
from data.competitions.pairings import Reason
from data.play.events import plies_made
from data.play.matches import EventKind, EventRow
from data.play.places import NOWHERE
from data.play.rematches import Series
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last change of a position was a take-back: `count` moves were undone, which `by` had asked for."""

    by: Seat
    count: int


def plies_shown(now: int, later: Sequence[EventRow]) -> int | None:
    """Return how many of the moves that a match has `now` a board shows, after which all of `later` happened.

    `None` if some of the moves that it shows were taken back.
    """
    since = list(accumulate((plies_made(event.kind, event.text) for event in later), initial=0))
    return None if min(since) < 0 else now - since[-1]


def last_taken_back(events: Sequence[EventRow]) -> TakenBack | None:
    """Return the take-back that no move has followed, `None` if there is none."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.TAKEBACK and event.seat is not None:
            return TakenBack(1 - event.seat, int(event.text))
    return None


def last_in_advance(events: Sequence[EventRow]) -> bool:
    """Return whether the last move, if none was taken back after it, had been made in advance."""
    for event in reversed(events):
        if event.kind in (EventKind.MOVE, EventKind.TAKEBACK):
            return event.advance
    return False


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """The match is played here since its last move: `by` is a user, `seat` theirs (`None`: a moderator's)."""

    by: int | None
    seat: Seat | None
    channel_id: int


def last_moved(events: Sequence[EventRow]) -> PlaceChange | None:
    """Return from where the match came here, if no move has followed; `None` otherwise, and out of private."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.PLACE:
            channel_id = int(event.text.partition("/")[2])
            return None if channel_id == NOWHERE else PlaceChange(event.user_id, event.seat, channel_id)
    return None


@dataclass(frozen=True, slots=True)
class Given:
    """The opponent of the player to move, at seat `by`, has given them so many seconds more."""

    by: Seat
    seconds: float


def last_given(events: Sequence[EventRow]) -> Given | None:
    """Return the time that was given since the last move, `None` if none was."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.GIVE and event.seat is not None:
            return Given(event.seat, float(event.text))
    return None


@dataclass(frozen=True, slots=True)
class Story:
    """What there is to tell beside the position: offers, take-backs, long waits, time, and what came of them.

    `ended_by` is the moderator who ended the match. `may_nudge` and `may_claim` say what the player who waits can do by
    `now`. `series` is the score where the match is a rematch, on its first and its last board; `reason` is why its two
    play each other in a competition. `in_advance` says that the last move had been made in advance. `vote` is how teams
    vote, where these play.
    """

    offer: Offer | None = None
    taken_back: TakenBack | None = None
    moved: PlaceChange | None = None
    ended_by: int | None = None
    may_nudge: bool = False
    may_claim: bool = False
    given: Given | None = None
    given_back: float = 0.0
    now: float = 0.0
    series: Series | None = None
    reason: Reason | None = None
    in_advance: bool = False
    vote: Shown | None = None


def story_of(
    table: Table,
    events: Sequence[EventRow],
    now: float,
    *,
    given_back: float = 0.0,
    reason: Reason | None = None,
) -> Story:
    """Return what there is to tell beside the position of a match with these events.

    `given_back` are the seconds that the bot was away, which count for nobody, as far as that is news to a player.
    """
    if not table.running:
        last = events[-1] if events else None
        ended_by = last.user_id if last and last.kind is EventKind.END else None
        return Story(ended_by=ended_by, reason=reason, in_advance=last_in_advance(events))
    silence = silence_of(table.row)
    return Story(
        offer=open_offer(events),
        taken_back=last_taken_back(events),
        moved=last_moved(events),
        may_nudge=silence.may_nudge(now),
        may_claim=silence.may_claim(now),
        given=last_given(events),
        given_back=given_back,
        now=now,
        reason=reason,
        in_advance=last_in_advance(events),
    )
