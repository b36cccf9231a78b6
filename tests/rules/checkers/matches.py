"""Matches of checkers from positions in short text, for tests."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.board import BoardView
from rules.catalogue import GAMES
from rules.checkers.position import Position
from rules.checkers.rulesets import AIM, OPTIONS, RULESETS
from rules.game import AmbiguousMove, IllegalMove
from rules.match import Match, secret_of
from tests.rules.english import english
from tests.sets import leave_to_ci

VARIANTS = tuple(RULESETS)
AIMED = ("american", "international", "russian", "turkish", "frisian", "malaysian")
"""Variants tried with other aims; the aim changes the others in the same way."""
SETUPS: list[tuple[str, dict[str, str]]] = [(key, {}) for key in VARIANTS] + [
    (key, {name: value})
    for key, options in OPTIONS.items()
    for name, values in options.items()
    for value in list(values)[1:]
    if name != AIM or key in AIMED
]
"""Every variant under its defaults, then with each other value of each option."""
UNLIKE = ("american", "international", "russian", "turkish", "frisian")
"""Variants that differ from each other.

They have short and flying kings, a free choice of captures or the most, diagonals and lines or
both.
"""
EVERY_VARIANT = leave_to_ci(VARIANTS, but=UNLIKE)
EVERY_SETUP = leave_to_ci(SETUPS, but=[(key, {}) for key in UNLIKE])


def new(key: str, **options: str) -> Match:
    """A match from the start; a lot falls as the seed has it."""
    return Match(GAMES[key], options, secret_of("test"))


def at(
    key: str,
    white: str,
    black: str,
    to_move: str = "White",
    counters: Mapping[str, Any] | None = None,
    **options: str,
) -> Match:
    """A match set to two lists of pieces such as "a3 Kb4"; `to_move` is a colour."""
    match = new(key, **options)
    cells = {
        piece.removeprefix("K"): symbol.upper() if piece.startswith("K") else symbol
        for symbol, pieces in (("w", white), ("b", black))
        for piece in pieces.split()
    }
    data: dict[str, Any] = {"cells": cells, "turn": english(match.sides).index(to_move)}
    match.set_position(data if counters is None else {**data, "clock": counters})
    return match


def position(match: Match) -> Position:
    """Where a match stands, typed."""
    found = match.position
    assert isinstance(found, Position)
    return found


def view(match: Match) -> BoardView:
    """The board as everybody sees it, typed."""
    found = match.view(None)
    assert isinstance(found, BoardView)
    return found


def refusal(match: Match, text: str) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises((IllegalMove, AmbiguousMove)) as refused:
        match.play(text)
    return str(refused.value)
