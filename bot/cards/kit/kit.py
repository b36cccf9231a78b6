"""What all cards are made of: frames, text, pictures, buttons and menus."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final, Self

import discord

from bot.custom_ids import LIMIT, CustomId
from rules.game import Step
from words import Speaker
from words.message import MessagePlace
from words.slash import clickable

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

TEXT_LIMIT: Final = 4000
"""Characters that all text of a message may have (Discord)."""


@dataclass(frozen=True, slots=True)
class Card:
    """A message whose pictures `draw_card` draws when it is sent.

    `files` are its other attachments. Only `pings` are notified of their mention, and a `silent` card
    makes no sound on any device.
    """

    view: discord.ui.LayoutView
    files: list[discord.File] = field(default_factory=list)
    pings: tuple[int, ...] = ()
    silent: bool = False


class CardFile(discord.File):
    """Bytes to send as a named file, freed from memory as soon as they are sent.

    The library's own close keeps the object alive until a full garbage collection minutes later,
    because it stores a method bound to the buffer in the buffer itself.
    """

    def __init__(self, data: bytes, name: str, description: str) -> None:
        super().__init__(BytesIO(data), name, description=description)

    def close(self) -> None:
        """Let go of the bytes, after the last try to send them."""
        super().close()
        vars(self.fp).pop("close", None)


class Press(discord.ui.Button[Any]):
    """A button whose custom_id carries its whole state, so none is kept in memory."""

    @classmethod
    def of(
        cls,
        custom_id: CustomId,
        label: str,
        style: discord.ButtonStyle = SECONDARY,
        *,
        disabled: bool = False,
    ) -> Self:
        """Return a button that means `custom_id`."""
        return cls(
            label=label[: MessagePlace.BUTTON.limit],
            style=style,
            custom_id=_fitting(custom_id),
            disabled=disabled,
        )


def menu(
    custom_id: CustomId, say: Speaker, placeholder: str, steps: Sequence[Step]
) -> discord.ui.Select[Any]:
    """Return a select menu of up to 25 choices."""
    options = [
        discord.SelectOption(label=say.text(step.label)[: MessagePlace.OPTION.limit], value=step.value)
        for step in steps
    ]
    return discord.ui.Select(
        custom_id=_fitting(custom_id),
        placeholder=placeholder[: MessagePlace.PLACEHOLDER.limit],
        options=options,
    )


def row(*items: discord.ui.Item[Any]) -> discord.ui.ActionRow[Any]:
    """Return up to five buttons, or one menu, side by side."""
    return discord.ui.ActionRow(*items)


def link(label: str, url: str) -> discord.ui.Button[Any]:
    """Return a button that leads somewhere."""
    return discord.ui.Button(label=label, url=url)


def framed_view(colour: discord.Colour | None, *items: discord.ui.Item[Any] | None) -> discord.ui.LayoutView:
    """Return a view with one framed container of the given parts, without `None`s."""
    return _single_item_view(discord.ui.Container(*(item for item in items if item), accent_colour=colour))


def sentence(words: str) -> discord.ui.LayoutView:
    """Return one sentence as a message."""
    return _single_item_view(discord.ui.TextDisplay(words[:TEXT_LIMIT]))


def _single_item_view(item: discord.ui.Item[Any]) -> discord.ui.LayoutView:
    """Return a view of one item, untracked by the library.

    The library need not keep it, because the router knows every component.
    """
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(item)
    view.stop()
    return view


def with_commands(view: discord.ui.LayoutView, ids: Mapping[str, int]) -> None:
    """Make the commands that a card names clickable, by their ids at Discord."""
    for item in view.walk_children():
        if isinstance(item, discord.ui.TextDisplay):
            item.content = clickable(item.content, ids)


def text(*lines: str | None) -> discord.ui.TextDisplay[Any]:
    """Return lines of Markdown, `None`s left out."""
    return discord.ui.TextDisplay("\n".join(line for line in lines if line)[:TEXT_LIMIT])


def heading(words: str) -> str:
    """Return words as a heading."""
    return f"### {words}"


def small(words: str | None) -> str | None:
    """Return a line as small print; `None` stays `None`."""
    return f"-# {words}" if words else None


def fit_lines(say: Speaker, lines: Sequence[str], limit: int) -> list[str]:
    """Return the complete lines that fit `limit` characters, and a count of the rest.

    Return none if there is not even room for the count.
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
    """Return a picture that is attached under this file name, with its alt text."""
    return discord.ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=alt[: MessagePlace.ALT.limit])
    )


def _fitting(custom_id: CustomId) -> str:
    text = str(custom_id)
    if len(text) > LIMIT:
        raise ValueError(f"custom_id of {len(text)} characters for the action {custom_id.action}")
    return text
