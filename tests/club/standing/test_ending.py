"""A rated match's end, its row and both ratings are stored as one.

They are carried over as they are.
"""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from club.clocks.clock import is_clock_consistent
from club.club import Club
from club.members.people import Act
from club.standing.rating_arithmetic import DAY
from club.standing.ratings import load_rated_rows
from data.sqlite.transaction import SqliteTransaction
from data.store_opening import open_store
from data.transfer import transfer
from tests import postgres
from tests.club.conftest import SECRET
from tests.club.people import ANN, BEN, GUILD, act, start_match
from tests.club.room import START, Room, club_on
from tests.club.standing.rated_circle import (
    CIRCLE,
    counted_anew,
    load_ratings,
    play_and_resign,
    play_circle,
    recounted_in_place,
)
from tests.databases import closing

pytestmark = pytest.mark.ci


class CutError(Exception):
    """The process is killed here."""


async def test_wherever_the_end_is_cut_off_it_is_whole_or_not_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_circle(room.club)
    await recounted_in_place(room.club)
    table = await start_match(room.club, people=(ANN, BEN))
    for _ in range(6):
        await room.move(table.row.id)
    before = (await load_ratings(room.club), await load_rated_rows(room.club.store, GUILD))
    execute = SqliteTransaction._execute
    left = [0]

    def cutting(transaction: SqliteTransaction, sql: str, args: tuple[Any, ...]) -> sqlite3.Cursor:
        left[0] -= 1
        if left[0] == 0:
            raise CutError
        return execute(transaction, sql, args)

    monkeypatch.setattr(SqliteTransaction, "_execute", cutting)
    for statement in range(1, 100):
        left[0] = statement
        try:
            await room.club.play.matches.resign(table.row.id, act(BEN))
        except CutError:
            left[0] = 0
            assert (await load_ratings(room.club), await load_rated_rows(room.club.store, GUILD)) == before
            assert (await room.club.play.matches.load(table.row.id)).match.outcome is None
        else:
            break
    assert statement > 10
    left[0] = 0
    rows = await load_rated_rows(room.club.store, GUILD)
    assert [row.match_id for row in rows[len(before[1]) :]] == [table.row.id]
    assert await load_ratings(room.club) == await counted_anew(room.club) != before[0]


def test_ratings_are_the_same_after_a_move_to_postgresql(tmp_path: Path) -> None:
    async def play_rated() -> tuple[object, ...]:
        """Play rated matches, make one void, and return the ratings and rows."""
        time = [START]
        async with closing(await open_store(tmp_path / "club.db", now=lambda: time[0])) as store:
            club = club_on(store, lambda: time[0], secret=SECRET)
            for pair in (*CIRCLE, (ANN, BEN)):
                last = await play_and_resign(club, pair, pair[1])
                time[0] += 1.25 * DAY
            await club.standing.ratings.void(last.row.id, Act(9, 900), reason="a trial")
            await recounted_in_place(club)
            return await ratings_and_rows(club)

    async def there(address: str) -> tuple[object, ...]:
        async with closing(await open_store(address)) as store:
            return await ratings_and_rows(club_on(store, secret=SECRET))

    async def ratings_and_rows(club: Club) -> tuple[object, ...]:
        """Return the stored ratings, checked against a recount, and the rated rows."""
        assert await load_ratings(club) == await counted_anew(club)
        return await load_ratings(club), await load_rated_rows(club.store, GUILD)

    before = asyncio.run(play_rated())
    address = postgres.fresh()
    asyncio.run(transfer(tmp_path / "club.db", address, lambda *_: None, as_replayed=is_clock_consistent))
    assert asyncio.run(there(address)) == before
