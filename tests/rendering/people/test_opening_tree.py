"""The picture of a position in a tree of openings.

The bars are as long as their shares, and words say all of it.
"""

from io import BytesIO

import pytest
from PIL import Image

from rendering.describe import ALT_LIMIT
from rendering.people.opening_tree import BAR, COUNT, MOVE, ROW, ReplyBranch, draw_opening_tree
from rendering.picture import draw
from rendering.text_lines import CAPTION, MARGIN, SMALL
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.match import Match
from tests.rendering.every_theme import EVERY_THEME

EDGE = 720


def russian() -> BoardView:
    view = Match(GAMES["russian"], {}, bytes(32)).view(None)
    assert isinstance(view, BoardView)
    return view


def branches(count: int) -> list[ReplyBranch]:
    return [ReplyBranch(f"a{number}-b{number}", 90 - number, number, 30) for number in range(count)]


def colours(png: bytes, row: int, at: float) -> tuple[int, ...]:
    """The colour of a row's bar a part of its length from the left, below the number."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    top = picture.height - 10 - (row + 1) * ROW
    left, right = MARGIN + MOVE, EDGE - MARGIN - COUNT
    found = picture.getpixel((round(left + at * (right - left)), top + (ROW + BAR) // 2 - 5))
    assert isinstance(found, tuple)
    return found


def test_without_replies_it_is_the_board() -> None:
    assert draw_opening_tree(russian(), []) == draw(russian())


@pytest.mark.parametrize("theme", EVERY_THEME)
def test_a_bar_is_of_the_colours_of_both_sides_as_long_as_their_shares(theme: str) -> None:
    picture = draw_opening_tree(russian(), [ReplyBranch("c3-d4", 60, 20, 20)], theme=theme)
    white, drawn, black = (colours(picture.png, 0, at) for at in (0.55, 0.7, 0.95))
    assert len({white, drawn, black}) == 3 and sum(white) > sum(black)
    assert colours(picture.png, 0, 0.3) == white
    turned = draw_opening_tree(russian(), [ReplyBranch("c3-d4", 0, 0, 5)], theme=theme)
    assert {colours(turned.png, 0, at) for at in (0.2, 0.5, 0.9)} == {black}


def test_each_reply_has_a_row_and_all_of_them_are_told_as_far_as_there_is_room() -> None:
    few, many = (draw_opening_tree(russian(), branches(count)) for count in (2, 10))
    assert many.height - few.height == 8 * ROW
    assert few.width == EDGE and few.height > draw(russian()).height - 100 + CAPTION + SMALL
    assert "a0-b0: 120 matches, White won 90, Black won 30, 0 drawn. a1-b1: 120 matches" in few.alt
    assert "a1-b1" in many.alt and len(many.alt) <= ALT_LIMIT
    assert "White: men" in many.alt


def test_a_reply_that_wins_or_loses_for_sure_has_its_mark_and_is_told() -> None:
    plain, wins, loses = (
        draw_opening_tree(russian(), [ReplyBranch("c3-d4", 6, 2, 2, known)]) for known in (None, True, False)
    )
    assert len({plain.png, wins.png, loses.png}) == 3
    assert wins.height == loses.height == plain.height + CAPTION, "the meaning of the mark"
    assert plain.alt.endswith("2 drawn.")
    assert wins.alt.endswith("2 drawn. Wins if nobody errs.")
    assert loses.alt.endswith("2 drawn. Loses if nobody errs.")
