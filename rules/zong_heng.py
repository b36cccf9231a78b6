"""Zong-Heng (Kanare Kato): shift a run of pieces, add one of yours behind it.

Rulebook: `kato-collection.txt`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from rules.black_and_white import BLACK, EMPTY, WHITE, BlackAndWhiteGame, show_cells
from rules.board import BoardView, Group, LastMove, Trace
from rules.game import BadPosition, IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.likeness import SAME_TONES, ChangeBounds, Symmetry
from rules.options import Option
from rules.outline import Outline
from rules.shuffle import Shuffle
from rules.squares import (
    SQUARE,
    Size,
    connected_groups,
    files_and_ranks,
    is_dark,
    names_of,
    rays,
    read_square,
    square_names,
    square_steps,
)
from words import Phrase, Words

WAYS = ("up", "right", "down", "left")
"""The names of the directions in moves, in the order of `ORTHOGONAL`.

They are also parts of codes.
"""
ARROWS = "↑→↓←"
WORDS = {
    word: way
    for way, words in enumerate(("up u ↑ ^", "right r → >", "down d ↓ v", "left l ← <"))
    for word in words.split()
}


class Move(NamedTuple):
    """The dark square on which the run begins, and an index into `ORTHOGONAL`."""

    square: int
    way: int


@dataclass(frozen=True, slots=True)
class Position:
    """A board and a turn: `cells` holds `EMPTY`, `BLACK` or `WHITE`.

    `cells` is indexed by square number; `turn` is `None` once no player can move. Positions that
    compare equal have the same continuations, so the last move is not compared.
    """

    size: int
    cells: bytes
    turn: Seat | None
    last: Move | None = field(default=None, compare=False)
    shifted: int = field(default=0, compare=False)
    """How many pieces the last move shifted."""
    skipped: bool = field(default=False, compare=False)
    """Whether the player who would be on turn could not move."""


_A_WHOLE_MATCH = (
    *("c5 down", "d2 down", "a3 right", "d4 right", "a3 up", "b2 down"),
    *("c3 down", "d4 up", "a5 right", "d2 up", "e5 up", "f6 left"),
    *("a1 up", "f2 down", "a5 right", "b6 left", "e3 right", "e5 down"),
)
"""On six squares, for the help."""


class ZongHeng(BlackAndWhiteGame[Position, Move]):
    """Zong Heng: seat 0 is Black, seat 1 White."""

    key = "zong-heng"
    title = Phrase("title.zong_heng")
    sides = (Phrase("side.black"), Phrase("side.white"))
    words = ("zongheng", "rows and columns", "shift", "kato")
    family = "fill"
    example = "d4 up"
    foretells = Phrase("foretold.largest")
    options = (
        Option("size", (6, 8, 10, 12), 8, Phrase("zong_heng.option.size")),
        Option("layout", ("rows", "diagonals"), "rows", Phrase("zong_heng.option.layout")),
    )
    help = Help.from_subject(
        "zong_heng",
        ("start", "run", "majority"),
        ("skip",),
        rulings=("start", "enough"),
        figures={
            "moves": [
                Figure(Phrase("zong_heng.help.figures.start"), options={"size": 6}),
                Figure(
                    Phrase("zong_heng.help.figures.majority"),
                    {
                        "cells": dict.fromkeys(
                            ["a1", "c1", "e1", "a3", "c3", "e3", "a4", "a5", "c5", "e5"], "b"
                        )
                        | dict.fromkeys(["a2", "b2", "d2", "f2", "b4", "d4", "f4", "b6", "d6", "f6"], "w"),
                        "turn": 0,
                    },
                    options={"size": 6},
                    moves=("a1 up",),
                ),
            ],
            "ending": [
                Figure(Phrase("zong_heng.help.figures.end"), options={"size": 6}, moves=_A_WHOLE_MATCH),
            ],
        },
        only={"figures.start": ("layout", "rows")},
    )

    tallied = "largest"
    symmetries = tuple(Symmetry(turn, swaps=swaps) for turn in SAME_TONES for swaps in (False, True))

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the start, with a piece on every dark square."""
        size = options["size"]
        return Position(size, _layout(size, options["layout"]), 0)

    def turn(self, position: Position) -> Seat | None:
        """Return the seat to move; `play` has already skipped a player who cannot."""
        return position.turn

    def moves(self, position: Position) -> Sequence[Move]:
        """Return a move for every run that the player to move may shift."""
        if position.turn is None:
            return ()
        return list(_shifts(position.size, position.cells, position.turn))

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after shifting the run and adding the piece.

        A player whose opponent can shift nothing moves again.
        """
        assert position.turn is not None
        cells = bytearray(position.cells)
        carried, shifted = position.turn + 1, -1
        for square in (move.square, *rays(position.size)[move.square][move.way]):
            cells[square], carried = carried, cells[square]
            shifted += 1
            if not carried:
                break
        return _on_turn(Position(position.size, bytes(cells), 1 - position.turn, move, shifted))

    def changes(self, size: Size) -> ChangeBounds:
        """Return the changes of a move.

        It adds a piece, and may change the colour of every square of a line.
        """
        most = max(files_and_ranks(size))
        return ChangeBounds(put=most, lost=most - 1, more=1, in_line=True)

    def outline(self, position: Position) -> Outline:
        """Return the outline of the pieces, without their groups."""
        return self.outline_board(position.size, show_cells(position.size, position.cells))

    def score(self, position: Position) -> tuple[int, int]:
        """Return the size of each side's largest group."""
        return _largest(_groups_by_side(position))

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome.

        It is decided by the first pair of groups, largest first, that differ in size.
        """
        if position.turn is not None:
            return None
        parts = _groups_by_side(position)
        score = _largest(parts)
        for place, (black, white) in enumerate(_size_pairs(parts), 1):
            if black != white:
                facts = {"place": place, "more": max(black, white), "less": min(black, white)}
                reason = "zong_heng.larger" if place == 1 else "zong_heng.later"
                return Outcome(int(white > black), reason, score, facts)
        return Outcome(None, "zong_heng.equal", score)

    def write(self, position: Position, move: Move) -> str:
        """Return the move as text: `d4 up`."""
        return f"{square_names(position.size)[move.square]} {WAYS[move.way]}"

    def in_words(self, position: Position, move: Move) -> str:
        """Return the move as readers of any language understand it: `d4↑`."""
        return self.label(self.write(position, move))

    def label(self, text: str) -> str:
        """Return `d4↑` for `d4 up`."""
        square, word = text.split()
        return square + ARROWS[WORDS[word]]

    def read_move(self, position: Position, text: str) -> Move:
        """Return the shift that `d4 up`, `d4↑` or `d4-d5` means.

        A refusal counts the pieces.
        """
        move = self._read_form(position.size, text)
        refusal = _refusal(position, move, self.sides)
        if refusal:
            raise refusal
        return move

    def _read_form(self, size: int, text: str) -> Move:
        """Return the square and the direction that the text names, legal or not."""
        form = re.fullmatch(rf"\s*({SQUARE})[\s:-]*([a-z]*|[↑→↓←^<>])\s*", text, re.IGNORECASE)
        if form:
            square, way = read_square(size, form[1]), WORDS.get(form[2].lower())
            if not form[2]:
                raise IllegalMove("zong_heng.which_way", square=square_names(size)[square])
            if way is None:
                raise self.unreadable_move(text)
            return Move(square, way)
        square, target = self.read_squares(size, text, 2)
        for way, ray in enumerate(rays(size)[square]):
            if target in ray[:1]:
                return Move(square, way)
        raise IllegalMove(
            "zong_heng.beside", square=square_names(size)[square], target=square_names(size)[target]
        )

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices of the dark square and of the direction."""
        beside = rays(position.size)[move.square][move.way][0]
        way = WAYS[move.way]
        square = square_names(position.size)[beside]
        return square_steps(position.size)[move.square], Step(way, Phrase(f"step.{way}"), square=square)

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the view of the board with both largest groups.

        At the end it has the groups that decided instead.
        """
        parts = _groups_by_side(position)
        return self.view(
            position,
            seat,
            position.size,
            show_cells(position.size, position.cells),
            score=_largest(parts),
            groups=_deciding_groups(position.size, parts) if position.turn is None else (),
            progress=self._progress(position),
            note=self._note(position),
            score_is="largest_group",
        )

    def _note(self, position: Position) -> Phrase | None:
        if not position.skipped or position.turn is None:
            return None
        side, other = (self.player(position, seat) for seat in (1 - position.turn, position.turn))
        return Phrase("zong_heng.skipped", side=side, other=other)

    def describe_last(self, position: Position, last: Move) -> LastMove:
        """Describe the last move: the player, the number of pieces, and the direction."""
        did = Phrase(
            f"zong_heng.did.{WAYS[last.way]}",
            name=self.player(position, position.cells[last.square] - 1),
            count=position.shifted,
            square=square_names(position.size)[last.square],
        )
        return LastMove(self.in_words(position, last), did, _trace(position.size, last, position.shifted))

    def _progress(self, position: Position) -> Phrase | None:
        """Return the number of empty squares left."""
        empty = position.cells.count(EMPTY)
        return Phrase("zong_heng.progress", count=empty) if position.turn is not None else None

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position of any pieces anywhere, at least one.

        A side that can shift nothing is skipped.
        """
        cells, turn, _ = self.read_cells(options, data, turn)
        if not any(cells):
            raise BadPosition("position.empty")
        return _on_turn(Position(options["size"], cells, turn))


