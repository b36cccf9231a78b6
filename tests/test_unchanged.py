"""A folder of tests that is not run again is really unchanged.

That holds for all that it depends on, and the folder is named.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rooms import ROOMS, Rooms
from tests.sets import ALL, EVERYBODYS

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[1]
FILES = {
    "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\naddopts = "--import-mode=importlib"\n'
    'markers = ["deep: long", "ci: of CI"]\n',
    "requirements.lock": "",
    "Makefile": "",
    "tests/conftest.py": "from tests.sharing import begin_apart, place\nfrom tests.unchanged import Unchanged\n"
    "def pytest_addoption(parser): parser.addoption('--rooms')\n"
    "def pytest_configure(config):\n"
    "    config.pluginmanager.register(Unchanged(config))\n    begin_apart(config)\n"
    "def pytest_collection_modifyitems(items): items.sort(key=place)\n",
    "tests/shared.py": "ONE = 1\n",
    "tests/rules/test_rules.py": "from pathlib import Path\nfrom rules.game import WON\n"
    "from tests.words.helper import HELP\n"
    "def test_it_is_won():\n    assert WON and Path(__file__).with_name('table.txt').read_text() == 'kept'\n",
    "tests/rules/table.txt": "kept",
    "tests/words/helper.py": "HELP = 1\n",
    "tests/words/test_words.py": "import words.said\ndef test_it_is_said():\n    pass\n",
    "rules/__init__.py": "",
    "words/__init__.py": "",
    "rules/game.py": "from words.said import SAID\nWON = True\n",
    "rules/inner/table.gz": "packed",
    "words/said.py": "SAID = 1\n",
    "engines/player.py": "",
}
RULES, WORDS = "tests/rules", "tests/words"
UNITS = Rooms(ROOT, "", {}).units


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project with two folders of tests.

    The folder `rules` depends on files of the other.
    """
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in ("rooms", "sharing", "sets", "unchanged", "missing"):
        shutil.copy(ROOT / "tests" / f"{name}.py", tmp_path / "tests")
    return tmp_path


def run(
    tree: Path, *options: str, rooms: str = "changed", which: str = EVERYBODYS, **environment: str
) -> str:
    """What pytest prints of the project."""
    ours = {
        name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")
    }
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-m",
        which,
        f"--rooms={rooms}",
        *options,
    ]
    environment = (
        ours
        | {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(tree)}
        | environment
    )
    return subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    ).stdout


def digests(tree: Path) -> dict[str, str]:
    """What stands for each folder of tests now."""
    rooms = Rooms(tree, "", {})
    return {unit: rooms.digest(unit) for unit in (RULES, WORDS)}


def left_out_folders(said: str) -> set[str]:
    """Return the folders that a run says it has left out."""
    names = said.partition("since they passed: ")[2].partition(". `make")[0]
    return set(filter(None, names.split(", ")))


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "2")])
def test_what_has_not_changed_is_left_out_and_named_and_counts_for_nothing(
    tree: Path, options: tuple[str]
) -> None:
    first = run(tree, *options)
    assert "2 passed" in first
    assert left_out_folders(first) == set()
    second = run(tree, *options)
    assert left_out_folders(second) == {RULES, WORDS}
    assert "no tests ran" in second
    assert "skipped" not in second
    assert "deselected" not in second


@pytest.mark.parametrize(
    ("changed", "still"),
    [
        ("tests/rules/test_rules.py", {WORDS}),
        ("tests/rules/table.txt", {WORDS}),
        ("tests/words/test_words.py", {RULES}),
        ("tests/words/helper.py", set()),
        ("rules/game.py", {WORDS}),
        ("rules/inner/table.gz", {WORDS}),
        ("words/said.py", set()),
        ("tests/shared.py", set()),
        ("requirements.lock", set()),
        ("pyproject.toml", set()),
        ("engines/player.py", {RULES, WORDS}),
    ],
)
def test_one_byte_anywhere_in_what_a_folder_depends_on_makes_it_another(
    tree: Path, changed: str, still: set[str]
) -> None:
    was = digests(tree)
    path = tree / changed
    path.write_text(path.read_text() + "\n")
    assert {unit for unit, digest in digests(tree).items() if digest == was[unit]} == still


