"""A worker process: it reads requests for searches on standard input.

It writes one answer to each to standard output.
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
    MoveRequest,
    PracticeRequest,
    PuzzleRequest,
    WorkerAnswer,
    WorkerFailure,
    WorkerRequest,
    answer_move_request,
    answer_practice_request,
    answer_puzzle_request,
    answer_study_request,
    pack_message,
    unpack_message,
)

NICENESS: Final = 10
"""Default niceness: how far thinking yields to all else on the machine."""
COLLECTED_AFTER: Final = 20_000, 3, 10
"""Objects made before the collector looks for cycles.

It has also the rounds after which it looks further. Searches make hundreds of thousands and no
cycles.
"""


def main() -> None:
    """Answer requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is meant for the caller, who ends in order
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICENESS)
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    asked: queue.SimpleQueue[WorkerRequest] = queue.SimpleQueue()
    threading.Thread(target=_read_questions, args=(sys.stdin.buffer, asked.put), daemon=True).start()
    out = sys.stdout.buffer
    out.write(READY)
    out.flush()
    while True:
        try:
            answer: WorkerAnswer = _answer(asked.get())
        except Exception as fault:
            answer = WorkerFailure(type(fault).__name__)
        out.write(pack_message(answer))
        out.flush()


def _answer(message: WorkerRequest) -> WorkerAnswer:
    if isinstance(message, MoveRequest):
        return answer_move_request(message)
    if isinstance(message, PracticeRequest):
        return answer_practice_request(message)
    return (
        answer_puzzle_request(message)
        if isinstance(message, PuzzleRequest)
        else answer_study_request(message)
    )


def _read_questions(source: BinaryIO, give: Callable[[Any], None]) -> None:
    """Pass on each request as it arrives.

    When the caller is gone, end the process, whatever it is doing.
    """
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        (length,) = LENGTH.unpack(head)
        message = source.read(length)
        if len(message) < length:
            break
        give(unpack_message(message))
    os._exit(0)


if __name__ == "__main__":
    main()
