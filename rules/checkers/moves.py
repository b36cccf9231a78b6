"""The moves of every kind of checkers.

There is one generator class, built from a row of `rulesets`. A square is its number on the
board minus one, counted as in the variant's numeric notation; only playable squares have a
number. Colours are `WHITE` (0, low ranks, moves up) and `BLACK` (1), regardless of which
begins.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from rules.checkers.captures import Route, RouteCounting, RouteList, build_finder, build_looker
from rules.checkers.choice import build_chooser, deciding_preference
from rules.checkers.geometry import BLACK, WHITE, Geometry
from rules.checkers.huffing import Debt, find_debt
from rules.checkers.perft import build_counters
from rules.checkers.quiet import build_quiet_moves
from rules.checkers.rulesets import CapturePreference, Ruleset

__all__ = ["BLACK", "WHITE", "Board", "Generator", "Move", "MoveKey", "Piece", "RouteCounting", "generator"]

MoveKey = tuple[int, int, frozenset[int], bool]
"""Start, end, captured squares and promotion: two moves with equal keys are one."""


class Board(NamedTuple):
    """The pieces as bits of `Geometry`.

    All of White's, all of Black's, and the kings of both.
    """

    white: int
    black: int
    kings: int

    def sides(self, colour: int) -> tuple[int, int]:
        """Return the pieces of a colour, then those of the other colour."""
        return (self.white, self.black) if colour == WHITE else (self.black, self.white)


class Piece(NamedTuple):
    """A man or king of one colour."""

    colour: int
    king: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one piece.

    The landing squares in order (one, if quiet) and the captured squares in order. `promotes` says
    that the move crowns a man. `forfeit` is the square from which one of the mover's own pieces is
    removed after the move, because a capture was declined: the moved piece on its new square, or
    another one.
    """

    start: int
    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    promotes: bool = False
    forfeit: int | None = None

    @property
    def end(self) -> int:
        """The square on which the piece arrives."""
        return self.path[-1]

    @property
    def key(self) -> MoveKey:
        """The parts that tell moves apart; two routes with equal keys are one move."""
        return self.start, self.end, frozenset(self.captured), self.promotes


