"""Lists name the right matches, through indexes that keep nothing of the past."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from data.database.store import Store
from data.database.transaction import Job, Row, Transaction
from data.play import listing, matches, quarantine
from data.play.listing import ListedRow
from data.play.matches import MatchStatus
from data.sqlite.store import SqliteStore
from data.sqlite.transaction import SqliteTransaction
from tests.data.samples import ADA, BOB, CHANNEL, EVE, GUILD, START, THREAD, move, new_match

LISTS: dict[str, Job[object]] = {
    "of a user": lambda tx: listing.list_for_user(tx, ADA, limit=25),
    "of a user on a server": lambda tx: listing.list_for_user(tx, ADA, guild_id=GUILD, limit=25),
    "of a server": lambda tx: listing.list_for_server(tx, GUILD, limit=25),
    "in a channel": lambda tx: listing.list_for_place(tx, CHANNEL),
    "in a thread": lambda tx: listing.list_for_place(tx, THREAD),
    "of a user in a channel": lambda tx: listing.list_for_place(tx, CHANNEL, ADA),
    "newest in a channel": lambda tx: listing.find_newest_in_channel(tx, CHANNEL),
    "how many of a user": lambda tx: listing.count_running(tx, ADA),
    "how many of a server": lambda tx: listing.count_running_in_server(tx, GUILD, limit=100),
    "running on a server": lambda tx: listing.list_running_ids(tx, guild_id=GUILD),
    "running in a channel": lambda tx: listing.list_running_ids(tx, channel_id=CHANNEL),
    "running in a thread": lambda tx: listing.list_running_ids(tx, thread_id=THREAD),
    "suspended on a server": lambda tx: listing.list_suspended_in_server(tx, GUILD),
    "set aside": quarantine.list_match_ids,
    "load": lambda tx: matches.get(tx, 1),
}


async def test_a_list_says_of_a_match_what_its_row_says(store: Store) -> None:
    await store.write(new_match)
    await store.write(move(1, 0))
    [row] = await store.read(lambda tx: listing.list_for_user(tx, BOB, limit=5))
    assert row == ListedRow(
        id=1,
        game="binar",
        options='{"size": 3}',
        secret=bytes(range(32)),
        status=MatchStatus.RUNNING,
        version=1,
        turn=1,
        plies=1,
        guild_id=GUILD,
        channel_id=CHANNEL,
        thread_id=None,
        board_channel_id=None,
        board_message_id=None,
        board_version=None,
        turn_at=START,
        nudged_at=None,
        absent_at=None,
        abroad=None,
        user_ids=(ADA, BOB),
        names=("Ada", "Bob"),
    )
    assert row.place_id == CHANNEL


async def test_in_a_channel_are_the_matches_that_run_there_the_newest_first(store: Store) -> None:
    for thread_id in (None, None, None, THREAD):
        await store.write(partial(new_match, thread_id=thread_id))
    await store.write(move(3, 0, status=MatchStatus.OVER))
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, CHANNEL))) == [2, 1]
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, CHANNEL, BOB))) == [2, 1]
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, CHANNEL, EVE))) == []
    assert ids(await store.read(lambda tx: listing.find_newest_in_channel(tx, CHANNEL))) == [3]
    assert ids(await store.read(lambda tx: listing.find_newest_in_channel(tx, EVE))) == []


async def test_in_a_thread_are_its_matches_running_and_newest_first(store: Store) -> None:
    for _ in range(3):
        await store.write(partial(new_match, thread_id=THREAD))
    await store.write(move(3, 0, status=MatchStatus.OVER))
    for user in (None, ADA):
        assert ids(await store.read(partial(listing.list_for_place, channel_id=THREAD, user_id=user))) == [
            2,
            1,
            3,
        ]
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, THREAD, EVE))) == []
    await store.write(move(2, 0, status=MatchStatus.OVER))
    await store.write(move(1, 0, status=MatchStatus.OVER))
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, THREAD))) == [3, 2, 1]


async def test_a_match_played_in_somebody_s_thread_stands_beside_the_thread_s_own(store: Store) -> None:
    await store.write(partial(new_match, thread_id=CHANNEL))
    await store.write(new_match)
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, CHANNEL))) == [2, 1]
    await store.write(move(2, 0, status=MatchStatus.OVER))
    await store.write(move(1, 0, status=MatchStatus.OVER))
    assert ids(await store.read(lambda tx: listing.list_for_place(tx, CHANNEL))) == [1]


async def test_a_user_has_the_running_matches_at_which_they_sit_the_last_moved_first(store: Store) -> None:
    for number in range(3):
        await store.write(partial(new_match, at=START + number))
    await store.write(move(1, 0, at=START + 10))
    for user in (ADA, BOB):
        assert ids(await store.read(partial(listing.list_for_user, user_id=user, limit=9))) == [1, 3, 2]
        assert await store.read(partial(listing.count_running, user_id=user)) == 3
    assert ids(await store.read(lambda tx: listing.list_for_user(tx, ADA, limit=2))) == [1, 3]
    assert ids(await store.read(lambda tx: listing.list_for_user(tx, ADA, guild_id=GUILD, limit=9))) == [
        1,
        3,
        2,
    ]
    assert await store.read(lambda tx: listing.list_for_user(tx, ADA, guild_id=GUILD + 1, limit=9)) == []
    assert await store.read(lambda tx: listing.list_for_user(tx, EVE, limit=9)) == []


async def test_a_match_leaves_its_players_lists_when_it_stops_and_comes_back_when_it_goes_on(
    store: Store,
) -> None:
    for _ in range(3):
        await store.write(new_match)

    async def listed_ids() -> list[int]:
        """Return the sorted IDs of Ada's listed matches."""
        return sorted(ids(await store.read(lambda tx: listing.list_for_user(tx, ADA, limit=9))))

    await store.write(move(1, 0, status=MatchStatus.OVER))
    await store.write(lambda tx: matches.set_status(tx, 2, MatchStatus.SUSPENDED, at=START))
    assert await store.write(lambda tx: quarantine.put(tx, 3, "match.unreadable", at=START))
    assert await listed_ids() == []
    for match_id in (1, 3):
        assert not await store.write(lambda tx, n=match_id: quarantine.put(tx, n, "match.newer", at=START))
    assert await store.read(lambda tx: listing.list_suspended_in_server(tx, GUILD)) == [(2, CHANNEL)]
    assert await store.read(quarantine.list_match_ids) == [3]
    assert await store.write(lambda tx: quarantine.put(tx, 2, "match.newer", at=START))
    assert await store.read(lambda tx: listing.list_suspended_in_server(tx, GUILD)) == []
    assert sorted(await store.read(quarantine.list_match_ids)) == [2, 3]
    for match_id in (2, 3):
        await store.write(lambda tx, n=match_id: matches.set_status(tx, n, MatchStatus.RUNNING, at=START))
    assert await listed_ids() == [2, 3]
    assert await store.read(quarantine.list_match_ids) == []


