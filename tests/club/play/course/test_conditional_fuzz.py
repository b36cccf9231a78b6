"""Many conditional moves among everything that may come between.

Each answers the past that it was made for, once, or none.
"""

from pathlib import Path

import pytest

from data.store_opening import open_store
from tests.club.play.course.conditional_fuzz import Fuzz, total
from tests.club.room import START
from tests.databases import closing, where

pytestmark = pytest.mark.both_databases


@pytest.mark.ci
@pytest.mark.parametrize(("seed", "moves"), [(5, 70), pytest.param(2, 10_000, marks=pytest.mark.deep)])
async def test_none_counts_in_another_past_and_none_twice(
    database: str, tmp_path: Path, seed: int, moves: int
) -> None:
    time = [START]
    async with closing(await open_store(where(database, tmp_path / "club.db"), now=lambda: time[0])) as store:
        fuzz = Fuzz(store, time, seed)
        await fuzz.play(moves)
        assert fuzz.fired == await total(store)
    assert fuzz.deaths > moves // 10
    assert fuzz.taken_back > moves // 40
    assert fuzz.claimed
