"""What a machine can ask of a sentence that was put together.

Each question of `QUESTIONS` finds one kind of fault; `find_faults` asks them all.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from words.cognates import COGNATES
from words.fact_kinds import PARTS
from words.message import Message, MessagePlace

CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LIVE: Final = re.compile(
    r"</?[^>\s][^>]*>|https?://[^\s)]+|\]\([^)]*\)"  # mentions, times, commands, addresses
    r"|\{\"[^}]*\}|\[\w+ \"[^\]]*\]|\S*\[\w+\]\""  # for programs: JSON, tags of PDN, an argument of pip
)
MASK: Final = "▪"
"""Stands for what is no sentence."""
PLAIN_PLACES: Final = frozenset(
    {
        MessagePlace.BUTTON,
        MessagePlace.LABEL,
        MessagePlace.TITLE,
        MessagePlace.OPTION,
        MessagePlace.DESCRIPTION,
        MessagePlace.PLACEHOLDER,
        MessagePlace.ALT,
        MessagePlace.PICTURE,
        MessagePlace.TAG,
    }
)
"""Places that show the marks of Markdown as they are."""
SENTENCE_PLACES: Final = frozenset({MessagePlace.SENTENCE, MessagePlace.HELP, MessagePlace.ALT})
QUOTES: Final[Mapping[str, str]] = {"de": "„“", "fr": "«»", "it": "«»", "pl": "„”", "ru": "«»"}
"""The quotation marks of languages that have others than English."""
ENGLISH_QUOTES: Final = "“”"
APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
WRONG_APOSTROPHE: Final = {"fr": frozenset("'"), "it": frozenset("’"), "nl": frozenset("’")}
ALL_QUOTES: Final = frozenset('“”„«»"')
REPEATING: Final = frozenset({"de", "nl"})
"""Languages in which the same short word may follow itself ("die die")."""

START: Final = re.compile(rf"(?:#{{1,3}} |-# |- |\d+\. |\*\*|{MASK}: |[„“«(\[]\s?)*")
"""What may stand before the first letter of a sentence."""
BREAK: Final = re.compile(r"(?<=[.!?…])[*”“»)]*\s+|\n+| [·—–] |:\*\* ")
AFTER_STOP: Final = re.compile(r"(?<=[^\W\d_]{2}|[»”)*]{2})[.!?][*”»]* (?=[^\W\d_])")
ABBREVIATION: Final = re.compile(r"\b(?:godz|pkt|см|ca|bzw|min|max|vs)\.(?!\.)")
"""Words whose full stop ends no sentence."""
PREFIX: Final = "Line {line}, column {column}: "
"""Says where in a text something is; its colon is not counted."""
NO_COLON: Final = re.compile(
    r"\d ?: ?\d|\([^()]*\)|[“”„«»\"][^“”„«»\"]*[“”„«»\"]|\w:(?=[A-Z\d]*-)|\b[A-Z]:(?=\S)"
)
"""Colons of scores and positions, in brackets and between quotation marks."""
PLAIN_BLANK: Final = re.compile(r" [:;?!»%]|« |(?<=\w)[;?!»](?=\s|$)")
TWICE: Final = re.compile(r"(?<![\w’'-])([^\W\d_]{2,}) \1(?![\w’'-])", re.IGNORECASE)
STOPS: Final = re.compile(
    r"(?<!\.)\.\.(?!\.)|[.,;:] ?[,;]|(?<=\S)[ \xa0]{2}(?=\S)| ,| \.(?![\w.])|:\.|[.!?]\)?\.(?!\.)"
)
KEYWORD: Final = re.compile(r"```.*?```|`(?:/[^`]*|[^`\s]*)`|[“„«][\xa0]?[A-Za-z_: ]+[\xa0]?[”“»]", re.DOTALL)
"""What is typed as it stands: an option, a command, a field's name."""
WORD: Final = re.compile(r"(?<![\w'’/=.-])[a-z]{4,}(?![\w=-])")
"""A word in small letters; names, and German nouns, begin with a large one."""
SMALL, AFTER, ODD = (
    "a sentence that begins with a small letter",
    "a small letter after a full stop",
    "stops that do not go together",
)
RIGHT_SO: Final[Mapping[str, frozenset[str]]] = {
    SMALL: frozenset({"card.vote.line", "card.simul.board.won"}),
    AFTER: frozenset({"card.record.long"}),
    ODD: frozenset({"board.legend"}),
}
"""Messages that are no sentences, or say a name that is written so."""