@lru_cache
def _layout(size: int, layout: str) -> bytes:
    """Return the starting position, a reconstruction of the lost figure.

    `diagonals` with files and ranks counted from 1.
    """
    cells = bytearray(size**2)
    for square in range(size**2):
        rank, file = divmod(square, size)
        if is_dark(size, square):
            odd = rank % 2 == 0 if layout == "rows" else (file + rank + 2) // 2 % 2 == 1
            cells[square] = BLACK if odd else WHITE
    return bytes(cells)


@lru_cache
def _dark(size: int) -> tuple[bool, ...]:
    return tuple(is_dark(size, square) for square in range(size**2))


def _shifts(size: int, cells: bytes, seat: Seat) -> Iterator[Move]:
    """Yield every shift of a seat.

    From each empty square, walk back along the run that would fill it.
    """
    lines, dark, own = rays(size), _dark(size), seat + 1
    for empty, cell in enumerate(cells):
        if cell == EMPTY:
            for back, ray in enumerate(lines[empty]):
                lead = 0
                for square in ray:
                    piece = cells[square]
                    if piece == EMPTY:
                        break
                    lead += 1 if piece == own else -1
                    if lead > 0 and dark[square]:
                        yield Move(square, (back + 2) % 4)


def _on_turn(position: Position) -> Position:
    """Return the position with the turn of a player who can move.

    The intended player comes first.
    """
    seat = position.turn
    assert seat is not None
    for turn in (seat, 1 - seat):
        if any(True for _ in _shifts(position.size, position.cells, turn)):
            return position if turn == seat else replace(position, turn=turn, skipped=True)
    return replace(position, turn=None)


