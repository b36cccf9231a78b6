"""Puzzles for one user: choosing the next one, and recording results."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from club.members.preferences import load_today
from club.puzzles.puzzle_rating import TryRatingChange, estimated_points, rating_change, record_first_try
from club.refusals import Refusal
from club.standing.glicko import START
from data.database.store import Store
from data.database.transaction import Transaction
from data.puzzles import mining, puzzle_rating, puzzles
from data.puzzles.mining import MinedRow
from data.puzzles.puzzle_rating import SolverRow
from data.puzzles.puzzles import PuzzleRow
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles, parse_puzzle
from engines.puzzles.puzzle_themes import THEMES, add_traits
from rules.catalogue import GAMES
from rules.game import AnyGame
from words import Phrase, join_phrases

DAY: Final = 24 * 3600
MONDAY: Final = 3
"""Days from a Monday to the epoch, which was a Thursday."""
WEEK: Final = (1, 1, 1, 2, 2, 2, 3)
"""How many stars the puzzle of the day has, from Monday to Sunday."""

FIRST: Final = ("binar", "russian")
"""The games of a user's first puzzle."""
NEAREST: Final = 5
"""The puzzles that suit a user best, among which the next is drawn."""


@lru_cache
def shipped_puzzles() -> dict[str, Puzzle]:
    """Return all puzzles that come with the program, by key."""
    return {puzzle.key: puzzle for game in GAMES for puzzle in load_shipped_puzzles(game)}


