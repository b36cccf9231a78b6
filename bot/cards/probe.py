"""The messages of `twotone probe`, a test of Discord itself, in English.

They are a card with two buttons, the third button that follows, and messages at Discord's limits.
"""

from functools import cache
from typing import Any, Final

import discord

from bot.cards.kit.kit import (
    BOARD_FILE,
    COMPONENTS_LIMIT,
    TEXT_LIMIT,
    Card,
    CardFile,
    framed_view,
    gallery,
    row,
    text,
)
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.match import Match
from words import ENGLISH, localizer_for

ROWS_OF_GRID: Final = 5
BUTTONS_OF_ROW: Final = 5
ONE, TWO, THREE = "one", "two", "three"
PREFIX: Final = "probe:"
"""Prefix of the custom_ids of the probe's buttons.

The bot itself knows none of them.
"""

SAY: Final = localizer_for(ENGLISH)


def two_buttons_card(code: str) -> Card:
    """Return the card whose two buttons are pressed during the test."""
    return Card(framed_view(None, text(SAY(code)), _gallery(), _buttons(ONE, TWO)), [_picture()])


def third_button_card() -> Card:
    """Return the message with the third button, visible to one person only."""
    return Card(framed_view(None, text(SAY("probe.card.third")), _buttons(THREE)))


def board_like_card() -> Card:
    """Return the follow-up to a press: a framed picture, like a new board."""
    return Card(framed_view(None, text(SAY("probe.card.filler")), _gallery()), [_picture()])


def many_components_card() -> Card:
    """Return a message with as many components as Discord allows."""
    return Card(framed_view(None, *(text(SAY("probe.card.filler")) for _ in range(COMPONENTS_LIMIT - 1))))


def long_text_card() -> Card:
    """Return a message with as much text as Discord allows, in two parts."""
    half = TEXT_LIMIT // 2
    return Card(framed_view(None, text("·" * half), text("·" * (TEXT_LIMIT - half))))


def grid_card() -> Card:
    """Return a picture with five rows of five buttons in one frame."""
    grid = (
        row(*(_button(f"grid:{y}.{x}", f"{y}.{x}") for x in range(BUTTONS_OF_ROW)))
        for y in range(ROWS_OF_GRID)
    )
    return Card(framed_view(None, _gallery(), *grid), [_picture()])


def _gallery() -> discord.ui.Item[Any]:
    return gallery(BOARD_FILE, SAY("probe.alt"))


def _button(custom_id: str, label: str) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label, custom_id=custom_id)


def _buttons(*names: str) -> discord.ui.Item[Any]:
    return row(*(_button(PREFIX + name, SAY(f"probe.button.{name}")) for name in names))


@cache
def _draw_start() -> Picture:
    """Draw the probe's picture, a start position; cached."""
    return draw(Match(GAMES["binar"], {}, bytes(32)).view(None))


def _picture() -> discord.File:
    drawn = _draw_start()
    return CardFile(drawn.png, BOARD_FILE, drawn.alt)
