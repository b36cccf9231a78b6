"""Puzzles for whoever asks: which one comes next, which is today's, and how many they have solved."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from club.refusals import Refusal
from data import puzzles
from data.puzzles import PuzzleRow
from data.store import Store
from data.transaction import Transaction
from engines.puzzles.puzzle import Puzzle, shipped
from rules.catalogue import GAMES
from rules.game import AnyGame
from words import chain

DAY: Final = 24 * 3600


@lru_cache
def known() -> dict[str, Puzzle]:
    """Return every puzzle that comes with the program, by its key."""
    return {puzzle.key: puzzle for game in GAMES for puzzle in shipped(game)}


def puzzle_of(key: str) -> Puzzle:
    """Return the puzzle of a key; raise `Refusal` if it is not there any more."""
    if key not in known():
        raise Refusal("puzzle.gone")
    return known()[key]


def games_with_puzzles() -> list[AnyGame]:
    """Return the games of which there are puzzles."""
    return [game for game in GAMES.values() if shipped(game.key)]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many puzzles somebody has solved, and on how many days in a row until today, or until yesterday."""

    solved: int
    days: int


class Puzzles:
    """Chooses puzzles, and counts who has solved what."""

    def __init__(self, store: Store, now: Callable[[], float], chance: Callable[[int], int]) -> None:
        self._store = store
        self._now = now
        self._chance = chance

    def today(self) -> Puzzle:
        """Return the puzzle of the day, the same for everybody: another game from one day to the next."""
        return self.of_day(self._day())

    def of_day(self, day: int) -> Puzzle:
        """Return the puzzle of a day by its number since the epoch."""
        games = games_with_puzzles()
        found = shipped(games[day % len(games)].key)
        return found[day // len(games) % len(found)]

    async def another(self, game: AnyGame, *, user_id: int, other_than: str = "") -> Puzzle:
        """Return a puzzle of a game but the one named, as long as there are any one that is new to the user.

        Raise `Refusal` where the game has none.
        """
        found = shipped(game.key)
        if not found:
            titles = chain("series.more", [each.title for each in games_with_puzzles()])
            raise Refusal("puzzle.none", title=game.title, titles=titles)
        rows = await self._store.read(lambda tx: puzzles.of_user(tx, user_id))
        known = {row.key for row in rows}
        rest = [puzzle for puzzle in found if puzzle.key != other_than] or list(found)
        fresh = [puzzle for puzzle in rest if puzzle.key not in known] or rest
        return fresh[self._chance(len(fresh))]

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