def test_a_new_file_and_one_that_is_gone_count_as_changes(tree: Path) -> None:
    was = digests(tree)
    (tree / "rules" / "more.py").touch()
    more = digests(tree)
    (tree / "tests" / "words" / "helper.py").unlink()
    less = digests(tree)
    assert (was[RULES] == more[RULES], was[WORDS] == more[WORDS]) == (False, True)
    assert (more[RULES] == less[RULES], more[WORDS] == less[WORDS]) == (False, False)


def test_another_interpreter_or_machine_makes_all_others(tree: Path) -> None:
    there = {unit: Rooms(tree, "elsewhere", {}).digest(unit) for unit in (RULES, WORDS)}
    assert [unit for unit, digest in digests(tree).items() if digest == there[unit]] == []


def test_what_failed_or_changed_while_its_tests_ran_is_run_again(tree: Path) -> None:
    path = tree / "tests" / "rules" / "test_rules.py"
    kept = path.read_text()
    for test in ("assert False", "Path('rules/game.py').write_text('WON = 1')"):
        path.write_text(f"{kept}def test_more(): {test}\n")
        run(tree)
        again = run(tree)
        assert "test_rules.py" in again
        assert left_out_folders(again) == {WORDS}


@pytest.mark.parametrize("part", [("-k", "won"), ("tests/rules",)])
def test_a_part_of_a_folder_leaves_nothing_out_later(tree: Path, part: tuple[str, ...]) -> None:
    run(tree, *part)
    assert "2 passed" in run(tree)


def test_what_was_green_in_everybody_s_set_is_run_in_the_whole_and_not_the_other_way_round(
    tree: Path,
) -> None:
    run(tree)
    assert "2 passed" in run(tree, which=ALL)
    assert left_out_folders(run(tree)) == {RULES, WORDS}
    (tree / "var" / "tests" / "green.json").unlink()
    run(tree, which=ALL)
    assert left_out_folders(run(tree)) == left_out_folders(run(tree, which=ALL)) == {RULES, WORDS}


def test_all_are_run_where_that_is_asked_for_and_in_ci(tree: Path) -> None:
    run(tree)
    assert "2 passed" in run(tree, rooms="all")
    assert "2 passed" in run(tree, CI="true")


def test_a_test_that_opens_what_its_folder_does_not_depend_on_fails(tree: Path) -> None:
    path = tree / "tests" / "rules" / "test_rules.py"
    path.write_text(path.read_text() + "def test_it_reads(): Path('engines/player.py').read_text()\n")
    assert "tests/rules opens engines/player.py: say so in READS" in run(tree)


LOADED = """
import sys
import pytest
pytest.main(["-q", "--collect-only", "-p", "no:cacheprovider", *sys.argv[1:]])
files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
print("loaded", *sorted(files), sep="\\n")
"""


@pytest.mark.parametrize(
    "unit",
    [
        unit if unit in (WORDS, "tests/playground/world") else pytest.param(unit, marks=pytest.mark.deep)
        for unit in UNITS
        if any((ROOT / unit).rglob("test_*.py"))
    ],
)
def test_what_the_tests_of_a_folder_import_is_what_it_depends_on(unit: str) -> None:
    """Whatever is loaded once all its tests are collected, in a process of its own."""
    rooms = Rooms(ROOT, "", {})
    files = [
        name
        for path in (ROOT / unit).rglob("test_*.py")
        if rooms.unit_of(name := path.relative_to(ROOT).as_posix()) == unit
    ]
    said = subprocess.check_output([sys.executable, "-c", LOADED, *files], cwd=ROOT, text=True).partition(
        "\nloaded\n"
    )[2]
    loaded = {
        Path(name).relative_to(ROOT).as_posix() for name in said.split() if name.startswith(f"{ROOT}{os.sep}")
    }
    ours = {
        name
        for name in loaded
        if name.split("/")[0] in (*ROOMS, "tests") and not name.startswith("tests/test_")
    }
    # A test that starts the mother of forks names it itself.
    assert ours
    assert ours - rooms.depends(unit) == set()
