"""Every game of the catalogue has its picture and its words.

Every game is in every test over the games.
"""

import re
from pathlib import Path

from engines.accuracy import SCALES
from engines.chances import CURVES
from engines.checkers.endings.tablebase import table_path
from engines.checkers.patterns import WEIGHTS
from engines.estimates import LEVEL_STEPS
from rules.catalogue import GAMES
from rules.checkers import openings
from rules.checkers.game import Checkers
from rules.checkers.help_positions import FIGURES
from rules.checkers.reading.kinds import kind_by_name, likely_kinds
from rules.checkers.rulesets import RULESETS
from rules.first_steps.tasks import tasks_by_key
from tests.rendering.samples import VIEWS
from words.english import MESSAGES

TESTS = Path(__file__).parent
GOLDENS = TESTS / "rendering" / "goldens"


LISTED = re.compile(
    r"parametrize\(\s*(\"\w+\",\s*)?(GAMES\b|.*\bfor \w+ in GAMES\])|^ +for .* in GAMES(?:\.\w+\(\))?:$",
    re.MULTILINE,
)
"""A test for each game of the catalogue, or a loop over them.

A list of the games that have some part does not count.
"""
WITHOUT_EXAMPLE = {
    "workshop/lab/test_browser.py": "the lab is built of what is shipped",
    "test_games.py": "this file",
}


def test_every_test_over_the_games_is_over_the_example_too() -> None:
    """A test over the games takes the fixture `key` or names `EVERY`.

    A list of its own would leave the next game out, or the example.
    """
    assert {
        path.relative_to(TESTS).as_posix()
        for path in TESTS.rglob("test_*.py")
        if LISTED.search(path.read_text(encoding="utf-8"))
    } == set(WITHOUT_EXAMPLE)


def test_every_kind_of_game_is_drawn_and_its_picture_is_kept() -> None:
    """All checkers are one kind."""
    drawn = {type(GAMES[view.game]) for view in VIEWS.values()}
    assert drawn == {type(game) for game in GAMES.values()}
    assert {name for name in VIEWS if not (GOLDENS / f"{name}.webp").exists()} == set()


def test_every_game_has_its_words() -> None:
    """All checkers have one help."""
    needed = set()
    for key, game in GAMES.items():
        name = key.replace("-", "_")
        subject = "checkers" if isinstance(game, Checkers) else name
        needed |= {f"title.{name}", f"{subject}.help.summary", f"{subject}.help.credit"}
    assert needed - MESSAGES.keys() == set()


def test_every_kind_of_checkers_is_wherever_the_others_are() -> None:
    """A kind that one place lacks fails late: in a report, an import, an opening."""
    listed = {
        "rules/checkers/help_positions.py, FIGURES": set(FIGURES),
        "rules/checkers/reading/kinds.py, _NAMES": {key for key in RULESETS if kind_by_name(key)},
        **{
            f"rules/checkers/reading/kinds.py, _BY_SQUARES, {name}": set(likely_kinds([square]))
            for name, square in (("letters", "a1"), ("few", "32"), ("many", "50"))
        },
        "rules/checkers/openings/": {path.stem for path in openings.TABLES.glob("*.txt")},
        "rules/first_steps/tasks/": {task.game for task in tasks_by_key().values()},
        "engines/accuracy.py, SCALES": set(SCALES),
        "engines/chances.py, CURVES": set(CURVES),
        "engines/estimates.py, LEVEL_STEPS": set(LEVEL_STEPS),
        "engines/checkers/endings/": {key for key in RULESETS if table_path(key).exists()},
        "engines/checkers/weights/": {path.stem for path in WEIGHTS.glob("*.gz")},
    }
    assert {place: lacking for place, there in listed.items() if (lacking := RULESETS.keys() - there)} == {}
