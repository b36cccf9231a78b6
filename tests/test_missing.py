"""The closing lines say what a machine lacks and how to get it.

In CI nothing may be lacking.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest
from tests import missing

@pytest.mark.parametrize("number", range(3))
def test_with_a_database(number):
    missing.leave_out(missing.POSTGRESQL)

def test_with_a_page():
    missing.leave_out(missing.CHROMIUM)

@pytest.mark.skip(reason="it rains")
def test_outdoors():
    pass
"""


def run_pytest(folder: Path, **environment: str) -> str:
    """Return pytest's output for `TESTS`.

    The environment has these variables too, and not CI's.
    """
    (folder / "test_lacking.py").write_text(TESTS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-c",
        os.devnull,
        "-p",
        "tests.conftest",
        f"--rootdir={folder}",
    ]
    ours = {name: value for name, value in os.environ.items() if name != "CI"}
    ours["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    done = subprocess.run(
        [*command, folder], cwd=ROOT, env=ours | environment, capture_output=True, text=True, check=False
    )
    return done.stdout


def test_the_closing_lines_say_how_many_tests_each_thing_would_bring(tmp_path: Path) -> None:
    run = run_pytest(tmp_path)
    assert "Left out 5 tests:\n" in run
    assert "      3 need PostgreSQL: apt-get install postgresql, or TEST_POSTGRES_URL names a server\n" in run
    assert "      1 need Chromium: apt-get install chromium-headless-shell\n" in run
    assert "      1 it rains\n" in run
    assert "C compiler" not in run


def test_in_ci_what_is_missing_fails(tmp_path: Path) -> None:
    said = run_pytest(tmp_path, CI="true")
    assert "4 failed, 1 skipped" in said
    assert "this test needs PostgreSQL: apt-get install postgresql" in said


def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path) -> None:
    assert "Left out" not in run_pytest(tmp_path, PYTEST_ADDOPTS="--deselect=test_lacking.py")
