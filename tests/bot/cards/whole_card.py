"""All that is on a card, in lines: words, pictures, buttons and menus, in order."""

from itertools import groupby
from textwrap import wrap
from typing import Any, Final

import discord

from bot.cards.kit.kit import ASKED, OFFERED, OVER, RUNNING, Card
from bot.cards.kit.pictures import Drawing
from tests.bot.unsent_cards import files
from words import ENGLISH, localizer_for

SAY: Final = localizer_for(ENGLISH)
FRAMES: Final = (
    (OVER, "over"),
    (RUNNING, "running"),
    (OFFERED, "offered"),
    (ASKED, "asked"),
    (None, "no frame"),
)
CUT: Final = 92
"""Characters of a line; what is said after them is the words' tests to look at."""


ACROSS: Final = 100
"""Characters of buttons side by side."""


def frame_of(card: Card) -> str:
    """The name of the colour of a card's frame."""
    [frame] = (item for item in card.view.children if isinstance(item, discord.ui.Container))
    return next(name for colour, name in FRAMES if colour == frame.accent_colour)


def lines_of(card: Card) -> list[str]:
    """The lines of a card, from the top; of long sentences, how they begin."""
    lines = [line for item in card.view.walk_children() for line in _lines(item)]
    return [line if len(line) <= CUT else f"{line[: CUT - 1]}…" for line in lines]


def framed_lines(card: Card) -> list[str]:
    """The name of the colour of a card's frame, and its lines."""
    return [frame_of(card), *lines_of(card)]


def told_by(card: Card) -> list[str]:
    """A card's frame and lines, its buttons side by side and without their labels."""
    told: list[str] = [frame_of(card)]
    for is_button, lines in groupby(lines_of(card), key=lambda line: line.startswith("[") and "] " in line):
        if is_button:
            ids = ", ".join(line.partition("] ")[2] for line in lines)
            told += wrap(ids, ACROSS, break_on_hyphens=False)
        else:
            told += lines
    return told


def drawn(card: Card) -> list[tuple[str, str]]:
    """The file name and the alt text of each picture, drawn."""
    return [(file.filename, str(file.description)) for file in files(card)]


def presses_of(card: Card) -> list[str]:
    """The lines of a card's buttons and menus alone."""
    return [line for line in lines_of(card) if line.startswith(("[", "<")) and not line.startswith("<@")]


def _lines(item: Any) -> list[str]:
    if isinstance(item, discord.ui.TextDisplay):
        return item.content.split("\n") if item.content else []
    if isinstance(item, Drawing):
        return ["(picture)"]
    if isinstance(item, discord.ui.File):
        return [f"(file {item.media.url.removeprefix('attachment://')})"]
    if isinstance(item, discord.ui.Button):
        style = "" if item.url or item.style is discord.ButtonStyle.secondary else f" {item.style.name}"
        where = item.url or _short(item.custom_id)
        return [f"[{item.label}] {where}{style}{' disabled' if item.disabled else ''}"]
    if isinstance(item, discord.ui.Select):
        options = [f"{each.value}={each.label}{'*' if each.default else ''}" for each in item.options]
        return [f"<{item.placeholder}> {_short(item.custom_id)}: {'; '.join(options)}"]
    return []


def _short(custom_id: str | None) -> str:
    """A custom_id without what all of them begin with."""
    return str(custom_id).partition(":")[2]
