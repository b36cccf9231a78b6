"""The computer's thinking processes: niced, started on demand, killed on a hang.

They load only the rules and the players, and get no token: they receive a question and return a
choice.
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
from club.running.effort import Broken, Late
from club.running.turns import spend
from engines.player import Assessment, Choice
from engines.puzzles.puzzle import Puzzle
from engines.worker_messages import (
    LENGTH,
    READY,
    Asking,
    Failure,
    MoveQuestion,
    Practice,
    PracticeResult,
    PuzzleHunt,
    Study,
    WorkerAnswer,
    pack,
    unpack,
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
    """Answers questions and assesses positions, `most` at a time; others wait.

    Always `stop` it.
    """

    def __init__(
        self, *, most: int | None = None, deadline: float = DEADLINE, program: Sequence[str] = PROGRAM
    ) -> None:
        self.most = most or min(AT_MOST, os.cpu_count() or 1)
        self._deadline = deadline
        self._program = program
        self._room = asyncio.Semaphore(self.most)
        self._turn = asyncio.Lock()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._killed: set[Process] = set()

    async def think(self, question: MoveQuestion) -> Choice:
        """Return the choice of the player that is asked; raise `Late` or `Broken`."""
        answer = await self._answer(question)
        assert isinstance(answer, Choice)  # it is what a question is answered with
        return answer

    async def look(self, study: Study) -> tuple[Assessment, ...]:
        """Return what there is to be seen in some positions; raise `Late` or `Broken`."""
        answer = await self._answer(study)
        return cast("tuple[Assessment, ...]", answer)  # it is what a study is answered with

    async def seek(self, hunt: PuzzleHunt) -> Puzzle | None:
        """Return a puzzle from a match, if it has one; raise `Late` or `Broken`.

        The process ends with it.
        """
        answer = await self._alone(hunt)
        assert answer is None or isinstance(answer, Puzzle)  # it is what a hunt is answered with
        return answer

    async def practise(self, practice: Practice) -> PracticeResult:
        """Return what a match holds; raise `Late` or `Broken`. The process ends with it."""
        answer = await self._alone(practice)
        assert isinstance(answer, PracticeResult)  # it is what a practice is answered with
        return answer

    async def _alone(self, asked: Asking) -> WorkerAnswer:
        """Return the answer of a process that ends with it, one process at a time.

        The next question is a long time off.
        """
        async with self._turn:
            try:
                return await self._answer(asked)
            finally:
                await self.stop()

    async def _answer(self, asked: Asking) -> WorkerAnswer:
        message = await asyncio.to_thread(pack, asked)
        async with self._room:
            worker = await self._worker()
            before = _cpu_seconds(worker)
            try:
                async with asyncio.timeout(self._deadline):
                    answer = unpack(await _exchange(worker, message))
            except TimeoutError:
                raise Late from None
            except (asyncio.IncompleteReadError, OSError) as fault:
                raise Broken from fault
            else:
                self._idle.append(worker)
            finally:
                spend(_cpu_seconds(worker) - before)
                if worker not in self._idle:
                    self._kill(worker)
        if isinstance(answer, Failure):
            raise Broken(answer.fault)
        found: WorkerAnswer = answer
        return found

    async def stop(self) -> None:
        """End all processes, whatever they are at."""
        self._idle.clear()
        ending = list(self._all)
        for worker in ending:
            self._kill(worker)
        await asyncio.gather(*(worker.wait() for worker in ending))

    async def _worker(self) -> Process:
        """Return a process that has nothing to do: one that is there, else a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
        self._all = {worker for worker in self._all if worker.returncode is None}
        self._killed &= self._all
        root = str(Path(engines.__file__).parents[1])
        environment = {name: os.environ[name] for name in KEPT if name in os.environ} | {"PYTHONPATH": root}
        try:
            worker = await asyncio.create_subprocess_exec(
                *self._program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment
            )
        except OSError as fault:
            raise Broken from fault
        self._all.add(worker)
        assert worker.stdout is not None  # it is a pipe
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                await worker.stdout.readexactly(len(READY))
        except (TimeoutError, asyncio.IncompleteReadError) as fault:
            self._kill(worker)
            raise Broken from fault
        except BaseException:
            self._kill(worker)
            raise
        return worker

    def _kill(self, worker: Process) -> None:
        """Kill a process once.

        A second signal would take its exit status from the system before asyncio learns of it.
        """
        if worker.returncode is None and worker not in self._killed:
            self._killed.add(worker)
            worker.kill()


def _cpu_seconds(worker: Process) -> float:
    """Return the CPU seconds that a process has used; 0 where only Linux could tell."""
    try:
        return time.clock_gettime(~worker.pid << 3 | 2)  # its number of another process's clock
    except OSError:
        return 0.0


async def _exchange(worker: Process, message: bytes) -> bytes:
    """Send a message and return the reply."""
    assert worker.stdin is not None and worker.stdout is not None  # they are pipes
    worker.stdin.write(message)
    await worker.stdin.drain()
    (length,) = LENGTH.unpack(await worker.stdout.readexactly(LENGTH.size))
    return await worker.stdout.readexactly(length)
