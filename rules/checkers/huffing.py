"""The cost of declining a capture where capturing is optional.

One piece is removed after the quiet move.
"""

from dataclasses import dataclass

from rules.checkers.captures import Route
from rules.checkers.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Debt:
    """The cost of a quiet move.

    `capturers` are the pieces that could capture, and `longest` is the one of them with the longest
    capture.
    """

    capturers: int
    longest: int

    def forfeited_piece(self, start: int, end: int) -> int:
        """Return the bit of the piece removed after a quiet move between two bits.

        The moved piece pays if it could have captured, otherwise the one with the longest capture.
        """
        return end if start & self.capturers else self.longest


def find_debt(routes: list[Route], geometry: Geometry) -> Debt | None:
    """Return the cost of declining these captures, `None` if there are no captures.

    `routes` are the captures before the rule set's choice between them (a ruling). Among equally long
    captures, the lowest square number counts (another ruling).
    """
    if not routes:
        return None
    capturers = 0
    for route in routes:
        capturers |= route[0]
    longest = min(routes, key=lambda route: (-route[2].bit_count(), geometry.of_bit[route[0]]))
    return Debt(capturers, longest[0])
