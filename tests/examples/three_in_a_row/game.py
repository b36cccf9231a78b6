"""Three in a row, on a board five wide and four high.

The first player with three pieces in a line wins.
"""

from collections.abc import Sequence

from rules.black_and_white import EMPTY, BlackAndWhiteGame, BlackAndWhitePosition, show_cells
from rules.board import BoardView, Group, LastMove, Trace
from rules.game import IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.likeness import AS_IS, FLIPPED, HALF_ROUND, MIRRORED, ChangeBounds, Symmetry
from rules.shuffle import Shuffle
from rules.squares import Size, names_of, rays, square_names, square_steps
from words import Phrase

SIZE = 5, 4
LINES = tuple(
    (square, *ray[:2])
    for square, found in enumerate(rays(SIZE, ((1, 0), (0, 1), (1, 1), (1, -1))))
    for ray in found
    if len(ray) > 1
)
"""Three squares side by side in a row, a column or a diagonal, by their numbers."""

Position = BlackAndWhitePosition
Move = int
"""The number of a square."""


class ThreeInARow(BlackAndWhiteGame[Position, Move]):
    """The game; seat 0 is Black and moves first, seat 1 is White."""

    key = "three-in-a-row"
    title = Phrase("title.three_in_a_row")
    sides = (Phrase("side.black"), Phrase("side.white"))
    words = ("noughts and crosses", "tic tac toe", "xo")
    example = "b2"
    size = SIZE
    symmetries = tuple(
        Symmetry(turn, swaps=swaps)
        for turn in (AS_IS, MIRRORED, FLIPPED, HALF_ROUND)
        for swaps in (False, True)
    )
    help = Help.from_subject(
        "three_in_a_row",
        ("turn",),
        figures={
            "ending": [
                Figure(
                    Phrase("three_in_a_row.help.figures.line"),
                    {"cells": {"a1": "b", "b2": "b", "a2": "w", "b3": "w"}, "turn": 0},
                    moves=("c3",),
                ),
            ],
        },
    )

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the empty board."""
        return Position(bytes(len(square_names(SIZE))), 0)

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

    def changes(self, size: Size) -> ChangeBounds:
        """Return that a move adds a piece."""
        return ChangeBounds(put=1, lost=0, more=1, by_turns=True)

    def outcome(self, position: Position) -> Outcome | None:
        """Return who has three in a line; a full board without such a line is a draw."""
        if line := _line(position.cells):
            winner = position.cells[line[0]] - 1
            return Outcome(winner, "three_in_a_row.line", facts={"side": self.sides[winner]})
        return None if EMPTY in position.cells else Outcome(None, "three_in_a_row.full")

    def write(self, position: Position, move: Move) -> str:
        """Return the square: `b2`."""
        return square_names(SIZE)[move]

    def read_move(self, position: Position, text: str) -> Move:
        """Return the empty square that the text names."""
        (square,) = self.read_squares(SIZE, text, 1)
        if position.cells[square] != EMPTY:
            raise IllegalMove("occupied", square=square_names(SIZE)[square])
        return square

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the square, the only choice."""
        return (square_steps(SIZE)[move],)

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the board; at the end the line that won is outlined."""
        line = _line(position.cells)
        return self.view(
            position,
            seat,
            SIZE,
            show_cells(SIZE, position.cells),
            groups=(Group(position.cells[line[0]] - 1, names_of(SIZE, line)),) if line else (),
        )

    def describe_last(self, position: Position, last: Move) -> LastMove:
        """Return who took which square."""
        square, name = square_names(SIZE)[last], self.player(position, 1 - position.turn)
        return LastMove(
            square, Phrase("three_in_a_row.did", name=name, square=square), Trace(placed=(square,))
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
