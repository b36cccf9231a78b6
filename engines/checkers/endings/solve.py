"""Solver of positions of two and three pieces, from the ends backward.

It finds who wins and in how many plies. A first pass looks at every position forward, with the
moves of the search, for the results of captures and the number of quiet moves. Then wins and losses
are passed back from position to position, the nearest first, by taking back quiet moves. Draws by
count are checked if the material itself starts the count; otherwise the reader of the table checks
whether the win comes in time.
"""

from array import array
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engines.checkers.endings.position_numbers import FEW, Pieces, PositionNumbers, position_numbers
from engines.checkers.move_tree import MoveGenerators, move_generators
from rules.checkers import draws
from rules.checkers.captures import Route
from rules.checkers.geometry import BLACK, WHITE
from rules.checkers.moves import Board
from rules.checkers.quiet import build_quiet_moves
from rules.checkers.rulesets import Ruleset

DRAWN: Final = 0
"""The table's value of a draw, and of a number that is no position.

Any other value is a number of plies plus 1: odd plies until the mover has won, or even ones until
the mover has lost.
"""

FARTHEST: Final = 254


Standing = tuple[int, tuple[int, int, int], int]
"""A position's number, its pieces as bits, and how many streaks its king may have.

The bits are White's pieces, Black's, and all kings.
"""


