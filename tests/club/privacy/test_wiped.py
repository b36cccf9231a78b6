"""Traces of a forgotten member are wiped from the file.

If that cannot be done at once, it is done later.
"""

import sqlite3
from collections.abc import Collection
from pathlib import Path

import pytest

from club.members.people import Person
from club.privacy.forgetting import AGAIN_AFTER, REPAIRED_WITHIN
from data.database.errors import StoreError
from data.database.store import Store
from data.sqlite.store import SqliteStore
from tests.club.conftest import NOW
from tests.club.people import BEN, start_match
from tests.club.privacy.whole_life import MARKS, ZOE, open_club


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


async def test_while_somebody_reads_the_file_it_is_wiped_later(path: Path) -> None:
    async with open_club(path) as club:
        await start_match(club, people=(ZOE, BEN))
        reading = _reader(path)
        await club.privacy.deletion.begin_deletion(ZOE.id)
        assert await club.privacy.deletion.work() == NOW + AGAIN_AFTER
        assert MARKS.cells(path) == set()
        club.privacy.deletion.check_not_leaving(ZOE.id)
        reading.close()
        assert await club.privacy.deletion.work() is None
        assert MARKS.anywhere(path) == []


async def test_a_disk_without_room_lets_it_be_wiped_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_club(path) as club:
        await start_match(club, people=(ZOE, BEN))
        await club.privacy.deletion.begin_deletion(ZOE.id)
        with monkeypatch.context() as full:
            full.setattr(SqliteStore, "wipe", _no_room)
            assert await club.privacy.deletion.work() == NOW + REPAIRED_WITHIN
        assert await club.privacy.deletion.work() is None
        assert MARKS.anywhere(path) == []


async def test_the_file_is_written_anew_for_somebody_whom_the_last_process_left_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Person(ZOE.id + 1, "Other")
    async with open_club(path) as club:
        for who in (ZOE, other):
            await start_match(club, people=(who, BEN))
        await club.privacy.deletion.begin_deletion(ZOE.id)
        with monkeypatch.context() as full:
            full.setattr(SqliteStore, "wipe", _no_room)
            await club.privacy.deletion.work()
        await club.privacy.deletion.begin_deletion(other.id)
    asked_for: list[object] = []
    wipe = SqliteStore.wipe

    async def note_wipe(store: SqliteStore, searched: Collection[int] = ()) -> bool:
        """Note the IDs searched for, then wipe as usual."""
        asked_for.append(searched)
        return await wipe(store, searched)

    monkeypatch.setattr(SqliteStore, "wipe", note_wipe)
    async with open_club(path) as club:
        await club.privacy.deletion.open()
        await club.privacy.deletion.work()
        assert asked_for[0] == ()


async def _no_room(store: Store, searched: object) -> bool:
    raise StoreError("store.full", path=Path("x"), fault="full")


def _reader(path: Path) -> sqlite3.Connection:
    """A connection that has begun to read and has not ended."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.execute("BEGIN")
    connection.execute("SELECT * FROM match").fetchone()
    return connection
