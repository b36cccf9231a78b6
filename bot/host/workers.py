"""Worker processes for the computer player: low priority, started on demand.

A worker that hangs is killed. Workers load only the rules and the engines, and get no token: they receive a
question and return an answer.
"""

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

import engines
from club.running.effort import SearchFailure, SearchTimeout
from club.running.turns import charge_cpu
from engines.player import Assessment, MoveChoice
from engines.puzzles.puzzle import Puzzle
from engines.worker_messages import (
    LENGTH,
    READY,
    MoveRequest,
    PracticeRequest,
    PracticeResult,
    PuzzleRequest,
    StudyRequest,
    WorkerAnswer,
    WorkerFailure,
    WorkerRequest,
    pack_message,
    unpack_message,
)

AT_MOST: Final = 2
"""Processes; a machine with fewer cores has fewer."""
DEADLINE: Final = 10.0
"""Seconds of wall-clock time after which thinking is ended.

The strongest level needs one, on an idle machine.
"""
STARTS_WITHIN: Final = 60.0
"""Seconds after which a process that has just been started counts as hung."""
PROGRAM: Final = (sys.executable, "-m", "engines.worker")
LAST: Final = "19"
"""The niceness of what runs after all else, other processes that think included."""
MINED_WITHIN: Final = 300.0
"""Seconds of wall-clock time to search a match for a puzzle or for exercises.

Some take ten on a core that other processes have first.
"""
KEPT: Final = ("PATH", "LD_LIBRARY_PATH", "LANG", "SYSTEMROOT")
"""What such a process needs of the environment; nothing secret."""


class Workers:
    """Answers questions and analyses positions in worker processes.

    At most `max_processes` run at a time; further questions wait. Call `stop` in the end. An answer that
    takes longer than `deadline` seconds is given up.
    """

    def __init__(
        self,
        *,
        max_processes: int | None = None,
        deadline: float = DEADLINE,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self.most = max_processes or min(AT_MOST, os.cpu_count() or 1)
        self._deadline = deadline
        self._program = program
        self._room = asyncio.Semaphore(self.most)
        self._turn = asyncio.Lock()
        self.idle: list[Process] = []
        self.processes: set[Process] = set()
        self._killed: set[Process] = set()

    async def think(self, question: MoveRequest) -> MoveChoice:
        """Return the move that the computer chooses.

        Raise `SearchTimeout` or `SearchFailure`.
        """
        answer = await self._answer(question)
        assert isinstance(answer, MoveChoice)  # it is what a question is answered with
        return answer

    async def look(self, study: StudyRequest) -> tuple[Assessment, ...]:
        """Assess the positions of a study in a worker process.

        Raise `SearchTimeout` or `SearchFailure`.
        """
        answer = await self._answer(study)
        return cast("tuple[Assessment, ...]", answer)  # it is what a study is answered with

    async def seek(self, hunt: PuzzleRequest) -> Puzzle | None:
        """Return a puzzle found in a match, or `None` if it has none.

        The worker process ends afterwards. Raise `SearchTimeout` or `SearchFailure`.
        """
        answer = await self._answer_alone(hunt)
        assert answer is None or isinstance(answer, Puzzle)  # it is what a hunt is answered with
        return answer

    async def practise(self, practice: PracticeRequest) -> PracticeResult:
        """Return the exercises found in a match.

        The worker process ends afterwards. Raise `SearchTimeout` or `SearchFailure`.
        """
        answer = await self._answer_alone(practice)
        assert isinstance(answer, PracticeResult)  # it is what a practice is answered with
        return answer

    async def _answer_alone(self, asked: WorkerRequest) -> WorkerAnswer:
        """Answer a question in a worker process that ends afterwards, one at a time.

        Such questions are rare, so an idle worker would only use memory.
        """
        async with self._turn:
            try:
                return await self._answer(asked)
            finally:
                await self.stop()

    async def _answer(self, asked: WorkerRequest) -> WorkerAnswer:
        message = await asyncio.to_thread(pack_message, asked)
        async with self._room:
            worker = await self._worker()
            before = _cpu_seconds(worker)
            try:
                async with asyncio.timeout(self._deadline):
                    answer = unpack_message(await _exchange(worker, message))
            except TimeoutError:
                raise SearchTimeout from None
            except (asyncio.IncompleteReadError, OSError) as fault:
                raise SearchFailure from fault
            else:
                self.idle.append(worker)
            finally:
                charge_cpu(_cpu_seconds(worker) - before)
                if worker not in self.idle:
                    self._kill(worker)
        if isinstance(answer, WorkerFailure):
            raise SearchFailure(answer.error_name)
        found: WorkerAnswer = answer
        return found

    async def stop(self) -> None:
        """End all worker processes, whatever they are doing."""
        self.idle.clear()
        ending = list(self.processes)
        for worker in ending:
            self._kill(worker)
        await asyncio.gather(*(worker.wait() for worker in ending))

    async def _worker(self) -> Process:
        """Return an idle worker process, or start a new one."""
        while self.idle:
            worker = self.idle.pop()
            if worker.returncode is None:
                return worker
        self.processes = {worker for worker in self.processes if worker.returncode is None}
        self._killed &= self.processes
        root = str(Path(engines.__file__).parents[1])
        environment = {name: os.environ[name] for name in KEPT if name in os.environ} | {"PYTHONPATH": root}
        try:
            worker = await asyncio.create_subprocess_exec(
                *self._program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )
        except OSError as fault:
            raise SearchFailure from fault
        self.processes.add(worker)
        assert worker.stdout is not None  # it is a pipe
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                await worker.stdout.readexactly(len(READY))
        except (TimeoutError, asyncio.IncompleteReadError) as fault:
            self._kill(worker)
            raise SearchFailure from fault
        except BaseException:
            self._kill(worker)
            raise
        return worker

    def _kill(self, worker: Process) -> None:
        """Kill a worker process, at most once.

        A second signal would take its exit status from the system before asyncio reads it.
        """
        if worker.returncode is None and worker not in self._killed:
            self._killed.add(worker)
            worker.kill()


def _cpu_seconds(worker: Process) -> float:
    """Return the CPU seconds that a process has used; 0 except on Linux."""
    try:
        return time.clock_gettime(~worker.pid << 3 | 2)  # its number of another process's clock
    except OSError:
        return 0.0


async def _exchange(worker: Process, message: bytes) -> bytes:
    """Send a message to a worker and return its reply."""
    assert worker.stdin is not None and worker.stdout is not None  # they are pipes
    worker.stdin.write(message)
    await worker.stdin.drain()
    (length,) = LENGTH.unpack(await worker.stdout.readexactly(LENGTH.size))
    return await worker.stdout.readexactly(length)
