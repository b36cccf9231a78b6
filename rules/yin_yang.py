"""Yin Yang (North Berkshire Games Group).

Move any stone, and leave one of the other colour. Rulebook: `yin-yang.txt`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.black_and_white import BLACK, EMPTY, WHITE, BlackAndWhiteGame, BlackAndWhitePosition, show_cells
from rules.board import BoardView, LastMove, Trace
from rules.game import BadPosition, IllegalMove, Options, Outcome, Seat, Step
from rules.help import Figure, Help
from rules.likeness import OTHER_TONES, SAME_TONES, ChangeBounds, Symmetry
from rules.outline import Outline
from rules.shuffle import Shuffle
from rules.squares import (
    DIAGONAL,
    ORTHOGONAL,
    Size,
    is_dark,
    names_of,
    neighbours,
    rays,
    square_names,
    square_numbers,
    square_steps,
)
from words import Phrase

SIZE = 6
COLOURS = {BLACK: "black", WHITE: "white"}
"""Parts of codes, by stone."""
START = {"c3": BLACK, "d4": BLACK, "c4": WHITE, "d3": WHITE}

AROUND = neighbours(SIZE, ORTHOGONAL + DIAGONAL)
RAYS = rays(SIZE)
OWN_COLOUR = tuple(WHITE if is_dark(SIZE, square) else BLACK for square in range(SIZE**2))
"""The stone that belongs on each square.

a1 belongs to a light stone, so squares of a1's tone are White's.
"""


class Move(NamedTuple):
    """A stone's start and target; a stone of the other colour appears on `origin`."""

    origin: int
    target: int


Position = BlackAndWhitePosition


