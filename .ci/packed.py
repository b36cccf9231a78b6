"""Whether an installed wheel has all it needs, and nothing else; `.ci/wheel` asks."""

import asyncio
import sys
from pathlib import Path
from zipfile import ZipFile

import bot
import club
import data
import engines
import playground
import rendering
import rules
import words
from data.store_opening import open_store
from engines.binar import score_table
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match

WORKSHOPS = (".ci/", "tests/", "workshop/", "words/__main__.py", "words/po.py", "words/translation_check.py")
"""What makes the project and is no part of it."""


def name_faults(wheel: Path) -> list[str]:
    """Return what is wrong with a wheel and its installation, a line each."""
    packed = ZipFile(wheel).namelist()
    faults = [f"{name} is in it." for name in packed if name.startswith(WORKSHOPS)]
    faults += [
        f"{room.__file__} is not the wheel's."
        for room in (bot, club, data, engines, playground, rendering, rules, words)
        if "site-packages" not in Path(room.__file__ or "").parts
    ]
    faults += [
        f"{key} is not drawn."
        for key, game in GAMES.items()
        if len(draw(Match(game, {}, bytes(32)).view(None)).png) < 1000
    ]
    solved = score_table.SOLVED_KINDS
    if len({score_table.table_of(kind) for kind in solved}) < len(solved):
        faults.append("Not every solved Binar has a table of its own.")
    spoken = {words.render_message("occupied", {"square": "c3"}, code) for code in words.languages()}
    if len(spoken) < 1 + sum(name.endswith(".po") for name in packed):
        faults.append(f"A language is not spoken: {spoken}.")
    if not any(name.endswith("main.js") for name in packed):
        faults.append("The playground's page is missing.")
    return faults


async def make_database(folder: Path) -> None:
    """Make a database by the migrations in the wheel."""
    await (await open_store(folder / "var" / "twotone.db")).close()


if __name__ == "__main__":
    asyncio.run(make_database(Path.cwd()))
    if found := name_faults(Path(sys.argv[1])):
        sys.exit("\n".join(found))
