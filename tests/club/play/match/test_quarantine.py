"""A match that cannot be read is set aside, once, with a sentence.

Clocks, nudges and places of all others go on.
"""

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from club.clocks.rest import Rest
from club.club import Club
from club.members.people import Act, Person
from club.play.course.unplayable_matches import resume_readable_matches
from club.play.match.board_context import load_postable_match
from club.refusals import Refusal
from club.running.alarm import AFTER_FAULT
from data.database import presence
from data.database.errors import StoreError, Unreadable
from data.database.presence import Beat
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from data.play import matches
from data.play.matches import MatchStatus
from data.store_opening import open_store
from tests.club.conftest import NOW
from tests.club.damage import LATER, make_move
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act, interactions, start_match
from tests.club.refusing import refused_code
from tests.club.room import club_on
from tests.databases import EACH_DATABASE, where
from tests.fresh import fresh
from tests.pending_posts import for_match

STRANGERS = (Person(501, "Xia"), Person(502, "Yan"))


@dataclass
class Among:
    """A club whose first match is damaged and whose second is not.

    Both are on the same server, and time goes on.
    """

    club: Club
    time: list[float]

    async def begin(self, *, clock: str = "") -> None:
        for people in ((ANN, BEN), STRANGERS):
            await start_match(self.club, people=people, clock=clock)
        await self.club.store.write(lambda tx: tx.run("DELETE FROM outbox"))

    async def damage(self, sql: str) -> None:
        async def job(tx: Transaction) -> None:
            await tx.run(sql)

        await self.club.store.write(job)

    async def work_later(self, caplog: pytest.LogCaptureFixture) -> None:
        """Do thrice what is due much later: the first match is set aside once."""
        self.time[0] += LATER
        for _ in range(3):
            await self.club.run_due_work()
        await self.set_aside_once(caplog)

    async def status(self, match_id: int) -> tuple[str, str | None]:
        sql = "SELECT status, set_aside FROM match WHERE id = ?"
        row = await self.club.store.read(lambda tx: tx.one(sql, match_id))
        assert row
        return row["status"], row["set_aside"]

    async def posts(self, match_id: int) -> list[PostKind]:
        rows = await self.club.store.read(lambda tx: for_match(tx, match_id))
        return [row.kind for row in rows]

    async def ticks(self, match_id: int) -> list[str]:
        sql = "SELECT kind FROM clock_event WHERE match_id = ? ORDER BY number"
        return [row["kind"] for row in await self.club.store.read(lambda tx: tx.all(sql, match_id))]

    async def set_aside_once(self, caplog: pytest.LogCaptureFixture) -> None:
        """Assert that the first match is set aside once.

        Its players are told where they play, and the host has one line; no more.
        """
        assert await self.status(1) == ("suspended", "match.unreadable")
        assert await self.posts(1) == [PostKind.UNPLAYABLE]
        [line] = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert (line.getMessage(), line.__dict__["match"]) == ("match set aside", 1)
        assert await self.status(2) == ("running", None)


@pytest.fixture(params=EACH_DATABASE)
async def among(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Among]:
    """A club on a fresh store of each database."""
    time = [NOW]
    store = await open_store(where(request.param, tmp_path / "club.db"), now=lambda: time[0])
    yield Among(club_on(store, lambda: time[0]), time)
    await store.close()


SEAT = "DELETE FROM seat WHERE match_id = 1 AND seat = 1"
STATE = "UPDATE clock SET state = substr(state, 2) WHERE match_id = 1"
NUMBER = "UPDATE clock SET number = 0 WHERE match_id = 1"
GAME = "UPDATE match SET game = 'chess' WHERE id = 1"


async def test_a_match_without_a_seat_stops_nobody_s_nudge(
    among: Among, caplog: pytest.LogCaptureFixture
) -> None:
    await among.begin()
    await among.damage(SEAT)
    await among.work_later(caplog)
    assert await among.posts(2) == [PostKind.BOARD]


