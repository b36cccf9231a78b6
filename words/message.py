"""A message: the catalogue's entry for one text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from string import Formatter
from typing import Final

PLACEHOLDER: Final = re.compile(r"[a-z][a-z_]*")
"""The text between braces: a fact's name and nothing else.

So a translator's file can run no code.
"""


class MessagePlace(Enum):
    """The kind of place where a message appears, with its limit of characters."""

    SENTENCE = "a sentence or a few lines of a card", 1500
    PHRASE = "a part of a sentence: the reason of an end, a side, a piece", 300
    HELP = "a part of a game's rules", 3000
    BUTTON = "a button", 80
    LABEL = "the label of a field in a form", 45
    TITLE = "the title of a form", 45
    OPTION = "a choice in a menu, or in the list that a command's option offers", 100
    DESCRIPTION = "the description of a command, of its option or of a form's field", 100
    PLACEHOLDER = "what a menu shows before anybody chooses", 150
    ALT = "a part of a picture's alt text", 1024
    PICTURE = "a word painted into a picture", 40
    CONSOLE = "what the host reads on a terminal", 2000
    ABOUT = "the description of the app at Discord", 400
    TAG = "a tag of the app at Discord", 20
    SIGN = "no words but a sign: write yes once all is translated and read, before that leave it empty", 3

    def __init__(self, meaning: str, limit: int) -> None:
        self.meaning = meaning
        self.limit = limit


@dataclass(frozen=True, slots=True)
class PluralTemplate:
    """An English template with a singular and a plural form.

    `one` and `other` are the two forms; the value of the placeholder `count_fact` decides between them.
    """

    count_fact: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the catalogue.

    `code` identifies the meaning and never changes with the wording; a new meaning takes a new code.
    `text` is the English template, with `{name}` for each placeholder. `plural` is the English template
    used if the placeholder `count_fact` is a number other than one. Both are empty if nothing is
    counted.
    """

    code: str
    text: str
    place: MessagePlace
    plural: str = ""
    count_fact: str = ""

    @property
    def templates(self) -> tuple[str, ...]:
        """The English templates: one, or singular and plural."""
        return (self.text, self.plural) if self.count_fact else (self.text,)

    @property
    def facts(self) -> frozenset[str]:
        """The names of the placeholders in the English templates, and of the count."""
        return _names_in(self.templates) | ({self.count_fact} if self.count_fact else frozenset())


@cache
def _names_in(templates: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for template in templates for name in placeholders(template))


def make_messages(place: MessagePlace, texts: Mapping[str, str | PluralTemplate]) -> tuple[Message, ...]:
    """Return a message for each code and text, all for the same place.

    >>> make_messages(MessagePlace.BUTTON, {"button.play": "Play"})[0].text
    'Play'
    """
    return tuple(
        Message(code, text, place)
        if isinstance(text, str)
        else Message(code, text.one, place, text.other, text.count_fact)
        for code, text in texts.items()
    )


def placeholders(template: str) -> Iterator[str]:
    """Yield the names of a template's placeholders.

    Raise `ValueError` if a brace is unmatched or a placeholder is more than a name.

    >>> list(placeholders("{square} is taken"))
    ['square']
    """
    for _, name, form, conversion in Formatter().parse(template):
        if name is None:
            continue
        if form or conversion or not PLACEHOLDER.fullmatch(name):
            raise ValueError(f"“{{{name}}}” is no fact's name")
        yield name
