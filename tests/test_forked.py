"""A forked process differs in nothing that a program can tell.

The comparison is with a process that Python started from nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.forked import ROOT, Forked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
TELLING = """
import json, os, random, signal, sys, threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

def twice(number):
    return 2 * number

def told():
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        worked = pool.submit(twice, 21).result()
    return {
        "name": __name__, "file": __file__, "arguments": sys.argv, "folder": os.getcwd(), "path": sys.path,
        "environment": dict(os.environ), "asked": sys.stdin.read(), "worked": worked,
        "signals": [str(signal.getsignal(each)) for each in (signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE)],
        "ctrl_c": str(getattr(signal.getsignal(signal.SIGINT), "__name__", "")),
        "leads": [os.getpgid(0) == os.getpid(), os.getsid(0) == os.getpid()],
        "open": sorted(map(int, os.listdir("/proc/self/fd")))[:3], "more": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(), "parent": os.getppid(), "mask": os.umask(0), "buffered": [
            sys.stdout.line_buffering, sys.stderr.line_buffering],
    }

if __name__ == "__main__":
    mine = told()
    print("complaint", file=sys.stderr)
    print(json.dumps(mine))
    sys.exit(7)
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Path]:
    """A way to write the module `program`; where it is."""

    def write(text: str) -> Path:
        (tmp_path / "program.py").write_text(text)
        return tmp_path

    return write


@pytest.fixture
def forks(mother: Callable[[], AbstractContextManager[None]]) -> AbstractContextManager[None]:
    return mother()


COMMAND = [sys.executable, "-m", "program"]


@pytest.mark.ci
def test_it_tells_the_same_of_itself(
    program: Callable[[str], Path], forks: AbstractContextManager[None]
) -> None:
    folder = program(TELLING)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MOOD": "good"}

    def run_command() -> tuple[int, dict[str, Any], str]:
        done = subprocess.run(
            [*COMMAND, "one", "--two"],
            cwd=folder,
            env=environment,
            input="what?",
            capture_output=True,
            text=True,
            start_new_session=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
            check=False,
        )
        return done.returncode, json.loads(done.stdout), done.stderr

    usual = run_command()
    with forks:
        code, forked, complaint = run_command()
    assert {name: (forked[name], usual[1][name]) for name in forked if forked[name] != usual[1][name]} == {}
    assert (code, complaint) == (usual[0], usual[2]) == (7, "complaint\n")
    assert forked["parent"] == os.getpid()


@pytest.mark.ci
def test_each_has_chance_of_its_own(
    program: Callable[[str], Path], forks: AbstractContextManager[None]
) -> None:
    folder = program("import random; print(random.random())")
    with forks:
        told = {subprocess.check_output(COMMAND, cwd=folder) for _ in range(2)}
    assert len(told) == 2


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGTERM])
async def test_it_ends_by_a_signal_and_its_end_is_waited_for(
    program: Callable[[str], Path], forks: AbstractContextManager[None], kind: signal.Signals
) -> None:
    folder = program("print('up', flush=True); input()")
    with forks:
        process = await asyncio.create_subprocess_exec(
            *COMMAND, cwd=folder, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"up\n"
        process.send_signal(kind)
        assert await process.wait() == -kind


def test_what_it_does_not_catch_ends_it_as_ever(
    program: Callable[[str], Path], forks: AbstractContextManager[None]
) -> None:
    folder = program("import atexit; atexit.register(print, 'bye'); print('hi'); raise KeyError('what')")
    with forks:
        done = subprocess.run(COMMAND, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "hi\nbye\n")
    assert done.stderr.splitlines()[-1] == "KeyError: 'what'"


def test_another_command_is_started_as_ever(forks: AbstractContextManager[None]) -> None:
    with forks:
        assert isinstance(subprocess.Popen(["true"]).wait(), int)
        assert subprocess.check_output([sys.executable, "-c", "print(1)"]) == b"1\n"
    assert subprocess.Popen is not Forked
