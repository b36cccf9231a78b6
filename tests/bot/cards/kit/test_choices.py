"""What the choices of a move do, in words, and where it stands beside the board."""

import re
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.cards.kit.choices import (
    CHOICES_PATTERN,
    HAND_LINES,
    LINE,
    ROOM,
    ROW_LINES,
    MatchIds,
    VisibleChoices,
    beside_board,
    choice_lines,
    choice_rows,
    parse_choices,
)
from rules.choosing import ChoiceNode
from rules.game import Step, View
from tests.bot.cards.whole_card import SAY
from words import Phrase

NAMES, POINTS = ("Ann", "Ben"), Phrase("foretold.points")


def said(choices: VisibleChoices) -> list[str]:
    found = choice_lines(choices, SAY, NAMES)
    return found.content.split("\n") if found else []


def test_alike_choices_share_a_line() -> None:
    steps = [Step("a", "A1"), Step("b", "B2"), Step("c", "C3"), Step("d", "D4")]
    assert said(VisibleChoices(steps, [], effects={"a": "a point", "c": "a point", "d": "nothing"})) == [
        "-# **A1, C3** a point",
        "-# **D4** nothing",
    ]
    assert said(VisibleChoices(steps, [])) == []


def test_where_nothing_follows_the_end_is_said() -> None:
    assert said(VisibleChoices([], [], end_effect="The move ends here.")) == ["-# The move ends here."]
    assert said(VisibleChoices([Step("a", "A1")], [], end_effect="The move ends here.")) == []


def test_numbers_on_buttons_are_explained_once_there_are_any() -> None:
    steps = [Step("a", "A1")]
    assert said(VisibleChoices(steps, [], effects={"a": "3"}, number_meaning=POINTS)) == [
        f"-# {SAY.text(POINTS)}"
    ]
    assert said(VisibleChoices(steps, [], number_meaning=POINTS)) == []


def test_numbers_on_buttons_take_room_once_there_are_any() -> None:
    steps = [Step(value, value) for value in "abcd"]
    node, no_board, ids = (
        ChoiceNode((), tuple(steps), None),
        cast(View, SimpleNamespace(reading=())),
        MatchIds(7, 3),
    )

    def widths(**effects: str) -> list[int]:
        choices = VisibleChoices(steps, [], effects=effects, number_meaning=POINTS)
        return [len(line.children) for line in choice_rows(node, choices, no_board, ids, SAY)]

    assert (widths(), widths(a="3")) == ([4], [2, 2])


def test_long_effects_stand_above_the_board() -> None:
    board, hand = (
        discord.ui.TextDisplay[discord.ui.LayoutView]("board"),
        discord.ui.TextDisplay[discord.ui.LayoutView]("hand"),
    )

    def first(lines: int, *, with_hand: bool = False, rows: int = 1, width: int = LINE) -> bool:
        effects = discord.ui.TextDisplay[discord.ui.LayoutView]("\n".join(["x" * width] * lines))
        order = beside_board(board, hand if with_hand else None, effects, rows)
        return order[0] is effects

    assert [first(lines) for lines in (ROOM, ROOM + 1)] == [False, True]
    assert [first(lines, with_hand=True) for lines in (ROOM - HAND_LINES, ROOM - HAND_LINES + 1)] == [
        False,
        True,
    ]
    assert [first(lines, rows=2) for lines in (ROOM - ROW_LINES, ROOM - ROW_LINES + 1)] == [False, True]
    assert first(ROOM // 2 + 1, width=LINE + 1)
    assert beside_board(board, hand, None) == [board, hand, None]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", ((), None, False)),
        ("a", (("a",), None, False)),
        ("3:a", (("a",), 3, False)),
        ("!a", (("a",), None, True)),
    ],
)
def test_choices_are_read_back(text: str, read: object) -> None:
    form = re.fullmatch(CHOICES_PATTERN, text)
    assert form is not None
    assert parse_choices(form) == read
