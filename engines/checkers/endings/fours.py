"""Solver of positions of four pieces, a million positions at once.

On a board of 32 squares, all positions of the same material are one big integer with a bit for each
position. The four squares, written one after the other, are the index of its bit. To move a piece
is to shift that integer, so a step back by one ply costs a few hundred operations instead of one
for each position. The results of captures come from the moves of the search, position by position.
"""

from collections.abc import Container, Iterator
from itertools import combinations, permutations, product
from typing import Final

from engines.checkers.endings.position_numbers import PositionNumbers, position_numbers
from engines.checkers.endings.solve import FARTHEST, EndingSolver, best_reply_plies
from engines.checkers.move_tree import move_generators
from rules.checkers.geometry import BLACK, WHITE
from rules.checkers.rulesets import Ruleset

Kinds = tuple[int, ...]
"""The pieces of both sides, White's first: 1 for a king and 0 for a man."""

Planes = list[int]
"""Values of all positions, a binary digit each."""

DIGITS: Final = FARTHEST.bit_length()
PIECES: Final = 4

_BYTES: Final = [bytes(number >> bit & 1 for bit in range(8)) for number in range(256)]


class PositionField:
    """Sets of all positions with four pieces on one board, as bits of integers.

    `whites` of the four pieces are White's.
    """

    def __init__(self, ruleset: Ruleset, whites: int) -> None:
        places = position_numbers(ruleset)
        self.geometry = geometry = places.geometry
        self.whites = whites
        self.at = [bit.bit_length() - 1 for bit in geometry.bits]
        """Where the bit of each square stands among those of one piece."""
        self.wide = wide = geometry.playable.bit_length()
        """Bits of one piece, those between the squares included."""
        self.strides = [wide ** (PIECES - 1 - piece) for piece in range(PIECES)]
        self.bits = wide**PIECES
        self._flying = ruleset.flying
        self._on_far = [self._where(piece, geometry.far_rank(self.colour(piece))) for piece in range(PIECES)]
        self._king_ways = [geometry.shift(way) for way in ruleset.king_moves]
        self._man_ways = {
            colour: [geometry.shift(way, colour) for way in ruleset.man_moves] for colour in (WHITE, BLACK)
        }
        self._apart = self._all_apart(0, 0)
        self._arrivals = {
            (piece, way): self._apart & self._where(piece, self._behind(way))
            for piece in range(PIECES)
            for way in {*self._king_ways, *self._man_ways[WHITE], *self._man_ways[BLACK]}
        }

    def colour(self, piece: int) -> int:
        """Return the colour of a piece."""
        return WHITE if piece < self.whites else BLACK

    def legal_positions(self, kinds: Kinds) -> int:
        """Return all positions with pieces of these kinds.

        No two pieces share a square, and no man is on its crowning rank.
        """
        found = self._apart
        for piece, king in enumerate(kinds):
            if not king:
                found &= ~self._on_far[piece]
        return found

    def undo_quiet_moves(self, positions: int, kinds: Kinds, colour: int) -> int:
        """Return the positions one quiet move before `positions`.

        The move is by `colour`. Moves that crown a man are left out.
        """
        found = 0
        for piece, king in enumerate(kinds):
            if self.colour(piece) != colour:
                continue
            for way in self._king_ways if king else self._man_ways[colour]:
                found |= self._slide(positions, piece, -way, further=self._flying and king == 1)
        return found

    def undo_crownings(
        self, positions: int, kinds: Kinds, colour: int, kinds_before: Container[Kinds]
    ) -> Iterator[tuple[Kinds, int]]:
        """Yield the positions one crowning quiet move before `positions`.

        They come grouped by the kinds of the pieces before the move, limited to `kinds_before`.
        """
        for piece, king in enumerate(kinds):
            was = (*kinds[:piece], 0, *kinds[piece + 1 :])
            if king and self.colour(piece) == colour and was in kinds_before:
                crowned = positions & self._on_far[piece]
                for way in self._man_ways[colour]:
                    yield was, self._slide(crowned, piece, -way, further=False)

    def _slide(self, positions: int, piece: int, way: int, *, further: bool) -> int:
        """Return the positions after a piece moves in a direction.

        It moves on empty squares: a single step, or any distance with `further`.
        """
        by, arrivals = way * self.strides[piece], self._arrivals[piece, way]
        found = 0
        while positions:
            positions = (positions << by if by > 0 else positions >> -by) & arrivals
            found |= positions
            if not further:
                break
        return found

    def _behind(self, way: int) -> int:
        """Return the squares that one step this way can reach."""
        playable = self.geometry.playable
        return (playable << way if way > 0 else playable >> -way) & playable

    def _where(self, piece: int, squares: int) -> int:
        """Return the bits of all positions that have the piece on one of the squares."""
        ones = (1 << self.strides[piece]) - 1
        found = 0
        for at in range(self.wide):
            if squares >> at & 1:
                found |= ones << at * self.strides[piece]
        size = self.strides[piece] * self.wide
        for _ in range(piece):
            found = sum(found << at * size for at in range(self.wide))
            size *= self.wide
        return found

    def _all_apart(self, piece: int, taken: int) -> int:
        """Return the positions of this piece and all later ones on distinct free squares."""
        if piece == PIECES - 1:
            return self.geometry.playable & ~taken
        return sum(
            self._all_apart(piece + 1, taken | 1 << at) << at * self.strides[piece]
            for at in self.at
            if not taken >> at & 1
        )


