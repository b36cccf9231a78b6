"""A process that thinks: questions one after another on standard input.

It writes one answer to each on its output.
"""

import gc
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from engines.worker_messages import (
    LENGTH,
    READY,
    Asking,
    Failure,
    MoveQuestion,
    Practice,
    PuzzleHunt,
    WorkerAnswer,
    answer_hunt,
    answer_practice,
    answer_question,
    answer_study,
    pack,
    unpack,
)

NICENESS: Final = 10
"""Default niceness: how far thinking yields to all else on the machine."""
COLLECTED_AFTER: Final = 20_000, 3, 10
"""Objects made before the collector looks for cycles.

It has also the rounds after which it looks further. Searches make hundreds of thousands and no
cycles.
"""


def main() -> None:
    """Think until no more questions come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the caller, who ends in order
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    asked: queue.SimpleQueue[Asking] = queue.SimpleQueue()
    threading.Thread(target=_read_questions, args=(sys.stdin.buffer, asked.put), daemon=True).start()
    out = sys.stdout.buffer
    out.write(READY)
    out.flush()
    while True:
        try:
            answer: WorkerAnswer = _answer(asked.get())
        except Exception as fault:
            answer = Failure(type(fault).__name__)
        out.write(pack(answer))
        out.flush()


def _answer(message: Asking) -> WorkerAnswer:
    if isinstance(message, MoveQuestion):
        return answer_question(message)
    if isinstance(message, Practice):
        return answer_practice(message)
    return answer_hunt(message) if isinstance(message, PuzzleHunt) else answer_study(message)


def _read_questions(source: BinaryIO, give: Callable[[Any], None]) -> None:
    """Pass on each question as it comes.

    End the process, whatever it is doing, when the caller is gone.
    """
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        message = source.read(length)
        if len(message) < length:
            break
        give(unpack(message))
    os._exit(0)


if __name__ == "__main__":
    main()
