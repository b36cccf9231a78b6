"""Numbering of the positions with few pieces, White to move.

Positions with Black to move are turned round first. A piece is coded as its square, plus the number
of squares if it is a king. The numbers of three pieces come before those of four, so that each may
have a file of its own.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from rules.checkers.geometry import WHITE, Geometry
from rules.checkers.rulesets import Ruleset

FEW: Final = 3
"""Pieces up to which positions have numbers on every board."""

SMALL: Final = 32
"""Squares of a board up to which the positions of one piece more have numbers too."""

Pieces = tuple[int, ...]
"""The pieces of one side, in order."""


class PositionNumbers:
    """The numbering of positions for one kind of checkers."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.geometry = Geometry(ruleset)
        self.squares = len(self.geometry.bits)
        self.codes = codes = 2 * self.squares
        self.most = FEW + 1 if self.squares <= SMALL else FEW
        """Pieces up to which positions have numbers."""
        self._sections: list[tuple[int, int]] = []
        self._first: list[int] = []
        self.layer = 0
        """Numbers without streaks.

        If a king may make only so many quiet moves in a row, there are as many again for each that it has
        made.
        """
        self.of_three = 0
        """The first numbers, those of three pieces and two."""
        for pieces in range(2, self.most + 1):
            for own in range(pieces - 1, 0, -1):
                self._sections.append((own, pieces - own))
                self._first.append(self.layer)
                self.layer += comb(codes, own) * comb(codes, pieces - own)
            if pieces == FEW:
                self.of_three = self.layer
        self.layers = 1 if ruleset.king_quiet_limit is None else ruleset.king_quiet_limit + 1
        self.first_of = dict(zip(self._sections, self._first, strict=True))
        """The first number of so many own and so many other pieces."""
        self.sides = [comb(codes, pieces) for pieces in range(self.most)]
        """How many ways there are for so many pieces of a side to stand."""
        self._twos = [comb(code, 2) for code in range(codes)]
        self._threes = [comb(code, 3) for code in range(codes)]
        self._by_rank: list[list[Pieces]] = [
            sorted(combinations(range(codes), pieces), key=lambda side: side[::-1])
            for pieces in range(self.most)
        ]
        last, squares = self.squares - 1, self.squares
        self.turn = [last - square for square in range(squares)]
        """By code, what a piece is when the board is turned round."""
        self.turn += [squares + square for square in self.turn]
        self._codes = {
            colour: {
                bit: square if colour == WHITE else last - square
                for bit, square in self.geometry.of_bit.items()
            }
            for colour in (0, 1)
        }

    def rank(self, side: Pieces) -> int:
        """Return the rank of one side's pieces among all sets of the same size."""
        if len(side) == 1:
            return side[0]
        if len(side) == 2:
            return self._twos[side[1]] + side[0]
        return self._threes[side[2]] + self._twos[side[1]] + side[0]

    def number(self, own: Pieces, other: Pieces) -> int:
        """Return the number of a position with White to move, given both sides' pieces."""
        waiting = len(other)
        return self.first_of[len(own), waiting] + self.rank(own) * self.sides[waiting] + self.rank(other)

    def pieces(self, number: int) -> tuple[Pieces, Pieces]:
        """Return White's and Black's pieces for a position number.

        The number must be of the first layer, in which no king has a streak of quiet moves.
        """
        section = bisect_right(self._first, number) - 1
        own, other = self._sections[section]
        one, two = divmod(number - self._first[section], self.sides[other])
        return self._by_rank[own][one], self._by_rank[other][two]

    def encode(self, side: int, kings: int, colour: int) -> Pieces:
        """Convert one side's pieces from bits to piece codes.

        `colour` is the side to move; the board is turned round if that is Black.
        """
        codes, squares = self._codes[colour], self.squares
        found = []
        while side:
            bit = side & -side
            side ^= bit
            found.append(codes[bit] + squares if bit & kings else codes[bit])
        found.sort()
        return tuple(found)

    def board(self, own: Pieces, other: Pieces) -> tuple[int, int, int]:
        """Return the bits of White's pieces, of Black's pieces, and of all kings."""
        bits, squares = self.geometry.bits, self.squares
        white = sum([bits[piece % squares] for piece in own])
        black = sum([bits[piece % squares] for piece in other])
        return white, black, sum([bits[piece - squares] for piece in (*own, *other) if piece >= squares])

    def flip(self, pieces: Pieces) -> Pieces:
        """Return the pieces with the board rotated by 180 degrees."""
        return tuple(sorted([self.turn[piece] for piece in pieces]))

    def is_mixed(self, pieces: Pieces) -> bool:
        """Whether a side has both a king and a man.

        Only then may the king be barred from further quiet moves.
        """
        return len(pieces) > 1 and pieces[0] < self.squares <= pieces[-1]


@lru_cache
def position_numbers(ruleset: Ruleset) -> PositionNumbers:
    """Return the position numbering of a rule set."""
    return PositionNumbers(ruleset)
