"""Skip folders of tests that are unchanged since they were last green.

A folder is unchanged if nothing that it depends on has changed. That is so with `--rooms=changed`,
as `make test` has it outside of CI: the folder is not even collected, and the closing lines name
it. With `--rooms=all` every folder runs. Both keep in `var/tests/green.json` what each folder was
green with in the set of tests that ran, if the run was whole and nothing changed meanwhile; both
fail a test that opens a file of the project which its folder does not depend on as far as
`rooms.py` knows.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests import missing
from tests.rooms import MADE, Rooms
from tests.sets import ALL, EVERYBODYS

KEPT: Final = Path("var", "tests", "green.json")
KEEPS: Final = {EVERYBODYS: [EVERYBODYS], ALL: [EVERYBODYS, ALL]}
"""By what `-m` is in a run: of which sets it keeps what was green."""
LEFT_OPEN: Final = ("CI", "TEST_POSTGRES_URL", "TWOTONE_OPENAPI")
"""Variables of the environment that decide what tests do."""


def circumstances() -> str:
    """What tests depend on beside files."""
    return repr([sys.version, missing.here(), [os.environ.get(name) for name in LEFT_OPEN]])


class Unchanged:
    """A plugin that leaves unchanged folders of tests out.

    It decides in the process that was started, where files are read once, and tells its workers.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._kept = config.rootpath / KEPT
        told = getattr(config, "workerinput", {})
        if told:
            self.skipped: list[str] = told["skipped"]
            self._depends = {unit: frozenset(paths) for unit, paths in told["depends"].items()}
            self._watch = Watch(config.rootpath)
            return
        was = self._load_results()
        self._rooms = Rooms(config.rootpath, circumstances(), was.get("known", {}))
        self._digests = {unit: self._rooms.digest(unit) for unit in self._rooms.units}
        self._green: dict[str, dict[str, str]] = was.get("green", {})
        green = self._green.get(config.option.markexpr, {})
        same = [unit for unit, digest in self._digests.items() if green.get(unit) == digest]
        self.skipped = same if config.getoption("rooms") == "changed" and not os.environ.get("CI") else []
        self._depends = {unit: frozenset(self._rooms.depends(unit)) for unit in self._rooms.units}
        self._watch = Watch(config.rootpath)
        self._failed: set[str | None] = set()

    def _load_results(self) -> dict[str, Any]:
        """Return the kept results of earlier runs; empty if there are none."""
        try:
            kept = json.loads(self._kept.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _unit_of(self, path: str) -> str | None:
        return max((unit for unit in self._depends if path.startswith(f"{unit}/")), default=None, key=len)

    # What is left out

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker."""
        depends = {unit: sorted(paths) for unit, paths in self._depends.items()}
        node.workerinput |= {"skipped": self.skipped, "depends": depends}

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Leave out the files of a folder that is unchanged."""
        path = collection_path.relative_to(config.rootpath).as_posix()
        return True if collection_path.suffix == ".py" and self._unit_of(path) in self.skipped else None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which folders were left out, so that no one thinks that they ran."""
        if self.skipped:
            terminalreporter.write_line(
                f"Not run, as nothing that they depend on has changed since they passed: {', '.join(self.skipped)}."
                " `make test ALL=1` runs all."
            )

    # What is kept

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note where a test failed."""
        if report.failed and hasattr(self, "_failed"):
            self._failed.add(self._unit_of(report.nodeid))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what is green now."""
        options = session.config.option
        if not hasattr(self, "_failed") or exitstatus not in (
            pytest.ExitCode.OK,
            pytest.ExitCode.TESTS_FAILED,
        ):
            return
        if (
            options.markexpr not in KEEPS
            or options.keyword
            or session.config.args != session.config.getini("testpaths")
        ):
            return
        now = Rooms(session.config.rootpath, circumstances(), self._rooms.known)
        green = {
            unit: digest
            for unit, digest in self._digests.items()
            if unit not in self._failed and unit in now.units and now.digest(unit) == digest
        }
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        self._green |= dict.fromkeys(KEEPS[options.markexpr], green)
        self._kept.write_text(json.dumps({"green": self._green, "known": now.known}), encoding="utf-8")

    # What is held

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note what the test opens."""
        self._watch.listening = not os.environ.get("CI")  # nothing is left out there
        try:
            return (yield)
        finally:
            self._watch.listening = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Fail if the test opened a file that its folder does not depend on.

        A change of that file would not run the test again.
        """
        done = yield
        unit = self._unit_of(item.nodeid)
        beyond = {path for path in self._watch.take_opened() if not MADE.search(path)} - self._depends.get(
            str(unit), set()
        )
        if unit is not None and beyond:
            pytest.fail(
                f"{unit} opens {', '.join(sorted(beyond))}: say so in READS of tests/rooms.py", pytrace=False
            )
        return done


class Watch:
    """Notes which files of the project are opened in this process."""

    def __init__(self, root: Path) -> None:
        self._root = f"{root}{os.sep}"
        self._opened: set[str] = set()
        self.listening = False
        sys.addaudithook(self._hear)

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open" and self.listening and isinstance(given[0], (str, os.PathLike)):
            path = os.path.abspath(given[0])  # noqa: PTH100 - `Path` would take ten times as long
            if path.startswith(self._root) and os.path.isfile(path):  # noqa: PTH113 - as above
                self._opened.add(path.removeprefix(self._root))

    def take_opened(self) -> set[str]:
        """Return the files that were opened since the last call."""
        opened, self._opened = self._opened, set()
        return opened
