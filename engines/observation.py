"""The part of a match that a seat has seen: all that a computer player is given."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.game import AnyGame, Seat, View
from rules.match import Match, secret_of
from rules.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game in which nothing is hidden: its position, as the seat to move has it."""

    game: AnyGame
    seat: Seat
    position: Any

    @property
    def moves(self) -> tuple[Any, ...]:
        """The legal moves, sorted by notation."""
        return _ordered_moves(self.game, self.position)

    @property
    def last(self) -> View:
        """The seat's current view."""
        return self.game.seen_by(self.position, self.seat)


@dataclass(frozen=True, slots=True)
class Views:
    """A game with something hidden.

    It has all views that the seat has been shown, from the first to the last, and its moves.
    """

    game: AnyGame
    seat: Seat
    views: tuple[View, ...]
    moves: tuple[Any, ...]
    """The legal moves in the order of their texts."""

    @property
    def last(self) -> View:
        """The seat's current view."""
        return self.views[-1]


Observation = OpenGame | Views


def observe(match: Match, seat: Seat) -> Observation:
    """Return what the seat to move has seen of the match.

    That is since it began, was loaded or was set.
    """
    return seen_in(match.game, [match.origin, *(ply.position for ply in match.plies)], seat)


def seen_in(game: AnyGame, positions: Sequence[Any], seat: Seat) -> Observation:
    """Return the observation of the seat to move, given all positions in order."""
    if not game.hidden:
        return OpenGame(game, seat, positions[-1])
    views = tuple(game.seen_by(position, seat) for position in positions)
    return Views(game, seat, views, _ordered_moves(game, positions[-1]))


def chance(what: Observation, level: int, seed: int) -> Shuffle:
    """Return the draws of one decision: they depend only on view, level and seed."""
    shown = json.dumps([seed, level, what.game.key, what.game.show(what.last)], sort_keys=True)
    return Shuffle(secret_of(shown))


def _ordered_moves(game: AnyGame, position: Any) -> tuple[Any, ...]:
    """Return the moves of a position in the order of their notation."""
    return tuple(sorted(game.moves(position), key=lambda move: game.write(position, move)))
