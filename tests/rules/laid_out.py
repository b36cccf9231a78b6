"""Matches of the games of two colours on a board, for tests: played or laid out."""

from typing import Any, NamedTuple

from rules.game import AnyGame
from rules.match import Match
from rules.squares import FILES


class End(NamedTuple):
    """What an outcome says."""

    winner: int | None
    """The seat of the winner."""
    score: tuple[int, int] | None
    text: str


def play_moves(game: AnyGame, *moves: str, **given: int | str) -> Match:
    """A match of a game with these options after some moves."""
    match = Match(game, given, bytes(32))
    for move in moves:
        match.play(move)
    return match


def lay_out(game: AnyGame, black: str, white: str, **more: Any) -> Match:
    """A match set to two lists of squares, and what else its position has."""
    match = play_moves(game)
    cells = dict.fromkeys(black.split(), "b") | dict.fromkeys(white.split(), "w")
    match.set_position({"cells": cells, **more})
    return match


def cells_of(match: Match) -> dict[str, str]:
    return dict(match.show_view(None)["cells"])


def is_dark(name: str) -> bool:
    return (FILES.index(name[0]) + int(name[1:])) % 2 == 1


def end_of(match: Match) -> End:
    """How a match that must be over has ended."""
    outcome = match.outcome
    assert outcome
    return End(outcome.winner, outcome.score, outcome.text)
