"""Trained values of the patterns that men form in small regions of a board.

A pattern says which squares of one region hold White's men, Black's men or nothing. It is worth the
sum of the trained values of each of its men and of each pair of its men, so patterns that did not
occur in training have a worth too. When the board is turned round and the colours are exchanged,
the worth is the same for the other side.
"""

import gzip
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Final

from rules.checkers.geometry import Geometry
from rules.checkers.rulesets import RULESETS

CORNERS: Final = {8: (0, 2, 4), 10: (0, 2, 4, 6), 12: (0, 3, 5, 8)}
"""Where regions of four files and four ranks begin, by the board's edge.

They begin there along files and along ranks.
"""
CORNERS_OF_ALL: Final = (0, 2, 3, 5)
"""Where regions of three files and ranks begin on a board with all squares played."""

FINE: Final = 16
"""Parts of a hundredth of a man in which worths are kept."""

WEIGHTS: Final = Path(__file__).parent / "weights"
"""A file for each variant that has been trained, `<key>.gz`."""

Part = tuple[int, int]
"""A number of a worth, and 1 or -1: whose it is."""


class PatternRegions:
    """The regions of one board, and the numbering of their trained values."""

    def __init__(self, geometry: Geometry) -> None:
        squares = {place: square for square, place in enumerate(geometry.places)}
        size, everywhere = geometry.size, len(geometry.bits) == geometry.size**2
        edge, corners = (3, CORNERS_OF_ALL) if everywhere else (4, CORNERS[size])
        self.blacks = geometry.playable.bit_length()
        """Bit offset of Black's men, so that one integer holds the men of both."""
        self.regions = tuple(
            tuple(
                squares[file, rank]
                for rank in range(bottom, bottom + edge)
                for file in range(left, left + edge)
                if (file, rank) in squares
            )
            for bottom in corners
            for left in corners
        )
        """The squares of each region, by number.

        The last region is the first one turned round, and so on inward.
        """
        self._white = [[geometry.bits[square] for square in region] for region in self.regions]
        self._black = [[bit << self.blacks for bit in bits] for bits in self._white]
        self.masks = tuple(sum(bits) | sum(bits) << self.blacks for bits in self._white)
        length = len(self.regions[0])
        self._places = {pair: 2 * length + 4 * at for at, pair in enumerate(combinations(range(length), 2))}
        self._stride = 2 * length + 4 * len(self._places)
        self.size = (len(self.regions) + 1) // 2 * self._stride
        """How many worths there are: those of the first half of the regions."""

    def parts(self, region: int, men: int) -> list[Part]:
        """Return the parts that add up to the worth of a region's pattern.

        `men` are the men of both colours as bits.
        """
        other = len(self.regions) - 1 - region
        found = []
        if region <= other:
            digits = [
                1 if men & white else 2 if men & black else 0
                for white, black in zip(self._white[region], self._black[region], strict=True)
            ]
            found += [(number, 1) for number in self._numbers(region, digits)]
        if other <= region:
            # The squares of a region lie in the order of ranks and files, so a turn puts them in the opposite order.
            digits = [
                2 if men & white else 1 if men & black else 0
                for white, black in zip(self._white[region], self._black[region], strict=True)
            ]
            found += [(number, -1) for number in self._numbers(other, digits[::-1])]
        return found

    def _numbers(self, region: int, digits: Sequence[int]) -> Iterator[int]:
        """Yield the numbers of a pattern's worths; digit 1 is White's man, 2 Black's."""
        first = region * self._stride
        men = [(place, digit) for place, digit in enumerate(digits) if digit]
        for place, digit in men:
            yield first + 2 * place + digit - 1
        for (one, colour), (two, other) in combinations(men, 2):
            yield first + self._places[one, two] + 2 * (colour - 1) + other - 1


@lru_cache
def pattern_regions(key: str) -> PatternRegions:
    """Return the pattern regions for a variant's board."""
    return PatternRegions(Geometry(RULESETS[key]))


def load_worths(key: str) -> Sequence[int] | None:
    """Load the trained values of a variant.

    They are ordered by their numbers, in sixteenths of a hundredth of a man. Return `None` if the
    variant has not been trained.
    """
    path = WEIGHTS / f"{key}.gz"
    if not path.exists():
        return None
    data = gzip.decompress(path.read_bytes())
    return [int.from_bytes(data[at : at + 2], "little", signed=True) for at in range(0, len(data), 2)]


def write_worths(path: Path, worths: Sequence[int]) -> None:
    """Write a variant's trained values to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = b"".join(worth.to_bytes(2, "little", signed=True) for worth in worths)
    path.write_bytes(gzip.compress(data, mtime=0))
