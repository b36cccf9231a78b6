"""What a former board shows of a match, whatever was played and taken back since."""

import random
from operator import attrgetter

import pytest

from club.play.after.history import count_plies_shown
from data.play.history import moves_after_takebacks
from data.play.matches import EventKind, EventRow
from tests.sets import leave_to_ci


@pytest.mark.parametrize("seed", leave_to_ci(range(20), after=4))
def test_a_former_board_shows_its_moves_as_long_as_none_of_them_was_taken_back(seed: int) -> None:
    chance = random.Random(seed)
    events: list[EventRow] = []
    while len(events) < 30:
        made = len(moves(events))
        kind = chance.choice((EventKind.MOVE, EventKind.MOVE, EventKind.TAKEBACK, EventKind.NUDGE))
        if kind is EventKind.TAKEBACK and not made:
            continue
        text = str(chance.randint(1, min(made, 2))) if kind is EventKind.TAKEBACK else ""
        events.append(EventRow(1, len(events) + 1, 0, 3, kind, text, None, 0.0))
    now = moves(events)
    for version in range(len(events) + 1):
        then = moves(events[:version])
        assert count_plies_shown(len(now), events[version:]) == (
            len(then) if now[: len(then)] == then else None
        )


def moves(events: list[EventRow]) -> list[EventRow]:
    """The moves that count after these events."""
    return moves_after_takebacks(events, attrgetter("kind"), attrgetter("text"))
