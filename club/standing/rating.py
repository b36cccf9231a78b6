"""Ratings from a list of games: one update a game, in the order of time.

A player and a game are whatever names them: the bot's numbers, a program's texts. Nothing is remembered from one call
to the next, so ratings can be thrown away and computed again at any time, to the last bit (see `glicko`).
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from club.standing.glicko import FLOOR, START, Rating, grown, updated

DAY: Final = 86400.0
"""Seconds."""


class Game(NamedTuple):
    """One rated game: when it ended (seconds since the epoch), who moved first and second, who won, what was played."""

    at: float
    first: Hashable
    second: Hashable
    winner: Hashable | None
    kind: Hashable


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rating as it was after their last game, when that was, and how many they have played."""

    rating: Rating = START
    at: float | None = None
    games: int = 0

    def rating_at(self, now: float) -> Rating:
        """Return the rating at a time that is not before the last game: the deviation has grown since."""
        return self.rating if self.at is None else grown(self.rating, (now - self.at) / DAY)


NEW: Final = Standing()


def replay(
    games: Iterable[Game], advantage: Mapping[Hashable, float]
) -> dict[tuple[Hashable, Hashable], Standing]:
    """Return where everybody stands after these games, by (player, kind), in the order of their first games.

    Games are taken in the order of time, those of one moment as they are given. `advantage` has the points that the
    first mover's rating is raised by where a result is expected; a kind that is not in it has none.
    """
    standings: dict[tuple[Hashable, Hashable], Standing] = {}
    for game in sorted(games, key=_time):
        first, second = (game.first, game.kind), (game.second, game.kind)
        standings[first], standings[second] = after(
            game,
            standings.get(first, NEW),
            standings.get(second, NEW),
            advantage.get(game.kind, 0.0),
        )
    return standings


def after(game: Game, first: Standing, second: Standing, edge: float) -> tuple[Standing, Standing]:
    """Return where both players of a game stand after it, each by the other's numbers before it."""
    one, other = first.rating_at(game.at), second.rating_at(game.at)
    score = 0.5 if game.winner is None else 1.0 if game.winner == game.first else 0.0
    return (
        Standing(_floored(updated(one, [(other, score)], edge)), game.at, first.games + 1),
        Standing(_floored(updated(other, [(one, 1.0 - score)], -edge)), game.at, second.games + 1),
    )


def _time(game: Game) -> float:
    return game.at


def _floored(rating: Rating) -> Rating:
    return Rating(rating.points, max(FLOOR, rating.deviation))
