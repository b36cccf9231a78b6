"""What was played in a week is counted by how it began, without names."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from data.database.store import Store
from data.database.transaction import Transaction
from data.figures import WEEK, DoorFigures, WeekStatistics, collect_week
from data.play import matches
from data.store_opening import open_store
from tests.data.samples import NEW_MATCH, START

NOW = START + 100 * WEEK
THIS, FORMER, OLD = NOW - 1000, NOW - WEEK - 1000, NOW - 3 * WEEK
CHALLENGE = (
    "INSERT INTO challenge (game, options, side, challenger_id, challenger_name, guild_id, channel_id, status,"
    " created_at, expires_at, match_id, anyone) VALUES ('binar', '{}', 'even', 1, '', 1, 1, 'accepted', 0, 0, ?, ?)"
)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(tmp_path / "twotone.db")
    yield store
    await store.close()


async def week(store: Store) -> WeekStatistics:
    return await store.read(lambda tx: collect_week(tx, NOW))


async def put(
    store: Store,
    at: float,
    *,
    ended: float | None = None,
    reason: str | None = None,
    guild: int = 7,
    people: tuple[int, int] = (1, 2),
    anyone: int | None = None,
    abroad: str | None = None,
) -> int:
    """Store a match, from a challenge if `anyone` is given; return its id."""

    async def job(tx: Transaction) -> int:
        new = replace(NEW_MATCH, guild_id=guild, abroad=abroad)
        row = await matches.create(tx, new, [(user, "") for user in people], at=at)
        if ended is not None:
            sql = "UPDATE match SET status = 'over', updated_at = ?, reason = ? WHERE id = ?"
            await tx.run(sql, ended, reason, row.id)
        if anyone is not None:
            await tx.run(CHALLENGE, row.id, anyone)
        return row.id

    return await store.write(job)


async def test_a_week_without_matches_is_all_zeros(store: Store) -> None:
    assert await week(store) == WeekStatistics()


async def test_matches_are_counted_by_their_door_and_how_they_ended(store: Store) -> None:
    await put(store, THIS)
    await put(store, THIS, ended=THIS, anyone=0)
    await put(store, OLD, ended=THIS, anyone=0, reason="ended.adjourned")
    await put(store, FORMER, ended=FORMER, anyone=0)
    await put(store, THIS, ended=THIS, anyone=1, reason="ended.forfeited")
    await put(store, THIS, anyone=1)
    assert (await week(store)).doors == {
        "home": DoorFigures(begun=1),
        "challenge": DoorFigures(begun=1, finished=1, abandoned=1),
        "seek": DoorFigures(begun=2, finished=1),
    }


async def test_servers_are_counted_that_played_this_week_in_the_one_before_and_in_both(store: Store) -> None:
    await put(store, THIS, guild=1)
    await put(store, FORMER, ended=FORMER, guild=1)
    await put(store, FORMER, guild=2)
    await put(store, OLD, guild=3)
    await put(store, THIS, guild=4, abroad="en")
    await put(store, THIS, guild=0)
    found = await week(store)
    assert (found.servers, found.former_servers, found.returning) == (1, 2, 1)


async def test_the_first_matches_of_people_are_counted_and_the_computer_is_nobody(store: Store) -> None:
    await put(store, OLD, ended=OLD, people=(1, 2))
    await put(store, THIS, ended=THIS, people=(1, 3))
    await put(store, THIS, ended=THIS, people=(4, -1), reason="ended.cancelled")
    await put(store, THIS, ended=THIS, people=(3, 4))
    await put(store, THIS, people=(5, 6))
    found = await week(store)
    assert (found.firsts, found.firsts_abandoned) == (1, 1)
