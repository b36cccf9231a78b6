"""Moves that were taken back no longer count.

They count neither in the list of standing moves nor beside the record.
"""

from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.play import history, matches
from data.play.history import moves_after_takebacks
from data.play.matches import EventKind
from data.sqlite.check import check
from data.sqlite.store import SqliteStore
from rules.catalogue import GAMES
from rules.match import Match
from tests.data.samples import store_match

MOVE, TAKEBACK = EventKind.MOVE, EventKind.TAKEBACK
DatabaseFigures = tuple[EventKind, str]


def standing_texts(*events: DatabaseFigures) -> list[str]:
    """Return the texts of the events that still stand."""
    return [text for _, text in moves_after_takebacks(events, lambda event: event[0], lambda event: event[1])]


def test_what_is_taken_back_stands_no_more() -> None:
    assert standing_texts((MOVE, "a"), (MOVE, "b"), (TAKEBACK, "1"), (MOVE, "c")) == ["a", "c"]
    assert standing_texts((MOVE, "a"), (MOVE, "b"), (TAKEBACK, "2")) == []
    assert standing_texts((MOVE, "a"), (EventKind.TAKEBACK_OFFER, ""), (EventKind.TAKEBACK_DECLINE, "")) == [
        "a"
    ]


@pytest.mark.parametrize("undone", ["2", "0", "-1", "x"])
def test_no_more_can_be_taken_back_than_was_made(undone: str) -> None:
    with pytest.raises(ValueError):
        standing_texts((MOVE, "a"), (TAKEBACK, undone))


async def test_the_check_replays_what_stands_beside_the_record(path: Path) -> None:
    match = Match(GAMES["binar"], {}, bytes(32))
    for move in ("c3", "e5"):
        match.play(move)
    first, second = (ply.text for ply in match.plies)
    events = ((MOVE, 0, first), (MOVE, 1, "d4"), (TAKEBACK, 0, "1"), (MOVE, 1, second))
    store = await SqliteStore.open(path)
    await store.write(store_match(match, *events))
    row = await store.read(lambda tx: matches.get(tx, 1))
    last = await store.read(lambda tx: history.position_version(tx, 1))
    await store.close()
    assert row is not None
    assert (row.plies, last) == (2, 4)
    check(path)


async def test_the_check_finds_a_move_that_was_taken_back_in_the_record(path: Path) -> None:
    match = Match(GAMES["binar"], {}, bytes(32))
    match.play("c3")
    store = await SqliteStore.open(path)
    await store.write(store_match(match, (MOVE, 0, match.plies[0].text), (TAKEBACK, 1, "1")))
    assert await store.read(lambda tx: history.position_version(tx, 1)) == 2
    await store.close()
    with pytest.raises(StoreError, match="more or fewer moves"):
        check(path)
