"""Seasons of a league as they are played: by restless, absent and leaving people, in processes that die any time."""

from pathlib import Path

import pytest

from data.opening import open_store
from tests.club.competitions.seasons_played import START, Played, settled
from tests.databases import where


async def played(database: str, path: Path, seed: int) -> Played:
    """A league whose seasons were played, all of whose promises have held."""
    time = [START]
    store = await open_store(where(database, path / "club.db"), now=lambda: time[0])
    try:
        league = Played(store, seed, time)
        await league.play()
        await settled(league)
    finally:
        await store.close()
    return league


@pytest.mark.parametrize("seed", (1, 2))
async def test_three_seasons_end_on_their_dates_with_tables_that_are_right(
    database: str, tmp_path: Path, seed: int
) -> None:
    assert (await played(database, tmp_path, seed)).deaths > 0


@pytest.mark.both_databases
@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 110))
async def test_many_seasons_do_so(database: str, tmp_path: Path, seed: int) -> None:
    await played(database, tmp_path, seed)