def games_with_puzzles() -> list[AnyGame]:
    """Return the games that have puzzles."""
    return [game for game in GAMES.values() if load_shipped_puzzles(game.key)]


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle to show, and where it comes from.

    `is_from_server` says that it comes from a match of the server, and `player_names` are the names of
    that match's players who want to be named. `number` is set for a puzzle of the day, and `is_first`
    for the first puzzle of a user.
    """

    puzzle: Puzzle
    is_from_server: bool = False
    player_names: tuple[str, ...] = ()
    number: int | None = None
    is_first: bool = False


def stars_of_day(day: int) -> int:
    """Return how many stars the puzzle of a day has.

    `day` is counted from the epoch.

    >>> [stars_of_day(day) for day in range(4, 11)]
    [1, 1, 1, 2, 2, 2, 3]
    """
    return WEEK[(day + MONDAY) % len(WEEK)]


async def load_mined_puzzle(tx: Transaction, guild_id: int, key: str) -> PuzzleView | None:
    """Return a puzzle from a match of a server; `None` if it is gone."""
    row = await mining.get(tx, guild_id, key)
    if row is None:
        return None
    return PuzzleView(
        parse_puzzle(row.game, row.told), True, tuple(await mining.list_player_names(tx, row.match_id))
    )


@dataclass(frozen=True, slots=True)
class PuzzleTally:
    """How many puzzles a user has solved, and their streak of days.

    `streak_days` is on how many days in a row, up to today or yesterday, they solved a puzzle.
    `rating_change` is how their first try at the last puzzle changed ratings, `None` if it did not, and
    `solver` is their rating in its game.
    """

    solved: int
    streak_days: int
    rating_change: TryRatingChange | None = None
    solver: SolverRow | None = None


@lru_cache
def _pool(stars: int) -> list[tuple[Puzzle, ...]]:
    """Return the puzzles with this many stars, grouped by game."""
    by_game = (
        tuple(puzzle for puzzle in load_shipped_puzzles(game) if puzzle.stars == stars) for game in GAMES
    )
    return [puzzles for puzzles in by_game if puzzles]


@lru_cache
def _easy_puzzles() -> list[Puzzle]:
    """Return the easiest puzzles of games that many people know."""
    return [puzzle for game in FIRST for puzzle in load_shipped_puzzles(game) if puzzle.stars == 1]


def starter_puzzle(user_id: int) -> Puzzle:
    """Return the puzzle with which a user begins, always the same one."""
    return _easy_puzzles()[user_id % len(_easy_puzzles())]


async def record_try(tx: Transaction, puzzle: Puzzle, user_id: int, *, won: bool, now: float) -> None:
    """Store a first try, which is not rated at the puzzle with which a user begins."""
    starts = puzzle.key == starter_puzzle(user_id).key and not await puzzles.list_for_user(tx, user_id)
    await record_first_try(tx, puzzle, user_id, won=won, now=now, rated=not starts)


class Puzzles:
    """Chooses puzzles, and records who has solved which."""

    def __init__(self, store: Store, now: Callable[[], float], chance: Callable[[int], int]) -> None:
        self._store = store
        self._now = now
        self._chance = chance

    async def get(self, key: str, guild_id: int | None) -> PuzzleView:
        """Return the puzzle with a key: a shipped one, or one of this server.

        Raise `Refusal` if it is gone.
        """
        if key in shipped_puzzles():
            return PuzzleView(shipped_puzzles()[key])
        found = None
        if guild_id is not None:
            here = guild_id
            found = await self._store.read(lambda tx: load_mined_puzzle(tx, here, key))
        if found is None:
            raise Refusal("puzzle.gone")
        return replace(found, puzzle=await asyncio.to_thread(add_traits, found.puzzle))

    def todays_puzzle(self) -> Puzzle:
        """Return the puzzle of the day, the same for all users.

        The game changes from day to day.
        """
        return self.puzzle_of_day(int(self._now()) // DAY)

    def puzzle_of_day(self, day: int) -> Puzzle:
        """Return the puzzle of a day, which is counted from the epoch.

        It is easy early in the week, and hard on Sunday.
        """
        week, weekday = divmod(day + MONDAY, len(WEEK))
        stars = stars_of_day(day)
        pool = _pool(stars)
        before = week * WEEK.count(stars) + WEEK[:weekday].count(stars)
        round_, game = divmod(
            before + len(WEEK) * stars, len(pool)
        )  # a week's games are not the same for all stars
        return pool[game][round_ % len(pool[game])]

    async def choose_first_puzzle(self, today: PuzzleView, user_id: int) -> PuzzleView:
        """Return today's puzzle, or an easy one for a user new to puzzles.

        The easy one belongs to a game that many people know, and stays the same for that user.
        """
        been_through = await self._store.read(lambda tx: puzzles.list_for_user(tx, user_id))
        if been_through or today.puzzle in _easy_puzzles():
            return today
        return PuzzleView(starter_puzzle(user_id), is_first=True)

    async def choose_next_puzzle(
        self,
        game: AnyGame,
        *,
        user_id: int,
        guild_id: int | None = None,
        excluded_key: str = "",
        theme: str | None = None,
    ) -> PuzzleView:
        """Return a puzzle of a game, other than the one with `excluded_key`.

        It is new to the user as long as there are any such puzzles. Puzzles from the server's matches come
        first; apart from that, it is about as hard as the user is good. Raise `Refusal` if the game has no
        puzzles, or none with the theme.
        """

        async def job(tx: Transaction) -> tuple[set[str], set[str], list[MinedRow], float]:
            here: list[MinedRow] = [] if guild_id is None else await mining.list_for_server(tx, guild_id)
            seen = {row.key for row in await puzzles.list_for_user(tx, user_id)}
            tried = await puzzle_rating.list_tried_keys(tx, user_id, game.key)
            own = await puzzle_rating.get_solver(tx, user_id, game.key)
            mined = [row for row in here if row.game == game.key]
            return seen, tried, mined, own.points if own else START.points

        seen, tried, mined, level = await self._store.read(job)
        seen.add(excluded_key)
        kinds = [
            await asyncio.to_thread(_read_mined, mined, theme),
            _filter_theme(load_shipped_puzzles(game.key), theme),
        ]
        every = [puzzle for kind in kinds for puzzle in kind]
        if not every:
            raise no_puzzle_refusal(game, theme)
        fresh = (
            [puzzle for puzzle in kind if puzzle.key not in known_to]
            for known_to in (seen | tried, seen)  # what was tried and left comes after what is new
            for kind in kinds
        )
        rest = [puzzle for puzzle in every if puzzle.key != excluded_key]
        choice = await self._nearest(next(filter(None, fresh), rest or every), level)
        return await self.get(choice[self._chance(len(choice))].key, guild_id)

    async def _nearest(self, among: Sequence[Puzzle], level: float) -> list[Puzzle]:
        """Return the puzzles whose rating is nearest to a level."""
        hard = await self.load_displayed_ratings(among)
        return sorted(among, key=lambda puzzle: (abs(hard[puzzle.key] - level), puzzle.key))[:NEAREST]

    async def load_displayed_ratings(self, candidates: Sequence[Puzzle]) -> dict[str, float]:
        """Return the displayed ratings of puzzles, by key.

        A puzzle without one has its estimated rating.
        """
        told = await self._store.read(
            lambda tx: puzzle_rating.get_shown_ratings(tx, [puzzle.key for puzzle in candidates])
        )
        return {puzzle.key: told.get(puzzle.key, estimated_points(puzzle)) for puzzle in candidates}

    async def record_miss(self, puzzle: Puzzle, *, user_id: int) -> None:
        """Record that a user has made a wrong move.

        It counts as their first try if they have not made one.
        """
        now = self._now()
        await self._store.write(lambda tx: record_try(tx, puzzle, user_id, won=False, now=now))

    async def record_result(
        self, puzzle: Puzzle, *, user_id: int, solved: bool, clean: bool = True
    ) -> PuzzleTally:
        """Record that a user has solved a puzzle, or was shown the solution.

        Return their tally. Only the first result counts. A solution is `clean` if the user made no wrong
        move and had no help; a clean solution at a later try makes up for a miss.
        """
        now = self._now()

        async def job(tx: Transaction) -> PuzzleTally:
            today = await load_today(tx, user_id, now)
            await record_try(tx, puzzle, user_id, won=solved and clean, now=now)
            if solved and clean:
                await puzzle_rating.record_later_solve(tx, user_id, puzzle.key)
            await puzzles.add(tx, PuzzleRow(user_id, puzzle.key, solved, today))
            change = rating_change(await puzzle_rating.get_try(tx, user_id, puzzle.key))
            days = [row.day for row in await puzzles.list_for_user(tx, user_id) if row.solved]
            solver = await puzzle_rating.get_solver(tx, user_id, puzzle.game)
            return PuzzleTally(len(days), days_in_a_row(set(days), today), change, solver)

        return await self._store.write(job)


def no_puzzle_refusal(game: AnyGame, theme: str | None) -> Refusal:
    """Return a refusal that says a game has no puzzles, or none with a theme.

    It also says which games or themes have some.
    """
    there = list_themes(load_shipped_puzzles(game.key))
    if theme is None or not there:
        titles = join_phrases("series.more", [each.title for each in games_with_puzzles()])
        return Refusal("puzzle.none", title=game.title, titles=titles)
    names = join_phrases("series.more", [theme_name(each) for each in there])
    return Refusal("puzzle.none.theme", title=game.title, theme=theme_name(theme), themes=names)


def game_with_theme(theme: str, preferred: AnyGame | None) -> AnyGame:
    """Return the preferred game if it has a puzzle with a theme.

    Otherwise return the first game that has one.
    """
    among = [preferred, *games_with_puzzles()]
    found = (game for game in among if game and _filter_theme(load_shipped_puzzles(game.key), theme))
    return next(found, preferred or GAMES[FIRST[-1]])


def theme_name(theme: str) -> Phrase:
    """Return the name of a theme."""
    return Phrase(f"puzzle.theme.{theme}")


def list_themes(candidates: Sequence[Puzzle]) -> list[str]:
    """Return the themes that occur in puzzles, in their usual order."""
    there = {theme for puzzle in candidates for theme in puzzle.themes}
    return [theme for theme in THEMES if theme in there]


def _filter_theme(among: Sequence[Puzzle], theme: str | None) -> list[Puzzle]:
    """Return the puzzles with a theme, or all if the theme is `None`."""
    return [puzzle for puzzle in among if theme is None or theme in puzzle.themes]


def _read_mined(rows: Sequence[MinedRow], theme: str | None) -> list[Puzzle]:
    """Return the puzzles from a server's matches, all or those with a theme.

    Puzzles are analysed to find their themes, which are not stored.
    """
    found = [parse_puzzle(row.game, row.told) for row in rows]
    return found if theme is None else _filter_theme([add_traits(puzzle) for puzzle in found], theme)


def days_in_a_row(days: set[int], today: int) -> int:
    """Return how many days in a row there are up to today or yesterday."""
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count
