"""Words in pictures keep to their places."""

import pytest

from rendering.fonts import SANS
from rendering.sprites import CAPITAL_HEIGHT, MIN_WIDTH_SHARE, load_font, render_text
from rendering.themes import DEFAULT_THEME, THEMES

PALETTE = THEMES[DEFAULT_THEME].board


@pytest.mark.parametrize("text", ["a", "even", "[évéñ~~]", "[tó pláý · ýóú · háñd 3~~~~~~~]"])
@pytest.mark.parametrize("room", [36, 150, 275])
def test_a_longer_word_becomes_narrower_then_lower_and_is_never_wider_than_its_room(
    text: str, room: int
) -> None:
    free = render_text(PALETTE, text, 22, "panel_ink", "panel")
    art = render_text(PALETTE, text, 22, "panel_ink", "panel", max_width=room)
    assert art.width <= room + 1
    if load_font(22, SANS).getlength(text) <= room:
        assert art.tobytes() == free.tobytes()
    elif load_font(22, SANS).getlength(text) * MIN_WIDTH_SHARE <= room:
        assert art.height == free.height, "narrow letters are as high as others"
        assert art.width == room
    else:
        assert art.height < free.height
        size = (art.height / (CAPITAL_HEIGHT + 0.5)) + 1
        assert load_font(round(size) + 1, SANS).getlength(text) * MIN_WIDTH_SHARE > room, (
            "no lower than it must be"
        )


def test_an_empty_word_takes_no_room() -> None:
    assert render_text(PALETTE, "", 22, "panel_ink", "panel", max_width=0).width == 1
