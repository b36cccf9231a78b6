"""Streaks end with the first miss, races with their time.

Discord's times alone count. The month's best are listed by consent.
"""

import itertools
from typing import Any

import pytest

from club.clocks.zones import day_number
from club.members.people import Act
from club.puzzles.runs import MISS, SECONDS, STEPS, PuzzleRun
from club.refusals import Refusal
from data.database.transaction import Transaction
from data.puzzles import puzzle_rating, puzzles
from data.puzzles.puzzle_runs import RACE, STREAK
from data.puzzles.puzzles import PuzzleRow
from engines.puzzles.puzzle import load_shipped_puzzles
from rules.catalogue import GAMES
from tests.club.refusing import refused_code
from tests.club.room import Room

ANN, BEN, CLEO = 5, 6, 7
HERE, THERE = 70, 71
GAME = GAMES["russian"]
DAY = 86400.0


async def begin(room: Room, kind: str, user_id: int = ANN, guild_id: int | None = HERE) -> PuzzleRun:
    run = await room.club.puzzles.runs.begin(kind, GAME, user_id=user_id, guild_id=guild_id)
    await room.club.puzzles.runs.start_clock(run, user_id=user_id)
    return run


async def answer(
    room: Room,
    run: PuzzleRun,
    right: bool | None,
    *,
    after: float = 1.0,
    late: float = 0.0,
    user_id: int = ANN,
) -> PuzzleRun:
    """Press so many seconds after the puzzle was there; the bot gets it `late`."""
    assert run.puzzle is not None
    made_at = room.time[0] + after
    room.time[0] = made_at + late
    act = Act(user_id, int(room.time[0]), made_at)
    run = await room.club.puzzles.runs.take_press(run.kind, run.puzzle.key, act, is_right=right)
    await room.club.puzzles.runs.start_clock(run, user_id=user_id)
    return run


@pytest.mark.both_databases
async def test_a_streak_gets_harder_until_the_first_miss(room: Room) -> None:
    run = await begin(room, STREAK)
    points = []
    for count in range(6):
        assert run.puzzle is not None and run.solved == count
        points.append(run.puzzle.points)
        run = await answer(room, run, right=True)
    assert points == sorted(points) and points[0] < points[-1]
    last = run.puzzle
    assert last is not None
    over = await answer(room, run, right=False)
    assert (over.puzzle, over.solved) == (None, 6)
    with pytest.raises(Refusal):
        await answer(room, run, right=True)
    lobby = await room.club.puzzles.runs.load_lobby(STREAK, user_id=ANN, guild_id=HERE)
    assert lobby.run is None and lobby.own_best is not None
    assert (lobby.own_best.solved, lobby.own_best.game) == (6, "russian")


