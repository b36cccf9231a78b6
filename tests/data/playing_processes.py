"""Processes of `tests.data.playing_process`, and what they told before their end."""

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
KILLED = 9


def start(path: Path, *args: object, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """Start a player of the database at `path`.

    `env` is added to this process's environment.
    """
    command = [sys.executable, "-m", "tests.data.playing_process", str(path), *map(str, args)]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
    )


def start_and_wait(path: Path, *args: object, env: Mapping[str, str] | None = None) -> list[str]:
    """Start a player that ends by itself as if killed, and return its output lines."""
    child = start(path, *args, env=env)
    out, err = child.communicate()
    assert child.returncode == KILLED, err
    return out.splitlines(keepends=True)


def confirmed_versions(lines: Iterable[str]) -> dict[int, int]:
    """Return the last version reported for each match.

    A line cut off by the kill does not count as reported.
    """
    told: dict[int, int] = {}
    for line in lines:
        if line.endswith("\n"):
            match_id, version = map(int, line.split())
            told[match_id] = version
    return told
