"""Pictures of cards, which are drawn only when a card is sent."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.cards.kit.kit import BOARD_FILE, Card, CardFile, gallery, text
from rendering.caption import Caption
from rendering.describe import text_board
from rendering.picture import Picture, draw, draw_change, draw_end, draw_hand, draw_wide_end
from rendering.sprite_cache import UncachedPart, only_cached_parts
from rendering.themes import DEFAULT_THEME
from rules.course import course_of
from rules.game import View
from rules.match import Match
from rules.one_zero_one.view import ProgramView
from words import Localizer, Words

log = logging.getLogger(__name__)

HAND_FILE: Final = "hand.png"
"""As of boards, the name says nothing of what is in it."""
CHART_FILE: Final = "chart.png"


class Drawing(discord.ui.MediaGallery[Any]):
    """A picture in a card, which `make` draws when the card is sent.

    If it cannot be drawn, `make` returns text to show instead, or `None` to show nothing.
    """

    def __init__(self, name: str, make: Callable[[], Picture | str | None]) -> None:
        super().__init__()
        self.make = make
        self.made: Picture | str | None = None
        self._name = name

    def show(self, picture: Picture | str | None) -> None:
        """Put the drawn picture, or what replaces it, into the card."""
        self.made = picture
        if isinstance(picture, Picture):
            self.items = gallery(self._name, picture.alt).items
        elif picture is None and isinstance(self.parent, discord.ui.Container):
            self.parent.remove_item(self)

    def to_file(self) -> discord.File | None:
        """Return the picture as a file to be sent once, if there is one."""
        return CardFile(self.made.png, self._name, self.made.alt) if isinstance(self.made, Picture) else None

    def to_component_dict(self) -> Any:
        """Return the component as it is sent to Discord."""
        part = text(self.made) if isinstance(self.made, str) else super()
        return part.to_component_dict()


async def draw_card(card: Card) -> list[discord.File]:
    """Draw the undrawn pictures of a card, and return all its files.

    The files can be sent once. Pictures are composed at once if their parts are cached. If many parts
    are new, everything is drawn on another thread, so that the event loop is not blocked.
    """
    drawings = [item for item in card.view.walk_children() if isinstance(item, Drawing)]
    if new := [drawing for drawing in drawings if drawing.made is None]:
        for drawing, made in zip(new, await _make_pictures(new), strict=True):
            drawing.show(made)
    uploads = [drawing.to_file() for drawing in drawings]
    return [*(upload for upload in uploads if upload), *card.files]


async def _make_pictures(drawings: Sequence[Drawing]) -> list[Picture | str | None]:
    """Draw pictures, on another thread unless all their parts are cached."""

    def make() -> list[Picture | str | None]:
        return [drawing.make() for drawing in drawings]

    try:
        with only_cached_parts():
            return make()
    except UncachedPart:
        return await asyncio.to_thread(make)


def board_picture(
    view: View,
    say: Localizer,
    theme: str = DEFAULT_THEME,
    *,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    kings: Sequence[str] = (),
    low: bool = False,
    name: str = BOARD_FILE,
) -> Drawing:
    """Draw a board, or show it as text if that fails.

    `chosen`, `choices` and `kings` are the squares to mark; `low` leaves room below the board.
    """
    marks = {"chosen": chosen, "choices": choices, "king_choices": kings}
    recipe = partial(draw, view, theme=theme, language=say.language, is_compact=low, **marks)
    return view_picture(view, say, recipe, name)


def change_picture(before: View, after: View, say: Localizer, theme: str, name: str) -> Drawing:
    """Draw what a move changes, or show the board as text if that fails."""
    return view_picture(
        after, say, partial(draw_change, before, after, theme=theme, language=say.language), name
    )


def end_picture(
    view: View,
    match: Match,
    reason: Words | None,
    say: Localizer,
    theme: str = DEFAULT_THEME,
    *,
    caption: Caption | None = None,
    wide: bool = False,
) -> Drawing:
    """Draw the final position of a match, or show it as text if that fails.

    `reason` says why the match ended if it has no outcome. Without a `caption` the game is named, but
    no player. A `wide` picture is in landscape.
    """
    said = caption or Caption(match.game.title)

    def recipe() -> Picture:
        course = course_of(match)
        paint = draw_wide_end if wide else draw_end
        return paint(view, course, said, end_reason=reason, theme=theme, language=say.language)

    return view_picture(view, say, recipe)


def view_picture(
    view: View, say: Localizer, recipe: Callable[[], Picture], name: str = BOARD_FILE
) -> Drawing:
    """Return the picture that `recipe` draws of a view.

    If that fails, show the view as text.
    """

    def make() -> Picture | str:
        try:
            return recipe()
        except UncachedPart:
            raise
        except Exception:
            log.exception("board not drawn", extra={"game": view.game})
            return f"```\n{text_board(view, say.language)}\n```"

    return Drawing(name, make)


def hand_picture(
    view: ProgramView, say: Localizer, theme: str = DEFAULT_THEME, *, raised: Sequence[str] | None = None
) -> Drawing:
    """Draw a hand of cards, or show nothing if that fails.

    The text below names the cards anyway. While cards are being chosen, those in `raised` are drawn
    higher than the others.
    """

    def make() -> Picture | None:
        try:
            return draw_hand(view, theme=theme, language=say.language, raised_cards=raised)
        except UncachedPart:
            raise
        except Exception as fault:
            # The text of the fault, and of its trace, might name a card.
            log.error("hand not drawn", extra={"fault": type(fault).__name__})
            return None

    return Drawing(HAND_FILE, make)


def chart_picture(recipe: Callable[[], Picture], name: str = CHART_FILE) -> Drawing:
    """Return the chart that `recipe` draws, or nothing if that fails.

    The card says the same in words.
    """

    def make() -> Picture | None:
        try:
            return recipe()
        except UncachedPart:
            raise
        except Exception:
            log.exception("chart not drawn")
            return None

    return Drawing(name, make)
