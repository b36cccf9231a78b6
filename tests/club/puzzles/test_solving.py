"""Which puzzle comes, and how solved ones count."""

from collections import Counter

import pytest

from club.clocks.rest import Rest
from club.club import Club
from club.puzzles.solving import DAY, Puzzles, days_in_a_row, shipped_puzzles
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
from rules.catalogue import GAMES
from tests.club.room import Room

pytestmark = pytest.mark.both_databases

GAME = "turkish"


async def tally(club: Club, puzzle: Puzzle, *, user_id: int, solved: bool) -> tuple[int, int]:
    """How many they have solved, and for how many days in a row."""
    found = await club.puzzles.solving.record_result(puzzle, user_id=user_id, solved=solved)
    return found.solved, found.streak_days


async def test_solved_puzzles_count_once_and_not_where_the_solution_was_shown_first(club: Club) -> None:
    one, two, three, *_ = shipped_puzzles().values()
    assert await tally(club, one, user_id=5, solved=False) == (0, 0)
    assert await tally(club, one, user_id=5, solved=True) == (0, 0)
    assert await tally(club, two, user_id=5, solved=True) == (1, 1)
    assert await tally(club, two, user_id=5, solved=True) == (1, 1)
    assert await tally(club, two, user_id=6, solved=True) == (1, 1)
    assert await tally(club, three, user_id=5, solved=True) == (2, 1)


@pytest.mark.ci
async def test_a_puzzle_with_a_hint_alone_is_still_new_and_counts_once_it_is_solved(club: Club) -> None:
    game, found = GAMES[GAME], load_shipped_puzzles(GAME)
    for puzzle in found[1:]:
        await club.puzzles.solving.record_result(puzzle, user_id=5, solved=False)
    await club.puzzles.daily.record_hint(None, found[0], user_id=5)
    assert (await club.puzzles.solving.choose_next_puzzle(game, user_id=5)).puzzle.key == found[0].key
    assert await tally(club, found[0], user_id=5, solved=True) == (1, 1)
    await club.puzzles.daily.record_hint(None, found[0], user_id=5)
    assert await tally(club, found[0], user_id=5, solved=True) == (1, 1)


@pytest.mark.ci
async def test_another_puzzle_is_a_new_one_as_long_as_there_are_any(club: Club) -> None:
    game, found = GAMES[GAME], load_shipped_puzzles(GAME)
    seen = []
    for _ in found:
        puzzle = (await club.puzzles.solving.choose_next_puzzle(game, user_id=5)).puzzle
        seen.append(puzzle.key)
        await club.puzzles.solving.record_result(puzzle, user_id=5, solved=len(seen) % 2 == 0)
    assert sorted(seen) == sorted(puzzle.key for puzzle in found)
    another = await club.puzzles.solving.choose_next_puzzle(game, user_id=5, excluded_key=found[0].key)
    assert another.puzzle.key != found[0].key


@pytest.mark.parametrize(
    ("days", "today", "count"),
    [({7, 8, 9}, 9, 3), ({7, 8, 9}, 10, 3), ({7, 8, 9}, 11, 0), ({7, 9}, 9, 1), (set(), 9, 0)],
)
def test_days_in_a_row_reach_to_today_or_yesterday(days: set[int], today: int, count: int) -> None:
    assert days_in_a_row(days, today) == count


async def test_days_in_a_row_are_those_of_the_solver_s_time_zone(room: Room) -> None:
    club, (one, two, *_) = room.club, shipped_puzzles().values()
    await club.members.preferences.change(5, rest=Rest(zone="America/Los_Angeles").text)
    room.time[0] = 20_000.0 * DAY + 17 * 3600
    assert await tally(club, one, user_id=5, solved=True) == (1, 1)
    room.time[0] += 33 * 3600  # six in the evening there, and two days later by UTC
    assert await tally(club, two, user_id=5, solved=True) == (2, 2)


@pytest.mark.ci
async def test_the_puzzle_of_the_day_changes_at_midnight_and_every_puzzle_has_its_day(club: Club) -> None:
    at = 20_000.0 * DAY
    puzzles = Puzzles(club.store, lambda: at, club.chance)
    first = puzzles.todays_puzzle()
    at += DAY - 1
    assert puzzles.todays_puzzle().key == first.key
    came = set()
    most = max(Counter(puzzle.game for puzzle in shipped_puzzles().values() if puzzle.stars == 3).values())
    for _ in range(7 * len(GAMES) * most):
        at += DAY
        came.add(puzzles.todays_puzzle().key)
    assert came == set(shipped_puzzles())


def test_a_week_begins_with_easy_puzzles_and_ends_with_a_hard_one(club: Club) -> None:
    monday = 20_780  # 2026-11-23
    stars = [
        [club.puzzles.solving.puzzle_of_day(monday + 7 * week + day).stars for day in range(7)]
        for week in range(30)
    ]
    assert stars == [[1, 1, 1, 2, 2, 2, 3]] * 30
    for week in range(0, 300, 30):
        games = [club.puzzles.solving.puzzle_of_day(monday + 7 * week + day).game for day in range(7)]
        assert len(set(games)) > 4, "another game from day to day, also of those with many puzzles"
