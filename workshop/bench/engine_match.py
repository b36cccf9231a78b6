"""Our top level of checkers against other engines: `make match GAME=russian`.

`AGAINST=py-draughts` names the opponent, `GAMES=60` the number of games. Two games a pair: one
opening of the ladder, both seats. Both sides have the same CPU time a move. Ours is the top level
with its evaluation, its tables and its choice among near-equals, but it deepens until the time is
over and counts no nodes. Theirs is held to the CPU time of its process, so that a busy machine
costs neither side anything. The match is ours: theirs is told every move, and must know the same
legal moves everywhere.

Each engine is a PyPI package in an environment of its own (`make oracles`).
"""

import json
import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from types import TracebackType
from typing import Any, Final

from engines.checkers.player import LEVELS, level_of, pick_move
from engines.checkers.search import CheckersSearch
from rules.checkers.moves import BLACK, WHITE, Move
from rules.checkers.position import Position
from rules.shuffle import Shuffle
from workshop.bench.level_ladder import ALONE, LONGEST, interval, open_match
from workshop.bench.row import percentile

ENDLESS: Final = 1 << 60
"""Nodes that no time is enough for."""

Key = tuple[int, int, tuple[int, ...]]
"""Start, end and captured squares of a move, each one less than its number."""

LOOP: Final = """
for line in sys.stdin:
    asked = json.loads(line)
    if asked is None:
        began = time.process_time()
        move = best()
        answer = [key(move), time.process_time() - began]
    else:
        board.push(next(move for move in board.legal_moves if key(move) == asked))
        answer = [key(move) for move in board.legal_moves]
    print(json.dumps(answer), flush=True)
"""
"""Loop of the other engine's process.

It answers `null` with a move and its CPU seconds, and a move that is made with the legal moves
after it.
"""

PY_DRAUGHTS: Final = """
import json, sys, time
time.time = time.perf_counter = time.process_time
import draughts
from draughts.engines import SimpleEngine, TurboEngine

class Frisian(draughts.FrisianBoard):
    def _gen_simple(self):
        last = self._moves_stack[:-1][::-2][:3]
        one = all(later.square_list[0] == sooner.square_list[-1] for later, sooner in zip(last, last[1:]))
        quiet = not any(move.captured_list or move.is_promotion for move in last)
        men, kings = (
            (self.white_men, self.white_kings)
            if self.turn == draughts.Color.WHITE
            else (self.black_men, self.black_kings)
        )
        moves = super()._gen_simple()
        if len(last) < 3 or not one or not quiet or not men or not kings >> last[0].square_list[-1] & 1:
            return moves
        return [move for move in moves if move.square_list[0] != last[0].square_list[-1]]

kinds = {
    "international": (draughts.StandardBoard, TurboEngine),
    "russian": (draughts.RussianBoard, SimpleEngine),
    "brazilian": (draughts.BrazilianBoard, SimpleEngine),
    "frisian": (Frisian, SimpleEngine),
}
kind, engine = kinds[sys.argv[1]]
board, engine = kind.from_fen(sys.argv[3]), engine(depth_limit=60, time_limit=float(sys.argv[2]))

def key(move):
    return [move.square_list[0], move.square_list[-1], sorted(move.captured_list)]

def best():
    return engine.get_best_move(board)
"""
"""Script for py-draughts, whose turbo engine plays only international.

Its clock is replaced by that of its CPU time. Its Frisian board does not know that a king must rest
after three quiet moves, so it is taught.
"""