class EndingSolver:
    """Solver of two- and three-piece positions for one rule set."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._places: PositionNumbers = position_numbers(ruleset)
        self._moves: MoveGenerators = move_generators(ruleset)[WHITE]
        geometry = self._places.geometry
        self._back, _ = build_quiet_moves(ruleset, geometry, WHITE)
        self._far = {colour: geometry.far_rank(colour) for colour in (WHITE, BLACK)}
        self.values = bytearray(self._places.of_three * self._places.layers)
        self._left = bytearray(len(self.values))
        """Quiet moves of a position not known to lose; 0 if nothing depends on them."""
        self._buckets = [array("I") for _ in range(FARTHEST + 2)]
        self._counted = [rule for rule in ruleset.draws if rule.pieces and not rule.main_road]

    def solve(self, max_pieces: int = FEW) -> bytes:
        """Solve all positions of up to `max_pieces` pieces.

        Return their values by position number.
        """
        for pieces in range(2, max_pieces + 1):
            for board in self._boards(pieces):
                self._look(board)
            for plies, bucket in enumerate(self._buckets):
                for number in bucket:
                    self._settle(number, plies)
                del bucket[:]
        return bytes(self.values)

    def _boards(self, pieces: int) -> Iterator[Standing]:
        """Yield every board with this number of pieces, White to move."""
        places = self._places
        for count in range(1, pieces):
            waiting = self._sides(pieces - count, BLACK)
            first, width = places.first_of[count, pieces - count], places.sides[pieces - count]
            for rank, white, thrones, mixed in self._sides(count, WHITE):
                begin = first + rank * width
                for other, black, others, theirs in waiting:
                    if not white & black:
                        layers = places.layers if mixed or theirs else 1
                        yield begin + other, (white, black, thrones | others), layers

    def _sides(self, count: int, colour: int) -> list[tuple[int, int, int, bool]]:
        """Return all placements of some pieces of a colour.

        Each has its rank, its bits, its kings, and whether it has both a king and a man.
        """
        places = self._places
        found = []
        for pieces in combinations(range(places.codes), count):
            bits, _, kings = places.board(pieces, ())
            if bits.bit_count() == count and not bits & ~kings & self._far[colour]:
                found.append((places.rank(pieces), bits, kings, places.is_mixed(pieces)))
        return found

    def _look(self, standing: Standing) -> None:
        """Search a position forward: settle it by its captures, or count its quiet moves."""
        number, board, layers = standing
        numbers = range(number, number + layers * self._places.layer, self._places.layer)
        routes: list[Route] = []
        captures = self._moves.captures(*board, routes)
        if captures:
            if self._ruleset.optional_capture:
                captures += self._moves.quiets(*board, 0, routes)
            plies = best_reply_plies(
                self.plies_to_end(after, left, kings, BLACK) for after, left, kings, *_ in captures
            )
            if plies is not None:
                self._buckets[plies].extend(numbers)
            return
        quiet = self._moves.count_quiets(*board)
        limited = layers > 1 and board[0] & board[0] - 1  # the mover has the king and the man
        for each in numbers:
            barred = board[0] & board[2] if limited and each == numbers[-1] else 0
            free = len(self._moves.quiets(*board, barred, [])) if barred else quiet
            if free:
                self._left[each] = free
            else:
                self._buckets[0].append(each)

    def plies_to_end(self, own: int, other: int, kings: int, colour: int) -> int | None:
        """Return the plies in which the side to move wins (odd) or loses (even).

        The side has the colour `colour` and the pieces `own`. Return `None` for a draw. Positions with this
        number of pieces must already be solved.
        """
        if not other:
            return -1  # they have lost their last piece by a forfeit: the win is there already
        if not own:
            return 0
        places = self._places
        value = self.values[
            places.number(places.encode(own, kings, colour), places.encode(other, kings, colour))
        ]
        return value - 1 if value else None

    def _settle(self, numbered: int, plies: int) -> None:
        """Store a position's result.

        Pass it on to the positions one quiet move earlier.
        """
        if self.values[numbered]:
            return
        places = self._places
        layer, number = divmod(numbered, places.layer)
        own, other = places.pieces(number)
        white, black, kings = places.board(own, other)
        if plies > self.win_limit(white, black, kings):
            return
        self.values[numbered] = plies + 1
        for before in self._before(own, other, layer):
            left = self._left[before]
            if not left or self.values[before]:
                continue
            if plies % 2 == 0:
                self._left[before] = 0
                self._buckets[plies + 1].append(before)
            else:
                self._left[before] = left - 1
                if left == 1:
                    self._buckets[plies + 1].append(before)

    def win_limit(self, white: int, black: int, kings: int) -> int:
        """Return the number of plies within which a win must come.

        With some material a draw count starts at once, and no move can delay it.
        """
        if not self._counted:
            return FARTHEST
        board = Board(white, black, kings)
        return min((rule.due for rule in self._counted if draws.has_material(rule, board)), default=FARTHEST)

    def _before(self, own: Pieces, other: Pieces, layer: int) -> Iterator[int]:
        """Yield the numbers of the positions one quiet move of Black's earlier.

        The given position has White to move.
        """
        places, squares = self._places, self._places.squares
        of_bit, bits, turn, far = places.geometry.of_bit, places.geometry.bits, places.turn, self._far[BLACK]
        waiting = places.flip(own)
        standing = sum([bits[piece % squares] for piece in (*own, *other)])
        streaks = places.layers > 1 and places.is_mixed(other)
        base = places.first_of[len(other), len(own)] + places.rank(waiting)
        width = places.sides[len(own)]
        for index, piece in enumerate(other):
            rest = [turn[each] for each in (*other[:index], *other[index + 1 :])]
            bit = bits[piece % squares]
            steps: list[tuple[int, int]] = []
            if piece < squares or bit & far:
                steps += [(of_bit[end], 0) for _, end in self._back(bit, standing ^ bit, 0) if not end & far]
            if piece >= squares:
                steps += [(of_bit[end], squares) for _, end in self._back(bit, standing ^ bit, bit)]
            for end, by_king in steps:
                mover = tuple(sorted((*rest, turn[end + by_king])))
                number = base + places.rank(mover) * width
                if places.layers == 1:
                    yield number
                elif not streaks or (layer > 0) == (by_king > 0):
                    yield from self._with_streaks(number, mover, waiting, layer, by_king > 0)

    def _with_streaks(
        self, number: int, mover: Pieces, waiting: Pieces, layer: int, by_king: bool
    ) -> Iterator[int]:
        """Yield a position's numbers for every king streak possible before a move.

        The move leads to the given layer, which stands for the length of the streak.
        """
        places = self._places
        if not places.is_mixed(mover):
            yield number + (layer * places.layer if places.is_mixed(waiting) else 0)
        elif by_king:
            yield number + (layer - 1) * places.layer
        else:
            yield from (number + each * places.layer for each in range(places.layers))


def best_reply_plies(replies: Iterator[int | None]) -> int | None:
    """Return in how many plies the best of several moves wins or loses.

    `replies` are the plies in which the opponent then wins (odd) or loses (even). `None` is a draw.
    """
    losing, drawn = -1, False
    won: int | None = None
    for plies in replies:
        if plies is None:
            drawn = True
        elif plies % 2 == 0:
            won = plies + 1 if won is None else min(won, plies + 1)
        else:
            losing = max(losing, plies + 1)
    return won if won is not None else None if drawn else losing
