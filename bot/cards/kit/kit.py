"""Building blocks of cards: frames, text, pictures, buttons and menus."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any, Final, Self

import discord

from bot.custom_ids import LIMIT, CustomId
from rules.game import Step
from words import Localizer
from words.message import MessagePlace
from words.slash import link_commands as link_commands_in_text

RUNNING: Final = discord.Colour(0xE0A040)
OVER: Final = discord.Colour(0x5B6472)
OFFERED: Final = discord.Colour(0x4A90D9)
ASKED: Final = discord.Colour.red()

BOARD_FILE: Final = "board.png"
"""File names say nothing of what is in the pictures."""

PRIMARY: Final = discord.ButtonStyle.primary
SECONDARY: Final = discord.ButtonStyle.secondary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger

MENU_LIMIT: Final = 25
"""Choices of a menu (Discord)."""
IN_SIGHT: Final = 5
"""Most buttons on a card besides those that choose a move; More has the others."""

TEXT_LIMIT: Final = 4000
"""Characters that all text of a message may have (Discord)."""
COMPONENTS_LIMIT: Final = 40
"""Components of a message, whatever holds them (Discord)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A message of the bot, ready to be sent or to replace another one.

    `draw_card` draws its pictures when it is sent; `files` are its other attachments. Only the users in
    `pings` are notified of being mentioned. A `silent` card makes no sound on any device.
    """

    view: discord.ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    pings: tuple[int, ...] = ()
    silent: bool = False

    def without_pings_for(self, users: Collection[int]) -> "Card":
        """Return a card that pings none of these users."""
        return replace(self, pings=tuple(each for each in self.pings if each not in users))


class CardFile(discord.File):
    """Bytes to send as a named file, freed from memory as soon as they are sent.

    discord.py's own `close` keeps the object alive until a full garbage collection minutes later,
    because it stores a method bound to the buffer in the buffer itself.
    """

    def __init__(self, data: bytes, name: str, description: str) -> None:
        super().__init__(BytesIO(data), name, description=description)

    def close(self) -> None:
        """Release the bytes, after the last attempt to send them."""
        super().close()
        vars(self.fp).pop("close", None)


class ActionButton(discord.ui.Button[Any]):
    """A button whose custom_id holds its whole state; nothing stays in memory."""

    @classmethod
    def create(
        cls,
        custom_id: CustomId,
        label: str,
        style: discord.ButtonStyle = SECONDARY,
        *,
        disabled: bool = False,
    ) -> Self:
        """Create a button from a custom_id and a label, which is cut to fit.

        Raise `ValueError` if the custom_id is too long.
        """
        return cls(
            label=label[: MessagePlace.BUTTON.limit],
            style=style,
            custom_id=_checked_id(custom_id),
            disabled=disabled,
        )


def menu(
    custom_id: CustomId, say: Localizer, placeholder: str, steps: Sequence[Step]
) -> discord.ui.Select[Any]:
    """Return a select menu of up to `MENU_LIMIT` choices."""
    options = [
        discord.SelectOption(label=say.text(step.label)[: MessagePlace.OPTION.limit], value=step.value)
        for step in steps
    ]
    return discord.ui.Select(
        custom_id=_checked_id(custom_id),
        placeholder=placeholder[: MessagePlace.PLACEHOLDER.limit],
        options=options,
    )


def row(*items: discord.ui.Item[Any]) -> discord.ui.ActionRow[Any]:
    """Return a row of up to five buttons, or of one menu."""
    return discord.ui.ActionRow(*items)


def link_button(label: str, url: str) -> discord.ui.Button[Any]:
    """Return a button that opens a web address or a Discord message."""
    return discord.ui.Button(label=label, url=url)


def framed_view(colour: discord.Colour | None, *items: discord.ui.Item[Any] | None) -> discord.ui.LayoutView:
    """Return a view with the given items in one frame; `None`s are skipped."""
    return _single_item_view(discord.ui.Container(*(item for item in items if item), accent_colour=colour))


def text_view(content: str) -> discord.ui.LayoutView:
    """Return a view that holds only text."""
    return _single_item_view(discord.ui.TextDisplay(content[:TEXT_LIMIT]))


def _single_item_view(item: discord.ui.Item[Any]) -> discord.ui.LayoutView:
    """Return a view of one item that discord.py does not track.

    The library need not keep it, because the bot's router handles every component.
    """
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(item)
    view.stop()
    return view


def link_commands(view: discord.ui.LayoutView, ids: Mapping[str, int]) -> None:
    """Make the commands in a card's text clickable, given their ids at Discord."""
    for item in view.walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            item.content = link_commands_in_text(item.content, ids)


def text(*lines: str | None) -> discord.ui.TextDisplay[Any]:
    """Return lines of Markdown as one text component; `None`s are skipped."""
    return discord.ui.TextDisplay("\n".join(line for line in lines if line)[:TEXT_LIMIT])


def heading(words: str) -> str:
    """Return text formatted as a heading."""
    return f"### {words}"


def small_print(words: str | None) -> str | None:
    """Return a line formatted as small print; `None` stays `None`."""
    return f"-# {words}" if words else None


def fit_lines(say: Localizer, lines: Sequence[str], limit: int) -> list[str]:
    """Return the lines that fit `limit` characters, and a count of the rest.

    Lines are kept whole. Return none if there is not even room for the count.
    """
    if sum(len(line) + 1 for line in lines) <= limit:
        return list(lines)
    kept: list[str] = []
    room = limit - len(say("card.more", count=999)) - 1
    if room < 0:
        return []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            return [*kept, say("card.more", count=len(lines) - len(kept))]
        kept.append(line)
    return kept


def gallery(name: str, alt: str) -> discord.ui.MediaGallery[Any]:
    """Return the component for an attached picture, given its file name.

    `alt` is the alt text.
    """
    return discord.ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=alt[: MessagePlace.ALT.limit])
    )


def _checked_id(custom_id: CustomId) -> str:
    text = str(custom_id)
    if len(text) > LIMIT:
        raise ValueError(f"custom_id of {len(text)} characters for the action {custom_id.action}")
    return text
