"""Streaks and races: one puzzle after another, each harder than the last.

A streak ends with the first wrong answer, a race when the time is up. A user's progress is kept in
the store alone: a card says which puzzle it shows, and a press on the card of an earlier puzzle
changes nothing. The clock of a race starts when Discord has the puzzle and stops when Discord
receives the press, so that no player pays for the bot's own time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.members.people import Act
from club.members.preferences import load_today
from club.play.match.clock_journal import ON_ITS_WAY
from club.puzzles.daily import DailyPuzzles, load_month_number
from club.puzzles.puzzle_rating import record_first_try
from club.puzzles.solving import Puzzles, no_puzzle_refusal, shipped_puzzles
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.puzzles import puzzle_rating, puzzle_runs, puzzles
from data.puzzles.puzzle_runs import RACE, BestRunRow, RunRow
from data.puzzles.puzzles import PuzzleRow
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
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
KEPT_BACK: Final = 7
"""Days for which a puzzle whose solution was shown does not come again."""
BEGINNINGS: Final = 3
"""A run begins anywhere in the easiest of so many equal parts."""
LISTED: Final = 5
"""Of how many the table of the month tells."""


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """The current state of a streak or a race.

    `step` is the number of puzzles done, `solved` how many of them were solved, and `puzzle` is the
    next one, or `None` at the end. `seconds` is the time that a race has left, and `ends_at` is when it
    runs out if the clock is running.
    """

    kind: str
    game: str
    step: int
    solved: int
    puzzle: Puzzle | None
    seconds: float
    ends_at: float | None


@dataclass(frozen=True, slots=True)
class RunLobby:
    """The state shown before and after a streak or a race.

    It has the run in progress, if any, the user's own best of this month, and the month's best on the
    server. `is_on_server` is `False` in a place without a server, where no bests are kept.
    """

    kind: str
    run: PuzzleRun | None
    own_best: BestRunRow | None
    best_of_month: Sequence[BestRunRow]
    is_on_server: bool


class PuzzleRuns:
    """Starts streaks and races, and handles the answers in them."""

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

    async def load_lobby(self, kind: str, *, user_id: int, guild_id: int | None) -> RunLobby:
        """Return the lobby of streaks or races for a user on a server."""

        async def job(tx: Transaction) -> RunLobby:
            row = await puzzle_runs.get(tx, user_id, kind)
            run = None if row is None or _over(row, self._now()) else _run(row)
            if guild_id is None:
                return RunLobby(kind, run, None, (), is_on_server=False)
            month = await load_month_number(tx, guild_id, self._now())
            own = await puzzle_runs.find_best(tx, guild_id, kind, month, user_id)
            best = await puzzle_runs.list_best(tx, guild_id, kind, month, LISTED)
            return RunLobby(kind, run, own, best, is_on_server=True)

        return await self._store.read(job)

    async def begin(self, kind: str, game: AnyGame, *, user_id: int, guild_id: int | None) -> PuzzleRun:
        """Start a streak or a race, or return the one in progress.

        Raise `Refusal` for a game without puzzles.
        """
        known = await self._store.read(lambda tx: puzzle_runs.get(tx, user_id, kind))
        if known is not None and not _over(known, self._now()):
            return _run(known)
        last = None if known is None else known.keys.split()[0]
        keys = await self.choose_puzzles(game, user_id, guild_id, last=last)

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

        `key` is the puzzle that the user sees. Raise `Refusal` if the run has moved on to another puzzle,
        or is over.
        """
        row = await self._store.read(lambda tx: puzzle_runs.get(tx, user_id, kind))
        run = None if row is None or row.ended else _run(row)
        if run is None or run.puzzle is None or run.puzzle.key != key:
            raise Refusal("puzzle.run.gone")
        return run

    async def take_press(self, kind: str, key: str, act: Act, *, is_right: bool | None = None) -> PuzzleRun:
        """Handle a user's press on a puzzle of a run, and return the run.

        `is_right` says whether the press made the right move or a wrong one; `None` is a choice on the way
        to a move. Raise `Refusal` if the run has moved on to another puzzle. A press after the time is up
        changes nothing more.
        """

        async def job(tx: Transaction) -> RunRow:
            row = await puzzle_runs.get(tx, act.user_id, kind)
            puzzle = None if row is None or row.ended else _puzzle(row)
            if row is None or puzzle is None or puzzle.key != key:
                raise Refusal("puzzle.run.gone")
            row = _charge_clock(row, self._now() if act.made_at is None else act.made_at)
            if is_right is not None and not row.ended:
                row = _apply_answer(row, right=is_right)
                await self._note(tx, row, puzzle, right=is_right)
            await puzzle_runs.put(tx, row)
            return row

        return _run(await self._store.write(job))

    async def start_clock(self, run: PuzzleRun, *, user_id: int) -> None:
        """Start the clock of a race, now that Discord shows the puzzle."""
        if run.kind == RACE and run.puzzle is not None:
            now = self._now()
            await self._store.write(
                lambda tx: puzzle_runs.start_clock(tx, user_id, run.kind, step=run.step, since=now)
            )

    async def _note(self, tx: Transaction, row: RunRow, puzzle: Puzzle, *, right: bool) -> None:
        """Record that a puzzle was done, and a new best of the month, if any.

        Later tries at the puzzle will not change any ratings.
        """
        now = self._now()
        await record_first_try(tx, puzzle, row.user_id, won=right, now=now, rated=False)
        if right:
            await puzzle_rating.record_later_solve(tx, row.user_id, puzzle.key)
        today = await load_today(tx, row.user_id, now)
        await puzzles.add(tx, PuzzleRow(row.user_id, puzzle.key, right, today))
        if right and row.guild_id is not None:
            month = await load_month_number(tx, row.guild_id, now)
            best = BestRunRow(row.guild_id, row.kind, month, row.user_id, row.game, row.solved, now)
            await puzzle_runs.put_best(tx, best)

    async def choose_puzzles(
        self, game: AnyGame, user_id: int, guild_id: int | None, *, last: str | None = None
    ) -> list[str]:
        """Return the keys of a run's puzzles, from the easiest to the hardest.

        It begins with any of the easier puzzles but `last`, with which the run before began. The harder
        ones are divided by difficulty into as many parts as there are steps, and one puzzle is drawn from
        each part, preferably one that the user has not tried. Today's puzzles are left out, because the
        first try at them counts for the day, and so are those whose solutions the user was shown lately.
        Raise `Refusal` if none are left.
        """
        today = {self._puzzles.todays_puzzle().key, (await self._daily.load_today(guild_id)).puzzle.key}
        among = [puzzle for puzzle in load_shipped_puzzles(game.key) if puzzle.key not in today]
        if not among:
            raise no_puzzle_refusal(game, None)

        async def list_shown(tx: Transaction) -> set[str]:
            since = await load_today(tx, user_id, self._now()) - KEPT_BACK + 1
            return await puzzles.list_shown_since(tx, user_id, since)

        shown = await self._store.read(list_shown)
        among = [puzzle for puzzle in among if puzzle.key not in shown]
        hard = await self._puzzles.load_displayed_ratings(among)
        among.sort(key=lambda puzzle: (hard[puzzle.key], puzzle.key))
        seen = await self._store.read(lambda tx: puzzle_rating.list_tried_keys(tx, user_id, game.key))

        def draw(part: Sequence[Puzzle]) -> str:
            fresh = [puzzle for puzzle in part if puzzle.key not in seen] or part
            return fresh[self._chance(len(fresh))].key

        others = [puzzle for puzzle in among if puzzle.key != last]
        if not others:
            raise Refusal("puzzle.run.shown", title=game.title)
        keys = [draw(others[: -(-len(others) // BEGINNINGS)])]
        harder = among[1 + next(i for i, puzzle in enumerate(among) if puzzle.key == keys[0]) :]
        steps = min(STEPS - 1, max(len(harder) // 2, min(FEW, len(harder))))
        parts = (
            harder[step * len(harder) // steps : (step + 1) * len(harder) // steps] for step in range(steps)
        )
        return keys + [draw(part) for part in parts]


def _run(row: RunRow) -> PuzzleRun:
    ends_at = None if row.since is None or row.kind != RACE else row.since + row.seconds_left
    puzzle = None if row.ended else _puzzle(row)
    return PuzzleRun(row.kind, row.game, row.step, row.solved, puzzle, max(0.0, row.seconds_left), ends_at)


def _puzzle(row: RunRow) -> Puzzle | None:
    """Return the next puzzle of a run.

    Return `None` after the last one, or if a newer version no longer has it.
    """
    keys = row.keys.split()
    return shipped_puzzles().get(keys[row.step]) if row.step < len(keys) else None


def _over(row: RunRow, now: float) -> bool:
    """Whether a run accepts no more answers.

    It has ended, or its time is up even for presses that are still under way.
    """
    if row.ended or _puzzle(row) is None:
        return True
    return row.kind == RACE and row.since is not None and now > row.since + row.seconds_left + ON_ITS_WAY


def _charge_clock(row: RunRow, at: float) -> RunRow:
    """Return a race with its clock stopped at a press, and the time deducted.

    The race ends if no time is left.
    """
    if row.kind != RACE or row.since is None:
        return row
    left = row.seconds_left - max(0.0, at - row.since)
    return replace(row, seconds_left=left, since=None, ended=left <= 0)


def _apply_answer(row: RunRow, *, right: bool) -> RunRow:
    """Return a streak or a race after an answer.

    A wrong answer ends a streak, and costs some seconds in a race.
    """
    row = replace(row, step=row.step + 1, solved=row.solved + right)
    if not right and row.kind == RACE:
        left = row.seconds_left - MISS
        row = replace(row, seconds_left=left, ended=left <= 0)
    elif not right:
        row = replace(row, ended=True)
    return row if _puzzle(row) is not None else replace(row, ended=True)
