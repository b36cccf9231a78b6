"""The check finds any change to the database.

It finds changes in the file, in the events, and in the record that is played on.
"""

import os
import random
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.database.transaction import Job
from data.play.matches import EventKind
from data.sqlite import check as checking
from data.sqlite.check import check
from data.sqlite.store import SqliteStore
from rules.catalogue import GAMES
from rules.match import Match
from tests.data.samples import store_match

MOVES = 12


def random_match(key: str) -> Match:
    match = Match(GAMES[key], {}, bytes(range(32)))
    chance = random.Random(key)
    while match.turn is not None and len(match.plies) < MOVES:
        match.make_move(chance.choice(list(match.game.moves(match.position))))
    return match


def whole(match: Match, *ends: EventKind) -> Job[None]:
    """The job that stores a match that is over, with its moves and what ended it."""
    moves = [(EventKind.MOVE, ply.seat, ply.text) for ply in match.plies]
    return store_match(match, *moves, *((end, 1, "") for end in ends), over=True)


async def database(path: Path, *jobs: Job[None]) -> None:
    store = await SqliteStore.open(path)
    for job in jobs:
        await store.write(job)
    await store.close()


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@pytest.mark.ci
async def test_a_match_of_every_game_is_whole(path: Path, key: str) -> None:
    await database(path, whole(random_match(key)))
    check(path)


async def test_matches_are_whole_however_they_ended(path: Path) -> None:
    resigned, drawn = random_match("russian"), random_match("binary")
    resigned.resign(1)
    drawn.agree_draw()
    await database(
        path,
        whole(resigned, EventKind.DRAW_OFFER, EventKind.DRAW_DECLINE, EventKind.RESIGN),
        whole(drawn, EventKind.DRAW_OFFER, EventKind.DRAW),
        whole(random_match("russian"), EventKind.END),
    )
    seen: list[tuple[int, int]] = []
    check(path, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3, 3)


CHANGED = {
    "another move": (
        "UPDATE match SET record = replace(record, '1. a3-b4', '1. c3-b4')",
        "the record of match 1 differs from its event 1",
    ),
    "a move fewer": (
        "UPDATE match SET record = replace(record, '1. a3-b4', '')",
        "the record of match 1 has more or fewer moves than its events",
    ),
    "no move at all": (
        "UPDATE match SET record = 'what'",
        "the record of match 1 cannot be replayed",
    ),
    "another seed": (
        "UPDATE match SET record = replace(record, 'Secret: 00', 'Secret: ff')",
        "the record of match 1 begins otherwise than the match",
    ),
    "another end": (
        "UPDATE match SET record = replace(record, 'Secret:', 'Ended: agreement' || char(10) || 'Secret:')",
        "the record of match 1 ends otherwise than its events",
    ),
    "another event": (
        "UPDATE event SET text = 'c3-b4' WHERE version = 1",
        "match 1 is changed at event 1",
    ),
    "a seat too few": (
        "DELETE FROM seat WHERE seat = 1",
        "match 1 cannot be read",
    ),
}


@pytest.mark.ci
@pytest.mark.parametrize(("statement", "words"), CHANGED.values(), ids=CHANGED.keys())
async def test_a_record_that_is_not_what_its_events_say_is_found(
    path: Path, statement: str, words: str
) -> None:
    await database(path, whole(match_after_move()))
    check(path)
    execute(path, statement)
    with pytest.raises(StoreError, match=words) as told:
        check(path)
    assert len(str(told.value).splitlines()) == 1


def match_after_move() -> Match:
    """A match of Russian checkers after its first move."""
    match = Match(GAMES["russian"], {}, bytes(32))
    match.play("a3-b4")
    return match


async def test_the_first_few_of_many_broken_matches_are_named(path: Path) -> None:
    await database(path, *[whole(random_match("binar"))] * 9)
    execute(path, "UPDATE match SET record = 'what' WHERE id > 2")
    with pytest.raises(StoreError) as told:
        check(path)
    assert str(told.value) == (
        f"{path} is damaged (the record of match 3 cannot be replayed, the record of match 4 cannot be replayed, "
        "the record of match 5 cannot be replayed and 4 more). Restore another backup."
    )


@pytest.mark.ci
async def test_two_processes_find_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await database(path, *[whole(random_match("binar"))] * 120)
    monkeypatch.setattr(checking, "ALONE", 0)
    seen: list[int] = []
    check(path, lambda done, total: seen.append(done))
    assert seen == [50, 100, 120]
    execute(path, "UPDATE match SET record = 'what' WHERE id = 117")
    with pytest.raises(StoreError, match="the record of match 117 cannot be replayed"):
        check(path)


async def test_a_process_that_the_system_has_killed_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database(path, whole(random_match("binar")))
    monkeypatch.setattr(checking, "ALONE", 0)
    monkeypatch.setattr(checking, "set_up_worker", partial(os._exit, 9))
    with pytest.raises(StoreError, match=f"The check of {path} was ended by the system"):
        check(path)


async def test_a_database_without_matches_is_whole_and_an_empty_file_is_none(
    path: Path, tmp_path: Path
) -> None:
    await database(path)
    check(path)
    nothing, other = tmp_path / "nothing.db", tmp_path / "other.db"
    execute(nothing)
    execute(other, "CREATE TABLE match (id INTEGER)")
    for file, words in (
        (nothing, "is empty"),
        (other, "none of Twotone"),
        (tmp_path, "There is no database"),
    ):
        with pytest.raises(StoreError, match=words):
            check(file)


async def test_the_start_reads_little_of_the_file_and_the_check_all(path: Path) -> None:
    await database(path, *[whole(random_match("binar"))] * 60)
    damage_last_page(path)
    assert len(await ids_after_start(path)) == 60
    with pytest.raises(StoreError, match="is damaged"):
        check(path)


def damage_last_page(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:-4096] + b"\xa5" * 4096)


async def ids_after_start(path: Path) -> list[int]:
    """Open the database as the bot does and return the ids of its matches."""
    store = await SqliteStore.open(path)
    try:
        rows = await store.read(lambda tx: tx.all("SELECT id FROM match"))
    finally:
        await store.close()
    return [row["id"] for row in rows]
