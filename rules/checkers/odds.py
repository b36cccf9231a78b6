"""Odds: a handicap for a match between unequal players.

One side begins with one or two men fewer, or just lets the other have the first move. The side
that takes odds moves first, as with pawn and move in chess. The missing men are taken from the
giver's back rank, starting at its middle (a ruling: clubs took them off that rank, and no
source says which for each kind).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.checkers.moves import WHITE
from rules.checkers.position import Position, opening_position, set_up_position
from rules.match import Match

MEN: Final[Mapping[str, int]] = MappingProxyType({"move": 0, "man": 1, "two_men": 2})
"""What can be given, and how many men that is."""


def apply_odds(match: Match, odds: str) -> None:
    """Let seat 1 give odds in a match about to begin with all men on the board."""
    if MEN[odds]:
        match.set_position(match.game.dump(_remove_men(match.origin, MEN[odds])))


def detect_odds(origin: Position) -> str | None:
    """Return the odds by men that seat 1 gives in a match with this start.

    `None` if it gives none. Odds of just the first move leave no trace.
    """
    start = opening_position(origin.generator, origin.first)
    return next((odds for odds, men in MEN.items() if men and _remove_men(start, men) == origin), None)


def _remove_men(start: Position, men: int) -> Position:
    """Return a first position with that many men fewer for the side that moves second."""
    gen, giver = start.generator, 1 - start.first
    size, (near, _) = gen.ruleset.size, gen.ruleset.men_rows
    rank, onward = (near - 1, 1) if giver == WHITE else (size - near, -1)
    places, pieces = gen.geometry.places, dict(gen.pieces(start.board))
    back = [square for square in pieces if places[square][1] == rank]
    # From the middle on, and of two as near to it the one on the giver's left.
    back.sort(key=lambda square: (abs(2 * places[square][0] + 1 - size), onward * places[square][0]))
    for square in back[:men]:
        del pieces[square]
    return set_up_position(gen, gen.build_board(pieces), start.first, start.first)
