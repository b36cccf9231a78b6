"""Checkers: perft from the start position, in leaves a CPU second; every engine counts the last ply in bulk.

The baselines are engines on PyPI, in environments of their own (`make oracles`; both call themselves `draughts`):
`pydraughts`, and `py-draughts`, whose faster generator is taken where it has two. py-draughts' American is no
baseline, for it lets one decline a capture. pydraughts counts at a lower depth, as it would take minutes at ours.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time

from bench.row import Row
from rules.checkers.moves import BLACK, WHITE, generator
from rules.checkers.rulesets import RULESETS, Ruleset, ruleset

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
"""Plies where it is not the 7 of the small boards of one tone: each run takes about a tenth of a second."""

ORACLES = Path("var") / "oracles"

COUNT = """
import json, sys
from time import process_time
from statistics import median

def perft(board, depth):
    moves = list(board.legal_moves() if callable(board.legal_moves) else board.legal_moves)
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
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
depths = {"turkish": 3}
key = sys.argv[1]
print(json.dumps(speed(lambda: perft(Board(variant=names[key]), depths.get(key, 4)), 1)))
"""

PY_DRAUGHTS = """
import draughts
from draughts.engines import turbo
board = {
    "international": draughts.StandardBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "frisian": draughts.FrisianBoard,
}[sys.argv[1]]
depth = int(sys.argv[2])
speeds = [speed(lambda: perft(board(), depth), 3)]
if sys.argv[1] == "international":
    speeds.append(speed(lambda: turbo.perft_from_board(board(), depth), 3))
print(json.dumps(max(speeds)))
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


def rows() -> Iterator[Row]:
    """One row a variant: `checkers.perft.<variant>`."""
    for key in RULESETS:
        # py-draughts plays the federation's Frisian.
        rules = ruleset(key, rules="federation") if key == "frisian" else RULESETS[key]
        depth = DEPTH.get(key, 7)
        yield Row(f"checkers.perft.{key}", leaves_per_second(rules, depth), "nodes/s", baseline(key, depth))


def leaves_per_second(rules: Ruleset, depth: int) -> float:
    """The median over `RUNS` of leaves a CPU second, captures merged ("drop")."""
    game = generator(rules)
    colour = BLACK if rules.first == "black" else WHITE
    speeds = []
    for _ in range(RUNS):
        began = process_time()
        leaves = game.perft(game.start(), colour, depth)
        speeds.append(leaves / (process_time() - began))
    return median(speeds)


def baseline(key: str, depth: int) -> float | None:
    """The same by another engine in the same run, `None` where there is none or it is not installed."""
    engine, script = BASELINES.get(key, ("", ""))
    python = ORACLES / engine / "bin" / "python"
    if not (script and python.exists()):
        return None
    command = [str(python), "-c", COUNT + script, key, str(depth)]
    return float(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
