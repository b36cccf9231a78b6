"""Three in a row, also called noughts and crosses: whoever first has three pieces in a line wins."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.black_and_white import EMPTY, BlackAndWhiteGame, show_cells
from rules.board import SQUARE, BoardView, Group, Trace, named, names, read_square, square_steps
from rules.game import IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.shuffle import Shuffle
from words import Said

SIZE = 3
LINES = (
    *((rank, rank + 1, rank + 2) for rank in (0, 3, 6)),
    *((file, file + 3, file + 6) for file in (0, 1, 2)),
    (0, 4, 8),
    (2, 4, 6),
)
"""The rows, columns and diagonals, by numbers of squares."""

Move = int
"""The number of a square."""


@dataclass(frozen=True, slots=True)
class Position:
    """`cells` by square number: `EMPTY`, or the seat's number plus one. `turn` is who would move.

    Equal positions go on equally; the last move is for the picture only.
    """

    cells: bytes
    turn: Seat
    last: Move | None = field(default=None, compare=False)


class ThreeInARow(BlackAndWhiteGame[Position, Move]):
    """The game; seat 0 is Black and moves first, seat 1 is White."""

    key = "three-in-a-row"
    title = Said("title.three_in_a_row")
    sides = (Said("side.black"), Said("side.white"))
    words = ("noughts and crosses", "tic tac toe", "xo")
    example = "b2"
    help = Help.of(
        "three_in_a_row",
        ("turn",),
        figures={
            "ending": [
                Figure(
                    Said("three_in_a_row.help.figures.line"),
                    {"cells": {"a1": "b", "b2": "b", "a2": "w", "b3": "w"}, "turn": 0},
                    moves=("c3",),
                ),
            ],
        },
    )

    def size_of(self, options: Options) -> int:
        """Return 3: there is no option for the size."""
        return SIZE

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the empty board."""
        return Position(bytes(SIZE**2), 0)

    def turn(self, position: Position) -> Seat | None:
        """Return who moves."""
        return None if self.outcome(position) else position.turn

    def moves(self, position: Position) -> Sequence[Move]:
        """Return every empty square."""
        if self.outcome(position):
            return ()
        return [square for square, cell in enumerate(position.cells) if cell == EMPTY]

    def play(self, position: Position, move: Move) -> Position:
        """Put the mover's piece on the square."""
        cells = bytearray(position.cells)
        cells[move] = position.turn + 1
        return Position(bytes(cells), 1 - position.turn, move)

    def outcome(self, position: Position) -> Outcome | None:
        """Return who has three in a line; a full board without such a line is a draw."""
        line = _line(position.cells)
        if line:
            winner = position.cells[line[0]] - 1
            return Outcome(winner, "three_in_a_row.line", facts={"side": self.sides[winner]})
        return None if EMPTY in position.cells else Outcome(None, "three_in_a_row.full")

    def write(self, position: Position, move: Move) -> str:
        """Return the square: `b2`."""
        return names(SIZE)[move]

    def read_move(self, position: Position, text: str) -> Move:
        """Return the empty square that the text names."""
        if not re.fullmatch(rf"\s*{SQUARE}\s*", text):
            raise self.unreadable(text)
        square = read_square(SIZE, text)
        if position.cells[square] != EMPTY:
            raise IllegalMove("occupied", square=names(SIZE)[square])
        return square

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the square, the only choice."""
        return (square_steps(SIZE)[move],)

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the board with the last piece marked; at the end the line that won is outlined."""
        line, last = _line(position.cells), position.last
        return self.view(
            position,
            seat,
            SIZE,
            show_cells(SIZE, position.cells),
            trace=None if last is None else Trace(placed=named(SIZE, (last,))),
            last_move=None if last is None else self.write(position, last),
            did=None
            if last is None
            else Said(
                "three_in_a_row.did", name=self.player(position, 1 - position.turn), square=names(SIZE)[last]
            ),
            groups=(Group(position.cells[line[0]] - 1, named(SIZE, line)),) if line else (),
        )

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return any board that can be set up."""
        cells, turn, _ = self.read_cells(options, data, turn)
        return Position(cells, turn)


def _line(cells: bytes) -> tuple[int, ...] | None:
    """Return a line of three pieces of one side, `None` where there is none."""
    return next(
        (line for line in LINES if cells[line[0]] and len({cells[square] for square in line}) == 1), None
    )
