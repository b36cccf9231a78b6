"""Finished matches go after the days that the host has set, a few at a time.

Everything else stays whole. Entries of `/admin log` go after a year, whatever the host has set.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from club.club import Club
from club.refusals import Refusal
from club.running.retention import AT_ONCE, DAY, EVERY, PAUSE
from data.sqlite.check import check
from data.store_opening import open_store
from tests.ample import AMPLE
from tests.club.people import ANN, BEN, act, interactions, make_challenge, start_match
from tests.club.play.course.computer_matches import a_moment
from tests.club.room import club_on
from tests.fresh import fresh
from tests.pace import PATIENCE


class Time:
    """A time that is set by hand."""

    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def now() -> Time:
    return Time()


@pytest.fixture
async def club(path: Path, now: Time) -> AsyncIterator[Club]:
    store = await open_store(fresh(path), now=now)
    yield club_on(store, now, limits=AMPLE)
    await store.close()


async def over(club: Club) -> int:
    """A match that has ended just now."""
    match_id = (await start_match(club)).row.id
    await club.play.matches.resign(match_id, act(BEN))
    return match_id


async def removing(club: Club, now: Time, days: int | None = 30) -> int:
    """Let all that is too old be removed; return in how many steps."""
    club.privacy.retention.kept = None if days is None else days * DAY
    steps = 1
    while (due := await club.privacy.retention.work()) != now.now + EVERY:
        assert due == now.now + PAUSE
        steps += 1
    return steps


async def ids(club: Club, table: str) -> list[int]:
    return [
        row["id"] for row in await club.store.read(lambda tx: tx.all(f"SELECT id FROM {table} ORDER BY id"))
    ]


async def wait_until_empty(club: Club, table: str) -> None:
    """Return once the club has removed all rows of a table by itself."""
    async with asyncio.timeout(PATIENCE):
        while await ids(club, table):
            await a_moment()


async def test_what_ended_longer_ago_goes_with_all_that_belongs_to_it(
    club: Club, path: Path, now: Time
) -> None:
    old, running, unplayed = (
        await over(club),
        (await start_match(club)).row.id,
        (await make_challenge(club, "yin-yang")).id,
    )
    again, _ = await club.play.beginnings.request_rematch(old, person=ANN, interaction_id=next(interactions))
    await club.play.challenges.decline(unplayed, act(BEN))
    now.now += 20 * DAY
    young = await over(club)
    now.now += 11 * DAY
    assert await removing(club, now) == 2
    assert await ids(club, "match") == [running, young]
    assert unplayed not in await ids(club, "challenge")
    assert again.id in await ids(club, "challenge")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in ("seat", "event", "outbox"):
            assert old not in {row[0] for row in connection.execute(f"SELECT match_id FROM {table}")}
    check(path)


async def test_lists_and_old_buttons_know_of_it_no_more_and_ids_are_never_used_again(
    club: Club, now: Time
) -> None:
    old = await over(club)
    now.now += 31 * DAY
    assert [listed.row.id for listed in await club.play.lists.list_finished(ANN.id, limit=9)] == [old]
    await removing(club, now)
    assert await club.play.lists.list_finished(ANN.id, limit=9) == []
    with pytest.raises(Refusal):
        await club.play.matches.load(old)
    with pytest.raises(Refusal):
        await club.play.beginnings.request_rematch(old, person=ANN, interaction_id=next(interactions))
    assert (await start_match(club)).row.id > old


async def test_many_go_in_small_steps(club: Club, now: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("club.running.retention.AT_ONCE", 2)
    for _ in range(5):
        await over(club)
    now.now += 31 * DAY
    assert await removing(club, now) == 4
    assert await ids(club, "match") == []
    assert AT_ONCE <= 50


async def test_a_match_that_runs_or_waits_is_never_too_old(club: Club, now: Time) -> None:
    await start_match(club)
    await start_match(club, guild_id=77)
    await club.play.places.suspend_server(77)
    now.now += 4000 * DAY
    await removing(club, now, days=1)
    assert await ids(club, "match") == [1, 2]


async def test_it_begins_by_itself_once_it_is_told_for_how_long(club: Club, now: Time) -> None:
    await over(club)
    now.now += 31 * DAY
    club.privacy.retention.start(30)
    await wait_until_empty(club, "match")
    await club.privacy.retention.stop()


@pytest.mark.parametrize("days", [None, 30, 4000])
async def test_what_was_changed_on_servers_is_kept_for_a_year(
    club: Club, now: Time, days: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("club.running.retention.AT_ONCE", 2)
    match_id = await over(club)
    for guild_id in range(5):
        await club.members.servers.change(guild_id, moderator_id=BEN.id, threads=False)
    now.now += 300 * DAY
    await club.members.servers.change(1, moderator_id=BEN.id, threads=True)
    assert await removing(club, now, days) == (2 if days == 30 else 1)
    assert len(await ids(club, "admin_log")) == 6
    now.now += 66 * DAY
    assert await removing(club, now, days) == 4
    assert await ids(club, "admin_log") == [6]
    assert (match_id in await ids(club, "match")) == (days != 30)


async def test_without_days_for_matches_it_begins_too(club: Club, now: Time) -> None:
    await over(club)
    await club.members.servers.change(1, moderator_id=BEN.id, threads=False)
    now.now += 366 * DAY
    club.privacy.retention.start(None)
    await wait_until_empty(club, "admin_log")
    await club.privacy.retention.stop()
    assert await ids(club, "match") == [1]
