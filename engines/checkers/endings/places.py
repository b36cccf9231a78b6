"""Numbers for the positions of two and three pieces, White to move; Black's are turned round first.

A piece is its square, plus the number of squares if it is a king.
"""

from functools import lru_cache
from typing import Final

from rules.checkers.geometry import WHITE, Geometry
from rules.checkers.rulesets import Ruleset

FEW: Final = 3
"""Pieces up to which positions have numbers."""

Pieces = tuple[int, ...]
"""The pieces of one side, in order."""


class Places:
    """The numbers of the positions of one kind of checkers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.geometry = Geometry(ruleset)
        self.squares = len(self.geometry.bits)
        self.codes = codes = 2 * self.squares
        self.pairs = codes * (codes - 1) // 2
        self.layer = codes * codes + 2 * codes * self.pairs
        """Numbers without streaks. Where a king may make only so many quiet moves in a row, there are as many again
        for each that it has made."""
        self.layers = 1 if ruleset.king_quiet_limit is None else ruleset.king_quiet_limit + 1
        self.size = self.layer * self.layers
        self._all_pairs = [(low, high) for high in range(codes) for low in range(high)]
        self._codes = {
            colour: {
                bit: square if colour == WHITE else self.squares - 1 - square
                for bit, square in self.geometry.of_bit.items()
            }
            for colour in (0, 1)
        }

    def number(self, own: Pieces, other: Pieces) -> int:
        """Return the number of a position of White's and Black's pieces, White to move."""
        codes = self.codes
        if len(own) == 1:
            if len(other) == 1:
                return own[0] * codes + other[0]
            low, high = other
            return codes * codes + codes * self.pairs + own[0] * self.pairs + high * (high - 1) // 2 + low
        low, high = own
        return codes * codes + (high * (high - 1) // 2 + low) * codes + other[0]

    def pieces(self, number: int) -> tuple[Pieces, Pieces]:
        """Return White's and Black's pieces of a number without streaks."""
        codes = self.codes
        if number < codes * codes:
            one, other = divmod(number, codes)
            return (one,), (other,)
        number -= codes * codes
        if number < codes * self.pairs:
            pair, one = divmod(number, codes)
            return self._all_pairs[pair], (one,)
        one, pair = divmod(number - codes * self.pairs, self.pairs)
        return (one,), self._all_pairs[pair]

    def coded(self, side: int, kings: int, colour: int) -> Pieces:
        """Return pieces given as bits, turned round if `colour`, who is to move, is Black."""
        codes, squares = self._codes[colour], self.squares
        found = []
        while side:
            bit = side & -side
            side ^= bit
            found.append(codes[bit] + squares if bit & kings else codes[bit])
        if len(found) == 2 and found[0] > found[1]:
            found.reverse()
        return tuple(found)

    def board(self, own: Pieces, other: Pieces) -> tuple[int, int, int]:
        """Return the bits of White's pieces, of Black's, and of all kings."""
        bits, squares = self.geometry.bits, self.squares
        white = sum(bits[piece % squares] for piece in own)
        black = sum(bits[piece % squares] for piece in other)
        return white, black, sum(bits[piece - squares] for piece in (*own, *other) if piece >= squares)

    def turned(self, pieces: Pieces) -> Pieces:
        """Return pieces as they stand when the board is turned round."""
        last, squares = self.squares - 1, self.squares
        found = [last - piece if piece < squares else last + squares - (piece - squares) for piece in pieces]
        return tuple(sorted(found))

    def mixed(self, pieces: Pieces) -> bool:
        """Return whether a side has a king and a man: only then may its king be barred."""
        return len(pieces) == 2 and pieces[0] < self.squares <= pieces[1]


@lru_cache
def places_of(ruleset: Ruleset) -> Places:
    """Return the numbers of a rule set's positions."""
    return Places(ruleset)
