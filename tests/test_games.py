"""Every game of the catalogue has its picture and its words.

Every game is in every test over the games.
"""

import re
from pathlib import Path

from rules.catalogue import GAMES
from rules.checkers.game import Checkers
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
