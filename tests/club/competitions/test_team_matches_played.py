"""Matches of two servers as they are played.

Their people are restless, absent and leaving, in processes that die at any time.
"""

from pathlib import Path

import pytest

from data.store_opening import open_store
from tests.club.competitions.seasons_played import GUILD, START
from tests.club.competitions.team_matches_played import AWAY, TeamsPlayed, check_final
from tests.databases import where
from tests.sets import leave_to_ci

LEAVES = (None, AWAY, GUILD)


async def play_team_matches(database: str, path: Path, seed: int) -> TeamsPlayed:
    """Play a match and its rematch and check all of their promises."""
    time = [START]
    store = await open_store(where(database, path / "club.db"), now=lambda: time[0])
    try:
        meeting = TeamsPlayed(store, seed, time, LEAVES[seed % 3])
        await meeting.play()
        await check_final(meeting)
    finally:
        await store.close()
    return meeting


@pytest.mark.ci
@pytest.mark.both_databases
@pytest.mark.parametrize("seed", leave_to_ci(range(1, 4), after=1))
async def test_every_board_is_played_once_and_counts_what_it_gave(
    database: str, tmp_path: Path, seed: int
) -> None:
    assert (await play_team_matches(database, tmp_path, seed)).deaths > 0


@pytest.mark.both_databases
@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 130))
async def test_so_does_every_board_of_many_matches(database: str, tmp_path: Path, seed: int) -> None:
    await play_team_matches(database, tmp_path, seed)
