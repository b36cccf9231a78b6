"""Quiet moves of men and kings, listed or only counted.

All pieces are bits of `Geometry`; each function serves one colour of one rule set.
"""

from collections.abc import Callable

from rules.checkers.geometry import Geometry
from rules.checkers.rulesets import Ruleset

Lister = Callable[[int, int, int], list[tuple[int, int]]]
"""(own pieces, opponent's pieces, all kings) -> the quiet moves.

Each is a start bit and an end bit.
"""

MoveTally = Callable[[int, int, int], int]
"""(own pieces, opponent's pieces, all kings) -> how many quiet moves there are."""


def build_quiet_moves(ruleset: Ruleset, geometry: Geometry, colour: int) -> tuple[Lister, MoveTally]:
    """Return two functions for one colour.

    One lists its quiet moves, the other counts them faster.
    """
    playable = geometry.playable
    man_ups, man_downs = geometry.shifts(ruleset.man_moves, colour)
    reach = _reach(ruleset, geometry)

    def list_moves(own: int, other: int, kings: int) -> list[tuple[int, int]]:
        """Return the quiet moves."""
        moves = []
        occupied = own | other
        empty = playable ^ occupied
        mine = own & kings
        men = own ^ mine
        for shift in man_ups:
            ends = (men << shift) & empty
            while ends:
                end = ends & -ends
                ends ^= end
                moves.append((end >> shift, end))
        for shift in man_downs:
            ends = (men >> shift) & empty
            while ends:
                end = ends & -ends
                ends ^= end
                moves.append((end << shift, end))
        while mine:
            king = mine & -mine
            mine ^= king
            ends = reach(king, occupied)
            while ends:
                end = ends & -ends
                ends ^= end
                moves.append((king, end))
        return moves

    def count_moves(own: int, other: int, kings: int) -> int:
        """Return the number of quiet moves."""
        occupied = own | other
        empty = playable ^ occupied
        mine = own & kings
        men = own ^ mine
        count = 0
        for shift in man_ups:
            count += ((men << shift) & empty).bit_count()
        for shift in man_downs:
            count += ((men >> shift) & empty).bit_count()
        while mine:
            king = mine & -mine
            mine ^= king
            count += reach(king, occupied).bit_count()
        return count

    return list_moves, count_moves


def _reach(ruleset: Ruleset, geometry: Geometry) -> Callable[[int, int], int]:
    """Return a function from a king's bit and all pieces to the bits it may move to."""
    ways = {direction: geometry.shift(direction) for direction in ruleset.king_moves}
    if not ruleset.flying:
        beside = {
            bit: sum(
                geometry.ray(square, way) & (bit << by if by > 0 else bit >> -by) for way, by in ways.items()
            )
            for square, bit in enumerate(geometry.bits)
        }
        return lambda king, occupied: beside[king] & ~occupied

    ups = {
        bit: [geometry.ray(square, way) for way, by in ways.items() if by > 0]
        for square, bit in enumerate(geometry.bits)
    }
    downs = {
        bit: [geometry.ray(square, way) for way, by in ways.items() if by < 0]
        for square, bit in enumerate(geometry.bits)
    }

    def reach(king: int, occupied: int) -> int:
        ends = 0
        for ray in ups[king]:
            blockers = ray & occupied
            ends |= ray & ((blockers & -blockers) - 1)
        for ray in downs[king]:
            blocked = (ray & occupied).bit_length()
            ends |= ray >> blocked << blocked
        return ends

    return reach
