"""How strong the computer plays, in stars and in words."""

import pytest

from club.play.after.phrases import STRENGTHS, agreed_options, strength_phrase
from rules.catalogue import GAMES


@pytest.mark.parametrize(
    ("level", "highest", "step", "stars"),
    [
        (1, 8, 1, "★☆☆☆☆☆☆☆"),
        (2, 8, 1, "★★☆☆☆☆☆☆"),
        (3, 8, 2, "★★★☆☆☆☆☆"),
        (7, 8, 5, "★★★★★★★☆"),
        (8, 8, STRENGTHS, "★★★★★★★★"),
        (9, 8, STRENGTHS, "★★★★★★★★★"),
        (1, 1, STRENGTHS, "★"),
        (1, 2, 1, "★☆"),
    ],
)
def test_a_level_has_its_stars_and_a_word(level: int, highest: int, step: int, stars: str) -> None:
    told = strength_phrase(level, highest)
    assert (told.code, told.facts["stars"], told.facts["level"].code) == (
        ("computer.strength", stars, f"strength.{step}")
    )
    assert strength_phrase(level, highest, short=True).facts["stars"] == f"{level}★"


def test_options_are_told_if_the_game_has_them() -> None:
    game = GAMES["binar"]
    assert len(agreed_options(game, game.read_options({}))) == len(game.options)
    assert agreed_options(game, {}) == []