@pytest.mark.parametrize("status", ["'runninf'", "CAST(x'72F56E6E696E67' AS TEXT)"])
async def test_one_wrong_byte_of_a_status_stops_nobody_s_nudge(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, status: str
) -> None:
    """PostgreSQL lets nothing of the kind in."""
    time = [NOW]
    store = await open_store(where("sqlite", tmp_path / "club.db"), now=lambda: time[0])
    among = Among(club_on(store, lambda: time[0]), time)
    await among.begin()
    for sql in ("PRAGMA ignore_check_constraints = 1", f"UPDATE match SET status = {status} WHERE id = 1"):
        await among.damage(sql)
    await among.damage("PRAGMA ignore_check_constraints = 0")
    await among.work_later(caplog)
    assert await among.posts(2) == [PostKind.BOARD]
    await resume_readable_matches(
        among.club.play.matches
    )  # the next start: all that was damaged is how it stood
    assert await among.status(1) == ("running", None)
    await store.close()


@pytest.mark.parametrize(("column", "value"), [("turn", "7"), ("winner", "2"), ("status", "'ovar'")])
async def test_what_is_over_is_not_set_aside_whatever_its_row_says(
    tmp_path: Path, column: str, value: str
) -> None:
    store = await open_store(where("sqlite", tmp_path / "club.db"), now=lambda: NOW)
    among = Among(club_on(store), [NOW])
    await among.begin()
    await _resign(among.club, ANN)
    sound = await among.status(1)
    for sql in ("PRAGMA ignore_check_constraints = 1", f"UPDATE match SET {column} = {value} WHERE id = 1"):
        await among.damage(sql)
    for _ in range(2):
        with pytest.raises(Unreadable):
            await among.club.play.matches.load(1)
    status, set_aside = await among.status(1)
    assert (status, set_aside) == ("ovar" if column == "status" else sound[0], None)
    await store.close()


@pytest.mark.ci
@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("sql", [STATE, NUMBER, SEAT])
async def test_a_damaged_clock_stops_no_other(
    among: Among, caplog: pytest.LogCaptureFixture, sql: str, away: bool
) -> None:
    await among.begin(clock="1d")
    await among.damage(sql)
    if away:
        await among.club.store.write(
            lambda tx: presence.add_absence(tx, Beat(0, 1, NOW + 10), until=NOW + 500)
        )
    await among.work_later(caplog)
    assert await among.ticks(2) == ["start", "away", "zero"] if away else ["start", "zero"]
    sql = (
        "SELECT match_id FROM clock WHERE next_at IS NOT NULL OR deadline_at IS NOT NULL OR owner IS NOT NULL"
    )
    assert [row["match_id"] for row in await among.club.store.read(lambda tx: tx.all(sql))] == [2]


BROKEN = [
    "{",
    "[]",
    "{}",
    '"turn": 2',
    '"turn": "0"',
    '"at": null',
    '"at": 1e300',
    '"had": true',
    '"going": 7',
    '"zero_at": "x"',
    '"control": "none"',
    '"control": "1q"',
    '"sides": []',
    '"sides": [{"left": 1.0, "weeks": [], "vacations": []}]',
    '"sides": [{"left": NaN, "weeks": [], "vacations": []}, {"left": 1.0, "weeks": [], "vacations": []}]',
    '"sides": [{"left": 1.0, "weeks": [], "vacations": [[1.0, "x"]]}, {"left": 1.0, "weeks": [], "vacations": []}]',
    '"sides": [{"left": 1.0, "weeks": [{"since": 0.0, "zone": "UTC", "days": [9]}], "vacations": []},'
    ' {"left": 1.0, "weeks": [], "vacations": []}]',
    '"sides": [{"left": 1.0, "weeks": [{"since": 0.0, "zone": "UTC", "days": [0, 1, 2, 3, 4, 5, 6]}], "vacations": []},'
    ' {"left": 1.0, "weeks": [], "vacations": []}]',
]


