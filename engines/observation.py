"""Observations: the part of a match that a seat has seen.

An observation is all that a computer player is given.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.game import AnyGame, Seat, View
from rules.match import Match, secret_of
from rules.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class OpenGameObservation:
    """An observation of a game without hidden information: the current position."""

    game: AnyGame
    seat: Seat
    position: Any

    @property
    def moves(self) -> tuple[Any, ...]:
        """The legal moves, sorted by notation."""
        return _ordered_moves(self.game, self.position)

    @property
    def current_view(self) -> View:
        """The seat's view of the current position."""
        return self.game.seen_by(self.position, self.seat)


@dataclass(frozen=True, slots=True)
class HiddenGameObservation:
    """An observation of a game with hidden information.

    It has all views that the seat has been shown, from the first to the last, and its legal moves.
    """

    game: AnyGame
    seat: Seat
    views: tuple[View, ...]
    moves: tuple[Any, ...]
    """The legal moves in the order of their texts."""

    @property
    def current_view(self) -> View:
        """The seat's view of the current position."""
        return self.views[-1]


Observation = OpenGameObservation | HiddenGameObservation


def observe(match: Match, seat: Seat) -> Observation:
    """Return what the seat to move has seen of the match.

    It begins where the match began, or where it was loaded or set up.
    """
    return observe_positions(match.game, [match.origin, *(ply.position for ply in match.plies)], seat)


def observe_positions(game: AnyGame, positions: Sequence[Any], seat: Seat) -> Observation:
    """Return the observation of the seat to move, given all positions in order."""
    if not game.hidden:
        return OpenGameObservation(game, seat, positions[-1])
    views = tuple(game.seen_by(position, seat) for position in positions)
    return HiddenGameObservation(game, seat, views, _ordered_moves(game, positions[-1]))


def decision_shuffle(observation: Observation, level: int, seed: int) -> Shuffle:
    """Return the random generator for one decision.

    It depends only on the current view, the level and the seed.
    """
    shown = json.dumps(
        [seed, level, observation.game.key, observation.game.show(observation.current_view)], sort_keys=True
    )
    return Shuffle(secret_of(shown))


def _ordered_moves(game: AnyGame, position: Any) -> tuple[Any, ...]:
    """Return the moves of a position in the order of their notation."""
    return tuple(sorted(game.moves(position), key=lambda move: game.write(position, move)))
