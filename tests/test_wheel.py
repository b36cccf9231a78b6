"""What is built can be installed elsewhere, and has all it needs with it."""

import json
import os
import shutil
import site
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from babel.messages.pofile import write_po

from words import po

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[1]

PLAY = '{"do": "new", "game": "binar"}\n{"do": "play", "move": "c3"}\n'
MAKE = """
import asyncio
from pathlib import Path
from data.store_opening import open_store
from data.database.store import Store

async def make():
    await (await open_store(Path("var/twotone.db"))).close()

asyncio.run(make())
"""
TELL = """
import json
from pathlib import Path

import bot, club, data, engines, playground, rendering, rules, words
from engines.binar import score_table
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match

print(json.dumps({
    "where": [bot.__file__, rules.__file__],
    "drawn": {key: len(draw(Match(game, {}, bytes(32)).view(None)).png) > 1000 for key, game in GAMES.items()},
    "tables": len({score_table.table_of(kind) for kind in score_table.SOLVED_KINDS}),
    "said": words.render_message("occupied", {"square": "c3"}, words.language_for_locale("pt-PT")),
    "scripts": [path.name for path in Path(playground.__file__).parent.rglob("*.js")],
}))
"""
"""Asks for all at once: to begin takes longest."""


def run(*command: object, cwd: Path, typed: str = "") -> str:
    """Run a command outside the tree, without any path into it, and return its output."""
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PIP_", "DISCORD"))
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environ,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def translate(path: Path) -> None:
    """Make a translator's file of one message that calls itself complete."""
    po.update_po_file(path)
    made = po.read_catalog(path)
    for entry in made:
        entry.string = {"language.complete": "yes", "occupied": "{square} já está ocupada."}.get(
            entry.context or "", ""
        )
    with path.open("wb") as file:
        write_po(file, made)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the built wheel in it.

    Its dependencies are lent by the environment of the tests.
    """
    folder = tmp_path_factory.mktemp("wheel")
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".*", "var", "tests", "__pycache__"))
    translate(tree / "words" / "languages" / "pt-BR.po")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", cwd=tree)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    [wheel] = (folder / "dist").glob("*.whl")
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-compile",
        wheel,
        cwd=folder,
    )
    # A path in a .pth file lends the modules in it, and not the link to the working tree that is there too.
    lent = folder / "venv" / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages" / "lent.pth"
    lent.write_text("\n".join(site.getsitepackages()))
    return folder


@pytest.fixture(scope="module")
def told(installed: Path) -> dict[str, Any]:
    """What there is in it."""
    found: dict[str, Any] = json.loads(run(installed / "venv/bin/python", "-c", TELL, cwd=installed))
    return found


def test_it_is_the_wheel_that_runs_and_not_the_tree(told: dict[str, Any]) -> None:
    assert [place for place in told["where"] if place.startswith(str(ROOT))] == []


def test_what_only_makes_it_stays_behind(installed: Path) -> None:
    [wheel] = (installed / "dist").glob("*.whl")
    packed = ZipFile(wheel).namelist()
    assert "words/telling.py" in packed
    left = ("workshop/", "tests/", "words/po.py", "words/translation_check.py", "words/__main__.py")
    assert [name for name in packed if name.startswith(left)] == []


def test_the_rules_answer_over_their_pipe(installed: Path) -> None:
    answers = run(installed / "venv/bin/python", "-m", "rules", cwd=installed, typed=PLAY).splitlines()
    assert [json.loads(answer)["ok"] for answer in answers] == [True, True]


def test_a_database_is_made_by_the_migrations_in_it_and_found_whole(installed: Path) -> None:
    run(installed / "venv/bin/python", "-c", MAKE, cwd=installed)
    assert "is whole" in run(installed / "venv/bin/twotone", "check", cwd=installed)


def test_a_language_is_compiled_by_the_build_and_spoken(told: dict[str, Any]) -> None:
    assert told["said"] == "c3 já está ocupada."


def test_every_game_is_drawn_with_the_fonts_in_it(told: dict[str, Any]) -> None:
    assert len(told["drawn"]) > 10 and all(told["drawn"].values())


def test_the_tables_of_binar_are_in_it_and_whole(told: dict[str, Any]) -> None:
    assert told["tables"] == 12


def test_the_playground_s_page_is_in_it(told: dict[str, Any]) -> None:
    assert "main.js" in told["scripts"]


def test_it_says_which_version_it_is(installed: Path) -> None:
    [wheel] = (installed / "dist").glob("*.whl")
    number = wheel.name.split("-")[1]
    assert run(installed / "venv/bin/twotone", "--version", cwd=installed) == f"twotone {number}\n"