def _refusal(position: Position, move: Move, sides: tuple[Words, Words]) -> IllegalMove | None:
    """Return the refusal of a move by the rule it breaks, `None` if the move is legal."""
    size, cells, turn = position.size, position.cells, position.turn
    assert turn is not None
    name = square_names(size)[move.square]
    if not is_dark(size, move.square):
        return IllegalMove("zong_heng.light", square=name)
    if not cells[move.square]:
        return IllegalMove("empty", square=name)
    line = (move.square, *rays(size)[move.square][move.way])
    run = [cells[square] for square in line]
    if EMPTY not in run:
        return IllegalMove(f"zong_heng.edge.{WAYS[move.way]}", square=name)
    run = run[: run.index(EMPTY)]
    theirs = run.count(2 - turn)
    if 2 * theirs < len(run):
        return None
    facts = {"square": name, "side": sides[1 - turn], "count": theirs, "length": len(run)}
    return IllegalMove("zong_heng.alone" if len(run) == 1 else "zong_heng.majority", **facts)


def _groups_by_side(position: Position) -> tuple[list[list[int]], list[list[int]]]:
    """Return each side's groups, largest first."""
    black, white = (
        connected_groups(
            position.size, [square for square, piece in enumerate(position.cells) if piece == colour]
        )
        for colour in (BLACK, WHITE)
    )
    return black, white


def _size_pairs(parts: tuple[list[list[int]], list[list[int]]]) -> Iterator[tuple[int, int]]:
    """Yield the sizes of both sides' groups, rank by rank; a missing group counts 0."""
    black, white = parts
    return zip_longest(map(len, black), map(len, white), fillvalue=0)


def _largest(parts: tuple[list[list[int]], list[list[int]]]) -> tuple[int, int]:
    return next(_size_pairs(parts), (0, 0))


def _deciding_groups(size: int, parts: tuple[list[list[int]], list[list[int]]]) -> tuple[Group, ...]:
    """Return the groups up to the first pair that differs in size."""
    found: list[Group] = []
    for place, (black, white) in enumerate(_size_pairs(parts)):
        found += (
            Group(seat, names_of(size, side[place])) for seat, side in enumerate(parts) if place < len(side)
        )
        if black != white:
            break
    return tuple(found)


def _trace(size: int, move: Move, shifted: int) -> Trace:
    """Return the trace of a move: the new piece, and the squares of the shifted run."""
    run = rays(size)[move.square][move.way][:shifted]
    return Trace(placed=names_of(size, (move.square,)), shifted=names_of(size, run))
