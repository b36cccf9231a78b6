"""One position under the rules of every kind, and the moves each allows."""

from dataclasses import dataclass
from typing import Final

from rules.catalogue import GAMES
from rules.checkers.contrast import Setting, cells_by_square, group_variants, piece_square
from rules.checkers.geometry import BLACK
from rules.checkers.position import COLOURS, SIDES, SYMBOLS, Position
from rules.checkers.rulesets import AIM, RULESETS
from rules.match import Match

SWAPPED: Final = str.maketrans("wWbB", "bBwW")
"""The symbols of the other colour."""


@dataclass(frozen=True, slots=True)
class AgreeingKinds:
    """Kinds of checkers that allow the same moves in a position.

    Each is a match that begins with the position.
    """

    matches: tuple[Match, ...]

    @property
    def moves(self) -> list[str]:
        """Return the moves as the first of them writes them."""
        return self.matches[0].moves()


def setting_of(position: Position) -> Setting:
    """Return a position for any board, with White to move.

    If Black is to move, the board is turned round and the colours swapped.
    """
    pieces: list[tuple[tuple[int, int], str]] = []
    gen = position.generator
    last = gen.ruleset.size - 1
    for square, piece in gen.pieces(position.board).items():
        (file, down), symbol = piece_square(gen, square), SYMBOLS[piece]
        if position.colour == BLACK:
            file, down, symbol = last - file, last - down, symbol.translate(SWAPPED)
        pieces.append(((file, down), symbol))
    return Setting(gen.ruleset.size, tuple(sorted(pieces)))


def under_all(position: Position) -> list[AgreeingKinds]:
    """Return the kinds of checkers that fit a position, grouped by allowed moves.

    A kind fits if its board has room for the position, and it is taken with the same aim. The largest
    groups come first. Kinds under whose rules no player can move are left out.
    """
    setting, aim = setting_of(position), position.generator.ruleset.aim
    groups = (tuple(_match(key, aim, setting) for key in keys) for keys in group_variants(setting))
    return [AgreeingKinds(matches) for matches in groups if matches[0].turn is not None]


def _match(key: str, aim: str, setting: Setting) -> Match:
    row = RULESETS[key]
    options = {AIM: aim} | ({"first": COLOURS[0]} if row.first == "lot" else {})
    match = Match(GAMES[key], options, bytes(32))
    match.set_position({"cells": cells_by_square(row, setting), "turn": list(match.sides).index(SIDES[0])})
    return match
