"""Puzzles for one person: the next one, today's, and how many they have solved."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from club.puzzles.puzzle_rating import TryRatingChange, change_of, estimated_points, first_try
from club.refusals import Refusal
from club.standing.glicko import START
from data.database.store import Store
from data.database.transaction import Transaction
from data.puzzles import mining, puzzle_rating, puzzles
from data.puzzles.mining import MinedRow
from data.puzzles.puzzles import PuzzleRow
from engines.puzzles.puzzle import Puzzle, load_shipped, read_puzzle
from engines.puzzles.puzzle_themes import THEMES, add_traits
from rules.catalogue import GAMES
from rules.game import AnyGame
from words import Phrase, chain

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
    """Return every puzzle that comes with the program, by its key."""
    return {puzzle.key: puzzle for game in GAMES for puzzle in load_shipped(game)}


def games_with_puzzles() -> list[AnyGame]:
    """Return the games of which there are puzzles."""
    return [game for game in GAMES.values() if load_shipped(game.key)]


@dataclass(frozen=True, slots=True)
class PuzzleView:
    """A puzzle, and where it is from.

    `here` says that it is from a match of the server, and `player_names` are those of its players who want to
    be named. `number` is that of a puzzle of the day, and `first` says that it is a user's first.
    """

    puzzle: Puzzle
    here: bool = False
    names: tuple[str, ...] = ()
    number: int | None = None
    first: bool = False


def stars_of(day: int) -> int:
    """Return how many stars the puzzle of a day has, by its number since the epoch.

    >>> [stars_of(day) for day in range(4, 11)]
    [1, 1, 1, 2, 2, 2, 3]
    """
    return WEEK[(day + MONDAY) % len(WEEK)]


async def shown_of(tx: Transaction, guild_id: int, key: str) -> PuzzleView | None:
    """Return a puzzle from a match of a server."""
    row = await mining.get(tx, guild_id, key)
    if row is None:
        return None
    return PuzzleView(
        read_puzzle(row.game, row.told), True, tuple(await mining.player_names(tx, row.match_id))
    )


@dataclass(frozen=True, slots=True)
class PuzzleTally:
    """How many puzzles a user has solved, and on how many days in a row.

    The days count until today, or until yesterday. `change` is what their first try at the last puzzle
    changed of ratings, `None` if it changed nothing.
    """

    solved: int
    days: int
    change: TryRatingChange | None = None


@lru_cache
def _pool(stars: int) -> list[tuple[Puzzle, ...]]:
    """Return the puzzles that are so hard, of each game that has some."""
    by_game = (tuple(puzzle for puzzle in load_shipped(game) if puzzle.stars == stars) for game in GAMES)
    return [puzzles for puzzles in by_game if puzzles]


class Puzzles:
    """Chooses puzzles, and counts who has solved what."""

    def __init__(self, store: Store, now: Callable[[], float], chance: Callable[[int], int]) -> None:
        self._store = store
        self._now = now
        self._chance = chance

    async def get(self, key: str, guild_id: int | None) -> PuzzleView:
        """Return the puzzle of a key: a shipped one, or one of this server.

        Raise `Refusal` if it is gone.
        """
        if key in shipped_puzzles():
            return PuzzleView(shipped_puzzles()[key])
        found = None
        if guild_id is not None:
            here = guild_id
            found = await self._store.read(lambda tx: shown_of(tx, here, key))
        if found is None:
            raise Refusal("puzzle.gone")
        return replace(found, puzzle=await asyncio.to_thread(add_traits, found.puzzle))

    def today(self) -> Puzzle:
        """Return the puzzle of the day, the same for all users.

        The game changes from one day to the next.
        """
        return self.of_day(self._day())

    def of_day(self, day: int) -> Puzzle:
        """Return the puzzle of a day by its number since the epoch.

        It is easy early in the week, and hard on Sunday.
        """
        week, weekday = divmod(day + MONDAY, len(WEEK))
        stars = stars_of(day)
        pool = _pool(stars)
        before = week * WEEK.count(stars) + WEEK[:weekday].count(stars)
        round_, game = divmod(
            before + len(WEEK) * stars, len(pool)
        )  # a week's games are not the same for all stars
        return pool[game][round_ % len(pool[game])]

    async def begin(self, today: PuzzleView, user_id: int) -> PuzzleView:
        """Return today's puzzle, or an easy one for a user who has done none.

        The easy one is of a game that many know, and is the same whenever they ask.
        """
        easy = [puzzle for game in FIRST for puzzle in load_shipped(game) if puzzle.stars == 1]
        been_through = await self._store.read(lambda tx: puzzles.of_user(tx, user_id))
        if been_through or today.puzzle in easy:
            return today
        return PuzzleView(easy[user_id % len(easy)], first=True)

    async def another(
        self,
        game: AnyGame,
        *,
        user_id: int,
        guild_id: int | None = None,
        other_than: str = "",
        theme: str | None = None,
    ) -> PuzzleView:
        """Return a puzzle of a game other than the one named.

        It is new to the user as long as there are any such. Those from matches of the server come first;
        among the rest it is about as hard as the user is good. Raise `Refusal` if the game has none, or
        none of the theme.
        """

        async def job(tx: Transaction) -> tuple[set[str], set[str], list[MinedRow], float]:
            here = [] if guild_id is None else await mining.of_server(tx, guild_id)
            seen = {row.key for row in await puzzles.of_user(tx, user_id)}
            tried = await puzzle_rating.keys_of(tx, user_id, game.key)
            own = await puzzle_rating.solver(tx, user_id, game.key)
            mined = [row for row in here if row.game == game.key]
            return seen, tried, mined, own.points if own else START.points

        seen, tried, mined, level = await self._store.read(job)
        seen.add(other_than)
        kinds = [
            await asyncio.to_thread(_read_mined, mined, theme),
            _filter_theme(load_shipped(game.key), theme),
        ]
        every = [puzzle for kind in kinds for puzzle in kind]
        if not every:
            raise none_of(game, theme)
        fresh = (
            [puzzle for puzzle in kind if puzzle.key not in known_to]
            for known_to in (seen | tried, seen)  # what was tried and left comes after what is new
            for kind in kinds
        )
        rest = [puzzle for puzzle in every if puzzle.key != other_than]
        choice = await self._nearest(next(filter(None, fresh), rest or every), level)
        return await self.get(choice[self._chance(len(choice))].key, guild_id)

    async def _nearest(self, among: Sequence[Puzzle], level: float) -> list[Puzzle]:
        """Return those puzzles that are about as hard as a level."""
        hard = await self.hardness(among)
        return sorted(among, key=lambda puzzle: (abs(hard[puzzle.key] - level), puzzle.key))[:NEAREST]

    async def hardness(self, among: Sequence[Puzzle]) -> dict[str, float]:
        """Return how hard puzzles are told to be, by their keys."""
        told = await self._store.read(
            lambda tx: puzzle_rating.shown_ratings(tx, [puzzle.key for puzzle in among])
        )
        return {puzzle.key: told.get(puzzle.key, estimated_points(puzzle)) for puzzle in among}

    async def record_miss(self, puzzle: Puzzle, *, user_id: int) -> None:
        """Record that a user has made a wrong move.

        It is their first try if they had made none.
        """
        now = self._now()
        await self._store.write(lambda tx: first_try(tx, puzzle, user_id, won=False, now=now))

    async def record_result(
        self, puzzle: Puzzle, *, user_id: int, solved: bool, clean: bool = True
    ) -> PuzzleTally:
        """Record that a user has solved a puzzle, or was shown the solution.

        Return their tally. The first time counts. A solution is `clean` if no wrong move and no help came
        before; at a later try that makes up for a miss.
        """
        row, now = PuzzleRow(user_id, puzzle.key, solved, self._day()), self._now()

        async def job(tx: Transaction) -> tuple[list[PuzzleRow], TryRatingChange | None]:
            fresh = await first_try(tx, puzzle, user_id, won=solved and clean, now=now)
            if solved and clean and not fresh:
                await puzzle_rating.solve_again(tx, user_id, puzzle.key)
            await puzzles.add(tx, row)
            change = change_of(await puzzle_rating.get_try(tx, user_id, puzzle.key))
            return await puzzles.of_user(tx, user_id), change

        found, change = await self._store.write(job)
        rows = [row for row in found if row.solved]
        return PuzzleTally(len(rows), _in_a_row({row.day for row in rows}, self._day()), change)

    def _day(self) -> int:
        return int(self._now()) // DAY


def none_of(game: AnyGame, theme: str | None) -> Refusal:
    """Return a refusal that a game has no puzzles, or none of a theme.

    It also says what there is.
    """
    there = themes_among(load_shipped(game.key))
    if theme is None or not there:
        titles = chain("series.more", [each.title for each in games_with_puzzles()])
        return Refusal("puzzle.none", title=game.title, titles=titles)
    names = chain("series.more", [theme_named(each) for each in there])
    return Refusal("puzzle.none.theme", title=game.title, theme=theme_named(theme), themes=names)


def game_with(theme: str, played: AnyGame | None) -> AnyGame:
    """Return the game that a user plays if it has a puzzle of a theme.

    Otherwise return the first game that has one.
    """
    among = [played, *games_with_puzzles()]
    found = (game for game in among if game and _filter_theme(load_shipped(game.key), theme))
    return next(found, played or GAMES[FIRST[-1]])


def theme_named(theme: str) -> Phrase:
    """Return what a theme is called."""
    return Phrase(f"puzzle.theme.{theme}")


def themes_among(among: Sequence[Puzzle]) -> list[str]:
    """Return the themes that puzzles have, in the order of all."""
    there = {theme for puzzle in among for theme in puzzle.themes}
    return [theme for theme in THEMES if theme in there]


def _filter_theme(among: Sequence[Puzzle], theme: str | None) -> list[Puzzle]:
    """Return the puzzles that have a theme; all of them if the theme is `None`."""
    return [puzzle for puzzle in among if theme is None or theme in puzzle.themes]


def _read_mined(rows: Sequence[MinedRow], theme: str | None) -> list[Puzzle]:
    """Return the puzzles from a server's matches, all or those of a theme.

    They are analysed for the theme, because themes are not stored.
    """
    found = [read_puzzle(row.game, row.told) for row in rows]
    return found if theme is None else _filter_theme([add_traits(puzzle) for puzzle in found], theme)


def _in_a_row(days: set[int], today: int) -> int:
    """Return how many days in a row there are up to today; today may still come."""
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count
