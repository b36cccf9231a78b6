"""A stranger's wait after `make run`, until the playground's bot answers.

It is measured from `python -m playground`.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from workshop.bench.row import BenchFigure

RUNS = 3


def rows() -> Iterator[BenchFigure]:
    """Seconds until the playground's address is printed, once the bot is online."""
    yield BenchFigure("start.ready", median(_ready() for _ in range(RUNS)), "s")


def _ready() -> float:
    began = time.perf_counter()
    with subprocess.Popen([sys.executable, "-m", "playground"], stdout=subprocess.PIPE) as playground:
        assert playground.stdout is not None
        line = playground.stdout.readline()
        took = time.perf_counter() - began
        playground.terminate()
    if b"http://" not in line:
        raise RuntimeError("the playground did not start")
    return took