async def test_a_server_has_its_matches_that_are_not_over_the_last_moved_first(store: Store) -> None:
    for _ in range(3):
        await store.write(new_match)
    await store.write(move(2, 0, at=START + 10))
    await store.write(move(3, 0, status=MatchStatus.OVER))
    await store.write(lambda tx: matches.set_status(tx, 1, MatchStatus.SUSPENDED, at=START + 5))
    assert ids(await store.read(lambda tx: listing.list_for_server(tx, GUILD, limit=9))) == [2, 1]
    assert ids(await store.read(lambda tx: listing.list_for_server(tx, GUILD, limit=1))) == [2]
    assert await store.read(lambda tx: listing.list_for_server(tx, GUILD + 1, limit=9)) == []
    assert await store.read(lambda tx: listing.count_running_in_server(tx, GUILD, limit=9)) == 1
    await store.write(new_match)
    assert await store.read(lambda tx: listing.count_running_in_server(tx, GUILD, limit=9)) == 2
    assert await store.read(lambda tx: listing.count_running_in_server(tx, GUILD, limit=1)) == 1


@pytest.mark.ci
@pytest.mark.parametrize("name", LISTS)
async def test_no_list_scans_a_table(sqlite_store: SqliteStore, name: str) -> None:
    await sqlite_store.write(lambda tx: _old_and_running(tx, 20))
    plans = await sqlite_store.read(partial(_plans, job=LISTS[name]))
    assert plans
    for plan in plans:
        for step in plan:
            # All that is counted, or set aside, is in the list.
            assert "SCAN" not in step or step == "SCAN counted" or "match_set_aside" in step, plan


