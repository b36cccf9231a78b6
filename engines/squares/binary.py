"""Game tree of Binary for the search, on two bit boards.

A turn may place two pieces; it is searched as two halves. A state between the halves keeps the
square of the first, and the mover stays the same. The estimate counts current territories, pieces
in hand, and pieces on squares of their own colour.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from engines.bounds import WIN
from engines.squares.field import OVER, Branch
from rules.binary import Move, Position
from rules.squares import is_dark, neighbours

State = tuple[int, int, int, int, int]
"""Black's pieces, White's pieces, both hands, the square of a first half or -1."""

POINT: Final = 10
HELD: Final = 32
"""What a piece in hand is worth."""
SECURE: Final = 6
"""The worth of a piece on a square of its own colour, which it holds for good."""
CUT: Final = 12
"""What it costs a territory to lose a square between two others."""

Part = tuple[int, int]
"""A territory: its squares and how many they are."""


class BinaryGameTree:
    """The game tree of Binary on a board of one size.

    Get it from `game_tree_of`, which caches it.
    """

    def __init__(self, size: int) -> None:
        count = size**2
        self._size = size
        self._count = count
        self._all = (1 << count) - 1
        files = [sum(1 << rank * size + file for rank in range(size)) for file in range(size)]
        self._not_first, self._not_last = self._all ^ files[0], self._all ^ files[-1]
        self._beside = tuple(sum(1 << to for to in around) for around in neighbours(size))
        dark = sum(1 << at for at in range(count) if is_dark(size, at))
        self._owned = (dark, self._all ^ dark)
        low = size // 2 - 1
        self._centre = sum(1 << (low + rank) * size + low + file for rank in (0, 1) for file in (0, 1))

    def scale_nodes(self, nodes: int) -> int:
        """Return fewer nodes on a board of more than 64 squares."""
        return max(1, nodes * 64 // max(64, self._count))

    def root_state(self, position: Position) -> State:
        """Return both players' pieces and hands."""
        cells = position.cells
        black, white = (sum(1 << at for at in range(self._count) if cells[at] == seat + 1) for seat in (0, 1))
        return black, white, *position.hands, -1

    def expand(self, state: State, turn: int) -> list[Branch]:
        """Return a branch for each square that a piece may go to.

        After the first half of a turn there is also a branch that ends the turn.
        """
        first, hand, owned = state[4], state[2 + turn], self._owned[turn]
        sides = state[0], state[1]
        empty = self._all ^ sides[0] ^ sides[1]
        pairable = empty & owned & ~self._centre
        opening = not sides[0] | sides[1] and turn == 0
        parts = self.parts(sides, 0), self.parts(sides, 1)
        base = self.evaluate(state, parts)
        grown: list[Branch] = []
        if first >= 0:
            seat = _next(state[2], state[3], turn)
            worth = _end_worth(_sizes(parts[0]), _sizes(parts[1])) if seat == OVER else base
            grown.append((worth, seat, (*state[:4], -1), -1))
            squares = pairable
        elif opening:
            squares = pairable
        else:
            squares = empty & (owned | ~self._centre) if hand == 1 else empty
        while squares:
            bit = squares & -squares
            squares ^= bit
            at = bit.bit_length() - 1
            cost = 2 if bit & self._centre and not bit & owned else 1
            hands = (state[2] - cost, state[3]) if turn == 0 else (state[2], state[3] - cost)
            pieces = (sides[0] | bit, sides[1]) if turn == 0 else (sides[0], sides[1] | bit)
            worth = base + (1 - 2 * turn) * self._gain(bit, at, turn, parts, cost)
            if first < 0 and not opening and bit & pairable and hand > 1 and pairable ^ bit:
                grown.append((worth, turn, (*pieces, *hands, at), at))
                continue
            seat = _next(*hands, turn)
            if seat == OVER:
                worth = _end_worth(*self._sizes_after(bit, at, turn, parts))
            grown.append((worth, seat, (*pieces, *hands, -1), at))
        return grown

    def _sizes_after(
        self, bit: int, at: int, turn: int, parts: tuple[list[Part], list[Part]]
    ) -> tuple[list[int], list[int]]:
        """Return the sizes of both sides' territories after a piece is placed there."""
        if bit & self._owned[turn]:
            return _sizes(parts[0]), _sizes(parts[1])
        beside = self._beside[at]
        mine: list[int] = []
        theirs: list[int] = []
        joined = 1
        for squares, size in parts[turn]:
            if size == 1:
                joined += (squares & beside).bit_count()
            elif squares & beside:
                joined += size
            else:
                mine.append(size)
        if joined > 1:
            mine.append(joined)
        for squares, size in parts[1 - turn]:
            if squares & bit:
                theirs += _sizes(self._connected_parts(squares ^ bit))
            elif size > 1:
                theirs.append(size)
        return (mine, theirs) if turn == 0 else (theirs, mine)

    def parts(self, sides: tuple[int, int], seat: int) -> list[Part]:
        """Return the connected parts of a seat's pieces and empty squares, even singles."""
        return self._connected_parts(sides[seat] | self._owned[seat] & ~sides[1 - seat])

    def _connected_parts(self, left: int) -> list[Part]:
        """Return the connected parts of some squares.

        All isolated squares are returned together, as the last part.
        """
        size, not_first, not_last = self._size, self._not_first, self._not_last
        single = left & ~((left << 1) & not_first | (left >> 1) & not_last | left << size | left >> size)
        found: list[Part] = []
        left ^= single
        while left:
            part = left & -left
            while True:
                more = (
                    part | (part << 1) & not_first | (part >> 1) & not_last | part << size | part >> size
                ) & left
                if more == part:
                    break
                part = more
            found.append((part, part.bit_count()))
            left ^= part
        return [*found, (single, 1)]

    def evaluate(self, state: State, parts: tuple[list[Part], list[Part]]) -> int:
        """Return the worth of a position as it stands."""
        black, white = (_points(_sizes(side)) for side in parts)
        secure = (state[0] & self._owned[0]).bit_count() - (state[1] & self._owned[1]).bit_count()
        return POINT * (black - white) + HELD * (state[2] - state[3]) + SECURE * secure

    def _gain(self, bit: int, at: int, turn: int, parts: tuple[list[Part], list[Part]], cost: int) -> int:
        """Return about how much a piece there changes for the side that places it."""
        if bit & self._owned[turn]:
            return SECURE - HELD * cost
        beside = self._beside[at]
        joined, points, largest = 1, 0, 0
        for squares, size in parts[turn]:
            if size == 1:
                alone = (squares & beside).bit_count()
                joined += alone
                points += alone
            else:
                largest = max(largest, size)
                if squares & beside:
                    joined += size
        gained = points + (joined > 1) + max(0, joined - largest)
        for squares, size in parts[1 - turn]:
            if size > 1 and squares & bit:
                ways = (squares & beside).bit_count()
                biggest = max(each for _, each in parts[1 - turn])
                return POINT * (gained + 1 + (size == biggest)) + CUT * (ways - 1) - HELD * cost
        return POINT * gained - HELD * cost

    def is_halfway(self, state: State) -> bool:
        """Whether the first of two pieces has been placed."""
        return state[4] >= 0

    def final_worth(self, state: State) -> int:
        """Return the exact worth of a finished game.

        It is decided by points, then by the first pair of territories that differ in size.
        """
        sides = state[0], state[1]
        parts = self.parts(sides, 0), self.parts(sides, 1)
        return _end_worth(_sizes(parts[0]), _sizes(parts[1]))

    def find_move(self, actions: Sequence[Any], moves: Sequence[Any]) -> Move:
        """Return the occupied squares as a move, in the order of their numbers."""
        del moves
        return tuple(sorted(at for at in actions if at >= 0))


def _next(black: int, white: int, turn: int) -> int:
    """Return the seat to move next with these hands, or `OVER`."""
    hands = black, white
    return 1 - turn if hands[1 - turn] else turn if hands[turn] else OVER


def _sizes(parts: list[Part]) -> list[int]:
    """Return the sizes of the territories among the parts; a lone square is not one."""
    return [size for _, size in parts if size > 1]


def _points(sizes: list[int]) -> int:
    """Return twice the largest territory plus the sum of the others."""
    return sum(sizes) + max(sizes, default=0)


def _end_worth(black: list[int], white: list[int]) -> int:
    """Return the exact worth of a finished game with territories of these sizes."""
    lead = _points(black) - _points(white)
    if lead:
        return WIN + lead if lead > 0 else lead - WIN
    black, white = sorted(black, reverse=True), sorted(white, reverse=True)
    return 0 if black == white else WIN if black > white else -WIN


game_tree_of = lru_cache(BinaryGameTree)