class YinYang(BlackAndWhiteGame[Position, Move]):
    """The game of Yin Yang; neither seat owns a colour.

    Seat 0 wants stones on their own colour, seat 1 on the other.
    """

    key = "yin-yang"
    title = Phrase("title.yin_yang")
    sides = (Phrase("side.first"), Phrase("side.second"))
    words = ("yinyang", "stones", "contrast", "north berkshire")
    family = "fill"
    example = "d4-d5"
    size = SIZE
    foretells = Phrase("foretold.points")
    symmetries = tuple(
        Symmetry(turn, swaps=swaps) for turn in (*SAME_TONES, *OTHER_TONES) for swaps in (False, True)
    )
    help = Help.from_subject(
        "yin_yang",
        ("distance", "other"),
        ("stuck",),
        rulings=("corner", "enough"),
        figures={
            "moves": [Figure(Phrase("yin_yang.help.figures.opening"), moves=("d4-d5",))],
            "special": [
                Figure(
                    Phrase("yin_yang.help.figures.stuck"),
                    {
                        "cells": dict.fromkeys(["c3", "d3", "d4", "d2", "d5"], "b")
                        | dict.fromkeys(["c4", "e4", "f3", "d1"], "w"),
                        "turn": 1,
                    },
                ),
            ],
            "ending": [
                Figure(
                    Phrase("yin_yang.help.figures.end"),
                    moves=("d3-d2", "d3-f3", "d4-d5", "d2-d1", "c3-b3"),
                ),
            ],
        },
    )

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the start: two stones of each colour in the middle."""
        known = square_numbers(SIZE)
        cells = bytearray(SIZE**2)
        for name, stone in START.items():
            cells[known[name]] = stone
        return Position(bytes(cells), 0)

    def turn(self, position: Position) -> Seat | None:
        """Return the seat to move, `None` once no stone can move."""
        return position.turn if _moves(position.cells) else None

    def moves(self, position: Position) -> Sequence[Move]:
        """Return the moves of every stone of either colour.

        A stone moves its exact distance in each open direction.
        """
        return _moves(position.cells)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after the move.

        A stone of the other colour appears on the square that the moved stone left.
        """
        cells = bytearray(position.cells)
        stone = cells[move.origin]
        cells[move.target] = stone
        cells[move.origin] = BLACK + WHITE - stone
        return Position(bytes(cells), 1 - position.turn, move)

    def changes(self, size: Size) -> ChangeBounds:
        """Return the changes of a move.

        It puts a stone on its target and exchanges the one that it leaves.
        """
        return ChangeBounds(put=2, lost=1, more=1)

    def outline(self, position: Position) -> Outline:
        """Return where the stones stand, as it is compared with other positions.

        A position with colours or tones exchanged has the outline with the seats exchanged.
        """
        return self.outline_board(SIZE, show_cells(SIZE, position.cells))

    def score(self, position: Position) -> tuple[int, int]:
        """Return each side's number of stones on the squares that count for it."""
        return _score(position.cells)

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome by points, once no stone can move."""
        if _moves(position.cells):
            return None
        own, other = score = _score(position.cells)
        reason = "more_own" if own > other else "more_other" if other > own else "tie"
        facts = {"own": own, "other": other, "all": own + other}
        return Outcome(0 if own > other else 1, f"yin_yang.{reason}", score, facts)

    def write(self, position: Position, move: Move) -> str:
        """Return the move as text: `d4-d5`."""
        return "-".join(names_of(SIZE, move))

    def read_move(self, position: Position, text: str) -> Move:
        """Return the move between two squares.

        A refusal names the distance that the stone would have to go.
        """
        move = Move(*self.read_squares(SIZE, text, 2))
        if move not in _moves(position.cells):
            raise _refusal(position.cells, move)
        return move

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices of the stone and of its target."""
        choices = square_steps(SIZE)
        return choices[move.origin], choices[move.target]

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the board and the score so far.

        A player sees the movable stones' distances too.
        """
        squares, cells = square_names(SIZE), position.cells
        movable = {move.origin for move in _moves(cells)} if seat is not None else set()
        return self.view(
            position,
            seat,
            SIZE,
            show_cells(SIZE, cells),
            a1_dark=False,
            progress=Phrase(
                "yin_yang.progress", name=self.player(position, 0), opponent=self.player(position, 1)
            ),
            score=_score(cells),
            numbers={squares[square]: _distance(cells, square) for square in sorted(movable)},
            scores_on=("own", "other"),
        )

    def describe_last(self, position: Position, last: Move) -> LastMove:
        """Describe the last move: the player, the stone's colour, and its target."""
        origin, target = names_of(SIZE, last)
        name = self.player(position, 1 - position.turn)
        colour = COLOURS[position.cells[last.target]]
        did = Phrase(f"yin_yang.did.{colour}", name=name, origin=origin, target=target)
        return LastMove(self.write(position, last), did, Trace(path=(origin, target), placed=(origin,)))

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position with at least one stone, on any squares."""
        cells, turn, _ = self.read_cells(options, data, turn)
        if not any(cells):
            raise BadPosition("position.empty")
        return Position(cells, turn)


@lru_cache(maxsize=256)
def _moves(cells: bytes) -> tuple[Move, ...]:
    """Return all moves, which are the same for both players."""
    found = []
    for origin, stone in enumerate(cells):
        if stone and (distance := _distance(cells, origin)):
            for ray in RAYS[origin]:
                way = ray[:distance]
                if len(way) == distance and not any(cells[square] for square in way):
                    found.append(Move(origin, way[-1]))
    return tuple(found)


def _distance(cells: bytes, square: int) -> int:
    """Return the distance a stone must go: how many neighbours have its colour."""
    return [cells[beside] for beside in AROUND[square]].count(cells[square])


def _score(cells: bytes) -> tuple[int, int]:
    """Return the number of stones on squares of their own colour, then of the other."""
    own = sum(stone == colour for stone, colour in zip(cells, OWN_COLOUR, strict=True))
    return own, len(cells) - cells.count(EMPTY) - own


def _refusal(cells: bytes, move: Move) -> IllegalMove:
    """Return the refusal of a move, by the rule that it breaks."""
    origin, target = names_of(SIZE, move)
    stone = cells[move.origin]
    if not stone:
        return IllegalMove("empty", square=origin)
    way = next((ray for ray in RAYS[move.origin] if move.target in ray), None)
    if way is None:
        return IllegalMove("yin_yang.straight", origin=origin, target=target)
    colour, distance = COLOURS[stone], _distance(cells, move.origin)
    if not distance:
        return IllegalMove(f"yin_yang.alone.{colour}", origin=origin)
    given = way.index(move.target) + 1
    if given != distance:
        return IllegalMove(
            f"yin_yang.distance.{colour}", origin=origin, target=target, distance=distance, given=given
        )
    blocker = next(square for square in way if cells[square])
    return IllegalMove("yin_yang.blocked", blocker=square_names(SIZE)[blocker])