@dataclass(frozen=True, slots=True)
class Composition:
    """A message of a language with all its facts filled in.

    `given` are the texts in it that stay as they are: names, moves, addresses, words of a menu.
    """

    language: str
    message: Message
    text: str
    given: tuple[str, ...] = ()

    @property
    def prose(self) -> str:
        """The text without code, mentions, addresses and stops of abbreviations."""
        plain = LIVE.sub(MASK, CODE.sub(MASK, self.text)).replace("Frysk!", "Frysk")
        return ABBREVIATION.sub(MASK, plain)

    def is_small(self, text: str) -> bool:
        """Whether a part of the text begins with a small letter that is not given."""
        return text[:1].islower() and not text.startswith(
            tuple(START.sub("", each, count=1) or MASK for each in self.given)
        )


def find_faults(said: Composition) -> Iterator[str]:
    """Yield the faults of a message that was put together."""
    prose = said.prose
    for fault, has_fault in QUESTIONS.items():
        if has_fault(said, prose) and said.message.code not in RIGHT_SO.get(fault, ()):
            yield fault


def _has_two_colons(said: Composition, prose: str) -> bool:
    allowed = 1 + said.message.text.startswith(PREFIX)
    if prose.count(":") <= allowed:
        return False
    body = NO_COLON.sub(MASK, START.sub("", prose, count=1))
    is_read_by_hosts = said.message.place is MessagePlace.CONSOLE
    return not is_read_by_hosts and any(part.count(":") > allowed for part in BREAK.split(body))


def _is_small_after_stop(said: Composition, prose: str) -> bool:
    return any(said.is_small(prose[stop.end() :]) for stop in AFTER_STOP.finditer(prose))


def _begins_small(said: Composition, prose: str) -> bool:
    """Whether a sentence begins with a small letter, although it is part of none."""
    message = said.message
    if message.place not in SENTENCE_PLACES:
        return False
    is_whole = message.text.endswith((".", "?")) or message.code not in PARTS
    is_part = not is_whole or START.sub("", message.text, count=1)[:1].islower()
    return not is_part and said.is_small(START.sub("", prose, count=1))


def _has_plain_blank(said: Composition, prose: str) -> bool:
    return said.language == "fr" and PLAIN_BLANK.search(prose) is not None


def _has_strange_quotes(said: Composition, prose: str) -> bool:
    strange = ALL_QUOTES.difference(QUOTES.get(said.language, ENGLISH_QUOTES)).intersection(prose)
    if wrong := WRONG_APOSTROPHE.get(said.language):
        strange |= wrong.intersection(APOSTROPHE.findall(prose))
    if strange:
        for each in sorted(said.given, key=len, reverse=True):
            prose = prose.replace(each, MASK) if each else prose
    return not strange.isdisjoint(prose)


def _says_twice(said: Composition, prose: str) -> bool:
    return said.language not in REPEATING and TWICE.search(prose) is not None


def _has_odd_stops(said: Composition, prose: str) -> bool:
    return said.message.place is not MessagePlace.CONSOLE and STOPS.search(prose) is not None


@cache
def _english_words(message: Message) -> frozenset[str]:
    return frozenset(word for text in message.templates for word in WORD.findall(text))


def _is_left_in_english(said: Composition, _prose: str) -> bool:
    """Whether an English word that is no cognate stands in a translation."""
    cognates = COGNATES.get(said.language)
    if cognates is None or said.message.place is MessagePlace.CONSOLE:
        return False
    english = _english_words(said.message) - cognates
    if not any(word in said.text for word in english):
        return False
    text = KEYWORD.sub(MASK, LIVE.sub(MASK, said.text))
    for each in sorted(filter(None, said.given), key=len, reverse=True):
        text = text.replace(each, MASK)
    return not english.isdisjoint(WORD.findall(text))


def _shows_marks(said: Composition, _prose: str) -> bool:
    if said.message.place in PLAIN_PLACES:
        return any(mark in said.text for mark in ("**", "`", "]("))
    return said.text.count("**") % 2 == 1 or said.text.count("`") % 2 == 1 or "\\" in said.text


QUESTIONS: Final[Mapping[str, Callable[[Composition, str], bool]]] = {
    "two colons in a sentence": _has_two_colons,
    AFTER: _is_small_after_stop,
    SMALL: _begins_small,
    "a plain blank before a French mark": _has_plain_blank,
    "quotation marks of another language": _has_strange_quotes,
    "the same word twice": _says_twice,
    ODD: _has_odd_stops,
    "a mark of Markdown that is shown": _shows_marks,
    "English left over": _is_left_in_english,
}
