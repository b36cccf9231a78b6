"""The running bot checks its database once a day, little by little.

It reports its findings.
"""

import logging
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from club.members.quotas import Limits
from club.running.scrub import ANOTHER, EVERY, PAUSE, Scrub
from data.database import meta
from data.database.scrub import FOUND
from data.database.transaction import Transaction
from data.play.matches import MatchStatus
from data.sqlite import scrub
from data.store_opening import open_store
from tests.club.people import ANN, act, start_match
from tests.club.room import Room, club_on
from tests.fresh import fresh

DAY = 24 * 3600.0


class Time:
    """A time that is set by hand."""

    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def now() -> Time:
    return Time()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
async def club(path: Path, now: Time) -> AsyncIterator[Club]:
    store = await open_store(fresh(path), now=now)
    many = Limits(challenges_per_minute=100)
    club = club_on(store, now, limits=many)
    for game in ("binar", "yin-yang", "one-zero-one") * 8:
        await start_match(club, game)
    yield club
    await store.close()


async def whole_round(made: Scrub, now: Time) -> int:
    """Let a round go to its end, and return how many looks it took."""
    looks = 0
    while (due := await made.work()) - now.now <= PAUSE:
        now.now = due
        looks += 1
        assert looks < 100
    assert due == now.now + EVERY
    return looks


async def test_a_round_takes_small_looks_and_comes_once_a_day(club: Club, now: Time) -> None:
    assert await whole_round(club.scrub, now) > 8
    ended = now.now
    now.now += DAY - 1
    assert await club.scrub.work() == ended + DAY
    started_again = Scrub(club.store, now)
    assert await started_again.work() == ended + DAY
    now.now += 1
    assert await started_again.work() == now.now + PAUSE


async def test_a_round_looks_at_the_first_match_too_and_counts_from_nothing(
    room: Room, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    await room.begin()
    path, made = tmp_path / "club.db", Scrub(room.club.store, lambda: room.time[0])

    async def finish_round() -> int:
        """Let a round go to its end, and return how many faults were logged."""
        caplog.clear()
        while await made.work() == room.time[0] + PAUSE:
            room.time[0] += PAUSE
        room.time[0] += DAY
        return len(caplog.records)

    assert (await finish_round(), scrub.last_finding(path)) == (0, None)
    for _ in range(2):
        await room.club.store.write(lambda tx: tx.run("UPDATE match SET secret = zeroblob(31)"))
        assert await finish_round() == 1
        stored = await room.club.store.read(lambda tx: meta.get(tx, FOUND))
        assert (stored, scrub.last_finding(path) is None) == ("1", False)


async def test_only_the_first_process_begins_a_round(room: Room) -> None:
    first = [False]
    made = Scrub(room.club.store, lambda: room.time[0], lambda: first[0])
    assert await made.work() == room.time[0] + ANOTHER
    first[0] = True
    assert await made.work() == room.time[0] + PAUSE
    first[0] = False
    assert await made.work() == room.time[0] + PAUSE  # what it has begun it ends


async def test_a_clock_that_was_set_back_puts_no_round_off(club: Club, now: Time) -> None:
    await whole_round(club.scrub, now)
    now.now -= 30 * DAY
    assert await club.scrub.work() == now.now + PAUSE


@pytest.mark.ci
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE event SET text = 'a1' WHERE match_id = 22", "match 22 is changed at event 1"),
        ("UPDATE match SET secret = zeroblob(31) WHERE id = 22", "match 22 is changed at event 1"),
        (
            "UPDATE match SET record = replace(record, 'c3', 'b2') WHERE id = 22",
            "match 22 differs from its event 1",
        ),
        ("UPDATE match SET record = '' WHERE id = 22", "match 22 cannot be replayed"),
    ],
)
async def test_what_it_finds_is_logged_and_kept_until_a_round_finds_nothing(
    club: Club, now: Time, path: Path, caplog: pytest.LogCaptureFixture, damage: str, told: str
) -> None:
    await club.play.matches.play(22, act(ANN), "c3")
    before = await club.store.read(lambda tx: tx.all("SELECT record, secret FROM match WHERE id = 22"))
    await club.store.write(lambda tx: tx.run(damage))
    assert scrub.last_finding(path) is None
    with caplog.at_level(logging.ERROR):
        await whole_round(club.scrub, now)
    [record] = caplog.records
    assert record.message == "damage found"
    assert told in vars(record)["sentence"]
    found = scrub.last_finding(path)
    assert "twotone check" in str(found)

    async def mend(tx: Transaction) -> None:
        await tx.run("UPDATE match SET record = ?, secret = ? WHERE id = 22", *before[0].values())
        await tx.run("UPDATE event SET text = 'c3' WHERE match_id = 22")

    await club.store.write(mend)
    now.now += DAY
    await whole_round(club.scrub, now)
    assert scrub.last_finding(path) is None


@pytest.mark.ci
async def test_a_match_that_is_over_is_compared_with_its_seals_only(
    club: Club, now: Time, caplog: pytest.LogCaptureFixture
) -> None:
    await club.store.write(
        lambda tx: tx.run("UPDATE match SET record = '', status = ? WHERE id = 22", MatchStatus.OVER)
    )
    await whole_round(club.scrub, now)
    assert caplog.records == []


async def test_a_damaged_page_ends_the_round_and_nothing_else(
    club: Club, now: Time, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    [root] = await club.store.read(
        lambda tx: tx.all("SELECT rootpage FROM sqlite_master WHERE name = 'event'")
    )
    await club.store.close()
    content = bytearray(path.read_bytes())
    page = 4096 * (root["rootpage"] - 1)
    content[page : page + 8] = b"\xa5" * 8
    path.write_bytes(content)
    store = await open_store(path, now=now)
    made = Scrub(store, now)
    with caplog.at_level(logging.ERROR):
        for _ in range(120):
            now.now = await made.work()
            if scrub.last_finding(path):
                break
    assert scrub.last_finding(path)
    assert {record.message for record in caplog.records} == {"damage found"}
    await store.close()


async def test_a_look_under_way_is_broken_off_when_the_bot_stops(club: Club, path: Path) -> None:
    stopping = threading.Event()
    await club.store.write(
        lambda tx: tx.run(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
            " INSERT INTO preference (user_id, confirm) SELECT i, 0 FROM n"
        )
    )
    assert "malformed" not in str(scrub.find_table_fault(path, "preference", stopping))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(scrub, "MOST", 2)
        patched.setattr(scrub, "one_line", lambda told: pytest.fail("the look was not broken off"))
        assert scrub.find_table_fault(path, "preference", stopping) is None
    stopping.set()
    assert scrub.find_table_fault(path, "preference", stopping) is None
    club.scrub.start()
    await club.scrub.stop()
