"""Every statement about puzzles, their ratings, streaks and races.

`test_statements` looks at them all.
"""

from collections.abc import Callable
from functools import partial

from data.puzzles import puzzle_rating, puzzle_runs, puzzles
from data.puzzles.puzzle_rating import PuzzleTryRow, SolverRow, StrengthRow
from data.puzzles.puzzle_runs import STREAK, BestRunRow, RunRow
from data.puzzles.puzzles import PuzzleRow
from tests.data.samples import ADA, START

KEY = "0123456789"

CALLS: list[Callable[..., object]] = [
    partial(puzzles.add, puzzle=PuzzleRow(ADA, KEY, solved=True, day=20_000)),
    partial(puzzles.list_for_user, user_id=ADA),
    partial(puzzles.list_shown_since, user_id=ADA, day=20000),
    partial(puzzles.add_hint, user_id=ADA, key=KEY, day=20_000),
    partial(puzzles.was_helped, user_id=ADA, key=KEY),
    partial(puzzle_rating.is_untried, user_id=ADA, key=KEY),
    partial(puzzle_rating.add_try, row=PuzzleTryRow(ADA, KEY, "binar", won=True, at=START)),
    partial(puzzle_rating.get_try, user_id=ADA, key=KEY),
    partial(puzzle_rating.record_later_solve, user_id=ADA, key=KEY),
    partial(puzzle_rating.count_tries, user_id=ADA),
    partial(puzzle_rating.list_tried_keys, user_id=ADA, game="binar"),
    partial(puzzle_rating.list_latest, user_id=ADA, limit=9),
    partial(puzzle_rating.list_missed, user_id=ADA, limit=9),
    partial(puzzle_rating.get_solver, user_id=ADA, game="binar"),
    partial(puzzle_rating.list_solver_ratings, user_id=ADA),
    partial(puzzle_rating.put_solver, row=SolverRow(ADA, "binar", 1500.0, 350.0, START, 1)),
    partial(puzzle_rating.get_strength, key=KEY),
    partial(puzzle_rating.get_shown_ratings, keys=[KEY, "9876543210"]),
    partial(puzzle_rating.put_strength, row=StrengthRow(KEY, 1500.0, 350.0, 1, 1500.0, 350.0)),
    partial(puzzle_rating.drop_strength, key=KEY),
    partial(puzzle_runs.get, user_id=ADA, kind=STREAK),
    partial(puzzle_runs.put, row=RunRow(ADA, STREAK, 12, "binar", KEY, 0, 0, 180.0, None, ended=False)),
    partial(puzzle_runs.start_clock, user_id=ADA, kind=STREAK, step=0, since=START),
    partial(puzzle_runs.put_best, row=BestRunRow(12, STREAK, 24_322, ADA, "binar", 5, START)),
    partial(puzzle_runs.list_best, guild_id=12, kind=STREAK, month=24_322, limit=5),
    partial(puzzle_runs.find_best, guild_id=12, kind=STREAK, month=24_322, user_id=ADA),
]