class SolvedMaterial:
    """Results so far for the positions of one material, with one colour to move."""

    def __init__(self, positions: int) -> None:
        self.standing = positions
        self.quiet = positions
        """Where the mover has no capture."""
        self.open = positions
        """Positions whose winner is not yet known."""
        self.captured: dict[int, int] = {}
        """By plies, where a capture decides."""
        self.won = 0
        """Where the mover wins within the plies looked at so far."""
        self.most = -1
        """The most plies of any position that is not a draw."""
        self.planes: Planes = [0] * DIGITS

    def record(self, positions: int, plies: int) -> None:
        """Record that these positions are `plies` plies from their end."""
        if not positions:
            return
        self.open &= ~positions
        self.most = max(self.most, plies)
        for digit in range(DIGITS):
            if (plies + 1) >> digit & 1:
                self.planes[digit] |= positions

    def positions_at(self, plies: int) -> int:
        """Return the positions that are `plies` plies from their end."""
        value, found = plies + 1, -1
        for digit, plane in enumerate(self.planes):
            found &= plane if value >> digit & 1 else ~plane
        return found


def solve_four_pieces(ruleset: Ruleset, three_piece_values: bytes, *, min_kings: int = 0) -> bytes:
    """Return the values of all four-piece positions, by position number.

    `three_piece_values` are those of the positions with fewer pieces. Positions of fewer kings than
    `min_kings` are left out.
    """
    places = position_numbers(ruleset)
    work = _Fours(ruleset, three_piece_values)
    found = bytearray(places.layer - places.of_three)
    for whites in (3, 2):
        work.solve(PositionField(ruleset, whites), found, min_kings)
    return bytes(found)


Materials = dict[tuple[Kinds, int], SolvedMaterial]
"""By the kinds of the pieces and the colour to move."""

Side = tuple[int, int, list[tuple[Kinds, int]]]
"""The pieces of one side as bits, its kings, and their kinds and place by order.

An order is one in which the pieces may be written.
"""


