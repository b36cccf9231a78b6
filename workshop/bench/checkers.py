"""Checkers: perft from the start position, in leaves a CPU second, in three modes.

`checkers.perft.<variant>` counts as each engine offers it: ours counts the quiet moves of the last ply without listing
them, the others count the list of their moves, international's in py-draughts' faster generator. For `….lists` both
build the list of moves, as a caller gets it, at the last ply too; for `….played` both make each of those moves as well.

The baselines are engines on PyPI, in environments of their own (`make oracles`; both call themselves `draughts`):
`pydraughts` and `py-draughts`. py-draughts' American is no baseline, for it lets one decline a capture. pydraughts
counts at a lower depth, as it would take minutes at ours.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Literal

from rules.checkers.moves import BLACK, WHITE, Board, Generator, generator
from rules.checkers.rulesets import RULESETS, Ruleset, ruleset
from workshop.bench.row import BenchFigure

RUNS = 3

DEPTH = {
    "turkish": 5,
    "armenian": 4,
    "gothic": 5,
    "international": 6,
    "frisian": 6,
    "canadian": 5,
    "malaysian": 5,
}
"""Plies of the games that do not use the 7 of the small boards of one tone.

Each run takes about a tenth of a second.
"""

ORACLES = Path("var") / "oracles"

Mode = Literal["", ".lists", ".played"]

COUNT = """
import json, sys
from time import process_time
from statistics import median

key, mode, depth = sys.argv[1], sys.argv[2], int(sys.argv[3])

def perft(board, depth):
    if depth == 0:
        return 1
    moves = board.legal_moves
    if callable(moves):
        moves = moves()
    if depth == 1 and mode != ".played":
        return len(moves)
    leaves = 0
    # The list is the board's own where it keeps one.
    for move in list(moves):
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves

def speed(count, runs):
    speeds = []
    for _ in range(runs):
        began = process_time()
        leaves = count()
        speeds.append(leaves / (process_time() - began))
    return median(speeds)
"""

PYDRAUGHTS = """
from draughts import Board
names = {"american": "english", "italian": "italian", "turkish": "turkish"}
depth = 3 if key == "turkish" else 4
print(json.dumps(speed(lambda: perft(Board(variant=names[key]), depth), 1)))
"""

PY_DRAUGHTS = """
import draughts
from draughts.engines import turbo
board = {
    "international": draughts.StandardBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "frisian": draughts.FrisianBoard,
}[key]
count = perft
if key == "international" and not mode:
    count = turbo.perft_from_board
print(json.dumps(speed(lambda: count(board(), depth), 3)))
"""

BASELINES = {
    "american": ("pydraughts", PYDRAUGHTS),
    "italian": ("pydraughts", PYDRAUGHTS),
    "turkish": ("pydraughts", PYDRAUGHTS),
    "international": ("py-draughts", PY_DRAUGHTS),
    "russian": ("py-draughts", PY_DRAUGHTS),
    "brazilian": ("py-draughts", PY_DRAUGHTS),
    "frisian": ("py-draughts", PY_DRAUGHTS),
}


def rows() -> Iterator[BenchFigure]:
    """One row a variant, and two more where there is another engine to compare with."""
    for key in RULESETS:
        # py-draughts plays the federation's Frisian.
        rules = ruleset(key, rules="federation") if key == "frisian" else RULESETS[key]
        modes: tuple[Mode, ...] = ("", ".lists", ".played") if key in BASELINES else ("",)
        for mode in modes:
            # Lists take about ten times as long as counts.
            depth = DEPTH.get(key, 7) - (mode != "")
            ours = leaves_per_second(rules, depth, mode)
            yield BenchFigure(f"checkers.perft.{key}{mode}", ours, "nodes/s", baseline(key, depth, mode))


def leaves_per_second(rules: Ruleset, depth: int, mode: Mode) -> float:
    """The median over `RUNS` of leaves a CPU second, captures merged ("drop")."""
    game = generator(rules)
    colour = BLACK if rules.first == "black" else WHITE
    speeds = []
    for _ in range(RUNS):
        began = process_time()
        if mode:
            leaves = count_leaves(game, game.start(), colour, depth, 0 if mode == ".played" else 1)
        else:
            leaves = game.perft(game.start(), colour, depth)
        speeds.append(leaves / (process_time() - began))
    return median(speeds)


def count_leaves(game: Generator, board: Board, colour: int, depth: int, last: int) -> int:
    """Return the leaves at a depth, counted by lists of moves.

    `last` is 1 if the moves of the last ply are not made, else 0.
    """
    if depth == 0:
        return 1
    moves = game.moves(board, colour)
    if depth == last:
        return len(moves)
    reply = BLACK if colour == WHITE else WHITE
    return sum(count_leaves(game, game.play(board, move, colour), reply, depth - 1, last) for move in moves)


def baseline(key: str, depth: int, mode: Mode) -> float | None:
    """Leaves a CPU second of another engine in the same run.

    `None` if there is no such engine or it is not installed.
    """
    engine, script = BASELINES.get(key, ("", ""))
    python = ORACLES / engine / "bin" / "python"
    if not (script and python.exists()):
        return None
    command = [str(python), "-c", COUNT + script, key, mode, str(depth)]
    return float(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
