"""Pictures of cards: a card says how each is drawn, and sending it draws them."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.kit import BOARD_FILE, Card, CardFile, gallery, text
from club.play.match.matches import Table
from data.database.persons import NOBODY
from rendering.caption import Caption
from rendering.describe import text_board
from rendering.picture import Picture, draw, draw_change, draw_end, draw_hand
from rendering.sprite_cache import Cold, of_kept_parts
from rendering.themes import DEFAULT
from rules.course import course_of
from rules.game import View
from rules.match import Match
from rules.one_zero_one.view import ProgramView
from words import Speaker, Words

log = logging.getLogger(__name__)

HAND_FILE: Final = "hand.png"
"""As of boards, the name says nothing of what is in it."""
CHART_FILE: Final = "chart.png"


class Drawing(discord.ui.MediaGallery[Any]):
    """A picture as a part of a card, which `make` draws when the card is sent.

    `make` returns words where the picture cannot be drawn, `None` where nothing is to be shown instead of it.
    """

    def __init__(self, name: str, make: Callable[[], Picture | str | None]) -> None:
        super().__init__()
        self.make = make
        self.made: Picture | str | None = None
        self._name = name

    def show(self, made: Picture | str | None) -> None:
        """Have the card show what was made."""
        self.made = made
        if isinstance(made, Picture):
            self.items = gallery(self._name, made.alt).items
        elif made is None and isinstance(self.parent, discord.ui.Container):
            self.parent.remove_item(self)

    def upload(self) -> discord.File | None:
        """Return the picture as a file to be sent once."""
        return CardFile(self.made.png, self._name, self.made.alt) if isinstance(self.made, Picture) else None

    def to_component_dict(self) -> dict[str, Any]:
        """Return what Discord is sent."""
        part: Any = text(self.made) if isinstance(self.made, str) else super()
        sent: dict[str, Any] = part.to_component_dict()
        return sent


async def draw_card(card: Card) -> list[discord.File]:
    """Draw the undrawn pictures of a card, and return its files, to be sent once.

    Pictures of cached parts are composed at once. If many parts are new, all are drawn on another
    thread, because the event loop must not wait that long.
    """
    drawings = [item for item in card.view.walk_children() if isinstance(item, Drawing)]
    if new := [drawing for drawing in drawings if drawing.made is None]:
        for drawing, made in zip(new, await _make_pictures(new), strict=True):
            drawing.show(made)
    uploads = [drawing.upload() for drawing in drawings]
    return [*(upload for upload in uploads if upload), *card.files]


async def _make_pictures(drawings: Sequence[Drawing]) -> list[Picture | str | None]:
    """Draw pictures, on another thread unless all their parts are cached."""

    def make() -> list[Picture | str | None]:
        return [drawing.make() for drawing in drawings]

    try:
        with of_kept_parts():
            return make()
    except Cold:
        return await asyncio.to_thread(make)


def board_picture(
    view: View,
    say: Speaker,
    theme: str = DEFAULT,
    *,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    kings: Sequence[str] = (),
    low: bool = False,
    name: str = BOARD_FILE,
) -> Drawing:
    """Return a board as a picture, or in words if it cannot be drawn.

    The match goes on even then. `chosen`, `choices` and `kings` are the squares to mark, and `low`
    leaves room below.
    """
    marks = {"chosen": chosen, "choices": choices, "kings": kings}
    recipe = partial(draw, view, theme=theme, language=say.language, low=low, **marks)
    return picture(view, say, recipe, name)


def change_picture(before: View, after: View, say: Speaker, theme: str, name: str) -> Drawing:
    """Return what a move changes as a picture; in words where it cannot be drawn."""
    return picture(after, say, partial(draw_change, before, after, theme=theme, language=say.language), name)


def end_picture(
    view: View,
    match: Match,
    why: Words | None,
    say: Speaker,
    theme: str = DEFAULT,
    *,
    caption: Caption | None = None,
) -> Drawing:
    """Return the end of a match as a picture, or in words if it cannot be drawn.

    `why` is used if there is no outcome. Without a `caption` the game is named, but no player.
    """
    said = caption or Caption(match.game.title)

    def recipe() -> Picture:
        course = course_of(match)
        return draw_end(view, course, why=why, theme=theme, language=say.language, caption=said)

    return picture(view, say, recipe)


def caption_of(table: Table, say: Speaker) -> Caption:
    """Return the caption of a finished match: its game and the players' names.

    A player who was forgotten, or who wants no name of theirs in pictures, is named by their side.
    """
    first, second = (
        say.text(seat.name) if seat.pictured and seat.user_id != NOBODY else None for seat in table.row.seats
    )
    return Caption(table.game.title, (first, second))


def picture(view: View, say: Speaker, recipe: Callable[[], Picture], name: str = BOARD_FILE) -> Drawing:
    """Return what a recipe draws of a view, or the view in words where that fails."""

    def make() -> Picture | str:
        try:
            return recipe()
        except Cold:
            raise
        except Exception:
            log.exception("board not drawn", extra={"game": view.game})
            return f"```\n{text_board(view, say.language)}\n```"

    return Drawing(name, make)


def hand_picture(
    view: ProgramView, say: Speaker, theme: str = DEFAULT, *, raised: Sequence[str] | None = None
) -> Drawing:
    """Return a hand as a picture, or nothing if it cannot be drawn.

    The text below names the cards anyway. While cards are being chosen, those in `raised` are drawn
    higher than the others.
    """

    def make() -> Picture | None:
        try:
            return draw_hand(view, theme=theme, language=say.language, raised=raised)
        except Cold:
            raise
        except Exception as fault:
            # The text of the fault, and of its trace, might name a card.
            log.error("hand not drawn", extra={"fault": type(fault).__name__})
            return None

    return Drawing(HAND_FILE, make)


def chart_picture(recipe: Callable[[], Picture], name: str = CHART_FILE) -> Drawing:
    """Return the chart that a recipe draws, or nothing if it cannot be drawn.

    The card says the same in words.
    """

    def make() -> Picture | None:
        try:
            return recipe()
        except Cold:
            raise
        except Exception:
            log.exception("chart not drawn")
            return None

    return Drawing(name, make)
