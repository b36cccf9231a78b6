"""Words in pictures keep to their places."""

import pytest

from rendering.sprites import SANS, fitting, font


@pytest.mark.parametrize("text", ["a", "even", "[évéñ~~]", "[tó pláý · ýóú · háñd 3~~~~~~~]"])
@pytest.mark.parametrize("room", [36, 150, 275])
def test_a_longer_word_is_written_smaller_and_never_wider_than_its_room(text: str, room: int) -> None:
    size = fitting(text, 22, room)
    assert 0 < size <= 22
    assert font(size, SANS).getlength(text) <= room
    assert size == 22 or font(size + 1, SANS).getlength(text) > room


def test_an_empty_word_takes_no_room() -> None:
    assert fitting("", 22, 0) == 22
    assert fitting("", 22, 100) == 22
