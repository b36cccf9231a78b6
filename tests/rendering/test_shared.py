"""The picture of a match that both players share.

It shows the end, with both ratings and the move that turned the match.
"""

import pytest

from rendering.board.layout import PICTURE_WIDTH
from rendering.caption import Caption, drawable_signs
from rendering.end import RATED, TURNED, draw_panels
from rendering.picture import draw_end
from rendering.sprites import CAPITAL_HEIGHT
from rendering.text_lines import GAP
from rendering.themes import DEFAULT_THEME
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.rating_samples import SHARED
from tests.rendering.samples import COURSE, ENDED
from words import localizer_for

SAY = localizer_for("en")
PHONE = 290


@pytest.mark.ci
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_a_shared_match_has_both_ratings_and_the_move_that_turned_it(theme: str) -> None:
    without = draw_end(ENDED, COURSE, theme=theme, caption=Caption(SHARED.title, SHARED.names))
    picture = draw_end(ENDED, COURSE, theme=theme, caption=SHARED)
    assert picture.height == without.height + GAP + RATED + TURNED
    told = "Ada: rating 1603 ± 75 before, 1612 ± 72 after. Ben: rating 1583 ± 350 before, 1421 ± 292 after."
    assert picture.alt.replace("\u00a0", " ").endswith(f"{told} g7:e1 turned it.")
    assert without.alt in picture.alt


def test_a_rating_is_told_by_points_deviation_and_change(written: list[tuple[str, int]]) -> None:
    draw_panels(ENDED, COURSE, DEFAULT_THEME, SAY, None, PICTURE_WIDTH, SHARED)
    said = {text for text, _ in written}
    assert {"1612", "± 72", "+9", "from 1603 ± 75", "1421", "± 292", "−162", "from 1583 ± 350"} <= said
    assert {sign for text in said for sign in text if ord(sign) not in drawable_signs()} == set()
    assert min(size for _, size in written) * CAPITAL_HEIGHT * PHONE / PICTURE_WIDTH >= 7


def test_what_is_not_told_takes_no_room(written: list[tuple[str, int]]) -> None:
    plain = draw_panels(ENDED, COURSE, DEFAULT_THEME, SAY, None, PICTURE_WIDTH, Caption("x"))[1].height
    turned = draw_panels(
        ENDED, COURSE, DEFAULT_THEME, SAY, None, PICTURE_WIDTH, Caption("x", turning_move="g7:e1")
    )[1].height
    written.clear()
    one = Caption("x", ratings=(None, SHARED.ratings[1]))
    rated = draw_panels(ENDED, COURSE, DEFAULT_THEME, SAY, None, PICTURE_WIDTH, one)[1].height
    assert (turned - plain, rated - plain) == (TURNED, GAP + RATED)
    said = [text for text, _ in written]
    assert "1421" in said and "1612" not in said and "g7:e1 turned it" not in said
