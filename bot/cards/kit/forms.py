"""What forms are made of: a group of choices or a menu, a box to tick, a line or a page to write."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.custom_ids import CustomId
from words.message import Place

WAITS: Final = 900.0
"""Seconds for which the library waits for a form; the router answers it whenever it comes."""
IN_GROUP: Final = 6
"""Choices of a radio group at most. Discord takes ten, which push the next field out of a phone's sight."""

Field = discord.ui.Label[Any]
"""One field of a form with its label; the library refuses the sixth."""


def form(title: str, custom_id: CustomId, *fields: Field) -> discord.ui.Modal:
    """Return a form with up to five fields."""
    made = discord.ui.Modal(title=title[: Place.TITLE.limit], custom_id=str(custom_id), timeout=WAITS)
    for field in fields:
        made.add_item(field)
    return made


def choice(
    name: str,
    label: str,
    choices: Sequence[tuple[str, str]],
    chosen: str | None,
    *,
    about: str | None = None,
    required: bool = False,
) -> Field:
    """Return a field to choose one of these values, each with its words: all in sight where a group holds them."""
    shown = [(words[: Place.OPTION.limit], value, value == chosen) for value, words in choices]
    if len(shown) <= IN_GROUP:
        radios = [
            discord.RadioGroupOption(label=words, value=value, default=on) for words, value, on in shown
        ]
        group = discord.ui.RadioGroup[Any](custom_id=name, options=radios, required=required)
        return labelled(label, group, about)
    options = [discord.SelectOption(label=words, value=value, default=on) for words, value, on in shown]
    menu = discord.ui.Select[Any](custom_id=name, options=options, required=required)
    return labelled(label, menu, about)


def tick(name: str, label: str, *, on: bool, about: str | None = None) -> Field:
    """Return a box to tick."""
    return labelled(label, discord.ui.Checkbox(custom_id=name, default=on), about)


def labelled(label: str, item: discord.ui.Item[Any], about: str | None = None) -> Field:
    """Return any field with its label, and what is said below that."""
    return discord.ui.Label(
        text=label[: Place.LABEL.limit],
        description=about and about[: Place.DESCRIPTION.limit],
        component=item,
    )
