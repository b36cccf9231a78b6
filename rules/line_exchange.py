"""Boards on which only whole lines count.

Ranks may change places with ranks, and files with files, as in Binar. There are too many such
boards to try each, so they are compared by invariants: how many digits of each kind a line
holds, and which lines cross there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from rules.outline import BoardMarks, Image, Likeness
from rules.squares import Size, files_and_ranks, square_names

EMPTY: Final = 2
PRIME: Final = (1 << 61) - 1
FACTORS: Final = (0x9E3779B97F4A7C1, 0xC2B2AE3D27D4EB4, 0x165667B19E3779F)
"""Odd numbers that mix sums well."""
ROUNDS: Final = 2
"""Times that the hash of a line is recomputed from the lines that cross it."""
MARKS_A_MOVE: Final = 4
"""Marks that one move changes.

Another digit changes the contents of one rank and one file; each loses a mark and gets another.
"""

DigitLines = tuple[tuple[int, ...], ...]
"""The digits of a board, rank by rank; `EMPTY` where there is none."""


class Grid:
    """A board whose lines may be exchanged.

    Its values do not depend on the order of the lines.
    """

    def __init__(self, ranks: DigitLines) -> None:
        self.ranks = ranks
        self.digits = sum(len(rank) - rank.count(EMPTY) for rank in ranks)
        self._most = max(len(ranks), len(ranks[0])) + 1
        self._held = [
            [_digit_counts(rank) for rank in ranks],
            [_digit_counts(file) for file in zip(*ranks, strict=True)],
        ]
        self._counts = [Counter(held) for held in self._held]

    @cached_property
    def marks(self) -> int:
        """A set of bits that describes the lines by their contents.

        Lines with equally many digits of each kind have a bit each: for the first such, the second, …
        """
        return sum(
            self._mark(axis, held, number)
            for axis, counts in enumerate(self._counts)
            for held, count in counts.items()
            for number in range(count)
        )

    @cached_property
    def key(self) -> int:
        """A hash that does not depend on the places of the lines.

        It is equal for boards that differ in those alone, and hardly ever for others.
        """
        known = [[_mix(zeros * 31 + ones) for zeros, ones in held] for held in self._held]
        axes = self.ranks, tuple(zip(*self.ranks, strict=True))
        for _ in range(ROUNDS):
            known = [
                [
                    _mix(
                        line * FACTORS[2]
                        + sum(
                            known[1 - axis][i] * FACTORS[digit]
                            for i, digit in enumerate(cells)
                            if digit < EMPTY
                        )
                    )
                    for line, cells in zip(known[axis], axes[axis], strict=True)
                ]
                for axis in (0, 1)
            ]
        return sum(_mix(sum(known[axis]) + axis + _pairs(known[axis], axes[axis])) for axis in (0, 1))

    def without_one_digit(self, near: int, within: int) -> Iterator["Grid"]:
        """Yield the board without one of its digits.

        Only boards whose marks differ from `near` in at most `within` bits are yielded.
        """
        for i, rank in enumerate(self.ranks):
            for j, digit in enumerate(rank):
                if digit < EMPTY:
                    marks = (
                        self.marks
                        ^ self._mark_change(0, self._held[0][i], digit)
                        ^ self._mark_change(1, self._held[1][j], digit)
                    )
                    if (marks ^ near).bit_count() <= within:
                        less = (*rank[:j], EMPTY, *rank[j + 1 :])
                        yield Grid((*self.ranks[:i], less, *self.ranks[i + 1 :]))

    def _mark_change(self, axis: int, held: tuple[int, int], digit: int) -> int:
        """Return the marks that change if a line holds one digit less."""
        counts, (zeros, ones) = self._counts[axis], held
        less = (zeros, ones - 1) if digit else (zeros - 1, ones)
        return self._mark(axis, held, counts[held] - 1) ^ self._mark(axis, less, counts[less])

    def _mark(self, axis: int, held: tuple[int, int], number: int) -> int:
        zeros, ones = held
        return 1 << ((axis * self._most + zeros) * self._most + ones) * self._most + number


def _digit_counts(line: Sequence[int]) -> tuple[int, int]:
    """Return how many zeros and ones a line has."""
    return line.count(0), line.count(1)


def _pairs(known: Sequence[int], lines: DigitLines) -> int:
    """Return a hash of all pairs of lines.

    For each pair it counts how often both lines have the same digit in the same place, for either
    digit.
    """
    held = [
        tuple(sum(1 << i for i, each in enumerate(line) if each == digit) for digit in (0, 1))
        for line in lines
    ]
    return sum(
        _mix(
            known[i]
            + known[j]
            + FACTORS[0] * (held[i][0] & held[j][0]).bit_count()
            + FACTORS[1] * (held[i][1] & held[j][1]).bit_count()
        )
        for j in range(len(lines))
        for i in range(j)
    )


def _mix(number: int) -> int:
    """Return the number with its bits mixed."""
    number = (number ^ number >> 29) * FACTORS[0] % PRIME
    return (number ^ number >> 31) * FACTORS[1] % PRIME


class ExchangeLikeness(Likeness):
    """Compares boards up to exchanges of lines, and of both digits.

    A move adds one digit.
    """

    within = 2 * MARKS_A_MOVE
    uneven = 2

    def __init__(self, size: Size) -> None:
        self._files, self._ranks = files_and_ranks(size)
        self._names = square_names(size)

    def own_image(self, board: BoardMarks) -> Image:
        """Return the image of a board under no symmetry."""
        return _image(self._lines(board))

    def images(self, board: BoardMarks) -> Sequence[Image]:
        """Return the images of a board under all symmetries.

        These are the board itself, the board with ranks and files exchanged, and both with the digits
        exchanged.
        """
        as_is = self._lines(board)
        found = [as_is, tuple(zip(*as_is, strict=True))]
        found += [tuple(tuple((1, 0, EMPTY)[digit] for digit in rank) for rank in each) for each in found]
        return [_image(each) for each in found]

    def can_become(self, before: Grid, after: Grid, plies: int) -> bool:
        """Whether a board may become another within this many moves.

        Each move adds a digit.
        """
        more = after.digits - before.digits
        if not 0 <= more <= plies or (before.marks ^ after.marks).bit_count() > more * MARKS_A_MOVE:
            return False
        if not more:
            return before.key == after.key
        return any(
            self.can_become(before, less, more - 1)
            for less in after.without_one_digit(before.marks, (more - 1) * MARKS_A_MOVE)
        )

    def canonical_form(self, board: BoardMarks) -> tuple[int, int]:
        """Return a value that is equal for boards that a symmetry maps to each other."""
        return min((image.marks, image.form.key) for image in self.images(board))

    def _lines(self, board: BoardMarks) -> DigitLines:
        digits = [int(board.get(name, EMPTY)) for name in self._names]
        return tuple(tuple(digits[i : i + self._files]) for i in range(0, len(digits), self._files))


def _image(lines: DigitLines) -> Image:
    grid = Grid(lines)
    return Image(grid.marks, grid, grid.digits)


@cache
def exchange_likeness(size: Size) -> ExchangeLikeness:
    """Return the comparison for boards of a size; the same object on every call."""
    return ExchangeLikeness(size)