class Generator:
    """The legal moves of one rule set; `generator` builds and caches one for each.

    `squares` has the names of the squares by number less one, `index` has the reverse.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.geometry = Geometry(ruleset)
        self.squares: tuple[str, ...] = self.geometry.squares
        self.index: Mapping[str, int] = self.geometry.index
        self._find = tuple(build_finder(ruleset, self.geometry, colour) for colour in (WHITE, BLACK))
        self._find_all = tuple(
            build_finder(ruleset, self.geometry, colour, "paths") for colour in (WHITE, BLACK)
        )
        self._can_capture = tuple(build_looker(ruleset, self.geometry, colour) for colour in (WHITE, BLACK))
        self._choose = build_chooser(ruleset)
        self._list_quiet, self._count_quiet = zip(
            *(build_quiet_moves(ruleset, self.geometry, colour) for colour in (WHITE, BLACK)), strict=True
        )
        self._far = tuple(self.geometry.far_rank(colour) for colour in (WHITE, BLACK))
        first, last = ruleset.men_rows
        low, high = self.geometry.size + 1 - last, self.geometry.size + 1 - first
        self._start = Board(self.geometry.rank_bits(first, last), self.geometry.rank_bits(low, high), 0)

    @cached_property
    def _man_steps(self) -> tuple[frozenset[tuple[int, int]], ...]:
        """The steps of a man on an empty board by colour, as bits."""
        return tuple(
            frozenset(step for bit in self.geometry.bits for step in self._list_quiet[colour](bit, 0, 0))
            for colour in (WHITE, BLACK)
        )

    def start(self) -> Board:
        """Return the board at the start of a game."""
        return self._start

    def build_board(self, pieces: Mapping[int, Piece]) -> Board:
        """Return a board with the given pieces, by square."""
        bits = self.geometry.bits
        return Board(
            sum(bits[square] for square, piece in pieces.items() if piece.colour == WHITE),
            sum(bits[square] for square, piece in pieces.items() if piece.colour == BLACK),
            sum(bits[square] for square, piece in pieces.items() if piece.king),
        )

    def pieces(self, board: Board) -> dict[int, Piece]:
        """Return the pieces on a board by square, in the order of the squares."""
        return {
            square: Piece(WHITE if board.white & bit else BLACK, board.kings & bit != 0)
            for square, bit in enumerate(self.geometry.bits)
            if (board.white | board.black) & bit
        }

    def piece_at(self, board: Board, square: int) -> Piece | None:
        """Return the piece on a square, `None` if the square is empty."""
        bit = self.geometry.bits[square]
        if not (board.white | board.black) & bit:
            return None
        return Piece(WHITE if board.white & bit else BLACK, board.kings & bit != 0)

    def moves(
        self, board: Board, colour: int, *, barred: int | None = None, most: int | None = None
    ) -> list[Move]:
        """Return the legal moves of a colour, captures first, each move once ("drop").

        `barred` is the square of a king that may not make a quiet move now (see
        `Ruleset.king_quiet_limit`). Raise `TooMany` if more than `most` routes would have to be examined.
        """
        own, other = board.sides(colour)
        routes = self._find[colour](own, other, board.kings, None if most is None else RouteList(most))
        moves = self._drop_duplicates(self._choose(routes, board.kings))
        if not moves or self.ruleset.optional_capture:
            owed = find_debt(routes, self.geometry)
            moves += [
                self._quiet_move(start, end, board, colour, owed)
                for start, end in self._list_quiet[colour](own, other, board.kings)
                if barred is None or start != self.geometry.bits[barred]
            ]
        return moves

    def moves_between(
        self,
        board: Board,
        colour: int,
        start: int,
        end: int,
        *,
        barred: int | None = None,
        room: RouteList | None = None,
    ) -> list[Move]:
        """Return the legal moves of a colour from one square to another.

        They are those of `moves`, several times as fast, because no others are built. Raise `TooMany` if
        there is no `room` for the routes to be examined.
        """
        own, other = board.sides(colour)
        bits = self.geometry.bits
        first, last = bits[start], bits[end]
        if not own & first:
            return []
        routes = self._find[colour](own, other, board.kings, room)
        found: list[Move] = []
        if routes:
            chosen = self._choose(routes, board.kings)
            found = self._drop_duplicates(route for route in chosen if route[0] == first and route[1] == last)
            if not self.ruleset.optional_capture:
                return found
        if (own | other) & last or start == barred:
            return found
        if not board.kings & first:
            may_move = (first, last) in self._man_steps[colour]
        else:
            may_move = (first, last) in self._list_quiet[colour](own, other, board.kings)
        if may_move:
            found.append(self._quiet_move(first, last, board, colour, find_debt(routes, self.geometry)))
        return found

    def can_move(self, board: Board, colour: int) -> bool:
        """Whether a colour has a legal move.

        Either a quiet move, or a capture that rules out quiet ones.
        """
        own, other = board.sides(colour)
        return bool(
            self._count_quiet[colour](own, other, board.kings)
            or self._can_capture[colour](own, other, board.kings)
        )

    def routes(self, board: Board, colour: int, most: int | None = None) -> list[Move]:
        """Return every legal capture, one for each sequence of landing squares ("paths").

        Raise `TooMany` if more than `most` would have to be examined: flying kings can have a million.
        """
        own, other = board.sides(colour)
        routes = self._find_all[colour](own, other, board.kings, None if most is None else RouteList(most))
        return [self._capture(route) for route in self._choose(routes, board.kings)]

    def captures(self, board: Board, colour: int) -> list[Move]:
        """Return every complete capture once.

        The rule set's choice between captures is not applied.
        """
        own, other = board.sides(colour)
        return self._drop_duplicates(self._find[colour](own, other, board.kings))

    def barring_preference(self, board: Board, colour: int) -> CapturePreference | None:
        """Return the rule set's first preference that bars a capture of this colour.

        `None` if none does.
        """
        own, other = board.sides(colour)
        return deciding_preference(self.ruleset, self._find[colour](own, other, board.kings), board.kings)

    def play(self, board: Board, move: Move, colour: int) -> Board:
        """Return the board after a colour's move, which `moves` or `routes` returned."""
        bits = self.geometry.bits
        own, other = board.sides(colour)
        start, end = bits[move.start], bits[move.end]
        kings = board.kings
        own ^= start
        for square in move.captured:
            other ^= bits[square]
        crowned = move.promotes or kings & start
        kings &= own | other
        own |= end
        if crowned:
            kings |= end
        if move.forfeit is not None:
            own ^= bits[move.forfeit]
            kings &= own | other
        return Board(own, other, kings) if colour == WHITE else Board(other, own, kings)

    def perft(self, board: Board, colour: int, depth: int, counting: RouteCounting = "drop") -> int:
        """Return the number of leaves of the move tree at a depth, `colour` to move.

        Draws are not detected. A game that ends above that depth has no leaf there.
        """
        if depth == 0:
            return 1
        own, other = board.sides(colour)
        return build_counters(self.ruleset, counting)[colour](own, other, board.kings, depth)

    def _drop_duplicates(self, routes: Iterable[Route]) -> list[Move]:
        """Return one move for each key: the first route that has it."""
        first = {route[:4]: route for route in reversed(list(routes))}
        return [self._capture(route) for route in reversed(first.values())]

    def _capture(self, route: Route) -> Move:
        start, _, _, crowned, jumps = route
        of_bit = self.geometry.of_bit
        captured = tuple(of_bit[bit] for bit in jumps[::2])
        return Move(of_bit[start], tuple(of_bit[bit] for bit in jumps[1::2]), captured, crowned)

    def _quiet_move(self, start: int, end: int, board: Board, colour: int, owed: Debt | None) -> Move:
        of_bit = self.geometry.of_bit
        lost = None if owed is None else of_bit[owed.forfeited_piece(start, end)]
        crowned = end & self._far[colour] != 0 and not board.kings & start
        return _quiet_move(of_bit[start], of_bit[end], crowned, lost)


@lru_cache(maxsize=16_384)
def _quiet_move(start: int, end: int, promotes: bool, forfeit: int | None) -> Move:
    """Return a cached quiet move.

    There are few of them and they recur in each list, while creating one takes a microsecond.
    """
    return Move(start, (end,), (), promotes, forfeit)


@lru_cache
def generator(ruleset: Ruleset) -> Generator:
    """Return the move generator of a rule set; the same object on every call."""
    return Generator(ruleset)
