"""A server's daily puzzle.

It is due once a day at its hour, by whichever process is there, and never late on another day.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest

from club.clocks.zones import NOT_ZONES, day_number, hour_start
from club.club import Club
from club.puzzles.daily import NAMED, DailyPuzzle, next_post_time
from club.puzzles.solving import PuzzleView, shipped_puzzles
from data.members import servers
from data.outbox.post_kinds import PostKind
from data.privacy import forgetting
from data.puzzles import daily
from data.puzzles.daily import DailySolver, NamedSolver, PuzzlePost, SolveCounts
from tests.club.people import CHANNEL, GUILD
from tests.club.puzzles.several_clubs import MORNING, Clubs
from tests.databases import EACH_DATABASE, where

HOUR, DAY = 3600.0, 86_400.0
BERLIN = "Europe/Berlin"


@pytest.fixture(params=EACH_DATABASE)
async def clubs(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Clubs]:
    made = Clubs(where(request.param, tmp_path / "club.db"))
    yield made
    for store in made.opened:
        await store.close()


async def put(club: Club) -> int:
    """How many posts of puzzles the outbox holds."""
    rows = await club.store.read(lambda tx: tx.all("SELECT id FROM outbox WHERE kind = ?", PostKind.PUZZLE))
    return len(rows)


async def last(club: Club) -> PuzzlePost:
    post = await club.store.read(lambda tx: daily.find_latest(tx, GUILD))
    assert post is not None
    return post


async def open_with_daily(clubs: Clubs) -> Club:
    """A club with a server that wants the daily puzzle in a channel."""
    club = await clubs.open()
    await club.puzzles.daily.change_settings(GUILD, moderator_id=7, puzzle_channel=CHANNEL)
    return club


async def load_post(club: Club, post_id: int) -> DailyPuzzle:
    """Load what a post of a puzzle shows."""
    shown = await club.puzzles.daily.load_post(post_id)
    assert shown is not None
    return shown


async def day(clubs: Clubs, club: Club, *solvers: int, posted: bool = True) -> PuzzlePost:
    """Let the next day come with its puzzle, which Discord accepts.

    The solvers solve it one second after the other.
    """
    at = await club.puzzles.daily.queue_due_puzzles()
    assert at is not None
    clubs.time = at
    await club.puzzles.daily.queue_due_puzzles()
    post = await last(club)
    if posted:
        await club.store.write(lambda tx: daily.set_message(tx, post.id, 5000 + post.id))
    for user_id in solvers:
        clubs.time += 1
        await club.puzzles.daily.record_result(
            GUILD, (await club.puzzles.daily.load_today(GUILD)).puzzle, user_id=user_id, tries=1
        )
    return post


@pytest.mark.parametrize(
    ("hour", "before", "comes"),
    [
        (9, (2026, 3, 27, 12), (2026, 3, 28, 8)),
        (9, (2026, 3, 28, 12), (2026, 3, 29, 7)),  # summer time has begun
        (2, (2026, 3, 28, 12), (2026, 3, 29, 1)),  # an hour that is skipped
        (2, (2026, 10, 24, 12), (2026, 10, 25, 0)),  # an hour that comes twice: the first
        (2, (2026, 10, 25, 0), (2026, 10, 26, 1)),
        (23, (2026, 12, 31, 22), (2027, 1, 1, 22)),
    ],
)
def test_the_hour_is_the_server_s_own_also_when_summer_time_begins_or_ends(
    hour: int, before: tuple[int, ...], comes: tuple[int, ...]
) -> None:
    now = datetime(*before, tzinfo=UTC).timestamp()
    assert next_post_time(hour, BERLIN, now, last_day=None) == datetime(*comes, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("zone", [BERLIN, "Australia/Lord_Howe", None])
@pytest.mark.parametrize("hour", [0, 2, 23])
def test_every_date_of_a_year_has_exactly_one_hour(zone: str | None, hour: int) -> None:
    at, skipped = MORNING, 0
    days: list[int] = []
    for _ in range(366):
        at = next_post_time(hour, zone, at, last_day=days[-1] if days else None)
        days.append(day_number(at, zone))
        there = datetime.fromtimestamp(at, ZoneInfo(zone or "UTC"))
        assert there.hour in (hour, hour + 1)
        skipped += (there.hour, there.minute) != (hour, 0)
    assert skipped <= 1
    assert days == list(range(days[0], days[0] + 366))


def skipping(year: int) -> Iterator[tuple[str, date]]:
    """Yield every zone with each date of a year on which its clocks are put forward."""
    for name in sorted(available_timezones() - NOT_ZONES):
        zone, day = ZoneInfo(name), date(year, 1, 1)
        before = datetime.combine(day, time(), zone).utcoffset()
        while day.year == year:
            following = day + timedelta(days=1)
            offset = datetime.combine(following, time(), zone).utcoffset()
            if before is not None and offset is not None and offset > before:
                yield name, day
            day, before = following, offset


@pytest.mark.ci
@pytest.mark.parametrize("year", [2026, pytest.param(2027, marks=pytest.mark.deep)])
def test_no_hour_that_a_zone_skips_takes_its_day_along(year: int) -> None:
    forward = list(skipping(year))
    assert ("America/Nuuk", date(2026, 3, 28)) in forward or year != 2026
    for (zone, day), hour in product(forward, range(24)):
        number = day.toordinal() - date(1970, 1, 1).toordinal()
        assert day_number(hour_start(day, hour, zone), zone) == number, (zone, day, hour)
        at, days = hour_start(day - timedelta(days=2), hour, zone), [number - 2]
        for _ in range(3):
            at = next_post_time(hour, zone, at, last_day=days[-1])
            days.append(day_number(at, zone))
        assert days == list(range(number - 2, number + 2)), (zone, day, hour)


async def test_a_puzzle_is_due_once_a_day_however_often_and_by_whomever_it_is_looked_for(
    clubs: Clubs,
) -> None:
    one, two = await clubs.open(), await clubs.open()
    await one.puzzles.daily.change_settings(GUILD + 1, moderator_id=7, puzzle_channel=CHANNEL + 1)
    await one.store.write(lambda tx: daily.schedule(tx, GUILD + 1, MORNING + 2.5 * DAY))
    plan = await one.puzzles.daily.change_settings(GUILD, moderator_id=7, puzzle_channel=CHANNEL)
    assert plan.next_at == MORNING + 60
    assert await one.puzzles.daily.queue_due_puzzles() == MORNING + 60
    assert await put(one) == 0
    clubs.time = MORNING + 60
    await asyncio.gather(*(club.puzzles.daily.queue_due_puzzles() for club in (one, two, one, two)))
    assert await put(one) == 1
    assert await two.puzzles.daily.queue_due_puzzles() == MORNING + 60 + DAY
    clubs.time += DAY
    await two.puzzles.daily.queue_due_puzzles()
    assert await put(one) == 2


async def test_an_hour_that_was_missed_is_made_up_for_on_that_day_alone(clubs: Clubs) -> None:
    await open_with_daily(clubs)
    clubs.time = MORNING + 14 * HOUR
    later = await clubs.open()
    assert await later.puzzles.daily.queue_due_puzzles() == MORNING + 60 + DAY
    assert await put(later) == 1
    clubs.time += 5 * DAY + 6 * HOUR  # five are missed: it is five in the morning
    assert await later.puzzles.daily.queue_due_puzzles() == MORNING + 60 + 6 * DAY
    assert await put(later) == 1


async def test_another_hour_zone_or_channel_brings_no_second_puzzle_on_a_day(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    post = await day(clubs, club)
    for settings in ({"puzzle_hour": 20}, {"zone": "America/New_York"}, {"puzzle_channel": CHANNEL + 1}):
        plan = await club.puzzles.daily.change_settings(GUILD, moderator_id=7, **settings)
        assert plan.next_at is not None
        assert day_number(plan.next_at, plan.server.zone) == post.day + 1
    assert await put(club) == 1
    off = await club.puzzles.daily.change_settings(GUILD, moderator_id=7, puzzle_channel=None)
    assert (off.next_at, await club.puzzles.daily.queue_due_puzzles()) == (None, None)
    back = await club.puzzles.daily.change_settings(GUILD, moderator_id=7, puzzle_channel=CHANNEL)
    assert back.next_at == plan.next_at


async def test_what_a_wrong_clock_has_planned_far_ahead_is_planned_anew(clubs: Clubs) -> None:
    club = await clubs.open()
    clubs.time += 900 * DAY
    await club.puzzles.daily.change_settings(GUILD, moderator_id=7, puzzle_channel=CHANNEL)
    clubs.time = MORNING
    assert await club.puzzles.daily.queue_due_puzzles() == MORNING + 60
    assert await put(club) == 0


async def test_the_first_solvers_are_named_in_order_with_their_days_in_a_row(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    await day(clubs, club, 7, 8)
    await day(clubs, club, 8)
    post = await day(clubs, club, 7, 8, 9, 1, 2, 3)
    shown = await load_post(club, post.id)
    assert len(shown.first_solvers) == NAMED
    assert shown.first_solvers[:3] == [DailySolver(7, 1, 1), DailySolver(8, 3, 1), DailySolver(9, 1, 1)]
    rows = await club.store.read(lambda tx: tx.all("SELECT id FROM outbox WHERE kind = ?", PostKind.SOLVERS))
    assert len(rows) == 3  # one for each post
    clubs.time += 20 * DAY  # no row breaks for days on which nothing was posted,
    await day(clubs, club, posted=False)  # nor for what Discord did not take
    post = await day(clubs, club, 8)
    shown = await load_post(club, post.id)
    assert shown.first_solvers == [DailySolver(8, 4, 1)]


async def test_nobody_is_named_who_was_shown_the_solution_or_solved_something_else(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    old = await day(clubs, club)
    puzzle = (await club.puzzles.daily.load_today(GUILD)).puzzle
    assert puzzle.key == old.key
    await club.puzzles.daily.record_result(GUILD, puzzle, user_id=7, tries=None)
    await club.puzzles.daily.record_result(GUILD, puzzle, user_id=7, tries=1)
    await club.puzzles.daily.record_result(None, puzzle, user_id=8, tries=1)
    await club.puzzles.daily.record_result(GUILD + 1, puzzle, user_id=8, tries=1)
    post = await day(clubs, club)
    await club.puzzles.daily.record_result(GUILD, puzzle, user_id=8, tries=1)
    assert (await club.puzzles.daily.load_today(GUILD)).puzzle != puzzle
    for each in (old, post):
        shown = await load_post(club, each.id)
        assert shown.first_solvers == []
    clubs.time += 3 * DAY
    assert await club.puzzles.daily.load_today(GUILD) == PuzzleView(club.puzzles.solving.todays_puzzle())


async def test_who_took_a_hint_has_solved_it_and_keeps_their_row_but_is_not_named(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    await day(clubs, club, 1, 2)
    post = await day(clubs, club)
    puzzle = (await club.puzzles.daily.load_today(GUILD)).puzzle
    assert await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=1)
    assert not await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=1), "it is no news to them"
    posts = await put(club)
    for user_id in (1, 2):
        clubs.time += 1
        await club.puzzles.daily.record_result(GUILD, puzzle, user_id=user_id, tries=1)
    assert not await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=2), "they had solved it before"
    shown = await load_post(club, post.id)
    assert [(solver.user_id, solver.days) for solver in shown.first_solvers] == [(2, 2)]
    assert await put(club) == posts
    kept = await club.store.read(lambda tx: forgetting.export_rows(tx, 1))
    [row] = [each for each in kept["puzzle_solver"] if each["post_id"] == post.id]
    assert (row["solved"], row["hinted"], row["at"]) == (1, 1, clubs.time - 1), "when they solved it"
    await club.puzzles.daily.record_result(GUILD, puzzle, user_id=1, tries=None)
    tomorrow = await day(clubs, club, 1, 2)
    shown = await load_post(club, tomorrow.id)
    assert [(solver.user_id, solver.days) for solver in shown.first_solvers] == [(1, 3), (2, 3)]


async def test_the_next_morning_counts_those_who_solved_it_by_their_tries(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    await day(clubs, club)
    puzzle = (await club.puzzles.daily.load_today(GUILD)).puzzle
    await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=5)
    await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=6)
    for user_id, tries in enumerate((1, 1, 2, 3, 1, 2, None), 1):
        await club.puzzles.daily.record_result(GUILD, puzzle, user_id=user_id, tries=tries)
    today = (await last(club)).id
    shown = await load_post(club, today)
    assert [solver.tries for solver in shown.first_solvers] == [1, 1, 2, 3]
    shown = await load_post(club, (await day(clubs, club)).id)
    names = (NamedSolver(1, 1), NamedSolver(2, 1), NamedSolver(3, 2), NamedSolver(4, 3))
    assert shown.previous_counts == SolveCounts(count=6, clean=2, second=1, names=names), (
        "who took a hint is counted alone"
    )
    await club.members.preferences.change(1, profile_shown=False)
    shown = await load_post(club, shown.post.id)
    assert shown.previous_counts == SolveCounts(count=6, clean=2, second=1, names=names[1:])
    shown = await load_post(club, today)
    assert [solver.tries for solver in shown.first_solvers] == [None, 1, 2, 3]


async def test_a_second_board_makes_no_first_try_of_a_later_one(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    post = await day(clubs, club)
    puzzle = (await club.puzzles.daily.load_today(GUILD)).puzzle
    for user_id in (1, 2):
        await club.puzzles.solving.record_miss(puzzle, user_id=user_id)
    for user_id, tries in ((1, 1), (2, 4), (3, 1)):
        clubs.time += 1
        await club.puzzles.solving.record_result(puzzle, user_id=user_id, solved=True, clean=tries == 1)
        await club.puzzles.daily.record_result(GUILD, puzzle, user_id=user_id, tries=tries)
    shown = await load_post(club, post.id)
    assert [(each.user_id, each.tries) for each in shown.first_solvers] == [(1, 2), (2, 4), (3, 1)]
    shown = await load_post(club, (await day(clubs, club)).id)
    assert (shown.previous_counts.count, shown.previous_counts.clean, shown.previous_counts.second) == (
        3,
        1,
        1,
    )


@pytest.mark.parametrize(
    "help_taken", ["a hint in a direct message", "the solution on another server", "days ago"]
)
async def test_who_had_help_in_it_anywhere_has_solved_it_but_is_not_named(
    clubs: Clubs, help_taken: str
) -> None:
    club = await open_with_daily(clubs)
    at = await club.puzzles.daily.queue_due_puzzles()
    assert at is not None
    puzzle = club.puzzles.solving.puzzle_of_day(day_number(at, None))
    if help_taken == "days ago":
        await club.puzzles.solving.record_result(puzzle, user_id=1, solved=False)
    post = await day(clubs, club)
    assert post.key == puzzle.key
    if help_taken == "a hint in a direct message":
        assert not await club.puzzles.daily.record_hint(None, puzzle, user_id=1)
    elif help_taken == "the solution on another server":
        await club.puzzles.solving.record_result(puzzle, user_id=1, solved=False)
        await club.puzzles.daily.record_result(GUILD + 1, puzzle, user_id=1, tries=None)
    await club.puzzles.solving.record_result(puzzle, user_id=2, solved=True)  # alone, in a direct message
    tallies = []
    for user_id in (1, 2, 3):
        clubs.time += 1
        tallies.append(await club.puzzles.solving.record_result(puzzle, user_id=user_id, solved=True))
        await club.puzzles.daily.record_result(GUILD, puzzle, user_id=user_id, tries=1)
    assert not await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=3), "they had solved it before"
    shown = await load_post(club, post.id)
    assert [solver.user_id for solver in shown.first_solvers] == [2, 3]
    assert [tally.solved for tally in tallies] == [int("hint" in help_taken), 1, 1]
    tomorrow = await day(clubs, club, 1)
    shown = await load_post(club, tomorrow.id)
    assert [(solver.user_id, solver.days) for solver in shown.first_solvers] == [(1, 2)], "their row goes on"


async def test_who_was_shown_the_solution_after_a_hint_has_not_solved_it(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    await day(clubs, club, 1)
    post = await day(clubs, club)
    puzzle = (await club.puzzles.daily.load_today(GUILD)).puzzle
    other = next(each for each in shipped_puzzles().values() if each.key != puzzle.key)
    assert not await club.puzzles.daily.record_hint(GUILD, other, user_id=1), "a hint elsewhere is none here"
    assert not await club.puzzles.daily.record_hint(None, puzzle, user_id=1)
    assert await club.puzzles.daily.record_hint(GUILD, puzzle, user_id=1)
    for solved in (False, True):
        await club.puzzles.daily.record_result(GUILD, puzzle, user_id=1, tries=1 if solved else None)
    shown = await load_post(club, post.id)
    assert shown.first_solvers == []
    tomorrow = await day(clubs, club, 1)
    shown = await load_post(club, tomorrow.id)
    assert [solver.days for solver in shown.first_solvers] == [1], "the row is broken"


async def test_whoever_is_forgotten_is_no_solver_and_is_told_nothing_any_more(clubs: Clubs) -> None:
    club = await open_with_daily(clubs)
    post = await day(clubs, club, 7)
    await club.store.write(lambda tx: club.puzzles.daily.stop_posting(tx, post))
    await club.puzzles.daily.change_settings(GUILD, moderator_id=7, puzzle_channel=CHANNEL)
    kept = await club.store.read(lambda tx: forgetting.export_rows(tx, 7))
    assert [row["post_id"] for row in kept["puzzle_solver"]] == [post.id]
    await club.store.write(lambda tx: forgetting.forget_elsewhere(tx, 7, limit=9))
    shown = await load_post(club, post.id)
    assert shown.first_solvers == []
    server = await club.store.read(lambda tx: servers.get(tx, GUILD))
    assert (server.puzzle_channel, server.puzzle_by) == (CHANNEL, None)
    left = await club.store.read(lambda tx: tx.all("SELECT id FROM outbox WHERE kind = ?", PostKind.UNPOSTED))
    assert left == []
