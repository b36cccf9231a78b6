"""Words in pictures keep to their places."""

import pytest

from rendering.fonts import SANS
from rendering.sprites import CAPITAL, NARROWEST, font, lettering
from rendering.themes import DEFAULT, THEMES

PALETTE = THEMES[DEFAULT].board


@pytest.mark.parametrize("text", ["a", "even", "[évéñ~~]", "[tó pláý · ýóú · háñd 3~~~~~~~]"])
@pytest.mark.parametrize("room", [36, 150, 275])
def test_a_longer_word_becomes_narrower_then_lower_and_is_never_wider_than_its_room(
    text: str, room: int
) -> None:
    free = lettering(PALETTE, text, 22, "panel_ink", "panel")
    art = lettering(PALETTE, text, 22, "panel_ink", "panel", room=room)
    assert art.width <= room + 1
    if font(22, SANS).getlength(text) <= room:
        assert art.tobytes() == free.tobytes()
    elif font(22, SANS).getlength(text) * NARROWEST <= room:
        assert art.height == free.height, "narrow letters are as high as others"
        assert art.width == room
    else:
        assert art.height < free.height
        size = (art.height / (CAPITAL + 0.5)) + 1
        assert font(round(size) + 1, SANS).getlength(text) * NARROWEST > room, "no lower than it must be"


def test_an_empty_word_takes_no_room() -> None:
    assert lettering(PALETTE, "", 22, "panel_ink", "panel", room=0).width == 1
