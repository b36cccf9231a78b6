"""Puzzles for one person: which one comes next, which is today's, and how many they have solved."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from club.refusals import Refusal
from data import mining, puzzles
from data.mining import MinedRow
from data.puzzles import PuzzleRow
from data.store import Store
from data.transaction import Transaction
from engines.puzzles.puzzle import Puzzle, read, shipped
from rules.catalogue import GAMES
from rules.game import AnyGame
from words import chain

DAY: Final = 24 * 3600
MONDAY: Final = 3
"""Days from a Monday to the epoch, which was a Thursday."""
WEEK: Final = (1, 1, 1, 2, 2, 2, 3)
"""How many stars the puzzle of the day has, from Monday to Sunday."""


FIRST: Final = ("binar", "russian")
"""Games of which is somebody's first puzzle."""


@lru_cache
def known() -> dict[str, Puzzle]:
    """Return every puzzle that comes with the program, by its key."""
    return {puzzle.key: puzzle for game in GAMES for puzzle in shipped(game)}


def games_with_puzzles() -> list[AnyGame]:
    """Return the games of which there are puzzles."""
    return [game for game in GAMES.values() if shipped(game.key)]


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle; whether it is from a match of the server, and who played that where they want to be named.

    `number` is that of a puzzle of the day, and `first` says that it is the first of somebody.
    """

    puzzle: Puzzle
    here: bool = False
    names: tuple[str, ...] = ()
    number: int | None = None
    first: bool = False


async def shown_of(tx: Transaction, guild_id: int, key: str) -> Shown | None:
    """Return a puzzle from a match of a server."""
    row = await mining.get(tx, guild_id, key)
    if row is None:
        return None
    return Shown(read(row.game, row.told), True, tuple(await mining.names(tx, row.match_id)))


@dataclass(frozen=True, slots=True)
class Tally:
    """How many puzzles somebody has solved, and on how many days in a row until today, or until yesterday."""

    solved: int
    days: int


def _pool(stars: int) -> list[Puzzle]:
    """Return the puzzles that are so hard, one of each game after the other."""
    by_game = [[puzzle for puzzle in shipped(game) if puzzle.stars == stars] for game in GAMES]
    rounds = zip_longest(*by_game)
    return [puzzle for each in rounds for puzzle in each if puzzle is not None]


class Puzzles:
    """Chooses puzzles, and counts who has solved what."""

    def __init__(self, store: Store, now: Callable[[], float], chance: Callable[[int], int]) -> None:
        self._store = store
        self._now = now
        self._chance = chance

    async def get(self, key: str, guild_id: int | None) -> Shown:
        """Return the puzzle of a key: a shipped one, or of this server; raise `Refusal` if it is not there any more."""
        if key in known():
            return Shown(known()[key])
        found = None
        if guild_id is not None:
            here = guild_id
            found = await self._store.read(lambda tx: shown_of(tx, here, key))
        if found is None:
            raise Refusal("puzzle.gone")
        return found

    def today(self) -> Puzzle:
        """Return the puzzle of the day, the same for everybody: another game from one day to the next."""
        return self.of_day(self._day())

    def of_day(self, day: int) -> Puzzle:
        """Return the puzzle of a day by its number since the epoch: easy early in the week, hard on Sunday."""
        week, weekday = divmod(day + MONDAY, len(WEEK))
        stars = WEEK[weekday]
        pool = _pool(stars)
        return pool[(week * WEEK.count(stars) + WEEK[:weekday].count(stars)) % len(pool)]

    async def begin(self, today: Shown, user_id: int) -> Shown:
        """Return today's puzzle; for whoever has been through none, an easy one of a game that many know.

        It is the same whenever they ask.
        """
        easy = [puzzle for game in FIRST for puzzle in shipped(game) if puzzle.stars == 1]
        been_through = await self._store.read(lambda tx: puzzles.of_user(tx, user_id))
        if been_through or today.puzzle in easy:
            return today
        return Shown(easy[user_id % len(easy)], first=True)

    async def another(
        self, game: AnyGame, *, user_id: int, guild_id: int | None = None, other_than: str = ""
    ) -> Shown:
        """Return a puzzle of a game but the one named, as long as there are any one that is new to the user.

        Those from matches of the server come first. Raise `Refusal` where the game has none.
        """

        async def job(tx: Transaction) -> tuple[list[PuzzleRow], list[MinedRow]]:
            here = [] if guild_id is None else await mining.of_server(tx, guild_id)
            return await puzzles.of_user(tx, user_id), [row for row in here if row.game == game.key]

        rows, mined = await self._store.read(job)
        seen = {row.key for row in rows} | {other_than}
        keys = [[row.key for row in mined], [puzzle.key for puzzle in shipped(game.key)]]
        every = [key for kind in keys for key in kind]
        if not every:
            titles = chain("series.more", [each.title for each in games_with_puzzles()])
            raise Refusal("puzzle.none", title=game.title, titles=titles)
        fresh = ([key for key in kind if key not in seen] for kind in keys)
        rest = [key for key in every if key != other_than]
        choice = next(filter(None, fresh), rest or every)
        return await self.get(choice[self._chance(len(choice))], guild_id)

    async def done(self, puzzle: Puzzle, *, user_id: int, solved: bool) -> Tally:
        """Note that a user has solved a puzzle, or was shown how, and return how they stand; the first time counts."""
        row = PuzzleRow(user_id, puzzle.key, solved, self._day())

        async def job(tx: Transaction) -> list[PuzzleRow]:
            await puzzles.add(tx, row)
            return await puzzles.of_user(tx, user_id)

        rows = [row for row in await self._store.write(job) if row.solved]
        return Tally(len(rows), _in_a_row({row.day for row in rows}, self._day()))

    def _day(self) -> int:
        return int(self._now()) // DAY


def _in_a_row(days: set[int], today: int) -> int:
    """Return how many days in a row are among these, up to today; today may still come."""
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count
