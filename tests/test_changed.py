"""After a change only what may come out differently is run, and that is said."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.changed import KEPT, Place, is_touched, place_of
from tests.house import ROOT
from tests.sets import EVERYBODYS

LEAGUES = "tests/club/competitions/test_leagues.py"
CARDS = "tests/bot/cards/competitions/test_league_cards.py"
CLOCKS = "tests/bot/cogs/play/test_clocks.py"
DOORS = "tests/bot/test_doors.py"
TABLES = "tests/data/competitions/test_tables.py"
BINAR = "tests/rules/test_binar.py"
EVENING = "tests/wire/test_evening.py"
HOUSE = "tests/test_names.py"
ALL_OF_THEM = {LEAGUES, CARDS, CLOCKS, DOORS, TABLES, BINAR, EVENING, HOUSE}


@pytest.mark.parametrize(
    ("changed", "run"),
    [
        (["club/competitions/leagues.py"], {LEAGUES, CARDS, DOORS, HOUSE}),
        (["club/competitions/reckoning/swiss.py"], {LEAGUES, CARDS, DOORS, HOUSE}),
        (["club/club.py"], {LEAGUES, CARDS, CLOCKS, DOORS, EVENING, HOUSE}),
        (["club/play/match/making.py", "bot/cards/competitions/tables.py"], {CARDS, CLOCKS, DOORS, HOUSE}),
        (["tests/data/competitions/test_tables.py"], {TABLES, LEAGUES, CARDS, DOORS, HOUSE}),
        (["tests/wire/walk.py"], {EVENING, HOUSE}),
        (["workshop/bench/live.py"], {HOUSE}),
        (["rules/binar.py"], ALL_OF_THEM),
        (["requirements.lock"], ALL_OF_THEM),
        (["tests/conftest.py"], ALL_OF_THEM),
        (["docs/hosting.md"], ALL_OF_THEM),
        ([], {HOUSE}),
    ],
)
def test_a_change_runs_the_tests_of_its_column_in_its_storey_and_above(
    changed: list[str], run: set[str]
) -> None:
    places = [place_of(name) for name in changed]
    assert {test for test in ALL_OF_THEM if is_touched(test, places)} == run


def test_a_file_s_own_name_is_no_column() -> None:
    assert place_of("club/play.py") == Place(5)


@pytest.mark.ci
def test_what_passed_is_not_run_again_until_it_changes(tmp_path: Path) -> None:
    def write(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    def run(*options: str, environment: dict[str, str] | None = None) -> str:
        ours = {name: value for name, value in os.environ.items() if name != "CI" and "PYTEST" not in name}
        ours["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # without them it begins in half the time
        command = [sys.executable, "-m", "pytest", "-p", "xdist", "-m", EVERYBODYS, "--changed", *options]
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=ours | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"} | (environment or {}),
            capture_output=True,
            text=True,
            check=False,
        ).stdout

    settings = '[tool.pytest.ini_options]\ntestpaths = ["tests"]\naddopts = "-p no:cacheprovider"\n'
    write("pyproject.toml", f'{settings}markers = ["deep: long", "ci: of CI"]\n')
    write(".gitignore", "var\n")
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=lambda folder, names: {*names} - {
        *("conftest.py", "changed.py", "sets.py", "sharing.py", "missing.py", "forked.py", "memory.py")
    } if Path(folder) == ROOT / "tests" else {*names})  # fmt: skip
    write("tests/test_house.py", "def test_it(): pass\n")
    for room in ("club", "rules"):
        write(f"{room}/made.py", "")
        write(f"tests/{room}/test_{room}.py", "def test_it(): pass\n")
    assert "3 passed" in run() and "3 passed" in run()  # nothing is known without git
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert "3 passed" in (first := run()) and str(KEPT) not in first
    assert "1 passed" in (second := run()) and "since all passed ran: nothing." in second
    write("club/made.py", "MADE = 1\n")
    assert "2 passed" in (third := run("-n", "2")) and "ran: club." in third
    write("tests/club/test_club.py", "def test_it(): assert False\n")
    assert "1 failed, 1 passed" in run()
    assert "1 failed, 1 passed" in run()  # it is not taken for passed
    assert "1 failed, 2 passed" in run(environment={"CI": "true"})
    write("tests/club/test_club.py", "def test_it(): pass\n")
    write("pyproject.toml", (tmp_path / "pyproject.toml").read_text() + "\n")
    assert "3 passed" in run()
