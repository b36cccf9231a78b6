"""Game tree of Yin Yang for the search, on two bit boards."""

from collections.abc import Sequence
from typing import Any, Final

from engines.bounds import WIN
from engines.squares.field import Branch
from rules.black_and_white import BLACK, WHITE
from rules.yin_yang import AROUND, OWN_COLOUR, RAYS, SIZE, Move, Position

SQUARES: Final = range(SIZE**2)
BESIDE: Final = tuple(sum(1 << other for other in around) for around in AROUND)
WAYS: Final = tuple(
    tuple(
        tuple(
            (
                sum(1 << square for square in ray[:distance]),
                1 << ray[distance - 1],
                Move(origin, ray[distance - 1]),
            )
            for ray in RAYS[origin]
            if 0 < distance <= len(ray)
        )
        for distance in range(9)
    )
    for origin in SQUARES
)
"""By square and distance: (the squares that must be empty, their last, the move)."""
DARK: Final = sum(1 << square for square in SQUARES if OWN_COLOUR[square] == BLACK)
LIGHT: Final = ((1 << SIZE**2) - 1) ^ DARK


class YinYangGameTree:
    """The game tree of Yin Yang; a state is (black stones, white stones)."""

    def scale_nodes(self, nodes: int) -> int:
        """Return `nodes` unchanged, because there is only one board size."""
        return nodes

    def root_state(self, position: Position) -> tuple[int, int]:
        """Return the stones of both colours."""
        cells = position.cells
        return (
            sum(1 << square for square in SQUARES if cells[square] == BLACK),
            sum(1 << square for square in SQUARES if cells[square] == WHITE),
        )

    def expand(self, state: tuple[int, int], turn: int) -> list[Branch]:
        """Return a branch for every move of a stone.

        The game is over when there are none.
        """
        black, white = state
        taken = black | white
        lead = 2 * ((black & DARK).bit_count() + (white & LIGHT).bit_count()) - taken.bit_count()
        grown: list[Branch] = []
        left = taken
        while left:
            bit = left & -left
            left ^= bit
            square = bit.bit_length() - 1
            is_black = bit & black
            distance = (BESIDE[square] & (black if is_black else white)).bit_count()
            if not distance:
                continue
            own = bool(is_black) == bool(bit & DARK)
            # The stone that stays behind counts for the other, and after an odd way the one that moved does too.
            gain = (-3 if own else 3) if distance & 1 else (-1 if own else 1)
            for way, target, move in WAYS[square][distance]:
                if not way & taken:
                    after = (
                        (black ^ bit | target, white | bit)
                        if is_black
                        else (black | bit, white ^ bit | target)
                    )
                    grown.append((10 * (lead + gain), 1 - turn, after, move))
        return grown

    def is_halfway(self, state: tuple[int, int]) -> bool:
        """Return false, because every branch is a whole move."""
        del state
        return False

    def final_worth(self, state: tuple[int, int]) -> int:
        """Return the exact worth of a finished position to seat 0.

        `state` has the black stones and the white ones, a bit for each square.
        """
        black, white = state
        own = (black & DARK).bit_count() + (white & LIGHT).bit_count()
        other = (black | white).bit_count() - own
        return WIN + own - other if own > other else own - other - WIN

    def find_move(self, actions: Sequence[Any], moves: Sequence[Any]) -> Any:
        """Return the only action, which is the move itself."""
        del moves
        return actions[0]
