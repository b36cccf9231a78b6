"""Our top level of checkers against the strongest engine of py-draughts: `make match GAME=russian [GAMES=60]`.

Two games a pair: one opening of the ladder, both seats. Both sides have the same CPU time a move. Ours is the top level
with its evaluation, its tables and its choice among near-equals, but it deepens until the time is over and counts no
nodes; theirs is told the time as its limit, and its clock is made that of its CPU, so that a busy machine costs neither
side anything. The match is ours: theirs is told of every move, and must know the same legal moves everywhere.

py-draughts 1.10.1 is an engine on PyPI, in an environment of its own (`make oracles`).
"""

import json
import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from types import TracebackType
from typing import Any, Final

from bench.ladder import ALONE, LONGEST, interval, opened
from bench.row import percentile
from engines.checkers.player import LEVELS, decide, level_of
from engines.checkers.search import Search
from rules.checkers.moves import Move
from rules.checkers.position import Position
from rules.shuffle import Shuffle

PYTHON: Final = Path("var") / "oracles" / "py-draughts" / "bin" / "python"

KINDS: Final = {"international": "international:rules=federation", "russian": "russian"}
"""What is played, with its options as the ladder reads them: White begins in international, as it does for theirs."""

ENDLESS: Final = 1 << 60
"""Nodes that no time is enough for."""

Key = tuple[int, int, tuple[int, ...]]
"""Start, end and captured squares of a move, each one less than the number that is written."""

THEIRS: Final = """
import time
time.time = time.perf_counter = time.process_time
import json, sys
import draughts
from draughts.engines import SimpleEngine, TurboEngine

kinds = {
    "international": (draughts.StandardBoard, TurboEngine),
    "russian": (draughts.RussianBoard, SimpleEngine),
}
kind, engine = kinds[sys.argv[1]]
board, engine = kind(), engine(depth_limit=60, time_limit=float(sys.argv[2]))

def key(move):
    return [move.square_list[0], move.square_list[-1], sorted(move.captured_list)]

for line in sys.stdin:
    asked = json.loads(line)
    if asked is None:
        began = time.process_time()
        move = engine.get_best_move(board)
        answer = [key(move), time.process_time() - began]
    else:
        board.push(next(move for move in board.legal_moves if key(move) == asked))
        answer = [key(move) for move in board.legal_moves]
    print(json.dumps(answer), flush=True)
"""
"""Answers `null` with its move and the CPU seconds for it, and a move that is made with the legal moves after it. The
turbo engine plays international alone."""


class Disagreement(Exception):  # noqa: N818 - said as a sentence
    """The two sides do not play by the same rules."""


class Oracle:
    """The other engine, with a board of its own."""

    def __init__(self, key: str, seconds: float) -> None:
        command = [str(PYTHON), "-c", THEIRS, key, str(seconds)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "Oracle":
        """Return itself; it ends with its block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the engine's process."""
        self._process.kill()
        self._process.communicate()

    def made(self, position: Position) -> None:
        """Make the move that led to a position, ours or its own; refuse it if other moves are legal to it now."""
        assert position.last is not None  # a move has led here
        move = position.last.move
        theirs = {_key(*each) for each in self._ask(key_of(move))}
        if theirs != (ours := {key_of(each) for each in position.legal}):
            raise Disagreement(
                f"After {key_of(move)} the two sides know different legal moves: "
                f"only we {sorted(ours - theirs)}, only they {sorted(theirs - ours)}, on {position.board}."
            )

    def choice(self, position: Position) -> tuple[Move, float]:
        """Return its move and the CPU seconds that it took."""
        key, seconds = self._ask(None)
        return next(move for move in position.legal if key_of(move) == _key(*key)), seconds

    def _ask(self, asked: Key | None) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None  # they are pipes
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise Disagreement(f"The other engine has ended when it was asked {asked}.")
        return json.loads(answer)


def key_of(move: Move) -> Key:
    """Return what both sides know a move by."""
    return _key(move.start, move.end, move.captured)


def _key(start: int, end: int, captured: Sequence[int]) -> Key:
    return start, end, tuple(sorted(captured))


def in_time(position: Position, seconds: float, draws: Shuffle) -> Move:
    """Return the move that our top level finds in so many CPU seconds of this process; an only move needs none."""
    if len(position.legal) == 1:
        return position.legal[0]
    strength = level_of(position.generator.ruleset.key, len(LEVELS))
    search = Search(position, ENDLESS, endings=strength.endings)

    def stop(number: int, frame: object) -> None:
        del number, frame
        search.most = 0

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return decide(search, position, strength, draws).move
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass(frozen=True, slots=True)
class Asked:
    """One game to be played; in the first of a pair we have seat 0."""

    key: str
    seconds: float
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """Our points (1, ½, 0), plies, the CPU seconds of each move of ours and of theirs, our megabytes at most."""

    points: float
    plies: int
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    memory: float


def play(asked: Asked) -> Played:
    """Play one game. An only move costs neither side time, so it counts for neither."""
    match = opened(KINDS[asked.key], asked.number // 2)
    own, draws = asked.number % 2, Shuffle(asked.number.to_bytes(32, "big"))
    ours: list[float] = []
    theirs: list[float] = []
    with Oracle(asked.key, asked.seconds) as oracle:
        for ply in match.plies:
            oracle.made(ply.position)
        while match.turn is not None and len(match.plies) < LONGEST:
            chosen = len(match.position.legal) > 1
            if match.turn == own:
                began = process_time()
                move = in_time(match.position, asked.seconds, draws)
                ours += [process_time() - began] * chosen
            else:
                move, seconds = oracle.choice(match.position)
                theirs += [seconds] * chosen
            oracle.made(match.make(move).position)
    winner = match.outcome.winner if match.outcome else None
    points = 0.5 if winner is None else float(winner == own)
    memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    return Played(points, len(match.plies), tuple(ours), tuple(theirs), memory)


def line(key: str, played: Sequence[Played]) -> str:
    """Return what a match has shown so far."""
    points = [game.points for game in played]
    low, high = interval(sum(points), len(points), ALONE)
    return (
        f"{key} against py-draughts: {100 * sum(points) / len(points):.1f} % of {len(points)} games "
        f"({100 * low:.0f} to {100 * high:.0f}), +{points.count(1)} ={points.count(0.5)} -{points.count(0)}, "
        f"{sum(game.plies for game in played) / len(played):.0f} plies; "
        f"CPU a move ours {_spent([second for game in played for second in game.ours])}, "
        f"theirs {_spent([second for game in played for second in game.theirs])}; "
        f"our memory {max(game.memory for game in played):.0f} MB"
    )


def _spent(seconds: Sequence[float]) -> str:
    return f"{sum(seconds) / len(seconds):.3f} s, p95 {percentile(seconds, 95):.3f} s"


def main(key: str, games: str = "60", processes: str = "1", seconds: str = "0.2") -> None:
    """Play a match and print how it stands after every ten games."""
    if not PYTHON.exists():
        sys.exit("py-draughts is not installed: make oracles")
    if key not in KINDS:
        sys.exit(f"py-draughts is asked for {' and '.join(KINDS)} only, not for {key}.")
    asked = [Asked(key, float(seconds), number) for number in range(int(games))]
    played: list[Played] = []
    with multiprocessing.get_context("spawn").Pool(int(processes)) as pool:
        try:
            for game in pool.imap(play, asked):
                played.append(game)
                if len(played) % 10 == 0 or len(played) == len(asked):
                    print(line(key, played), flush=True)
        except Disagreement as refused:
            sys.exit(str(refused))


if __name__ == "__main__":
    main(*sys.argv[1:])
