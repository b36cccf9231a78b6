"""The probe's messages are at Discord's limits, and within them."""

from collections.abc import Callable

import pytest

from bot.cards.kit.kit import COMPONENTS_LIMIT, TEXT_LIMIT, Card
from bot.cards.probe import (
    board_like_card,
    grid_card,
    long_text_card,
    many_components_card,
    third_button_card,
    two_buttons_card,
)
from tests.bot.cards.whole_card import frame_of
from tests.bot.unsent_cards import buttons, card_faults, card_text


def two() -> Card:
    return two_buttons_card("probe.card.filler")


@pytest.mark.parametrize(
    "make", [two, third_button_card, board_like_card, many_components_card, long_text_card, grid_card]
)
def test_discord_takes_each_message(make: Callable[[], Card]) -> None:
    assert frame_of(make()) == "no frame"
    assert card_faults(make()) == []


def test_each_message_is_at_its_limit() -> None:
    assert len(list(many_components_card().view.walk_children())) == COMPONENTS_LIMIT
    assert card_text(long_text_card()).replace("\n", "") == "·" * TEXT_LIMIT
    assert list(buttons(grid_card()))[::6] == ["0.0", "1.1", "2.2", "3.3", "4.4"]
    assert len(buttons(grid_card())) == 25


def test_three_buttons_are_pressed_one_after_the_other() -> None:
    assert [list(buttons(card).items()) for card in (two(), third_button_card(), board_like_card())] == [
        [("First", "probe:one"), ("Second", "probe:two")],
        [("Third", "probe:three")],
        [],
    ]
    assert [
        [file.filename for file in card.files] for card in (two(), third_button_card(), board_like_card())
    ] == [["board.png"], [], ["board.png"]]
