"""Render codes and facts as text in a language; the only place that does so."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from hashlib import sha256
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Any, Final

from words.english import MESSAGES
from words.pseudo import PSEUDO, PseudoTranslations
from words.slash import SLASH

ENGLISH: Final = "en"
COMPLETE: Final = "language.complete"
"""The message by which a translator says that the bot may use their language."""
FOLDER: Final = Path(__file__).parent / "languages"
"""Where the build puts one `.mo` file a language."""


class Phrase:
    """Something that can be told in any language: a code and its facts.

    Facts may be such values themselves. Immutable and hashable. `str()` is the English.

    >>> str(Phrase("occupied", square="c3"))
    'c3 is already taken.'
    """

    __slots__ = ("_key", "code", "facts")

    def __init__(self, code: str, /, **facts: Any) -> None:
        self.code = code
        self.facts: Mapping[str, Any] = facts
        self._key = (code, tuple(sorted(facts.items())))

    def text(self, language: str) -> str:
        """Return the phrase as text in a language."""
        return tell(self.code, self.facts, language)

    def __str__(self) -> str:
        return self.text(ENGLISH)

    def __repr__(self) -> str:
        return f"Said({', '.join([repr(self.code), *(f'{n}={v!r}' for n, v in self.facts.items())])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a seat, as a fact.

    They are called by their side, until `by_name` puts their name in its place.

    >>> str(Phrase("resignation", loser=SeatedPlayer(1, "Black")))
    'Black resigned'
    """

    seat: int
    side: "Phrase | str"

    def text(self, language: str) -> str:
        """Return the side's name in a language."""
        return self.side.text(language) if isinstance(self.side, Phrase) else self.side


class Speaker:
    """Tells everything in one language.

    >>> speaker("en")("occupied", square="c3")
    'c3 is already taken.'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, code: str, /, **facts: Any) -> str:
        """Return the message with this code, with its facts filled in."""
        return tell(code, facts, self.language)

    def text(self, fact: object) -> str:
        """Return a fact in words: a `Phrase` in this language, anything else as it is."""
        return fact.text(self.language) if isinstance(fact, Phrase | SeatedPlayer) else str(fact)


@lru_cache(maxsize=64)
def speaker(language: str) -> Speaker:
    """Return the speaker for a language."""
    return Speaker(language)


def tell(code: str, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Return the message `code` in `language`, with the facts filled in.

    A fact that is a `Phrase` is rendered in the same language. If the language lacks this message,
    English is used. Raise `KeyError` for an unknown code or a missing fact: both are bugs.
    """
    message = MESSAGES[code]
    if language == ENGLISH:
        template = message.plural if message.by and facts[message.by] != 1 else message.text
    elif message.by:
        template = _translations(language).npgettext(code, message.text, message.plural, facts[message.by])
    else:
        template = _translations(language).pgettext(code, message.text)
    if "{slash_" in template:
        facts = {**SLASH, **facts}
    if not facts:
        return template.format()
    return template.format_map(
        {
            name: fact.text(language) if isinstance(fact, Phrase | SeatedPlayer) else fact
            for name, fact in facts.items()
        }
    )


Words = Phrase | str
"""A message, or notation, which is the same in every language."""


def by_name(words: Words, names: Sequence[Words]) -> Words:
    """Return a value with each `SeatedPlayer` called by name; `names` are by seat.

    >>> str(by_name(Phrase("resignation", loser=SeatedPlayer(1, "Black")), ["Ada", "Ben"]))
    'Ben resigned'
    """
    if isinstance(words, Phrase):
        named = {
            fact: names[value.seat] if isinstance(value, SeatedPlayer) else by_name(value, names)
            for fact, value in words.facts.items()
        }
        return Phrase(words.code, **named)
    return words


def chain(code: str, items: Sequence[Words]) -> Words:
    """Return several values as one, each joined to those before by the message `code`.

    >>> str(chain("series.clauses", ["one", "two", "three"]))
    'one; two; three'
    """
    told = items[0]
    for item in items[1:]:
        told = Phrase(code, before=told, item=item)
    return told


def series(items: Sequence[object]) -> object:
    """Return a list of facts as one fact, as the language enumerates: “a, b and c”.

    >>> str(series(["a1", "b2", "c3"]))
    'a1, b2 and c3'
    """
    if len(items) < 2:
        return items[0] if items else ""
    told = items[0]
    for item in items[1:-1]:
        told = Phrase("series.more", before=told, item=item)
    return Phrase("series.last", before=told, item=items[-1])


def commas(items: Iterable[str], language: str) -> str:
    """Join words or notation with the language's commas.

    There is no conjunction before the last.

    >>> commas(["a1", "b2", "c3"], "en")
    'a1, b2, c3'
    """
    told = ""
    for i, item in enumerate(items):
        told = tell("series.more", {"before": told, "item": item}, language) if i else item
    return told


def decimal(value: float) -> Phrase:
    """Return a number with one digit after the decimal point, or the language's comma.

    >>> str(decimal(12.34))
    '12.3'
    """
    whole, _, tenths = f"{value:.1f}".partition(".")
    return Phrase("number.decimal", whole=whole, tenths=tenths)


def choose(locale: str | None) -> str:
    """Return the language for one of Discord's locales.

    It is the same language, else the same language of another region, else English.

    >>> choose("xx-XX"), choose(None)
    ('en', 'en')
    """
    if not locale or locale == PSEUDO:
        return locale or ENGLISH
    return _closest(locale, languages())


@lru_cache(maxsize=256)
def _closest(locale: str, known: tuple[str, ...]) -> str:
    wanted = locale.partition("-")[0]
    same = [language for language in known if language.partition("-")[0] == wanted]
    return locale if locale in known else next(iter(same), ENGLISH)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the languages that the bot speaks.

    English and every catalogue that calls itself complete.
    """
    return (ENGLISH, *(path.stem for path in sorted(FOLDER.glob("*.mo")) if _is_complete(path)))


def _is_complete(path: Path) -> bool:
    """Whether a `.mo` file calls itself complete, read without loading all of it."""
    told = path.read_bytes()
    count, ids, texts = unpack_from("=3I", told, 8)
    sign = told.find(f"{COMPLETE}\x04{MESSAGES[COMPLETE].text}\0".encode())
    for row, (_, start) in enumerate(iter_unpack("=2I", told[ids : ids + 8 * count])):
        if start == sign:
            length, start = unpack_from("=2I", told, texts + 8 * row)
            return told[start : start + length] == b"yes"
    return False


@lru_cache(maxsize=1)
def catalogues_hash() -> str:
    """Return a hash of all that is said in other languages than English."""
    built = (FOLDER / f"{language}.mo" for language in languages() if language != ENGLISH)
    return sha256(b"".join(path.read_bytes() for path in built)).hexdigest()


def clip(value: object) -> str:
    """Return a person's text, or a JSON value as JSON, as a sentence may quote it.

    It is on one line, of at most 40 characters.

    >>> clip("several  words"), clip([1, 2])
    ('several words', '[1, 2]')
    """
    line = re.sub(r"\s+", " ", value if isinstance(value, str) else json.dumps(value)).strip()
    return line if len(line) <= 40 else line[:39] + "…"


@lru_cache(maxsize=64)
def _translations(language: str) -> NullTranslations:
    """Return a language's catalogue, loaded at the first message in it."""
    if language == PSEUDO:
        return PseudoTranslations()
    if language not in languages():
        return NullTranslations()
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)


forget_catalogues = _translations.cache_clear
"""Release the catalogues, a megabyte each, until they are asked for again."""