@pytest.mark.ci
@pytest.mark.parametrize("text", BROKEN)
async def test_whatever_a_clock_is_changed_into_its_players_are_told(
    club: Club, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    """Players are told of any damage to a clock.

    A part of a clock stands for a whole that is sound otherwise, because JSON takes the last of two
    values with one name.
    """
    table = await start_match(club, clock="1d")
    assert table.row.clock
    state = text if text[0] in "{[" else f"{table.row.clock.state[:-1]}, {text}}}"
    await club.store.write(lambda tx: tx.run("UPDATE clock SET state = ?", state))
    for done in (make_move(club, 1, ANN), make_move(club, 1, BEN), _resign(club, ANN)):
        assert await refused_code(done) == "match.unreadable"
    assert [record.getMessage() for record in caplog.records] == ["match set aside"]
    assert await club.play.clocks.handle_due_clocks() is None
    [told_there] = await club.store.read(lambda tx: for_match(tx, 1))
    assert told_there.kind is PostKind.UNPLAYABLE  # nothing else of it is posted any more
    await club.play.moderation.end_match(1, Act(9, next(interactions)))
    row = await club.store.read(lambda tx: matches.get(tx, 1))
    assert row and (row.status, row.reason, row.set_aside) == (MatchStatus.OVER, "ended.moderator", None)


async def test_a_clock_whose_name_is_none_sets_its_match_aside_too(
    among: Among, caplog: pytest.LogCaptureFixture
) -> None:
    await among.begin(clock="1d")
    await among.damage("UPDATE clock SET control = '1q' WHERE match_id = 1")
    with pytest.raises(Refusal):
        await make_move(among.club, 1, ANN)
    await among.set_aside_once(caplog)


@pytest.mark.parametrize(
    "sql",
    ["UPDATE seat SET seat = 3 WHERE match_id = 1 AND seat = 1", "UPDATE match SET turn = 7 WHERE id = 1"],
)
async def test_a_seat_that_is_none_sets_its_match_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, sql: str
) -> None:
    time = [NOW]
    store = await open_store(where("sqlite", tmp_path / "club.db"), now=lambda: time[0])
    among = Among(club_on(store, lambda: time[0]), time)
    await among.begin()
    for each in ("PRAGMA ignore_check_constraints = 1", sql, "PRAGMA ignore_check_constraints = 0"):
        await among.damage(each)
    time[0] += LATER
    for _ in range(2):
        await among.club.run_due_work()
    await among.set_aside_once(caplog)
    await store.close()


async def _resign(club: Club, person: Person) -> None:
    """Resign the first match for a player."""
    await club.play.matches.resign(1, act(person))


async def test_a_damaged_clock_keeps_its_match_aside_at_the_next_start_and_all_others_start(
    among: Among, caplog: pytest.LogCaptureFixture
) -> None:
    await among.begin(clock="1d")
    await among.damage(STATE)
    with pytest.raises(Refusal):
        await among.club.play.matches.load(1)
    await resume_readable_matches(among.club.play.matches)
    await among.set_aside_once(caplog)


async def test_a_damaged_clock_of_a_match_that_is_over_is_no_matter(among: Among) -> None:
    await among.begin(clock="1d")
    await _resign(among.club, ANN)
    await among.damage(STATE)
    assert (await among.club.play.matches.load(1)).is_over


@pytest.mark.parametrize("sql", [SEAT, STATE, NUMBER])
async def test_a_server_that_is_gone_and_back_takes_its_sound_matches_along(
    among: Among, caplog: pytest.LogCaptureFixture, sql: str
) -> None:
    await among.begin(clock="1d")
    await among.damage(sql)
    places = among.club.play.places
    assert await places.suspend_server(GUILD) == 1
    assert await among.status(2) == ("suspended", None)
    assert await among.posts(1) == []  # there is nowhere to tell it
    assert await places.resume_server(GUILD) == 1
    assert await among.status(1) == ("suspended", "match.unreadable")
    assert await among.status(2) == ("running", None)
    assert [record.getMessage() for record in caplog.records] == ["match set aside"]
    assert await places.suspend_channel(CHANNEL) == 1


async def test_a_match_damaged_while_its_server_is_gone_keeps_no_other_from_coming_back(
    among: Among, caplog: pytest.LogCaptureFixture
) -> None:
    await among.begin()
    places = among.club.play.places
    assert await places.suspend_server(GUILD) == 2
    await among.damage(SEAT)
    assert await places.resume_server(GUILD) == 1
    await among.set_aside_once(caplog)
    assert await places.resume_server(GUILD) == 0


async def test_a_match_of_an_unknown_game_keeps_no_other_from_coming_back(among: Among) -> None:
    await among.begin()
    await among.club.play.places.suspend_server(GUILD)
    await among.damage("UPDATE challenge SET match_id = NULL")
    await among.damage(GAME)
    assert await among.club.play.places.resume_server(GUILD) == 2


async def test_a_thread_is_left_by_its_sound_matches(among: Among, caplog: pytest.LogCaptureFixture) -> None:
    await among.begin()
    await among.damage("UPDATE match SET thread_id = 77")
    await among.damage(SEAT)
    assert await among.club.play.places.leave_deleted_thread(77) == 1
    await among.set_aside_once(caplog)
    assert await among.posts(2) == [PostKind.BOARD]


