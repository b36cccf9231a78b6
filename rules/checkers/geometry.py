"""Boards as integers: the bit of each square, and the shift for each direction.

Rows lie one after another, separated by columns of no square ("padding"). A step off the side of
the board ends on padding, so every direction is one shift for all squares. If only one tone is
played, every other bit would stay empty; an odd row length lets these bits be left out.
"""

from rules.checkers.rulesets import Direction, Ruleset

WHITE, BLACK = 0, 1
"""The colours.

White stands on the low ranks and moves up, Black on the high ones and moves down.
"""


class Geometry:
    """The squares of one board, in the order of their numbers, and their bits.

    `squares` has their names (index = number − 1), and `index` the indexes by name. `bits` has the
    bit of each square, and `of_bit` the indexes by bit. `playable` is all bits together.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.size = ruleset.size
        self._one_tone = ruleset.squares != "all"
        # A step sideways on one tone is two squares long, so it needs padding of more than one.
        sideways = any(dr == 0 for _, dr in ruleset.man_captures + ruleset.king_captures)
        self._row = self.size + (3 if self._one_tone and sideways else 1)
        parity = (ruleset.squares == "light") ^ (ruleset.a1 == "light")
        places = [
            (file, rank)
            for rank in reversed(range(self.size))
            for file in range(self.size)
            if not self._one_tone or (file + rank) % 2 == parity
        ]
        if ruleset.numbering == "lower_right":
            places.reverse()
        self.places: tuple[tuple[int, int], ...] = tuple(places)
        self.squares: tuple[str, ...] = tuple(f"{'abcdefghijkl'[f]}{r + 1}" for f, r in places)
        self.index: dict[str, int] = {name: square for square, name in enumerate(self.squares)}
        self.bits: tuple[int, ...] = tuple(self._bit(*place) for place in places)
        self.of_bit: dict[int, int] = {bit: square for square, bit in enumerate(self.bits)}
        self.playable: int = sum(self.bits)
        self._far_ranks = self.rank_bits(self.size, self.size), self.rank_bits(1, 1)

    def rank_bits(self, first: int, last: int) -> int:
        """Return the bits of the playable squares on ranks `first` to `last`.

        Ranks are counted from 1.
        """
        return sum(
            bit for bit, (_, rank) in zip(self.bits, self.places, strict=True) if first <= rank + 1 <= last
        )

    def far_rank(self, colour: int) -> int:
        """Return the bits of the rank on which a colour's men are crowned."""
        return self._far_ranks[colour]

    def shift(self, direction: Direction, colour: int = WHITE) -> int:
        """Return the shift of a bit for one step of a colour in a direction.

        Up if positive, down if negative.
        """
        files, ranks = self._step(direction)
        up = (ranks * self._row + files) // (2 if self._one_tone else 1)
        return up if colour == WHITE else -up

    def shifts(
        self, directions: tuple[Direction, ...], colour: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the shifts of several directions, those up and those down separately."""
        signed = [self.shift(direction, colour) for direction in directions]
        return tuple(s for s in signed if s > 0), tuple(-s for s in signed if s < 0)

    def ray(self, square: int, direction: Direction) -> int:
        """Return the bits between the square and the edge in a direction.

        The direction is White's.
        """
        files, ranks = self._step(direction)
        file, rank = self.places[square]
        found = 0
        while True:
            file, rank = file + files, rank + ranks
            if not (0 <= file < self.size and 0 <= rank < self.size):
                return found
            found |= self._bit(file, rank)

    def _step(self, direction: Direction) -> Direction:
        files, ranks = direction
        if self._one_tone and (files == 0 or ranks == 0):
            return 2 * files, 2 * ranks
        return direction

    def _bit(self, file: int, rank: int) -> int:
        number = rank * self._row + file
        return 1 << (number // 2 if self._one_tone else number)
