"""Two sets of tests: the default set, and CI's.

`make test` runs the default set, `make test ALL=1` also CI's. The default set has each promise
once, over the parameters that differ in what is being tested; the rest has the marker `ci`. A test
over many parameters says itself which of them are in the default set (`leave_to_ci`), a file that
is slow and about one thing has `pytestmark = pytest.mark.ci`, and tests that open a browser, or
try the playground or the workshop, are CI's without saying so. What is left out twice, such as a
parameter of a test that is CI's itself, is for the deep run.
"""

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, Final

import pytest

FOLDERS: Final = ("tests/playground/", "tests/workshop/")
"""What is CI's as a whole: what the project is made and shown with."""
CIS: Final = "of CI's set"
"""What the report of such a test says; its keywords have the names of folders too."""
BROWSER: Final = "browser"
"""The fixture of whatever is seen in one."""
EVERYBODYS: Final = "not deep and not ci"
ALL: Final = "not deep"
"""What `-m` is in a run of everybody's set, and of both."""
WHOLE: Final = re.compile(r"^pytestmark = .*\bpytest\.mark\.(ci|deep)\b", re.MULTILINE)
"""What a file says that is CI's as a whole, or the deep run's."""
MOST: Final = 0.3
"""Everybody's share of the time that all tests take, at most."""


def leave_to_ci(
    values: Iterable[Any], *, but: Collection[Any] = (), after: int = 0, every: int = 0
) -> list[Any]:
    """Mark the parameters of a test that are left to CI.

    The ones in the default set are those in `but`, the first `after`, or one in `every`. A tuple
    stands for several arguments, as in `parametrize`.
    """
    given: list[Any] = [as_parameter(value) for value in values]
    everybodys = [
        index < after
        or (every > 0 and index % every == 0)
        or (each.values if len(each.values) > 1 else each.values[0]) in but
        for index, each in enumerate(given)
    ]
    if not any(everybodys):
        raise ValueError("some of the parameters must be everybody's")
    return [
        each if everybody else pytest.param(*each.values, marks=(*each.marks, pytest.mark.ci), id=each.id)
        for each, everybody in zip(given, everybodys, strict=True)
    ]


def is_left_whole(path: Path, root: Path) -> bool:
    """Whether none of a file's tests is in the default set."""
    name = path.relative_to(root).as_posix()
    return name.startswith(FOLDERS) or bool(WHOLE.search(path.read_text(encoding="utf-8")))


def as_parameter(value: Any) -> Any:
    """Return what `parametrize` makes of a value."""
    if isinstance(value, type(pytest.param())):
        return value
    return pytest.param(*value) if isinstance(value, tuple) else pytest.param(value)


def is_cis(item: pytest.Item) -> bool:
    """Whether a test is CI's by its place or by what it needs."""
    return item.nodeid.startswith(FOLDERS) or BROWSER in getattr(item, "fixturenames", ())


def is_left_out_twice(item: pytest.Item) -> bool:
    """Whether a test leaves a parameter to CI, and another one too or is CI's itself."""
    parameters = sum(mark.name == "ci" for mark in getattr(getattr(item, "callspec", None), "marks", ()))
    return parameters > 0 and len([*item.iter_markers("ci")]) > 1


def is_whole(config: pytest.Config) -> bool:
    """Whether a run is of all files, not of some that were named."""
    return config.args == config.getini("testpaths") and not config.option.keyword


class Sets:
    """A plugin that marks CI's tests and counts those that a run leaves to CI.

    It also measures the default set's share of the total time.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._left_out = 0
        self._files: set[Path] = set()
        self.seconds = {True: 0.0, False: 0.0}
        """What the tests of CI's set took, and of everybody's."""

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Leave out the files that are CI's as a whole, and note them."""
        if config.option.markexpr != EVERYBODYS or not collection_path.match("test_*.py"):
            return None
        if not is_left_whole(collection_path, config.rootpath):
            return None
        self._files.add(collection_path)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Mark what does not say so itself."""
        for item in items:
            if is_cis(item):
                item.add_marker("ci")
            if is_left_out_twice(item):
                item.add_marker("deep")
            if item.get_closest_marker("ci"):
                item.user_properties.append((CIS, True))

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """Count what is left to CI."""
        if self._config.option.markexpr == EVERYBODYS:
            self._left_out += sum(
                1 for item in items if item.get_closest_marker("ci") and not item.get_closest_marker("deep")
            )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a test took."""
        self.seconds[any(name == CIS for name, _ in report.user_properties)] += report.duration

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take a worker's counts; all of them have the same."""
        told = getattr(node, "workeroutput", {})
        self._left_out = max(self._left_out, told.get("left_out", 0))
        self._files |= {Path(name) for name in told.get("files", ())}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the first process what was left out.

        Fail a run of all tests in which the default set takes too much of the time.
        """
        if (told := getattr(self._config, "workeroutput", None)) is not None:
            told["left_out"] = self._left_out
            told["files"] = [str(path) for path in self._files]
        elif session.exitstatus == pytest.ExitCode.OK and self._share() > MOST:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say which tests were left out, or the default set's share of the time.

        Otherwise a reader could think that the tests that were left out had run.
        """
        if self._left_out or self._files:
            terminalreporter.write_line(
                f"{self._left_out:,} tests of CI's set and {len(self._files)} files of it were left out;"
                " `make test ALL=1` runs all."
            )
        if share := self._share():
            over = f": more than {MOST:.0%}, so leave some of them to CI" if share > MOST else ""
            terminalreporter.write_line(f"The set of `make test` took {share:.0%} of the time of all{over}.")

    def _share(self) -> float:
        """Everybody's share of the time; 0 where a run is not of all tests."""
        if not is_whole(self._config) or self._config.option.markexpr != ALL:
            return 0.0
        return self.seconds[False] / (sum(self.seconds.values()) or 1.0)
