"""Time to acknowledge fifty matches' moves while pages get junk, beside without.

The junk is requested by one person.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from typing import Final

from workshop.bench.load import _ours, by_move
from workshop.bench.row import BenchFigure, percentile
from workshop.bench.scrape import free_port

ROUNDS: Final = 3
"""Runs of each, in turn.

Each figure is the median, because the machine may be busy with other things.
"""
PER_SECOND: Final = 100
"""Requests: as many as all addresses together may go on making."""
ASKER: Final = """
import socket, sys, time
port, pause, number = int(sys.argv[1]), 1 / float(sys.argv[2]), 0
while True:
    began, number = time.monotonic(), number + 1
    try:
        with socket.create_connection(("127.0.0.1", port), 5) as to:
            paths = ("/m/" + "x" * (number % 300), "/%zz" * 40, "/m/" + "A" * 22 + "/9", "/" + "?a=" * 900)
            path = paths[number % 4]
            sender = f"X-Forwarded-For: 10.{number // 200 % 250}.0.{number % 200}"
            to.sendall(f"GET {path} HTTP/1.1\\r\\nHost: x\\r\\n{sender}\\r\\nConnection: close\\r\\n\\r\\n".encode())
            while to.recv(65536):
                pass
    except OSError:
        pass
    time.sleep(max(0.0, pause - (time.monotonic() - began)))
"""


def rows() -> Iterator[BenchFigure]:
    """Acknowledgements in ms at the 50th and 99th percentile with the junk going on.

    The baseline is without it.
    """
    rounds = [(_acks(junk=True), _acks(junk=False)) for _ in range(ROUNDS)]
    for name, share in (("p50", 50), ("p99", 99)):
        with_it, without = (median(percentile(each[side], share) for each in rounds) for side in (0, 1))
        yield BenchFigure(f"web_junk.ack.{name}", with_it, "ms", without)


def _acks(*, junk: bool) -> list[float]:
    """Play while pages are served; return how long each acknowledgement took."""
    port = free_port()
    settings = {"PUBLIC_URL": "https://twotone.example", "WEB_BIND": f"127.0.0.1:{port}"}
    asker = subprocess.Popen([sys.executable, "-c", ASKER, str(port), str(PER_SECOND)]) if junk else None
    try:
        return asyncio.run(_ours(by_move, settings=settings)).acks
    finally:
        if asker is not None:
            asker.kill()
            asker.wait()
