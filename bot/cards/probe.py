"""Messages of `twotone probe`.

They are a card with two buttons, the third button that follows, and messages at Discord's limits.
"""

from functools import cache
from typing import Any, Final

import discord

from bot.cards.kit.kit import BOARD_FILE, TEXT_LIMIT, Card, CardFile, framed_view, gallery, row, text
from bot.cards.kit.kit import sentence as plain_sentence
from rendering.picture import Picture, draw
from rules.catalogue import GAMES
from rules.match import Match
from words import Speaker

COMPONENTS_LIMIT: Final = 40
"""Components of a message, whatever holds them (Discord)."""
ROWS_OF_GRID: Final = 5
BUTTONS_OF_ROW: Final = 5
ONE, TWO, THREE = "one", "two", "three"
PREFIX: Final = "probe:"
"""Prefix of the custom_ids of the probe's buttons.

The bot itself knows none of them.
"""


def pressed_button(custom_id: str) -> str | None:
    """Return the name of the probe's button with this custom_id, or `None`."""
    name = custom_id.removeprefix(PREFIX)
    return name if custom_id == PREFIX + name and name in (ONE, TWO, THREE) else None


def probe_card(say: Speaker) -> Card:
    """Return the card that is pressed."""
    return Card(_pressable(say, say("probe.card")), [_picture()])


def kept_card(say: Speaker) -> Card:
    """Return the card after a press, for an edit that keeps its picture and buttons."""
    return Card(_pressable(say, say("probe.card.done")))


def third_card(say: Speaker) -> Card:
    """Return the message for one person alone that holds the third button."""
    return Card(framed_view(None, text(say("probe.card.third")), row(*_buttons(say, THREE))))


def board_like_card(say: Speaker) -> Card:
    """Return what follows up a press: a picture in a frame, as a new board is."""
    card = framed_view(None, text(say("probe.card.filler")), gallery(BOARD_FILE, say("probe.alt")))
    return Card(card, [_picture()])


def sentence_card(words: str) -> Card:
    """Return one sentence."""
    return Card(plain_sentence(words))


def many_components_card(say: Speaker) -> Card:
    """Return a message of as many components as there may be."""
    return Card(framed_view(None, *(text(say("probe.card.filler")) for _ in range(COMPONENTS_LIMIT - 1))))


def long_text_card() -> Card:
    """Return a message with as much text as there may be, in two parts."""
    half = TEXT_LIMIT // 2
    return Card(framed_view(None, text("·" * half), text("·" * (TEXT_LIMIT - half))))


def grid_card(say: Speaker) -> Card:
    """Return a picture with five rows of five buttons in one frame."""
    grid = [
        row(
            *(
                discord.ui.Button[Any](label=f"{number}.{column}", custom_id=f"grid:{number}.{column}")
                for column in range(BUTTONS_OF_ROW)
            )
        )
        for number in range(ROWS_OF_GRID)
    ]
    return Card(framed_view(None, gallery(BOARD_FILE, say("probe.alt")), *grid), [_picture()])


def _pressable(say: Speaker, words: str) -> discord.ui.LayoutView:
    picture = gallery(BOARD_FILE, say("probe.alt"))
    return framed_view(None, text(words), picture, row(*_buttons(say, ONE, TWO)))


def _buttons(say: Speaker, *names: str) -> list[discord.ui.Button[Any]]:
    return [discord.ui.Button(label=say(f"probe.button.{name}"), custom_id=PREFIX + name) for name in names]


@cache
def _draw_start() -> Picture:
    """Draw the probe's picture, a start position; cached."""
    return draw(Match(GAMES["binar"], {}, bytes(32)).view(None))


def _picture() -> discord.File:
    drawn = _draw_start()
    return CardFile(drawn.png, BOARD_FILE, drawn.alt)
