"""Parts of forms: a radio group or menu, a checkbox, a text line or area."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.custom_ids import CustomId
from words.message import MessagePlace

WAITS: Final = 900.0
"""Seconds for which discord.py waits for a form; the router takes it any time."""
IN_GROUP: Final = 6
"""Maximum number of choices in a radio group.

Discord takes ten, which would push the next field off a phone's screen.
"""

FormField = discord.ui.Label[Any]
"""One field of a form with its label; the library refuses the sixth."""


def form(title: str, custom_id: CustomId, *fields: FormField) -> discord.ui.Modal:
    """Return a form with up to five fields."""
    made = discord.ui.Modal(title=title[: MessagePlace.TITLE.limit], custom_id=str(custom_id), timeout=WAITS)
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
) -> FormField:
    """Return a field to choose one of the (value, label) pairs.

    It is a radio group if that holds them all, else a menu.
    """
    shown = [(words[: MessagePlace.OPTION.limit], value, value == chosen) for value, words in choices]
    if len(shown) <= IN_GROUP:
        radios = [
            discord.RadioGroupOption(label=words, value=value, default=on) for words, value, on in shown
        ]
        group = discord.ui.RadioGroup[Any](custom_id=name, options=radios, required=required)
        return labelled_field(label, group, about)
    options = [discord.SelectOption(label=words, value=value, default=on) for words, value, on in shown]
    menu = discord.ui.Select[Any](custom_id=name, options=options, required=required)
    return labelled_field(label, menu, about)


def tick(name: str, label: str, *, on: bool, about: str | None = None) -> FormField:
    """Return a box to tick."""
    return labelled_field(label, discord.ui.Checkbox(custom_id=name, default=on), about)


def labelled_field(label: str, item: discord.ui.Item[Any], about: str | None = None) -> FormField:
    """Return a field with its label, and `about` as the description below it."""
    return discord.ui.Label(
        text=label[: MessagePlace.LABEL.limit],
        description=about and about[: MessagePlace.DESCRIPTION.limit],
        component=item,
    )
