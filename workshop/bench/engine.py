"""Computer players at the top level, in games of each kind of search.

Measured are positions a CPU second, the slowest moves, and memory. They think about positions of
games that a level in the middle has played, from openings of the ladder.
"""

import subprocess
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from time import process_time

from bot.host.workers import PROGRAM
from engines.analysis import run_analysis
from engines.checkers.counts import counts_of
from engines.checkers.endings.endings_in_search import EndgameProbe
from engines.checkers.endings.fours import PIECES
from engines.checkers.endings.position_numbers import position_numbers
from engines.choose import choose_move, level_count
from engines.observation import observe
from engines.worker_messages import LENGTH, READY, MoveRequest, answer_move_request, pack_message
from rules.checkers.geometry import WHITE
from rules.checkers.rulesets import RULESETS
from workshop.bench.level_ladder import open_match
from workshop.bench.row import BenchFigure, percentile

PLAYED = {
    "russian": "russian",
    "international": "international",
    "yin-yang": "yin-yang",
    "binary": "binary",
    "binar": "binar:size=5,digits=choose,lines=single",
    "one-zero-one": "one-zero-one",
}
"""A game of each kind of search, and another checkers board.

Their options are written as the ladder reads them.
"""
MOVES = 40
"""Positions of each game that are thought about."""
EVERY = 3
"""Plies from one position to the next.

With this many both seats think, and more than one game is played.
"""
SEED = 5
PLIES = 60
"""Moves of the match that is reported on."""


def rows() -> Iterator[BenchFigure]:
    """Yield two rows a game, the CPU time of a report, and a process's peak memory."""
    asked = {key: list(islice(_questions(text), MOVES)) for key, text in PLAYED.items()}
    for key, questions in asked.items():
        seconds: list[float] = []
        nodes = 0
        for question in questions:
            began = process_time()
            nodes += answer_move_request(question).nodes
            seconds.append(process_time() - began)
        yield BenchFigure(f"engine.{key}.nodes", nodes / sum(seconds), "nodes/s")
        yield BenchFigure(f"engine.{key}.p95", 1000 * percentile(seconds, 95), "ms")
    yield BenchFigure("engine.report", _report(), "s")
    yield BenchFigure("engine.endings", _lookup_time(), "µs")
    some = [question for questions in asked.values() for question in questions[:: MOVES // 4]]
    yield BenchFigure("engine.worker.memory", _memory(some), "MB")


def _questions(text: str) -> Iterator[MoveRequest]:
    """Yield what the top level is asked for in one game after another."""
    for number in count():
        match = open_match(text, number)
        top = level_count(match.game)
        while match.turn is not None:
            what = observe(match, match.turn)
            if len(match.plies) % EVERY == 0:
                yield MoveRequest(what, match.options, top, SEED)
            match.make_move(choose_move(what, match.options, (top + 1) // 2, number).move)


def _lookup_time() -> float:
    """Return the microseconds that a position of four pieces takes in the tables.

    The counts of the match are included.
    """
    row = RULESETS["russian"]
    places, past, endings = position_numbers(row), counts_of(row).nothing, EndgameProbe(row, {})
    boards = [places.board(*places.pieces(number)) for number in range(places.of_three, places.layer, 997)]
    apart = [each for each in boards if (each[0] | each[1]).bit_count() == PIECES]
    nodes = [(*each, WHITE) for each in apart]
    endings.plies_to_end(nodes[0], 0, past, 0)  # the first one reads the table
    began = process_time()
    for node in nodes:
        endings.plies_to_end(node, 0, past, 0)
    return 1_000_000 * (process_time() - began) / len(nodes)


def _report() -> float:
    """Return the CPU seconds of a report on a match, all looks together.

    The match has at most `PLIES` plies.
    """
    match = open_match("russian", SEED)
    while match.turn is not None and len(match.plies) < PLIES:
        match.make_move(choose_move(observe(match, match.turn), match.options, 2, SEED).move)
    began = process_time()
    run_analysis(match)
    return process_time() - began


def _memory(questions: list[MoveRequest]) -> float:
    """Return the peak megabytes of a thinking process, after all these questions."""
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None and worker.stdout is not None  # they are pipes
        worker.stdout.read(len(READY))
        for question in questions:
            worker.stdin.write(pack_message(question))
            worker.stdin.flush()
            (length,) = LENGTH.unpack(worker.stdout.read(LENGTH.size))
            worker.stdout.read(length)
        status = Path(f"/proc/{worker.pid}/status").read_text()
        worker.stdin.close()
    (peak,) = (line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024