class _Fours:
    """Solver of four-piece positions for one rule set."""

    def __init__(self, ruleset: Ruleset, threes: bytes) -> None:
        self._ruleset = ruleset
        self._places: PositionNumbers = position_numbers(ruleset)
        self._moves = move_generators(ruleset)
        self._solver = EndingSolver(ruleset)
        self._solver.values[:] = threes

    def solve(self, field: PositionField, found: bytearray, least: int) -> None:
        """Solve the positions of a number of White pieces and write their values.

        Those of most kings come first.
        """
        later: Materials = {}
        for kings in range(PIECES, least - 1, -1):
            now: Materials = {}
            for kinds in _kinds(field.whites, kings):
                known = {
                    (order, colour): SolvedMaterial(field.legal_positions(order))
                    for order in _orders(field.whites, kinds)
                    for colour in (WHITE, BLACK)
                }
                self._capture(field, kinds, known)
                self._go_back(field, known, later, self._limit(field, kinds))
                self._write(field, kinds, known, found)
                now |= known
            later = now

    def _capture(self, field: PositionField, kinds: Kinds, known: Materials) -> None:
        """Find the positions in which a side can capture, and their results."""
        found: dict[tuple[int, int | None], dict[Kinds, bytearray]] = {}
        blacks = list(self._sides(field, kinds, BLACK))
        for white, white_kings, white_orders in self._sides(field, kinds, WHITE):
            for black, black_kings, black_orders in blacks:
                if white & black:
                    continue
                for colour, own, other in ((WHITE, white, black), (BLACK, black, white)):
                    captures = self._moves[colour].captures(own, other, white_kings | black_kings, [])
                    if not captures:
                        continue
                    plies = best_reply_plies(
                        self._solver.plies_to_end(theirs, left, kings, 1 - colour)
                        for theirs, left, kings, *_ in captures
                    )
                    rows = found.get((colour, plies))
                    if rows is None:
                        rows = found[colour, plies] = {
                            order: bytearray(field.bits + 7 >> 3) for order, each in known if each == colour
                        }
                    for first, above in white_orders:
                        for second, below in black_orders:
                            at = above + below
                            rows[first + second][at >> 3] |= 1 << (at & 7)
        for (colour, plies), rows in found.items():
            for order, row in rows.items():
                here, positions = known[order, colour], int.from_bytes(row, "little")
                here.quiet &= ~positions
                if plies is not None:
                    here.captured[plies] = positions

    def _sides(self, field: PositionField, kinds: Kinds, colour: int) -> Iterator[Side]:
        """Yield every placement of one colour's pieces."""
        mine = [piece for piece in range(PIECES) if field.colour(piece) == colour]
        bits, squares, far = (
            field.geometry.bits,
            range(len(field.geometry.bits)),
            field.geometry.far_rank(colour),
        )
        men = sum(not kinds[piece] for piece in mine)
        for first in combinations(squares, men):
            if any(bits[square] & far for square in first):
                continue
            for second in combinations(
                [square for square in squares if square not in first], len(mine) - men
            ):
                orders = [
                    (
                        tuple(int(square in second) for square in order),
                        sum(
                            field.at[square] * field.strides[piece]
                            for piece, square in zip(mine, order, strict=True)
                        ),
                    )
                    for order in permutations(first + second)
                ]
                thrones = sum(bits[square] for square in second)
                yield thrones + sum(bits[square] for square in first), thrones, orders

    def _limit(self, field: PositionField, kinds: Kinds) -> int:
        """Return the number of plies within which a win must come.

        The material itself starts a draw count, which no move can delay.
        """
        middle = field.geometry.bits[field.geometry.size :]
        thrones = sum(middle[piece] for piece, king in enumerate(kinds) if king)
        return self._solver.win_limit(
            sum(middle[: field.whites]), sum(middle[field.whites : PIECES]), thrones
        )

    def _go_back(self, field: PositionField, known: Materials, later: Materials, limit: int) -> None:
        """Solve the positions of one material, from the ends backward.

        `later` has the results of the material that crowning a man leads to.
        """
        far = max(
            [here.most for here in later.values()]
            + [max(here.captured, default=0) for here in known.values()]
        )
        for here in later.values():
            here.won = 0
        leads: dict[tuple[Kinds, int], int] = {}
        idle = 0
        for plies in range(limit + 1):
            if plies % 2:
                back = self._leads(
                    field,
                    known,
                    later,
                    {id(here): here.positions_at(plies - 1) for here in _all(known, later)},
                )
            else:
                grown = False
                for here in _all(known, later) if plies else ():
                    won = here.positions_at(plies - 1)
                    here.won |= won
                    grown |= won != 0
                if grown or not plies:
                    open_ = {id(here): here.standing & ~here.won for here in _all(known, later)}
                    leads = self._leads(field, known, later, open_)
                back = {place: ~positions for place, positions in leads.items()}
            idle += 1
            for place, here in known.items():
                new = here.open & (here.captured.get(plies, 0) | here.quiet & back[place])
                if new:
                    here.record(new, plies)
                    idle = 0
            if idle > 1 and plies > far:
                break

    def _leads(
        self, field: PositionField, known: Materials, later: Materials, after: dict[int, int]
    ) -> dict[tuple[Kinds, int], int]:
        """Return the positions from which a quiet move leads into `after`.

        The result is keyed by the kinds of the pieces and the colour to move.
        """
        found = dict.fromkeys(known, 0)
        orders = {kinds for kinds, _ in known}
        for (kinds, colour), here in known.items():
            if after[id(here)]:
                found[kinds, 1 - colour] |= field.undo_quiet_moves(after[id(here)], kinds, 1 - colour)
        for (kinds, colour), here in later.items():
            if after[id(here)]:
                for was, positions in field.undo_crownings(after[id(here)], kinds, 1 - colour, orders):
                    found[was, 1 - colour] |= positions
        return found

    def _write(self, field: PositionField, kinds: Kinds, known: Materials, found: bytearray) -> None:
        """Write the values of one material at the numbers of its positions."""
        places, whites, start = self._places, field.whites, self._places.of_three
        ours = self._rank_pieces(field, kinds, range(whites))
        theirs = self._rank_pieces(field, kinds, range(whites, PIECES))
        values = _values(known[kinds, WHITE], field.bits)
        first, width = places.first_of[whites, PIECES - whites] - start, places.sides[PIECES - whites]
        for rank, _, above in ours:
            line = first + rank * width
            for other, _, below in theirs:
                found[line + other] = values[above + below]
        if 2 * whites == PIECES:
            return
        values = _values(known[kinds, BLACK], field.bits)
        first, width = places.first_of[PIECES - whites, whites] - start, places.sides[whites]
        for _, rank, below in theirs:
            line = first + rank * width
            for _, other, above in ours:
                found[line + other] = values[above + below]

    def _rank_pieces(self, field: PositionField, kinds: Kinds, mine: range) -> list[tuple[int, int, int]]:
        """Return all placements of some pieces.

        Each has its rank, its rank when the board is turned round, and its bits.
        """
        places = self._places
        wanted = tuple(kinds[piece] for piece in mine)
        found = []
        for pieces in combinations(range(places.codes), len(mine)):
            if tuple(int(code >= places.squares) for code in pieces) == wanted:
                at = sum(
                    field.at[code % places.squares] * field.strides[piece]
                    for piece, code in zip(mine, pieces, strict=True)
                )
                found.append((places.rank(pieces), places.rank(places.flip(pieces)), at))
        return found