DAME: Final = """
import json, sys, threading, time
import dame

class Board:
    def __init__(self, text):
        self.inner = dame.Board(text)

    @property
    def legal_moves(self):
        return self.inner.legal_moves

    def push(self, move):
        self.inner.push(move)
        if (outcome := self.inner.outcome()) and outcome.winner is None:
            self.inner = dame.Board(self.inner.fen())

board, engine, seconds = Board(sys.argv[3]), dame.Engine(), float(sys.argv[2])

def key(move):
    return [move.from_square - 1, move.to_square - 1, sorted(square - 1 for square in move.captured)]

def best():
    over = time.process_time() + seconds
    done = threading.Event()

    def watch():
        while time.process_time() < over and not done.wait(0.001):
            pass
        engine.stop()

    watching = threading.Thread(target=watch)
    watching.start()
    move = engine.search(board.inner).best_move
    done.set()
    watching.join()
    return move
"""
"""Script for dame, which goes by wall time alone.

A thread beside it tells it when its CPU time is over. Its board knows no moves after a position
that it counts as a draw; if ours goes on, its board is set up anew.
"""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another author's engine.

    Its package, the way it is asked, and the kinds it plays, with options for the ladder.
    """

    name: str
    script: str
    kinds: Mapping[str, str]

    @property
    def python(self) -> Path:
        """Return the Python of its environment."""
        return Path("var") / "oracles" / self.name / "bin" / "python"


FEDERATION: Final = "international:rules=federation"
"""White begins in international, as it does for them."""

OPPONENTS: Final = {
    opponent.name: opponent
    for opponent in (
        Opponent(
            "py-draughts",
            PY_DRAUGHTS,
            {
                "international": FEDERATION,
                "russian": "russian",
                "brazilian": "brazilian",
                "frisian": "frisian:rules=federation",
            },
        ),
        Opponent("dame-rs", DAME, {"international": FEDERATION}),
    )
}


class Disagreement(Exception):  # noqa: N818 - said as a sentence
    """The two sides do not play by the same rules."""


class Oracle:
    """The other engine, with a board of its own."""

    def __init__(self, opponent: Opponent, key: str, seconds: float, begun: Position) -> None:
        command = [
            str(opponent.python),
            "-c",
            opponent.script + LOOP,
            key,
            str(seconds),
            numbered_text(begun),
        ]
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

    def make(self, position: Position) -> None:
        """Make the move that led to a position, ours or its own.

        Raise `Disagreement` if the engine has other legal moves now.
        """
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


def numbered_text(position: Position) -> str:
    """Return the position string with every square as a number.

    None of the engines reads squares by file and rank.
    """
    sides: list[list[str]] = [[], []]
    for square, piece in position.generator.pieces(position.board).items():
        sides[piece.colour].append(f"{'K' if piece.king else ''}{square + 1}")
    return f"{'WB'[position.colour]}:W{','.join(sides[WHITE])}:B{','.join(sides[BLACK])}"


def key_of(move: Move) -> Key:
    """Return what both sides know a move by."""
    return _key(move.start, move.end, move.captured)


def _key(start: int, end: int, captured: Sequence[int]) -> Key:
    return start, end, tuple(sorted(captured))


def in_time(position: Position, seconds: float, draws: Shuffle) -> Move:
    """Return the move that our top level finds in some CPU seconds of this process.

    An only move needs none.
    """
    if len(position.legal) == 1:
        return position.legal[0]
    strength = level_of(position.generator.ruleset.key, len(LEVELS))
    search = CheckersSearch(position, ENDLESS, uses_endings=strength.uses_endings)

    def stop(number: int, frame: object) -> None:
        del number, frame
        search.most = 0

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return pick_move(search, position, strength, draws).move
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass(frozen=True, slots=True)
class EngineGame:
    """One game to be played; in the first of a pair we have seat 0."""

    opponent: Opponent
    key: str
    seconds: float
    number: int


@dataclass(frozen=True, slots=True)
class EngineGameResult:
    """Result of one of our games.

    Our points (1, ½, 0), plies, the CPU seconds of each move of ours and of theirs, our peak megabytes.
    """

    points: float
    plies: int
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    memory: float


def play(asked: EngineGame) -> EngineGameResult:
    """Play one game. An only move costs neither side time, so it counts for neither."""
    match = open_match(asked.opponent.kinds[asked.key], asked.number // 2)
    own, draws = asked.number % 2, Shuffle(asked.number.to_bytes(32, "big"))
    ours: list[float] = []
    theirs: list[float] = []
    begun: Position = match.position
    with Oracle(asked.opponent, asked.key, asked.seconds, begun) as oracle:
        while match.turn is not None and len(match.plies) < LONGEST:
            chosen = len(match.position.legal) > 1
            if match.turn == own:
                began = process_time()
                move = in_time(match.position, asked.seconds, draws)
                ours += [process_time() - began] * chosen
            else:
                move, seconds = oracle.choice(match.position)
                theirs += [seconds] * chosen
            oracle.make(match.make_move(move).position)
    winner = match.outcome.winner if match.outcome else None
    points = 0.5 if winner is None else float(winner == own)
    memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    return EngineGameResult(points, len(match.plies), tuple(ours), tuple(theirs), memory)


def line(asked: EngineGame, played: Sequence[EngineGameResult]) -> str:
    """Return what a match has shown so far."""
    points = [game.points for game in played]
    share, (low, high) = sum(points) / len(points), interval(sum(points), len(points), ALONE)
    return (
        f"{asked.key} against {asked.opponent.name}: {100 * share:.1f} % of {len(points)} games "
        f"({100 * low:.0f} to {100 * high:.0f}), +{points.count(1)} ={points.count(0.5)} -{points.count(0)}, "
        f"Elo {elo(share)} ({elo(low)} to {elo(high)}), "
        f"{sum(game.plies for game in played) / len(played):.0f} plies; "
        f"CPU a move ours {_spent_words([second for game in played for second in game.ours])}, "
        f"theirs {_spent_words([second for game in played for second in game.theirs])}; "
        f"our memory {max(game.memory for game in played):.0f} MB"
    )


def elo(share: float) -> str:
    """Return the Elo difference of a player who gets this share of the points.

    >>> elo(0.76), elo(0.5), elo(0.24), elo(1)
    ('+200', '+0', '-200', '+∞')
    """
    if share in (0, 1):
        return "+∞" if share else "-∞"
    return f"{400 * log10(share / (1 - share)):+.0f}"


def _spent_words(seconds: Sequence[float]) -> str:
    return f"{sum(seconds) / len(seconds):.3f} s, p95 {percentile(seconds, 95):.3f} s"


def main(
    key: str, against: str = "py-draughts", games: str = "60", processes: str = "1", seconds: str = "0.2"
) -> None:
    """Play a match and print how it stands after every ten games."""
    if (opponent := OPPONENTS.get(against)) is None:
        sys.exit(f"There is no opponent {against}, only {' and '.join(OPPONENTS)}.")
    if not opponent.python.exists():
        sys.exit(f"{against} is not installed: make oracles")
    if key not in opponent.kinds:
        sys.exit(f"{against} is asked for {', '.join(opponent.kinds)} only, not for {key}.")
    asked = [EngineGame(opponent, key, float(seconds), number) for number in range(int(games))]
    played: list[EngineGameResult] = []
    with multiprocessing.get_context("spawn").Pool(int(processes)) as pool:
        try:
            for game in pool.imap(play, asked):
                played.append(game)
                if len(played) % 10 == 0 or len(played) == len(asked):
                    print(line(asked[0], played), flush=True)
        except Disagreement as refused:
            sys.exit(str(refused))


if __name__ == "__main__":
    main(*sys.argv[1:])
