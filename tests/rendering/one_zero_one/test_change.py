"""The change that a move makes, as a picture and in words.

It shows the cells that take part in the move, before and after it.
"""

import pytest
from PIL import ImageChops

from rendering.one_zero_one.keys import KEY_HEIGHT, KEY_WIDTH
from rendering.picture import Picture, draw_change
from rules.catalogue import GAMES
from rules.game import View
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.pixels import rgb
from tests.rules.one_zero_one.diagram import position

GAME = GAMES["one-zero-one"]


def change(table: str, move: str, hand: str, theme: str = "brown") -> Picture:
    """What a move changes on a table."""
    before = position(table, hand)
    views: list[View] = [
        GAME.seen_by(each, None) for each in (before, GAME.play(before, GAME.read(before, move)))
    ]
    return draw_change(*views, theme=theme)


@pytest.mark.parametrize(
    ("table", "move", "lines", "words"),
    [
        ("20 1", "DELETE-h< 20", 1, "Before: line 20: 1. After: line 20: gap, 0 DELETE left."),
        ("20 1", "IF-h< 20", 1, "Before: line 20: 1. After: line 20: 0, 0 IF left."),
        (
            "20 1",
            "ENTER-h< 20",
            2,
            "Before: line 20: 1; line 30: empty. After: line 20: gap, 0 ENTER left; line 30: 1.",
        ),
    ],
)
def test_only_lines_with_cards_are_shown_before_and_after(
    table: str, move: str, lines: int, words: str
) -> None:
    drawn = change(table, move, f"{move.split('-')[0]}-h PLAIN PLAIN")
    assert drawn.alt == words
    assert drawn.width == 1000
    assert lines * KEY_HEIGHT <= drawn.height < (lines + 1) * KEY_HEIGHT


@pytest.mark.parametrize("theme", EVERY_THEME)
def test_what_does_not_change_looks_alike_on_both_sides(theme: str) -> None:
    drawn = rgb(change("20 1 0", "PLAIN 20", "PLAIN PLAIN PLAIN", theme))
    left = (1000 - 6 * KEY_WIDTH - 150) // 2
    right = left + 3 * KEY_WIDTH + 150
    before, after = (drawn.crop((at, 10, at + 2 * KEY_WIDTH - 6, 10 + KEY_HEIGHT)) for at in (left, right))
    assert ImageChops.difference(before, after).getbbox() is None
    laid = [drawn.crop((at + 2 * KEY_WIDTH, 10, at + 3 * KEY_WIDTH, 10 + KEY_HEIGHT)) for at in (left, right)]
    assert ImageChops.difference(*laid).getbbox() is not None
