"""Binary (Kanare Kato): territories of pieces and empty squares of your colour.

Rulebook: `binary-kato.txt`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations, zip_longest
from typing import Any

from rules.black_and_white import BLACK, EMPTY, WHITE, BlackAndWhiteGame, show_cells
from rules.board import BoardView, Group, LastMove, Trace
from rules.game import BadPosition, Facts, IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.likeness import OTHER_TONES, SAME_TONES, ChangeBounds, Symmetry
from rules.options import Option
from rules.outline import Outline
from rules.shuffle import Shuffle
from rules.squares import Size, connected_groups, is_dark, names_of, square_names, square_steps
from words import Phrase, Words, join_phrases

SIDES = ("black", "white")
"""Parts of codes, by seat."""

Move = tuple[int, ...]
"""One square, or two in ascending order of their numbers.

`routes` yields both orders of two squares.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """A board and two hands.

    `cells` holds `EMPTY`, `BLACK` or `WHITE` by square number; `turn` is `None` once both hands are
    empty. Positions that compare equal have the same continuations, so the last move is not
    compared.
    """

    size: int
    cells: bytes
    hands: tuple[int, int]
    turn: Seat | None
    last: Move | None = field(default=None, compare=False)


class Binary(BlackAndWhiteGame[Position, Move]):
    """The game of Binary.

    Seat 0 is Black and owns the dark squares, seat 1 is White and owns the light ones.
    """

    key = "binary"
    title = Phrase("title.binary")
    sides = (Phrase("side.black"), Phrase("side.white"))
    words = ("territory", "checkerboard", "centre", "kato")
    family = "fill"
    example = "a1+c3"
    foretells = Phrase("foretold.points")
    symmetries = (
        *(Symmetry(turn) for turn in SAME_TONES),
        *(Symmetry(turn, swaps=True) for turn in OTHER_TONES),
    )
    options = (Option("size", (6, 8, 10, 12), 8, Phrase("binary.option.size")),)
    help = Help.from_subject(
        "binary",
        ("opening", "turn"),
        ("centre", "alone"),
        rulings=("none", "shared"),
        figures={
            "summary": [
                Figure(
                    Phrase("binary.help.figures.end"),
                    {
                        "cells": dict.fromkeys(["a1", "b1", "c1", "b3", "c3", "d3", "d4", "e5", "f6"], "b")
                        | dict.fromkeys(["a2", "a4", "a6", "b5", "c4", "e4", "f4", "f3", "f2"], "w"),
                        "hands": [0, 0],
                        "turn": None,
                    },
                    options={"size": 6},
                ),
            ],
            "moves": [
                Figure(Phrase("binary.help.figures.pair"), options={"size": 6}, moves=("b6", "c2+a2")),
            ],
            "special": [
                Figure(
                    Phrase("binary.help.figures.centre"),
                    options={"size": 6},
                    moves=("b6", "c2+a2", "c4"),
                ),
            ],
            "ending": [
                Figure(
                    Phrase("binary.help.figures.territory"),
                    {
                        "cells": {"a1": "b", "f6": "w", "e6": "w"},
                        "hands": [7, 6],
                        "turn": 0,
                    },
                    options={"size": 6},
                    moves=("b1",),
                ),
            ],
        },
    )

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return an empty board and full hands."""
        size = options["size"]
        return Position(size, bytes(size**2), (size**2 // 4, size**2 // 4), 0)

    def turn(self, position: Position) -> Seat | None:
        """Return the seat to move, `None` once the game is over."""
        return position.turn

    def moves(self, position: Position) -> Sequence[Move]:
        """Return the legal moves: single squares first, then pairs."""
        singles, pairable = _open_squares(position)
        return [*((square,) for square in singles), *combinations(pairable, 2)]

    def changes(self, size: Size) -> ChangeBounds:
        """Return how much a move can change: it adds one or two pieces."""
        return ChangeBounds(put=2, lost=0)

    def outline(self, position: Position) -> Outline:
        """Return the outline of the pieces, without their territories."""
        return self.outline_board(position.size, show_cells(position.size, position.cells))

    def routes(self, position: Position) -> Iterable[Move]:
        """Return single squares, then each pair in both orders."""
        singles, pairable = _open_squares(position)
        return [*((square,) for square in singles), *permutations(pairable, 2)]

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after placing the pieces.

        A centre square of the other colour costs a piece.
        """
        seat = position.turn
        assert seat is not None
        cells = bytearray(position.cells)
        for square in move:
            cells[square] = seat + 1
        left = position.hands[seat] - len(move) - _count_discards(position.size, seat, move)
        hands = (left, position.hands[1]) if seat == 0 else (position.hands[0], left)
        return Position(position.size, bytes(cells), hands, _turn(hands, 1 - seat), tuple(sorted(move)))

    def score(self, position: Position) -> tuple[int, int]:
        """Return both sides' points for the present territories."""
        black, white = _sizes(position)
        return points(black), points(white)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome by points.

        A tie is decided by the first pair of territories that differ in size.
        """
        if position.turn is not None:
            return None
        sizes = black, white = _sizes(position)
        score = self.score(position)
        if score[0] != score[1]:
            winner = int(score[1] > score[0])
            largest = [max(of_one, default=0) for of_one in sizes]
            facts = {"count": largest[winner], "other_count": largest[1 - winner]}
            return Outcome(winner, "binary.more", score, facts)
        for place, (ours, theirs) in enumerate(zip_longest(black, white, fillvalue=0), 1):
            if ours != theirs:
                more, less = max(ours, theirs), min(ours, theirs)
                tie: Facts = {"points": score[0], "place": place, "more": more, "less": less}
                return Outcome(int(theirs > ours), "binary.tie", score, tie)
        return Outcome(None, "binary.equal", score, {"points": score[0]})

    def write(self, position: Position, move: Move) -> str:
        """Return the move as `d4` or `a1+c3`."""
        return "+".join(names_of(position.size, sorted(move)))

    def read_move(self, position: Position, text: str) -> Move:
        """Return the move on the one or two squares that a text names, in either order."""
        squares = self.read_squares(position.size, text)
        refusal = _refusal(position, squares)
        if refusal:
            raise refusal
        return tuple(sorted(squares))

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choice of a square, and of a second one if the move has two."""
        choices = square_steps(position.size)
        return tuple([choices[square] for square in move])

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return a view with the board, the hands, the framed centre and the score so far.

        The territories are added once the game is over.
        """
        territories = _territories(position)
        sizes = [[len(part) for part in side] for side in territories]
        outlined = () if position.turn is not None else territories
        return self.view(
            position,
            seat,
            position.size,
            show_cells(position.size, position.cells),
            hands=position.hands,
            score=(points(sizes[0]), points(sizes[1])),
            frame=names_of(position.size, sorted(_centre(position.size))),
            groups=tuple(
                # The largest one counts twice.
                Group(owner, names_of(position.size, part), 1 if place else 2)
                for owner, side in enumerate(outlined)
                for place, part in enumerate(side)
            ),
            note=self._note(position),
            groups_are="territories",
        )

    def describe_last(self, position: Position, last: Move) -> LastMove:
        """Describe the last move: the player and the squares."""
        squares = names_of(position.size, sorted(last))
        name = self.player(position, position.cells[last[0]] - 1)
        did = Phrase("binary.did.one", name=name, square=squares[0])
        if len(squares) == 2:
            did = Phrase("binary.did.two", name=name, square=squares[0], second=squares[1])
        return LastMove(self.write(position, last), did, Trace(placed=names_of(position.size, last)))

    def _note(self, position: Position) -> Words | None:
        """Return a note if a piece was discarded, or if one player continues alone."""
        said = []
        if position.last:
            mover = position.cells[position.last[0]] - 1
            if _count_discards(position.size, mover, position.last):
                said.append(Phrase("binary.discarded", side=self.player(position, mover)))
        if position.turn is not None and not position.hands[1 - position.turn]:
            side, empty = (self.player(position, seat) for seat in (position.turn, 1 - position.turn))
            said.append(Phrase("binary.alone", side=side, empty=empty))
        return join_phrases("series.sentences", said) if said else None

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position from a board and `hands`.

        Without `hands`, each side holds the pieces that it has not placed yet.
        """
        cells, turn, given = self.read_cells(options, data, turn)
        hands = self._hands(cells, given, len(cells) // 4)
        if not any(cells) and not any(hands):
            raise BadPosition("position.empty")
        return Position(options["size"], cells, hands, _turn(hands, turn))

    def _hands(self, cells: bytes, given: Mapping[str, Any], limit: int) -> tuple[int, int]:
        """Return both sides' hands for a position to be set up.

        They are checked against the number of pieces that exist.
        """
        placed = (cells.count(BLACK), cells.count(WHITE))
        hands = given.get("hands", [max(0, limit - count) for count in placed])
        if not isinstance(hands, list) or len(hands) != 2:
            raise BadPosition("position.field", field="hands")
        for seat, hand in enumerate(hands):
            if type(hand) is not int or hand < 0:
                raise BadPosition("position.field", field="hands")
            if placed[seat] + hand > limit:
                raise BadPosition(
                    "position.many", side=self.sides[seat], count=placed[seat] + hand, limit=limit
                )
        return hands[0], hands[1]


def points(sizes: Sequence[int]) -> int:
    """Return twice the largest territory plus the sum of the rest.

    `sizes` has the largest first.
    """
    return sum(sizes) + max(sizes, default=0)


@lru_cache
def _centre(size: int) -> frozenset[int]:
    """Return the 2×2 squares in the middle of the board."""
    low = size // 2 - 1
    return frozenset((low + rank) * size + low + file for rank in (0, 1) for file in (0, 1))


@lru_cache
def _own_squares(size: int, seat: Seat) -> frozenset[int]:
    """Return the squares of a seat's own colour."""
    return frozenset(square for square in range(size**2) if is_dark(size, square) == (seat == 0))


def _open_squares(position: Position) -> tuple[list[int], list[int]]:
    """Return the squares open to a turn's only piece, and those open to a pair.

    Both lists are in order; two squares of the second may be chosen together.
    """
    size, cells, seat = position.size, position.cells, position.turn
    if seat is None:
        return [], []
    centre, owned, hand = _centre(size), _own_squares(size, seat), position.hands[seat]
    empty = [square for square, cell in enumerate(cells) if cell == EMPTY]
    if _is_opening(position):
        return [square for square in empty if square in owned and square not in centre], []
    if hand == 1:
        return [square for square in empty if square in owned or square not in centre], []
    return empty, [square for square in empty if square in owned and square not in centre]


def _is_opening(position: Position) -> bool:
    """Whether the next move is Black's first."""
    return position.turn == 0 and not any(position.cells)


def _count_discards(size: int, seat: Seat, move: Collection[int]) -> int:
    """Return the number of pieces that a move costs besides those it places."""
    return len(_centre(size).intersection(move) - _own_squares(size, seat))


def _turn(hands: tuple[int, int], intended: Seat) -> Seat | None:
    """Return the seat to move.

    The intended seat moves if it has pieces, otherwise the other one; `None` if neither has any.
    """
    return next((seat for seat in (intended, 1 - intended) if hands[seat]), None)


def _territories(position: Position) -> tuple[list[list[int]], list[list[int]]]:
    """Return each side's territories, largest first."""
    black, white = (_of_seat(position, seat) for seat in (0, 1))
    return black, white


def _sizes(position: Position) -> tuple[list[int], list[int]]:
    """Return the sizes of each side's territories, largest first."""
    black, white = _territories(position)
    return [len(part) for part in black], [len(part) for part in white]


def _of_seat(position: Position, seat: Seat) -> list[list[int]]:
    owned = _own_squares(position.size, seat)
    members = [
        square
        for square, cell in enumerate(position.cells)
        if cell == seat + 1 or (cell == EMPTY and square in owned)
    ]
    return [part for part in connected_groups(position.size, members) if len(part) > 1]


def _refusal(position: Position, squares: Sequence[int]) -> IllegalMove | None:
    """Return the refusal for the first rule that the named squares break.

    `None` if they break none.
    """
    return next(_refusals(position, squares), None)


def _refusals(position: Position, squares: Sequence[int]) -> Iterator[IllegalMove]:
    """Yield a refusal for each rule that these squares break, the simplest rule first."""
    size, seat = position.size, position.turn
    assert seat is not None
    known, centre, owned = square_names(size), _centre(size), _own_squares(size, seat)
    opening, hand = _is_opening(position), position.hands[seat]
    if len(squares) > 2:
        yield IllegalMove("binary.too_many", count=len(squares))
    if len(set(squares)) < len(squares):
        yield IllegalMove("binary.twice", square=known[squares[0]])
    for square in squares:
        if position.cells[square]:
            yield IllegalMove("occupied", square=known[square])
    if opening:
        if len(squares) > 1:
            yield IllegalMove("binary.first_pair", count=len(squares))
        for square in squares:
            if square in centre:
                yield IllegalMove("binary.first.centre", square=known[square])
            if square not in owned:
                yield IllegalMove("binary.first.light", square=known[square])
    if len(squares) == 2:
        if hand < 2:
            yield IllegalMove("binary.last_piece")
        for square in squares:
            if square not in owned:
                yield IllegalMove(f"binary.pair.{SIDES[seat]}", square=known[square])
            if square in centre:
                yield IllegalMove("binary.centre_pair", square=known[square])
    elif hand < 2 and _count_discards(size, seat, squares):
        yield IllegalMove("binary.centre_discard", square=known[squares[0]])
