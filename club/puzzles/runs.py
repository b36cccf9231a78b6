"""Streaks and races: puzzle after puzzle, each harder than the one before.

They go on until a miss, or until the time is up. A user's progress is in the store alone: a card
says which puzzle it shows, and a press on the card of an earlier puzzle changes nothing. The clock
of a race is a live clock: it runs from when Discord has the puzzle until Discord makes the press,
so that no player pays for the bot's own time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.members.people import Act
from club.play.match.clock_journal import ON_ITS_WAY
from club.puzzles.daily import DailyPuzzles, day_of, month_of
from club.puzzles.puzzle_rating import first_try
from club.puzzles.solving import Puzzles, none_of, shipped_puzzles
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.puzzles import puzzle_rating, puzzle_runs, puzzles
from data.puzzles.puzzle_runs import RACE, BestRunRow, RunRow
from data.puzzles.puzzles import PuzzleRow
from engines.puzzles.puzzle import Puzzle, load_shipped
from rules.game import AnyGame

STEPS: Final = 40
"""Puzzles of a streak or a race at most.

They are more than anyone solves, and each step is a little harder.
"""
FEW: Final = 10
"""Up to this many puzzles, all are used.

If there are more, every second one is used, so that the next streak is another.
"""
SECONDS: Final = 180.0
"""The time of a race."""
MISS: Final = 10.0
"""Seconds that a miss in a race costs."""
LISTED: Final = 5
"""Of how many the table of the month tells."""


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """A streak or a race as it stands.

    It has how many of its puzzles are solved, and the one to solve, `None` at its end. `seconds` is the
    time that a race has left, and `ends_at` is when that is up if its clock runs.
    """

    kind: str
    game: str
    step: int
    solved: int
    puzzle: Puzzle | None
    seconds: float
    ends_at: float | None


@dataclass(frozen=True, slots=True)
class Lobby:
    """The state before and after a streak or a race.

    It has the one that goes on, the user's best, and the best of the month.
    """

    kind: str
    run: PuzzleRun | None
    own: BestRunRow | None
    best: Sequence[BestRunRow]
    here: bool


class Runs:
    """Begins streaks and races, and takes what is answered in them."""

    def __init__(
        self,
        store: Store,
        puzzles: Puzzles,
        daily: DailyPuzzles,
        *,
        now: Callable[[], float],
        chance: Callable[[int], int],
    ) -> None:
        self._store = store
        self._puzzles = puzzles
        self._daily = daily
        self._now = now
        self._chance = chance

    async def lobby(self, kind: str, *, user_id: int, guild_id: int | None) -> Lobby:
        """Return the lobby of streaks or races for a user, on their server."""

        async def job(tx: Transaction) -> Lobby:
            row = await puzzle_runs.get(tx, user_id, kind)
            run = None if row is None or _over(row, self._now()) else _run(row)
            if guild_id is None:
                return Lobby(kind, run, None, (), here=False)
            month = await month_of(tx, guild_id, self._now())
            own = await puzzle_runs.best_of(tx, guild_id, kind, month, user_id)
            best = await puzzle_runs.best(tx, guild_id, kind, month, LISTED)
            return Lobby(kind, run, own, best, here=True)

        return await self._store.read(job)

    async def begin(self, kind: str, game: AnyGame, *, user_id: int, guild_id: int | None) -> PuzzleRun:
        """Begin a streak or a race, or return the one that goes on.

        Raise `Refusal` for a game without puzzles.
        """
        keys = await self._ladder(game, user_id, guild_id)

        async def job(tx: Transaction) -> RunRow:
            row = await puzzle_runs.get(tx, user_id, kind)
            if row is not None and not _over(row, self._now()):
                return row
            row = RunRow(user_id, kind, guild_id, game.key, " ".join(keys), 0, 0, SECONDS, None, ended=False)
            await puzzle_runs.put(tx, row)
            return row

        return _run(await self._store.write(job))

    async def get(self, kind: str, key: str, *, user_id: int) -> PuzzleRun:
        """Return a user's streak or race.

        Raise `Refusal` if it shows another puzzle by now, or is over.
        """
        row = await self._store.read(lambda tx: puzzle_runs.get(tx, user_id, kind))
        run = None if row is None or row.ended else _run(row)
        if run is None or run.puzzle is None or run.puzzle.key != key:
            raise Refusal("puzzle.run.gone")
        return run

    async def take_press(self, kind: str, key: str, act: Act, *, right: bool | None = None) -> PuzzleRun:
        """Handle a user's press at a puzzle.

        It is the `right` move, a wrong one, or (`None`) a choice on the way. Raise `Refusal` if the run has
        moved on to another puzzle. A press after the time is up changes nothing more.
        """

        async def job(tx: Transaction) -> RunRow:
            row = await puzzle_runs.get(tx, act.user_id, kind)
            puzzle = None if row is None or row.ended else _puzzle(row)
            if row is None or puzzle is None or puzzle.key != key:
                raise Refusal("puzzle.run.gone")
            row = _charge_clock(row, self._now() if act.made_at is None else act.made_at)
            if right is not None and not row.ended:
                row = _apply_answer(row, right=right)
                await self._note(tx, row, puzzle, right=right)
            await puzzle_runs.put(tx, row)
            return row

        return _run(await self._store.write(job))

    async def start_clock(self, run: PuzzleRun, *, user_id: int) -> None:
        """Start the clock of a race: Discord has the puzzle to think about."""
        if run.kind == RACE and run.puzzle is not None:
            now = self._now()
            await self._store.write(
                lambda tx: puzzle_runs.start_clock(tx, user_id, run.kind, step=run.step, since=now)
            )

    async def _note(self, tx: Transaction, row: RunRow, puzzle: Puzzle, *, right: bool) -> None:
        """Store that a puzzle was done, and the user's new best of the month, if any.

        The puzzle then changes no ratings any more.
        """
        now = self._now()
        await first_try(tx, puzzle, row.user_id, won=right, now=now, rated=False)
        if right:
            await puzzle_rating.solve_again(tx, row.user_id, puzzle.key)
        await puzzles.add(tx, PuzzleRow(row.user_id, puzzle.key, right, day_of(now, None)))
        if right and row.guild_id is not None:
            month = await month_of(tx, row.guild_id, now)
            best = BestRunRow(row.guild_id, row.kind, month, row.user_id, row.game, row.solved, now)
            await puzzle_runs.put_best(tx, best)

    async def _ladder(self, game: AnyGame, user_id: int, guild_id: int | None) -> list[str]:
        """Return the keys of a streak's puzzles, from the easiest on.

        A game's puzzles are divided into as many parts as there are steps, and each part gives one, new
        ones first. Today's puzzles are in none, because their first try counts for the day.
        """
        today = {self._puzzles.today().key, (await self._daily.today(guild_id)).puzzle.key}
        among = [puzzle for puzzle in load_shipped(game.key) if puzzle.key not in today]
        if not among:
            raise none_of(game, None)
        hard = await self._puzzles.hardness(among)
        among.sort(key=lambda puzzle: (hard[puzzle.key], puzzle.key))
        seen = await self._store.read(lambda tx: puzzle_rating.keys_of(tx, user_id, game.key))
        steps = min(STEPS, max(len(among) // 2, min(FEW, len(among))))
        keys = []
        for step in range(steps):
            part = among[step * len(among) // steps : (step + 1) * len(among) // steps]
            fresh = [puzzle for puzzle in part if puzzle.key not in seen] or part
            keys.append(fresh[self._chance(len(fresh))].key)
        return keys


def _run(row: RunRow) -> PuzzleRun:
    ends_at = None if row.since is None or row.kind != RACE else row.since + row.seconds_left
    puzzle = None if row.ended else _puzzle(row)
    return PuzzleRun(row.kind, row.game, row.step, row.solved, puzzle, max(0.0, row.seconds_left), ends_at)


def _puzzle(row: RunRow) -> Puzzle | None:
    """Return the puzzle to be solved.

    `None` after the last, or if a newer Twotone no longer has it.
    """
    keys = row.keys.split()
    return shipped_puzzles().get(keys[row.step]) if row.step < len(keys) else None


def _over(row: RunRow, now: float) -> bool:
    """Whether nothing can be answered any more.

    The run has ended, or its time is up for every press under way.
    """
    if row.ended or _puzzle(row) is None:
        return True
    return row.kind == RACE and row.since is not None and now > row.since + row.seconds_left + ON_ITS_WAY


def _charge_clock(row: RunRow, at: float) -> RunRow:
    """Return a race with the time until a press deducted, and its clock stopped.

    It ends if no time is left.
    """
    if row.kind != RACE or row.since is None:
        return row
    left = row.seconds_left - max(0.0, at - row.since)
    return replace(row, seconds_left=left, since=None, ended=left <= 0)


def _apply_answer(row: RunRow, *, right: bool) -> RunRow:
    """Return a streak or race after an answer.

    A miss ends a streak, and costs a race some seconds.
    """
    row = replace(row, step=row.step + 1, solved=row.solved + right)
    if not right and row.kind == RACE:
        left = row.seconds_left - MISS
        row = replace(row, seconds_left=left, ended=left <= 0)
    elif not right:
        row = replace(row, ended=True)
    return row if _puzzle(row) is not None else replace(row, ended=True)
