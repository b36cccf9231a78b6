"""Everybody's set is small and says what it leaves out, and CI's has the rest."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.sets import ALL, CIS, EVERYBODYS, MOST, Sets, is_cis, is_left_whole, leave_to_ci

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest
from tests.sets import leave_to_ci

@pytest.mark.parametrize("number", leave_to_ci(range(9), every=4))
def test_of_everybody(number): pass

@pytest.mark.ci
def test_of_ci(): pass

@pytest.mark.ci
@pytest.mark.parametrize("number", leave_to_ci(range(5), after=2))
def test_of_ci_in_part(number): pass

@pytest.mark.parametrize("one", leave_to_ci("ab", after=1))
@pytest.mark.parametrize("other", leave_to_ci("ab", after=1))
def test_of_each_with_one(one, other): pass

@pytest.fixture
def browser(): pass

def test_on_a_page(browser): pass

@pytest.mark.deep
@pytest.mark.ci
def test_of_neither(): pass
"""


def default_parameters(parameters: list[Any]) -> list[Any]:
    """Return the parameters that are in the default set."""
    return [each.values for each in parameters if "ci" not in {mark.name for mark in each.marks}]


def test_a_test_says_which_parameters_are_everybody_s_and_ci_has_all() -> None:
    assert default_parameters(leave_to_ci(range(9), after=2)) == [(0,), (1,)]
    assert default_parameters(leave_to_ci(range(9), every=4)) == [(0,), (4,), (8,)]
    assert default_parameters(leave_to_ci("abc", but="c", after=1)) == [("a",), ("c",)]
    assert default_parameters(leave_to_ci([("a", {}), ("b", {})], but=[("b", {})])) == [("b", {})]
    assert [each.values for each in leave_to_ci(range(3), after=1)] == [(0,), (1,), (2,)]


def test_a_parameter_keeps_its_own_marks_and_name() -> None:
    deep = pytest.param("b", marks=pytest.mark.deep, id="long")
    first, second = leave_to_ci(["a", deep], after=1)
    assert (first.id, first.marks) == (None, ())
    assert (second.id, [mark.name for mark in second.marks]) == ("long", ["deep", "ci"])


def test_no_promise_is_left_to_ci_whole_by_a_wrong_word() -> None:
    with pytest.raises(ValueError, match="must be everybody's"):
        leave_to_ci(["russian"], but=("rusian",))


@pytest.mark.parametrize(
    ("nodeid", "fixtures", "theirs"),
    [
        ("tests/playground/world/test_world.py::test_it", [], True),
        ("tests/wire/test_walk.py::test_it", ["scene", "browser"], True),
        ("tests/wire/test_games.py::test_it", ["scene"], False),
    ],
)
def test_what_opens_a_browser_or_tries_the_playground_is_ci_s(
    nodeid: str, fixtures: list[str], theirs: bool
) -> None:
    item: Any = SimpleNamespace(nodeid=nodeid, fixturenames=fixtures)
    assert is_cis(item) == theirs


@pytest.mark.ci
@pytest.mark.parametrize(
    ("which", "workers", "passed", "said"),
    [(EVERYBODYS, [], 4, True), (EVERYBODYS, ["-n", "2"], 4, True), (ALL, [], 17, False)],
)
def test_the_closing_lines_count_what_was_left_out(
    tmp_path: Path, which: str, workers: list[str], passed: int, said: bool
) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_whole.py").write_text(
        "import pytest\n\npytestmark = pytest.mark.ci\n\n\ndef test_of_ci(): pass\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "-p", "xdist", "-p", "tests.conftest"]
    done = subprocess.run(
        [*command, f"--rootdir={tmp_path}", "-m", which, *workers, tmp_path],
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{passed} passed" in done.stdout
    assert (
        "12 tests of CI's set and 1 files of it were left out; `make test ALL=1` runs all." in done.stdout
    ) == said


@pytest.mark.parametrize(
    ("share", "args", "code"),
    [
        (MOST - 0.01, ["tests"], pytest.ExitCode.OK),
        (MOST + 0.01, ["tests"], pytest.ExitCode.TESTS_FAILED),
        (MOST + 0.01, ["tests/rules"], pytest.ExitCode.OK),
    ],
)
def test_a_run_of_all_fails_where_everybody_s_tests_take_too_much_of_it(
    share: float, args: list[str], code: pytest.ExitCode
) -> None:
    option = SimpleNamespace(markexpr=ALL, keyword="")
    config: Any = SimpleNamespace(option=option, args=args, getini=lambda name: ["tests"])
    sets = Sets(config)
    for properties, seconds in ([], share), ([(CIS, True)], 1 - share):
        report: Any = SimpleNamespace(user_properties=properties, duration=seconds)
        sets.pytest_runtest_logreport(report)
    session: Any = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
    sets.pytest_sessionfinish(session)
    assert session.exitstatus == code


@pytest.mark.parametrize(
    ("file", "text", "whole"),
    [
        ("tests/playground/test_it.py", "", True),
        ("tests/club/test_it.py", "", False),
        ("tests/club/test_it.py", "pytestmark = [pytest.mark.asyncio, pytest.mark.ci]", True),
        ("tests/club/test_it.py", "pytestmark = pytest.mark.cited", False),
        ("tests/club/test_it.py", "@pytest.mark.ci", False),
    ],
)
def test_a_file_without_a_test_of_everybody_s_is_known_by_its_place_or_its_mark(
    tmp_path: Path, file: str, text: str, whole: bool
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(f"import pytest\n\n{text}\n")
    assert is_left_whole(path, tmp_path) == whole


@pytest.mark.parametrize(
    ("seconds", "ends"), [(29.0, "29% of the time of all."), (31.0, "leave some of them to CI.")]
)
def test_the_share_is_said_and_whether_it_is_too_much(seconds: float, ends: str) -> None:
    option = SimpleNamespace(markexpr=ALL, keyword="")
    config: Any = SimpleNamespace(option=option, args=["tests"], getini=lambda name: ["tests"])
    sets, said = Sets(config), list[str]()
    sets.seconds = {False: seconds, True: 100 - seconds}
    printer: Any = SimpleNamespace(write_line=said.append)
    sets.pytest_terminal_summary(printer)
    assert len(said) == 1 and said[0].endswith(ends)


def test_make_runs_these_sets() -> None:
    assert f"\nEVERYBODYS := {EVERYBODYS}\n" in (ROOT / "Makefile").read_text()