@pytest.mark.parametrize("what", ["leave_thread", "suspend_match"])
async def test_one_match_that_is_to_leave_and_cannot_be_read_is_set_aside(
    among: Among, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    await among.begin()
    await among.damage(SEAT)
    for _ in range(2):
        await getattr(among.club.play.places, what)(1)
    await among.set_aside_once(caplog)


@pytest.mark.parametrize("sql", [SEAT, STATE, NUMBER])
async def test_a_damaged_clock_keeps_nobody_from_a_vacation(among: Among, sql: str) -> None:
    await among.begin(clock="1d")
    await start_match(among.club, people=(ANN, STRANGERS[0]), clock="1d")
    await among.damage(sql)
    for days in ((5,), (6,)):
        await among.club.play.clocks.set_rest(ANN.id, partial(replace, days=days))
    assert Rest.parse((await among.club.members.preferences.get(ANN.id)).rest).days == (6,)
    assert await among.ticks(3) == ["start", "rest", "rest"]
    assert await among.status(1) == ("suspended", "match.unreadable")


@pytest.mark.parametrize(
    "sql",
    [
        SEAT,
        "UPDATE event SET kind = 'mone' WHERE match_id = 1",
        "DELETE FROM event WHERE match_id = 1",
    ],
)
async def test_a_match_whose_rows_cannot_be_read_is_set_aside_by_whoever_comes_upon_it(
    among: Among, caplog: pytest.LogCaptureFixture, sql: str
) -> None:
    await among.begin()
    await make_move(among.club, 1, ANN)
    await among.damage(sql)
    await among.damage("DELETE FROM outbox")
    with pytest.raises(Unreadable):
        await load_postable_match(among.club.play.matches, 1)
        await make_move(among.club, 1, BEN)
    assert await among.club.play.lists.list_running(BEN.id) == []
    await resume_readable_matches(among.club.play.matches)
    if "DELETE FROM event" not in sql:  # a match that has its record goes on, until a player moves
        await among.set_aside_once(caplog)


async def test_an_absence_that_is_written_wrongly_sets_the_match_aside(
    among: Among, caplog: pytest.LogCaptureFixture
) -> None:
    await among.begin(clock="1d")
    await among.damage("UPDATE clock_event SET kind = 'away', text = '17x 18' WHERE match_id = 1")
    table, events = await among.club.play.matches.load_with_events(1)
    with pytest.raises(Unreadable):
        await among.club.play.clocks.load_seconds_given_back(table.row, events)
    await among.set_aside_once(caplog)


async def test_clocks_whose_match_is_lost_are_due_no_more(tmp_path: Path) -> None:
    path = fresh(tmp_path / "club.db")
    time = [NOW]
    for late in (False, True):
        time[0] += LATER * late
        store = await open_store(path, now=lambda: time[0])
        among = Among(club_on(store, lambda: time[0]), time)
        if late:
            await among.club.play.clocks.handle_due_clocks()
            assert await among.ticks(2) == ["start", "zero"]
            going = await store.read(
                lambda tx: tx.all("SELECT match_id FROM clock WHERE next_at IS NOT NULL")
            )
            assert [row["match_id"] for row in going] == [2]
        else:
            await among.begin(clock="1d")
        await store.close()
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("UPDATE clock SET match_id = 9 WHERE match_id = 1")


async def test_what_fails_in_one_room_or_match_keeps_no_other_from_its_turn(
    among: Among, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await among.begin(clock="1d")
    act = among.club.play.clocks._act

    async def failing(tx: Transaction, match_id: int) -> str | None:
        if match_id == 1:
            raise ZeroDivisionError
        return await act(tx, match_id)

    async def full() -> float | None:
        raise StoreError("store.full", path="x", fault="full")

    monkeypatch.setattr(among.club.play.clocks, "_act", failing)
    monkeypatch.setattr(among.club.play.challenges, "expire_due", full)
    monkeypatch.setattr(among.club.play.silences, "redraw_due_boards", full)
    among.time[0] += LATER
    assert await among.club.run_due_work() == among.time[0] + AFTER_FAULT
    assert await among.ticks(2) == ["start", "zero"]
    assert [record.getMessage() for record in caplog.records] == [
        *2 * ["work failed, tried again later"],
        "clock not seen to",
    ]
