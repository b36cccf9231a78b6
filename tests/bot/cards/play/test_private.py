"""A match against the computer that only one person sees."""

from typing import Any

from bot.cards.play.private import first_move_buttons, private_line, strength_menu
from data.database.persons import COMPUTER
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY


def private(level: int | None, game: str = "russian") -> Any:
    return table_with(
        match_of(game), channel_id=0, guild_id=0, thread_id=None, ben={"user_id": COMPUTER, "level": level}
    )


def test_the_strength_of_the_computer_is_said() -> None:
    assert [private_line(private(level), SAY) for level in (1, 6)] == [
        "-# Only you see this match. Twotone plays ★☆☆☆☆☆ gentle.",
        "-# Only you see this match. Twotone plays ★★★★★★ at its best.",
    ]
    assert private_line(table_with(match_of()), SAY) is None


def test_before_the_first_move_there_are_the_rules_and_more() -> None:
    assert [(each.label, each.custom_id) for each in first_move_buttons(private(2), SAY)] == [
        ("How to play", "v1:7:howto:0:russian"),
        ("More", "v1:7:more:3:own"),
    ]


def test_the_menu_has_every_strength_and_the_present_one() -> None:
    menu = strength_menu(private(2), SAY)
    assert (menu.custom_id, [(each.value, each.default) for each in menu.options]) == (
        "v1:7:strength:3",
        [("1", False), ("2", True), ("3", False), ("4", False), ("5", False), ("6", False)],
    )
    assert menu.options[-1].label == "★★★★★★ at its best"
