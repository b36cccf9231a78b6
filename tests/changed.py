"""Run only the tests of what has changed since all of them passed.

That is what `make test` does outside of CI. A change runs the tests of its storey and of those
above; a change within a column, as in `club/competitions`, only that column's tests there, and those
that walk over all columns. What is in no storey, such as the
lock file, a document or a helper in `tests/`, runs everything. CI runs everything anyway.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests import missing
from tests.sets import EVERYBODYS, is_whole

KEPT: Final = Path("var", "tests", "green.json")
"""Where the digests of all files are kept, as they were when all tests had passed."""
STOREYS: Final = (
    "words",
    "rules",
    "engines",
    "rendering",
    "data",
    "club",
    "web",
    "bot",
    "leaks",
    "simulation",
    "playground",
    "wire",
    "workshop",
)
"""Rooms and other folders of tests, each below those that may depend on it."""
COLUMNS: Final = ("competitions", "learning", "members", "play", "privacy", "puzzles", "standing")

WALKS: Final = "tests/bot/test_"
"""How tests that walk over all columns begin."""


class Place(NamedTuple):
    """Where a file is."""

    storey: int
    """The place in `STOREYS`; -1 if everything depends on it."""
    column: str | None = None
    """One of `COLUMNS`, or `None` if all columns depend on it."""


def place_of(path: str) -> Place:
    """Return where a file of the project or of its tests is."""
    room, *inner = path.removeprefix("tests/").split("/")
    if room not in STOREYS:
        return Place(-1)
    return Place(STOREYS.index(room), next((part for part in inner if part in COLUMNS), None))


def is_touched(test: str, changed: Iterable[Place]) -> bool:
    """Whether a file of tests may come out differently after changes at these places."""
    at = place_of(test)
    walks = test.startswith(WALKS)
    return at.storey < 0 or any(
        each.storey <= at.storey and (each.column in (None, at.column) or walks) for each in changed
    )


def digests(root: Path) -> dict[str, str]:
    """Return a digest of each file, and of the machine; nothing without git."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return {}
    files = {name: root / name for name in listed.split("\0") if name}
    machine = repr([sys.version, missing.here(), os.environ.get("TEST_POSTGRES_URL")])
    return {"": machine} | {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items() if path.is_file()
    }


class Changed:
    """A plugin that leaves out the tests of what has not changed.

    It decides in the process that was started, and tells its workers.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._kept = config.rootpath / KEPT
        told = getattr(config, "workerinput", None)
        if told is not None:
            self._set_changed(told["changed"])
            return
        self._now = digests(config.rootpath)
        was = self._load()
        changed = [name for name in {*was, *self._now} if was.get(name) != self._now.get(name)]
        self._set_changed(changed if was else None)

    def _set_changed(self, names: list[str] | None) -> None:
        """Note which files have changed; `None` if all tests are to run."""
        self._names = names
        self._changed = None if names is None else {place_of(name) for name in names}

    def _load(self) -> dict[str, str]:
        """Return the digests of when all had passed; empty if that never was."""
        try:
            kept = json.loads(self._kept.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker."""
        node.workerinput["changed"] = self._names

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Leave out a file whose tests would come out as they did."""
        if self._changed is None or not collection_path.match("test_*.py"):
            return None
        path = collection_path.relative_to(config.rootpath).as_posix()
        return None if is_touched(path, self._changed) else True

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what the files are now, if all passed and nothing changed meanwhile."""
        config = session.config
        if hasattr(config, "workerinput") or exitstatus != pytest.ExitCode.OK:
            return
        whole = is_whole(config) and config.option.markexpr == EVERYBODYS
        if whole and self._now == digests(config.rootpath):
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            self._kept.write_text(json.dumps(self._now), encoding="utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what ran, so that no one thinks that all did."""
        if self._changed is not None and Place(-1) not in self._changed:
            names = ["/".join(filter(None, (STOREYS[at.storey], at.column))) for at in self._changed]
            terminalreporter.write_line(
                f"Only tests of what has changed since all passed ran: {', '.join(sorted(names)) or 'nothing'}."
                f" Without {KEPT} all run."
            )
