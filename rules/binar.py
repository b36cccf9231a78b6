"""Binar (Cameron Browne): fill a line so that its sum has your parity.

Rulebook: `binar.txt`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from rules.board import BoardGame, BoardView, LastMove, Trace
from rules.game import IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.likeness import ChangeBounds
from rules.line_exchange import exchange_likeness
from rules.options import Option
from rules.outline import Outline
from rules.shuffle import Shuffle
from rules.squares import SQUARE, Size, read_square, square_names, square_steps
from words import Phrase, clip

EMPTY = 2
PARITY = ("even", "odd")
"""Parts of codes, by the sum modulo two."""


class Move(NamedTuple):
    """A digit placed on a square."""

    square: int
    digit: int


@dataclass(frozen=True, slots=True)
class Position:
    """A board of digits: `cells` holds 0, 1 or `EMPTY` by square number.

    The outcome is decided when a move is made. Positions that compare equal have the same
    continuations, so the last move is not compared.
    """

    size: int
    choose: bool
    single: bool
    cells: tuple[int, ...]
    turn: Seat
    last: Move | None = field(default=None, compare=False)
    outcome: Outcome | None = None


class Binar(BoardGame[Position, Move]):
    """Binar: seat 0 is Even and places 0, seat 1 is Odd and places 1."""

    key = "binar"
    title = Phrase("title.binar")
    sides = (Phrase("side.even"), Phrase("side.odd"))
    words = ("binary digits", "parity", "0", "1", "browne")
    family = "fill"
    example = "d3"
    symbols = ("0", "1")
    options = (
        Option("size", tuple(range(3, 10)), 5, Phrase("binar.option.size")),
        Option("digits", ("own", "choose"), "own", Phrase("binar.option.digits")),
        Option("lines", ("double", "single"), "double", Phrase("binar.option.lines")),
    )
    tried = MappingProxyType({"lines": "single"})  # a third of the small boards are drawn with double lines
    help = Help.from_subject(
        "binar",
        ("turn", "own", "choose"),
        ("double", "single"),
        rulings=("sizes", "defaults"),
        figures={
            "summary": [
                Figure(
                    Phrase("binar.help.figures.both"),
                    {
                        "cells": dict.fromkeys(["a3", "c1", "c4", "c5", "d3", "e3"], "0")
                        | dict.fromkeys(["b1", "b3", "b4", "c2", "d5"], "1"),
                        "turn": 1,
                    },
                    moves=("c3",),
                ),
                Figure(
                    Phrase("binar.help.figures.single"),
                    {
                        "cells": dict.fromkeys(["a3", "d3", "c2", "e5"], "0")
                        | dict.fromkeys(["b3", "c3", "c1", "a5"], "1"),
                        "turn": 1,
                    },
                    options={"lines": "single"},
                    moves=("e3",),
                ),
            ],
            "special": [
                Figure(
                    Phrase("binar.help.figures.unequal"),
                    {
                        "cells": dict.fromkeys(["a3", "c1", "c4", "d3", "e3"], "0")
                        | dict.fromkeys(["b1", "b3", "b4", "c2", "c5"], "1"),
                        "turn": 1,
                    },
                    moves=("c3",),
                ),
            ],
        },
        only={
            "rules.own": ("digits", "own"),
            "rules.choose": ("digits", "choose"),
            "rules.double": ("lines", "double"),
            "rules.single": ("lines", "single"),
            "figures.both": ("lines", "double"),
            "figures.single": ("lines", "single"),
            "figures.unequal": ("lines", "double"),
        },
    )

    def advice(self, options: Options) -> Phrase | None:
        """Return advice against even board sizes, because they favour one side."""
        return None if options["size"] % 2 else Phrase("binar.advice")

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the empty board."""
        size = options["size"]
        return Position(
            size, options["digits"] == "choose", options["lines"] == "single", (EMPTY,) * size**2, 0
        )

    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal placement: a digit on an empty square."""
        if position.outcome:
            return ()
        digits = (0, 1) if position.choose else (position.turn,)
        return [
            Move(square, digit)
            for square, cell in enumerate(position.cells)
            if cell == EMPTY
            for digit in digits
        ]

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after the move, with the two lines through it judged."""
        cells = (*position.cells[: move.square], move.digit, *position.cells[move.square + 1 :])
        after = replace(position, cells=cells, turn=1 - position.turn, last=move)
        return replace(after, outcome=_judge(after, position.turn, move.square))

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome, which `play` judged when the last move was made."""
        return position.outcome

    def changes(self, size: Size) -> ChangeBounds:
        """Return the change bounds of a move, which adds one digit."""
        return ChangeBounds(put=1, lost=0, more=1)

    def outline(self, position: Position) -> Outline:
        """Return the digits, compared up to exchanges of lines and of the two digits.

        Any two ranks may be swapped, any two files too, and 0 with 1.
        """
        return Outline(exchange_likeness(position.size), _digits_by_square(position))

    def write(self, position: Position, move: Move) -> str:
        """Return the move: `d3`, or `d3:1` if the player chooses the digit."""
        square = square_names(position.size)[move.square]
        return f"{square}:{move.digit}" if position.choose else square

    def example_in(self, position: Position) -> str:
        """Return a move on a square of the board.

        It names the digit if the player may choose it.
        """
        square = "c3" if position.size == 3 else self.example
        return f"{square}:1" if position.choose else square

    def read_move(self, position: Position, text: str) -> Move:
        """Return the square and digit that the text names.

        The digit may be left out if only one is possible.
        """
        form = re.fullmatch(rf"\s*({SQUARE})\s*(?:[:=\s]\s*([0-9]+))?\s*", text)
        if not form:
            raise self.unreadable_move(text, self.example_in(position))
        square = read_square(position.size, form[1])
        name = square_names(position.size)[square]
        if form[2] is None and position.choose:
            raise IllegalMove("binar.which", square=name)
        if form[2] not in (None, "0", "1"):
            raise IllegalMove("binar.no_such_digit", digit=clip(form[2]))
        digit = position.turn if form[2] is None else int(form[2])
        if not position.choose and digit != position.turn:
            raise IllegalMove("binar.digit", side=self.sides[position.turn], digit=position.turn, given=digit)
        if position.cells[square] != EMPTY:
            raise IllegalMove("occupied", square=name)
        return Move(square, digit)

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choice of the square, and of the digit if the player may choose it."""
        square = square_steps(position.size)[move.square]
        return (
            (square, Step(str(move.digit), Phrase("step.digit", digit=move.digit)))
            if position.choose
            else (square,)
        )

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the view of the board; nothing is hidden."""
        return self.view(
            position,
            seat,
            position.size,
            _digits_by_square(position),
            pieces="digits",
            tones=("white", "black"),
            sums=True,
        )

    def describe_last(self, position: Position, last: Move) -> LastMove:
        """Describe the last move: its digit and square."""
        square = square_names(position.size)[last.square]
        name = self.player(position, 1 - position.turn)
        did = Phrase("binar.did", name=name, digit=last.digit, square=square)
        return LastMove(f"{square}:{last.digit}", did, Trace(placed=(square,)))

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position with the given digits.

        A full board is a draw, because no last move is known to have won it.
        """
        cells, turn, _ = self.read_board(options, data, turn)
        empty = self.start(options, Shuffle(b""))
        digits = tuple(int(cells.get(i, EMPTY)) for i in range(len(empty.cells)))
        position = replace(empty, cells=digits, turn=turn or 0)
        return replace(position, outcome=Outcome(None, "binar.full") if EMPTY not in digits else None)