@pytest.mark.ci
async def test_a_list_costs_the_same_beside_20_old_matches_and_beside_20_000(tmp_path: Path) -> None:
    steps = []
    for old in (20, 20_000):
        store = await SqliteStore.open(tmp_path / f"{old}.db")
        await store.write(partial(_old_and_running, old=old))
        steps.append({name: await _steps(store, job) for name, job in LISTS.items()})
        await store.close()
    few, many = steps
    for name in LISTS:
        # A tree of pages is deeper, never longer: the steps of SQLite's machine are the same.
        assert many[name] <= few[name] + 5, name


def ids(found: Sequence[ListedRow]) -> list[int]:
    return [row.id for row in found]


class _Watched(SqliteTransaction):
    """Collects how SQLite goes about each statement."""

    def __init__(self, tx: Transaction) -> None:
        assert isinstance(tx, SqliteTransaction)
        super().__init__(tx._connection, tx.now)
        self.plans: list[list[str]] = []

    async def all(self, sql: str, *args: object) -> list[Row]:
        explained = self._execute(f"EXPLAIN QUERY PLAN {sql}", args).fetchall()
        self.plans.append([step["detail"] for step in explained])
        return await super().all(sql, *args)


async def _plans(tx: Transaction, job: Job[object]) -> list[list[str]]:
    watched = _Watched(tx)
    await job(watched)
    return watched.plans


async def _steps(store: Store, job: Job[object]) -> int:
    """Return how many steps SQLite's virtual machine takes for a job.

    Each further row that it reads costs some more steps.
    """
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    async def count_steps(tx: Transaction) -> None:
        """Run the job with a progress handler that counts its steps."""
        assert isinstance(tx, SqliteTransaction)
        tx._connection.set_progress_handler(count, 1)
        try:
            await job(tx)
        finally:
            tx._connection.set_progress_handler(None, 1)

    await store.read(count_steps)
    return taken


async def _old_and_running(tx: Transaction, old: int) -> None:
    """Make old matches of two people in one channel, then three that run.

    Last comes a suspended one of the same two people.
    """
    for _ in range(4):
        await new_match(tx)
    await new_match(tx, THREAD)
    await matches.set_status(tx, 4, MatchStatus.SUSPENDED, at=START)
    first = 6
    await tx.run(
        "WITH RECURSIVE number (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM number WHERE n < ?)"
        " INSERT INTO match (id, game, options, secret, rules_version, status, version, turn, guild_id, channel_id,"
        " record, created_at, updated_at) SELECT n, game, options, secret, rules_version, 'over', 0, NULL, guild_id,"
        " channel_id, record, created_at, updated_at FROM number, match WHERE match.id = 1",
        first,
        first + old - 1,
    )
    await tx.run(
        "INSERT INTO seat (match_id, seat, user_id, name, running)"
        " SELECT match.id, seat.seat, seat.user_id, seat.name, 0 FROM match, seat"
        " WHERE match.id >= ? AND seat.match_id = 1",
        first,
    )


async def test_a_user_s_running_matches_on_a_server_are_counted_there_alone(store: Store) -> None:
    assert await store.read(lambda tx: listing.count_running_on_server(tx, ADA, GUILD)) == 0
    await store.write(new_match)
    assert await store.read(lambda tx: listing.count_running_on_server(tx, ADA, GUILD)) == 1
    assert await store.read(lambda tx: listing.count_running_on_server(tx, ADA, GUILD + 1)) == 0
    assert await store.read(lambda tx: listing.count_running_on_server(tx, 99, GUILD)) == 0
    await store.write(move(1, 0, status=MatchStatus.OVER))
    assert await store.read(lambda tx: listing.count_running_on_server(tx, ADA, GUILD)) == 0
