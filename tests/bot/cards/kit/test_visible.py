"""Characters that no one sees are taken out of text, and all others stay."""

import pytest

from bot.cards.kit.visible import strip_invisible


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ada", "Ada"),
        ("A\tda\x00", "Ada"),
        ("Adä\u202e", "Adä"),
        ("\u202e", ""),
        ("", ""),
        ("Ädä", "Ädä"),
        ("a\u200cb", "ab"),
        ("a\ufe0f", "a"),
        ("a\ufffe\uffff\ufdd0\U0010ffff", "a"),
    ],
)
def test_what_shows_nothing_goes(text: str, kept: str) -> None:
    assert strip_invisible(text) == kept


@pytest.mark.parametrize(
    "text", ["\u0628\u200c\u0627", "👩\u200d🔬", "1\ufe0f\u20e3", "❤\ufe0f", "\u0995\u09cd\u200d\u09b7"]
)
def test_what_joins_or_parts_its_neighbours_stays(text: str) -> None:
    assert strip_invisible(text) == text


def test_a_joiner_goes_with_the_selector_that_belongs_to_nothing() -> None:
    assert strip_invisible("a\ufe0f\u200d🔬") == "a🔬"