def _digits_by_square(position: Position) -> dict[str, str]:
    """Return the digits by square name, in the protocol's form."""
    squares = square_names(position.size)
    return {squares[i]: str(cell) for i, cell in enumerate(position.cells) if cell != EMPTY}


def _judge(position: Position, mover: Seat, square: int) -> Outcome | None:
    """Return the outcome of the last move, judged by the row and column through it."""
    size, cells = position.size, position.cells
    rank, file = divmod(square, size)
    row, column = cells[rank * size : (rank + 1) * size], cells[file::size]
    name = square_names(size)[square]
    facts = {"row": name[1:], "column": name[0]}
    sums = {which: sum(line) % 2 for which, line in (("row", row), ("column", column)) if EMPTY not in line}
    if position.single and sums:
        if 1 - mover in sums.values():
            lines = "_".join(f"{which}_{PARITY[parity]}" for which, parity in sums.items())
            return Outcome(1 - mover, f"binar.opponent.{lines}", facts=facts)
        which = "both" if len(sums) == 2 else next(iter(sums))
        return Outcome(mover, f"binar.mover.{which}.{PARITY[mover]}", facts=facts)
    if len(sums) == 2 and len(set(sums.values())) == 1:
        winner = next(iter(sums.values()))
        return Outcome(winner, f"binar.both.{PARITY[winner]}", facts=facts)
    return Outcome(None, "binar.full") if EMPTY not in cells else None
