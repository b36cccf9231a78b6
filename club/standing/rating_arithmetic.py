"""Ratings from a list of games, updated game by game in order of time.

Players and kinds of games can be any hashable values, such as the bot's ids or a program's texts.
Nothing is remembered between calls, so ratings can be deleted and computed again at any time, to
the last bit (see `glicko`).
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from club.standing.glicko import FLOOR, START, Rating, grow_deviation, update_rating

DAY: Final = 86400.0
"""Seconds."""
KNOWN: Final = 110.0
"""A deviation under which a rating is meaningful.

A table lists such a rating, and it counts for a new kind of the family.
"""
RELATED: Final = 250.0
"""The deviation of a rating that others of its family stand in for."""


class RatedGame(NamedTuple):
    """One rated game.

    It has the time when it ended (seconds since the epoch), who moved first and second, who won (`None`
    for a draw), and the kind of game. `edge` is the first mover's advantage in points, used for the
    expected score.
    """

    at: float
    first: Hashable
    second: Hashable
    winner: Hashable | None
    kind: Hashable
    edge: float = 0.0


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's rating after their last game, its time, and the games played."""

    rating: Rating = START
    at: float | None = None
    games: int = 0

    def rating_at(self, now: float) -> Rating:
        """Return the rating at a time after the last game.

        Its deviation has grown since then.
        """
        return self.rating if self.at is None else grow_deviation(self.rating, (now - self.at) / DAY)


NEW: Final = PlayerStanding()
Families = Mapping[Any, Collection[Any]]
"""The other kinds by which a player is known who is new to a kind."""
NO_FAMILIES: Final[Families] = {}

Everybody = dict[tuple[Any, Any], PlayerStanding]
"""Where everybody stands, by (player, kind); both are hashable."""


def replay_games(games: Iterable[RatedGame], families: Families = NO_FAMILIES) -> Everybody:
    """Return the standings of all players, in the order of their first games.

    Games are sorted by time; games at the same time keep their order. Without `families` of related
    kinds, every player starts each kind at 1500.
    """
    standings: Everybody = {}
    for game in sorted(games, key=_time):
        add_game(standings, game, families)
    return standings


def add_game(standings: Everybody, game: RatedGame, families: Families = NO_FAMILIES) -> None:
    """Update the standings of both players of a game in place.

    Each update uses the other player's rating before the game.
    """
    standings[game.first, game.kind], standings[game.second, game.kind] = standings_after(
        game, *standings_before(standings, game, families)
    )


def standings_before(
    standings: Everybody, game: RatedGame, families: Families = NO_FAMILIES
) -> tuple[PlayerStanding, PlayerStanding]:
    """Return the standings of both players before a game.

    A player with no earlier game of its kind has the initial standing.
    """
    first, second = game.first, game.second
    return (
        standings.get((first, game.kind)) or _initial_standing(standings, first, game, families),
        standings.get((second, game.kind)) or _initial_standing(standings, second, game, families),
    )


def standings_after(
    game: RatedGame, first: PlayerStanding, second: PlayerStanding
) -> tuple[PlayerStanding, PlayerStanding]:
    """Return the standings of both players after a game.

    Each update uses the other player's rating before the game.
    """
    one, other = first.rating_at(game.at), second.rating_at(game.at)
    score = 0.5 if game.winner is None else 1.0 if game.winner == game.first else 0.0
    return (
        PlayerStanding(
            _apply_floor(update_rating(one, [(other, score)], game.edge)), game.at, first.games + 1
        ),
        PlayerStanding(
            _apply_floor(update_rating(other, [(one, 1.0 - score)], -game.edge)), game.at, second.games + 1
        ),
    )


def _initial_standing(
    standings: Everybody, player: Hashable, game: RatedGame, family: Families
) -> PlayerStanding:
    """Return a player's standing before their first game of a kind.

    It is estimated from their ratings in related kinds, weighted by 1 / σ².
    """
    weights = points = 0.0
    for kind in family.get(game.kind, ()):
        rating = standings.get((player, kind), NEW).rating_at(game.at)
        if rating.deviation < KNOWN:
            weight = 1.0 / (rating.deviation * rating.deviation)
            weights += weight
            points += weight * rating.points
    return PlayerStanding(Rating(points / weights, RELATED)) if weights else NEW


def _time(game: RatedGame) -> float:
    return game.at


def _apply_floor(rating: Rating) -> Rating:
    """Return a rating whose deviation is at least `FLOOR`."""
    return Rating(rating.points, max(FLOOR, rating.deviation))