def _all(known: Materials, later: Materials) -> list[SolvedMaterial]:
    return [*known.values(), *later.values()]


def _kinds(whites: int, kings: int) -> Iterator[Kinds]:
    """Yield the kinds of both sides with `kings` kings in all, men first on each side."""
    for ours in range(whites + 1):
        theirs = kings - ours
        if 0 <= theirs <= PIECES - whites:
            yield (*_side(whites, ours), *_side(PIECES - whites, theirs))


def _side(pieces: int, kings: int) -> Kinds:
    return (0,) * (pieces - kings) + (1,) * kings


def _orders(whites: int, kinds: Kinds) -> list[Kinds]:
    """Return all orders in which these kinds may be written on each side.

    A man that is crowned keeps its index.
    """
    ours, theirs = (sorted(set(permutations(side))) for side in (kinds[:whites], kinds[whites:]))
    return [first + second for first, second in product(ours, theirs)]


def _values(known: SolvedMaterial, bits: int) -> bytes:
    """Return the value of each position, one byte each."""
    found = 0
    for digit, plane in enumerate(known.planes):
        spread = b"".join([_BYTES[byte] for byte in plane.to_bytes(bits + 7 >> 3, "little")])
        found |= int.from_bytes(spread, "little") << digit
    return found.to_bytes((bits + 7 >> 3) * 8, "little")
