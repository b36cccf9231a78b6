"""Puzzles for whoever asks: which one comes next, which is today's."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from club.refusals import Refusal
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


class Puzzles:
    """Chooses puzzles."""

    def __init__(self, now: Callable[[], float], chance: Callable[[int], int]) -> None:
        self._now = now
        self._chance = chance

    def today(self) -> Puzzle:
        """Return the puzzle of the day, the same for everybody: another game from one day to the next."""
        day = int(self._now()) // DAY
        games = games_with_puzzles()
        found = shipped(games[day % len(games)].key)
        return found[day // len(games) % len(found)]

    def another(self, game: AnyGame, other_than: str = "") -> Puzzle:
        """Return any puzzle of a game but the one named; raise `Refusal` where the game has none."""
        found = shipped(game.key)
        if not found:
            titles = chain("series.more", [each.title for each in games_with_puzzles()])
            raise Refusal("puzzle.none", title=game.title, titles=titles)
        rest = [puzzle for puzzle in found if puzzle.key != other_than] or found
        return rest[self._chance(len(rest))]
