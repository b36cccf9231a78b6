"""Every game of the catalogue has its walk, its picture and its words: a new one is not forgotten by any test."""

from pathlib import Path

import pytest

from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from tests.bot.walks import SHORT, SHORTEST
from tests.rendering.samples import VIEWS
from words.english import MESSAGES

GOLDENS = Path(__file__).parent / "rendering" / "goldens"


def test_every_game_is_played_in_the_bot() -> None:
    assert sorted([*SHORT, *SHORTEST]) == sorted(GAMES)


def test_every_kind_of_game_is_drawn_and_its_picture_is_kept() -> None:
    """All checkers are one kind."""
    drawn = {type(GAMES[view.game]) for view in VIEWS.values()}
    assert drawn == {type(game) for game in GAMES.values()}
    assert {name for name in VIEWS if not (GOLDENS / f"{name}.webp").exists()} == set()


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_its_words(key: str) -> None:
    subject = "checkers" if isinstance(GAMES[key], Checkers) else key.replace("-", "_")
    for part in ("summary", "credit"):
        assert f"{subject}.help.{part}" in MESSAGES
    assert f"title.{key.replace('-', '_')}" in MESSAGES
