"""How a match stood earlier, from its events: what is shown of it may have been taken back since."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from club.offers import Offer, open_offer
from data.history import standing
from data.matches import EventKind, EventRow
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last change of a position was a take-back: `count` moves were undone, which `by` had asked for."""

    by: Seat
    count: int


def moves_at(events: Sequence[EventRow], version: int) -> list[EventRow]:
    """Return the moves that counted at a version, in order."""
    return standing(
        (event for event in events if event.version <= version), attrgetter("kind"), attrgetter("text")
    )


def plies_shown(events: Sequence[EventRow], version: int) -> int | None:
    """Return how many of today's moves a board of that version shows; `None` if some of its moves were taken back."""
    then, now = moves_at(events, version), moves_at(events, events[-1].version if events else 0)
    return len(then) if now[: len(then)] == then else None


def last_taken_back(events: Sequence[EventRow]) -> TakenBack | None:
    """Return the take-back that no move has followed, `None` if there is none."""
    for event in reversed(events):
        if event.kind is EventKind.MOVE:
            return None
        if event.kind is EventKind.TAKEBACK and event.seat is not None:
            return TakenBack(1 - event.seat, int(event.text))
    return None


@dataclass(frozen=True, slots=True)
class Story:
    """What the events say beside the position: the open offer, and what happened since the last move."""

    offer: Offer | None = None
    taken_back: TakenBack | None = None


def story_of(events: Sequence[EventRow], *, running: bool) -> Story:
    """Return what there is to tell beside the position; of a match that is over only what lasts."""
    if not running:
        return Story()
    return Story(offer=open_offer(events), taken_back=last_taken_back(events))
