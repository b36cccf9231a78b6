"""Parts of forms: a radio group or menu, a checkbox, a text field."""

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


def choice_field(
    name: str,
    label: str,
    choices: Sequence[tuple[str, str]],
    chosen_value: str | None,
    *,
    description: str | None = None,
    required: bool = False,
) -> FormField:
    """Return a field to choose one of several (value, label) pairs.

    It is a radio group if that can hold them all, or else a menu. Each label stands on a line of its own,
    so it begins with a capital if its script can.
    """
    shown = [
        (_capitalise(words)[: MessagePlace.OPTION.limit], value, value == chosen_value)
        for value, words in choices
    ]
    if len(shown) <= IN_GROUP:
        radios = [
            discord.RadioGroupOption(label=words, value=value, default=on) for words, value, on in shown
        ]
        group = discord.ui.RadioGroup[Any](custom_id=name, options=radios, required=required)
        return labelled_field(_capitalise(label), group, description)
    options = [discord.SelectOption(label=words, value=value, default=on) for words, value, on in shown]
    menu = discord.ui.Select[Any](custom_id=name, options=options, required=required)
    return labelled_field(_capitalise(label), menu, description)


def checkbox_field(name: str, label: str, *, is_checked: bool, description: str | None = None) -> FormField:
    """Return a field with a checkbox."""
    return labelled_field(label, discord.ui.Checkbox(custom_id=name, default=is_checked), description)


def labelled_field(label: str, item: discord.ui.Item[Any], description: str | None = None) -> FormField:
    """Return a form field with its label, and a description below the label."""
    return discord.ui.Label(
        text=label[: MessagePlace.LABEL.limit],
        description=description and description[: MessagePlace.DESCRIPTION.limit],
        component=item,
    )


def _capitalise(words: str) -> str:
    """Return words with a capital first, the others as they are."""
    return words[:1].upper() + words[1:]
