"""Seasons of a league as they are played.

Their people are restless, absent and leaving, in processes that die at any time.
"""

from pathlib import Path

import pytest

from data.store_opening import open_store
from tests.club.competitions.seasons_played import SMALL, START, WHOLE, Played, Size, check_final
from tests.databases import where
from tests.sets import leave_to_ci


async def play_league(database: str, path: Path, seed: int, size: Size) -> Played:
    """Play the seasons of a league and check all of its promises."""
    time = [START]
    store = await open_store(where(database, path / "club.db"), now=lambda: time[0])
    try:
        league = Played(store, seed, time, size)
        await league.play()
        await check_final(league)
        assert size is not WHOLE or len(await league.sections(1)) == 10
    finally:
        await store.close()
    return league


@pytest.mark.ci
@pytest.mark.parametrize("seed", leave_to_ci(range(1, 6), after=1))
async def test_three_seasons_end_on_their_dates_with_tables_that_are_right(
    database: str, tmp_path: Path, seed: int
) -> None:
    assert (await play_league(database, tmp_path, seed, SMALL)).deaths > 0


@pytest.mark.both_databases
@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 200))
async def test_those_of_sixty_in_ten_sections_do_so(
    database: str, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if database == "postgres":
        from data.postgres.connecting import OPTIONS

        # A season is 150,000 statements one after the other: to plan each anew is half of what the server does.
        monkeypatch.setitem(OPTIONS, "prepare_threshold", 2)
    await play_league(database, tmp_path, seed, WHOLE)
