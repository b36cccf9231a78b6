"""A solver of Binar that uses only the rules.

It tries every move of every position, without symmetry and without tables.
"""

from collections.abc import Callable
from functools import cache

from rules.binar import EMPTY, Move, Position
from rules.catalogue import GAMES

GAME = GAMES["binar"]
WON, DRAW = 255, 128
OPTIONS = [(digits, lines) for digits in ("own", "choose") for lines in ("double", "single")]
Cells = tuple[int, ...]


def position_of(size: int, digits: str, lines: str, cells: Cells, turn: int) -> Position:
    """Return a position of the rules in which no player has won yet."""
    return Position(size, digits == "choose", lines == "single", cells, turn)


def solver(size: int, digits: str, lines: str) -> Callable[[Cells, int], int]:
    """Return a function that scores a position for the mover.

    A score is 255 less the plies to a win, the plies to a loss, or 128 for a draw.
    """
    rows = [range(start, start + size) for start in range(0, size * size, size)]
    columns = [range(file, size * size, size) for file in range(size)]

    @cache
    def score(cells: Cells, turn: int) -> int:
        best = 0
        for square, cell in enumerate(cells):
            if cell != EMPTY:
                continue
            for digit in (turn,) if digits == "own" else (0, 1):
                after = (*cells[:square], digit, *cells[square + 1 :])
                full = [
                    sum(after[i] for i in line) % 2
                    for line in (rows[square // size], columns[square % size])
                    if all(after[i] != EMPTY for i in line)
                ]
                if lines == "single" and full:
                    worth = 254 if full.count(turn) == len(full) else 1
                elif len(full) == 2 and full[0] == full[1]:
                    worth = 254 if full[0] == turn else 1
                elif EMPTY not in after:
                    worth = DRAW
                else:
                    then = score(after, 1 - turn)
                    worth = DRAW if then == DRAW else then + 1 if then < DRAW else then - 1
                    worth = worth if worth == DRAW else 255 - worth
                best = max(best, worth)
        return best

    return score


def moves(position: Position) -> list[tuple[Move, Position]]:
    """The moves of a position, with what each makes of it by the rules."""
    return [(move, GAME.play(position, move)) for move in GAME.moves(position)]
