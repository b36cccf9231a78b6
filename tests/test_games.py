"""Every game of the catalogue has its picture and its words, and is in every test over the games."""

import re
from pathlib import Path

from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from tests.rendering.samples import VIEWS
from words.english import MESSAGES

TESTS = Path(__file__).parent
GOLDENS = TESTS / "rendering" / "goldens"


def test_every_test_over_the_games_is_over_the_example_too() -> None:
    """It takes the fixture `key`, or names `EVERY`: a list of its own would leave the next game out, or the example."""
    listed = re.compile(r"parametrize\(\s*(\"\w+\",\s*)?(GAMES\b|.*\bfor \w+ in GAMES\])")
    assert [
        path.name for path in TESTS.rglob("*.py") if listed.search(path.read_text(encoding="utf-8"))
    ] == []


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
