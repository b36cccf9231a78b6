"""Start processes as forks of one that is already up.

Tests that start the bot over and over need it. `python -m bot` takes a second of a core until its
modules are loaded and another one for its first pictures, and `make test` starts it a hundred
times. With `forking()` a process started as `[sys.executable, "-m", module, …]` is a fork of the
mother instead: a process that has imported the bot and the playground, has drawn once, and waits.
The mother runs no thread and no event loop, because a fork would get only half of either.

Processes are requested as usual: `subprocess.Popen`, and asyncio with it, get a process with an
id, a group, an exit status, and the standard streams, folder and environment that they gave it;
`SIGKILL` is `SIGKILL`. The fork is a child of the process that requested it: the go-between that
forked it exits at once, and the requesting process inherits the fork because it is a subreaper.
That holds on Linux; elsewhere, and if coverage is measured, each process is started as usual.

Two things differ from a process of its own: strings have the same hashes in all forks of a mother,
and settings that Python itself reads from the environment when it starts (`PYTHONUNBUFFERED`, …)
are the mother's.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import os
import pickle
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

ROOT: Final = Path(__file__).parents[1]
LOADED: Final = (
    "bot.client",
    "bot.host.config",
    "bot.host.health",
    "bot.host.logs",
    "bot.host.loopback",
    "bot.host.probe",
    "bot.host.running",
    "bot.host.setup",
    "bot.host.status",
    "data.sqlite.check",
    "data.sqlite.restore",
    "data.sqlite.scrub",
    "playground.app",
)
"""Modules that the mother imports.

They are the imports of `bot.__main__` and of the launchers, but not these modules themselves,
because a fork runs them.
"""
ASKED_AT_MOST: Final = 1 << 20
STREAMS: Final = 3
SUBREAPER: Final = 36
"""Linux's number of the setting (PR_SET_CHILD_SUBREAPER)."""
MEASURED: Final = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
"""Environment variables of coverage, which starts with the interpreter."""


@dataclass(frozen=True, slots=True)
class Start:
    """The process to start: `python -m module arguments`.

    It also gives the folder, the environment, and whether the process has a session of its own.
    """

    module: str
    arguments: Sequence[str]
    folder: str
    environment: Mapping[str, str]
    prepare: Callable[[], object] | None
    own_session: bool


# The mother


def draw_once() -> None:
    """Draw the first board of every game, so that no fork has to make its parts."""
    from rendering.picture import draw
    from rules.catalogue import GAMES
    from rules.match import Match

    for game in GAMES.values():
        draw(Match(game, {}, b"").view(None))


def bear(asked: socket.socket) -> Start | None:
    """Fork for each request, in the mother.

    Return the process to become in each fork, and `None` in the mother once no more requests can come.
    """
    for name in LOADED:
        importlib.import_module(name)
    draw_once()
    assert threading.active_count() == len(list(Path("/proc/self/task").iterdir())) == 1
    gc.collect()
    gc.freeze()  # a fork does not look at what the mother has
    while True:
        request, streams, _, _ = socket.recv_fds(asked, ASKED_AT_MOST, STREAMS)
        if not request:
            return None
        told, tell = os.pipe()
        between = os.fork()
        if between == 0:
            os.close(told)
            if child := os.fork():
                os.write(tell, str(child).encode())
                os._exit(0)
            os.close(tell)
            asked.close()
            for stream, given in enumerate(streams):
                os.dup2(given, stream)
            for given in streams:
                os.close(given)
            start: Start = pickle.loads(request)
            return start
        for each in (tell, *streams):
            os.close(each)
        os.waitpid(between, 0)  # the requesting process has inherited the fork by now
        asked.send(os.read(told, 32))
        os.close(told)


def become(start: Start) -> None:
    """Be the process that was asked for, from here on as `python -m` has it."""
    if start.prepare is not None:
        start.prepare()
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # as Python does at its start
    if start.own_session:
        os.setsid()
    os.chdir(start.folder)
    installed = [each for each in sys.path if each not in (str(ROOT), *python_path(os.environ))]
    sys.path[:] = [start.folder, *python_path(start.environment), *installed]
    os.environ.clear()
    os.environ.update(start.environment)
    time.tzset()
    # The stream that this process was begun with may have been a file, and remembers that it could be sought in.
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - until the end
    sys.argv[:] = [start.module, *start.arguments]
    sys.modules.pop(start.module, None)
    runpy.run_module(start.module, run_name="__main__", alter_sys=True)


def python_path(environment: Mapping[str, str]) -> list[str]:
    """Return the folders that `PYTHONPATH` in an environment names.

    Python looks for modules there first.
    """
    return [each for each in environment.get("PYTHONPATH", "").split(os.pathsep) if each]


# The requesting process


class Mother:
    """The process of which others are forks; it ends when this process does."""

    def __init__(self) -> None:
        self._asking, asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.forked", str(asked.fileno())],
            cwd=ROOT,
            pass_fds=[asked.fileno()],
            stdin=subprocess.DEVNULL,
        )
        asked.close()
        self._one = threading.Lock()

    def fork(self, start: Start, streams: Sequence[int]) -> int:
        """Start a process on three open files; return its id."""
        with self._one:
            socket.send_fds(self._asking, [pickle.dumps(start)], list(streams))
            return int(self._asking.recv(32))

    def end(self) -> None:
        """End the mother, not her forks."""
        self._asking.close()
        self._process.wait()


class Forked(subprocess.Popen[Any]):
    """A `subprocess` process that is a fork of `mother`.

    Only processes that run a module with this Python are forked.
    """

    mother: ClassVar[Mother]

    def _execute_child(self, *given: Any) -> None:
        command, executable, prepare, _, kept, folder, environment = given[:7]
        p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite = given[10:16]
        if isinstance(command, str) or (*command[:2],) != (sys.executable, "-m") or executable or kept:
            super()._execute_child(*given)  # pyrefly: ignore[missing-attribute]  # typeshed leaves it out
            return
        start = Start(
            command[2],
            tuple(map(str, command[3:])),
            str(folder or Path.cwd()),
            dict(os.environ if environment is None else environment),
            prepare,
            own_session=bool(given[-2]),
        )
        own = (p2cread, c2pwrite, errwrite)
        streams = [file if file >= 0 else usual for usual, file in enumerate(own)]
        self.pid = self.mother.fork(start, streams)
        self._child_created = True
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)  # pyrefly: ignore[missing-attribute]  # as above


@contextlib.contextmanager
def forking() -> Iterator[Callable[[], contextlib.AbstractContextManager[None]]]:
    """Yield a context manager in which processes are forked from a mother.

    The mother lives as long as the outer context.
    """
    if sys.platform != "linux" or any(name in os.environ for name in MEASURED):
        yield contextlib.nullcontext
        return
    mothers: list[Mother] = []

    @contextlib.contextmanager
    def fork_processes() -> Iterator[None]:
        """Have processes forked from the mother in this context.

        The first one starts the mother.
        """
        if not mothers:
            mothers.append(Mother())
        Forked.mother = mothers[0]
        usual, subprocess.Popen = subprocess.Popen, Forked
        try:
            yield
        finally:
            subprocess.Popen = usual

    yield fork_processes
    for mother in mothers:
        mother.end()


if __name__ == "__main__":
    to_be = bear(socket.socket(fileno=int(sys.argv[1])))
    if to_be is not None:
        become(to_be)