@pytest.mark.ci
async def test_a_streak_of_all_its_puzzles_is_over(room: Room) -> None:
    run = await begin(room, STREAK)
    seen = set()
    while run.puzzle is not None:
        seen.add(run.puzzle.key)
        run = await answer(room, run, right=True)
    assert run.solved == len(seen) >= min(STEPS, (len(load_shipped_puzzles("russian")) - 2) // 2)
    again, other = await begin(room, STREAK), set()
    while again.puzzle is not None:
        other.add(again.puzzle.key)
        again = await answer(room, again, right=True)
    assert len(seen & other) < len(seen) / 2, "the next streak is another"


async def test_a_streak_that_goes_on_is_gone_on_with_wherever_it_is_begun_again(room: Room) -> None:
    run = await answer(room, await begin(room, STREAK), right=True)
    again = await begin(room, STREAK, guild_id=THERE)
    assert (again.puzzle, again.solved) == (run.puzzle, 1)
    other = await begin(room, STREAK, user_id=BEN)
    assert other.solved == 0


@pytest.mark.ci
async def test_a_streak_never_begins_twice_running_with_the_same_puzzle(room: Room) -> None:
    begun = []
    for _ in range(20):
        run = await begin(room, STREAK)
        assert run.puzzle is not None
        begun.append(run.puzzle.key)
        await answer(room, run, right=True)
        run = await begin(room, STREAK)
        await answer(room, run, right=False)
    assert len(set(begun)) > 10, "it begins anywhere"
    assert all(first != second for first, second in itertools.pairwise(begun))
    runs, game = room.club.puzzles.runs, GAMES["german"]
    first = (await runs.choose_puzzles(game, BEN, HERE))[0]
    assert first not in {(await runs.choose_puzzles(game, BEN, HERE, last=first))[0] for _ in range(40)}
    assert first in {(await runs.choose_puzzles(game, BEN, HERE))[0] for _ in range(40)}


async def test_what_a_streak_printed_comes_again_only_after_a_week(room: Room) -> None:
    printed: set[str] = set()
    runs = room.club.puzzles.runs
    while len(printed) < 12:
        run = await begin(room, STREAK)
        assert run.puzzle is not None and run.puzzle.key not in printed
        printed.add(run.puzzle.key)
        await answer(room, run, right=False)
    everything = [puzzle.key for puzzle in load_shipped_puzzles("russian")]

    async def offered() -> set[str]:
        return {key for _ in range(40) for key in await runs.choose_puzzles(GAME, ANN, HERE)}

    await room.club.store.write(lambda tx: tx.run("DELETE FROM puzzle_try WHERE user_id = ?", ANN))
    room.time[0] += 6 * DAY
    assert not printed & await offered()
    room.time[0] += DAY
    assert printed & await offered()

    async def show_everything(tx: Transaction) -> None:
        for key in everything:
            await puzzles.add(tx, PuzzleRow(ANN, key, False, day_number(room.time[0], None)))

    await room.club.store.write(show_everything)
    assert await refused_code(begin(room, STREAK)) == "puzzle.run.shown"


async def test_a_press_on_an_earlier_puzzle_changes_nothing(room: Room) -> None:
    first = await begin(room, STREAK)
    run = await answer(room, first, right=True)
    with pytest.raises(Refusal):
        await answer(room, first, right=False)
    with pytest.raises(Refusal):
        await room.club.puzzles.runs.get(STREAK, first.puzzle.key if first.puzzle else "", user_id=ANN)
    assert run.puzzle is not None
    with pytest.raises(Refusal):
        await room.club.puzzles.runs.get(STREAK, run.puzzle.key, user_id=BEN)
    assert (await room.club.puzzles.runs.get(STREAK, run.puzzle.key, user_id=ANN)).solved == 1


async def test_what_was_done_in_a_streak_changes_no_rating_then_or_later(room: Room) -> None:
    run = await begin(room, STREAK)
    first = run.puzzle
    assert first is not None
    run = await answer(room, run, right=True)
    second = run.puzzle
    assert second is not None
    await answer(room, run, right=False)
    for puzzle in (first, second):
        tally = await room.club.puzzles.solving.record_result(puzzle, user_id=ANN, solved=True)
        assert tally.rating_change is None
    row = await room.club.store.read(lambda tx: puzzle_rating.get_solver(tx, ANN, "russian"))
    assert row is None


@pytest.mark.ci
async def test_todays_puzzle_is_in_no_streak(room: Room) -> None:
    for _ in range(21):
        today = room.club.puzzles.solving.todays_puzzle()
        keys = await room.club.puzzles.runs.choose_puzzles(GAMES[today.game], ANN, HERE)
        assert today.key not in keys
        room.time[0] += 86400.0


async def test_a_race_is_charged_from_when_the_puzzle_is_there_until_the_press(room: Room) -> None:
    run = await begin(room, RACE)
    run = await answer(room, run, right=True, after=10.0, late=2.5)
    assert run.seconds == SECONDS - 10.0, "the bot's own time is nobody's"
    run = await answer(room, run, right=None, after=5.0)
    assert (run.seconds, run.solved) == (SECONDS - 15.0, 1)
    run = await answer(room, run, right=False, after=5.0)
    assert (run.seconds, run.solved) == (SECONDS - 20.0 - MISS, 1)
    assert run.puzzle is not None


async def test_a_press_before_the_clock_goes_costs_nothing(room: Room) -> None:
    run = await room.club.puzzles.runs.begin(RACE, GAME, user_id=ANN, guild_id=HERE)
    room.time[0] += 100.0
    run = await answer(room, run, right=True, after=50.0)
    assert run.seconds == SECONDS


@pytest.mark.ci
@pytest.mark.parametrize(
    ("after", "counts"), [(SECONDS - 0.5, True), (SECONDS, False), (SECONDS + 60, False)]
)
async def test_what_was_pressed_in_time_counts_however_late_it_comes(
    room: Room, after: float, counts: bool
) -> None:
    run = await answer(room, await begin(room, RACE), right=True, after=after, late=2.0)
    assert run.solved == counts
    assert (run.puzzle is not None) == counts
    if counts:
        assert (await answer(room, run, right=True, after=1.0)).solved == 1


async def test_a_miss_that_takes_the_last_seconds_ends_the_race(room: Room) -> None:
    run = await answer(room, await begin(room, RACE), right=False, after=SECONDS - MISS)
    assert (run.puzzle, run.seconds) == (None, 0.0)


@pytest.mark.both_databases
async def test_an_abandoned_race_makes_room_for_a_new_one(room: Room) -> None:
    first = await answer(room, await begin(room, RACE), right=True)
    room.time[0] += SECONDS
    lobby = await room.club.puzzles.runs.load_lobby(RACE, user_id=ANN, guild_id=HERE)
    assert lobby.run is not None, "a press may be under way"
    room.time[0] += 3.0
    assert (await room.club.puzzles.runs.load_lobby(RACE, user_id=ANN, guild_id=HERE)).run is None
    again = await begin(room, RACE)
    assert (again.solved, again.seconds, again.step) == (0, SECONDS, 0)
    assert first.step == 1


async def play_run(
    room: Room, user_id: int, count: int, kind: str = STREAK, guild_id: int | None = HERE
) -> None:
    """Begin a run, solve `count` puzzles of it and miss the next one."""
    run = await begin(room, kind, user_id, guild_id)
    for _ in range(count):
        run = await answer(room, run, right=True, user_id=user_id)
    await answer(room, run, right=False, user_id=user_id)


async def table(room: Room, guild_id: int | None = HERE, kind: str = STREAK) -> list[tuple[int, int]]:
    lobby = await room.club.puzzles.runs.load_lobby(kind, user_id=CLEO, guild_id=guild_id)
    return [(best.user_id, best.solved) for best in lobby.best_of_month]


@pytest.mark.both_databases
async def test_the_best_of_a_server_are_of_this_month_and_there(room: Room) -> None:
    for user_id, count in ((ANN, 2), (BEN, 4), (ANN, 5), (ANN, 1)):
        await play_run(room, user_id, count)
    await play_run(room, CLEO, 3, guild_id=THERE)
    await play_run(room, CLEO, 3, guild_id=None)
    assert await table(room) == [(ANN, 5), (BEN, 4)]
    assert await table(room, THERE) == [(CLEO, 3)]
    assert await table(room, None) == []
    assert await table(room, kind=RACE) == []
    room.time[0] += 31 * 86400.0
    assert await table(room) == []


async def test_who_shows_their_profile_to_nobody_is_in_no_table_but_their_own(room: Room) -> None:
    await play_run(room, ANN, 2)
    await play_run(room, BEN, 1)
    await room.club.members.preferences.change(ANN, profile_shown=False)
    assert await table(room) == [(BEN, 1)]
    lobby = await room.club.puzzles.runs.load_lobby(STREAK, user_id=ANN, guild_id=HERE)
    assert lobby.own_best is not None and lobby.own_best.solved == 2


async def test_two_worlds_that_differ_in_a_streak_of_who_shows_nothing_look_the_same(room: Room) -> None:
    seen: list[Any] = []
    await room.club.members.preferences.change(ANN, profile_shown=False)
    for _ in range(2):
        run = await begin(room, STREAK, BEN)
        lobbies = [
            await room.club.puzzles.runs.load_lobby(kind, user_id=BEN, guild_id=HERE)
            for kind in (STREAK, RACE)
        ]
        another = await room.club.puzzles.solving.choose_next_puzzle(GAME, user_id=CLEO, guild_id=HERE)
        seen.append(([lobby.best_of_month for lobby in lobbies], run, another))
        await play_run(room, ANN, 3)
    assert seen[0] == seen[1]


@pytest.mark.both_databases
async def test_months_that_are_long_gone_are_forgotten(room: Room) -> None:
    await play_run(room, ANN, 1)
    room.time[0] += 400 * 86400.0
    await play_run(room, BEN, 1)
    rows = await room.club.store.read(lambda tx: tx.all("SELECT user_id FROM puzzle_best"))
    assert [row["user_id"] for row in rows] == [BEN]
