"""Render messages as text in a language; the only place that does so."""

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
from words.slash import SLASH_MENTIONS

ENGLISH: Final = "en"
NAME: Final = "language.name"
COMPLETE: Final = "language.complete"
"""The message by which a translator says that the bot may use their language."""
FOLDER: Final = Path(__file__).parent / "languages"
"""Where the build puts one `.mo` file a language."""


class Phrase:
    """A message that can be rendered later in any language: a code and its facts.

    Facts are the values of the message's placeholders, and may be phrases themselves. Phrases are
    immutable and hashable. `str()` is the English text.

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
        return render_message(self.code, self.facts, language)

    def __str__(self) -> str:
        return self.text(ENGLISH)

    def __repr__(self) -> str:
        return f"Phrase({', '.join([repr(self.code), *(f'{n}={v!r}' for n, v in self.facts.items())])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a seat, as a fact of a phrase.

    They are called by their side, until `insert_player_names` puts their name in its place.

    >>> str(Phrase("resignation", loser=SeatedPlayer(1, "Black")))
    'Black resigned'
    """

    seat: int
    side: "Phrase | str"

    def text(self, language: str) -> str:
        """Return the side's name in a language."""
        return self.side.text(language) if isinstance(self.side, Phrase) else self.side


class Localizer:
    """Renders messages in one language; call it with a code and facts.

    >>> localizer_for("en")("occupied", square="c3")
    'c3 is already taken.'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, code: str, /, **facts: Any) -> str:
        """Return the message with this code as text, with its placeholders filled in."""
        return render_message(code, facts, self.language)

    def text(self, fact: object) -> str:
        """Return a fact as text: a phrase in this language, anything else unchanged."""
        return fact.text(self.language) if isinstance(fact, Phrase | SeatedPlayer) else str(fact)


@lru_cache(maxsize=64)
def localizer_for(language: str) -> Localizer:
    """Return the cached localizer for a language."""
    return Localizer(language)


def render_message(code: str, facts: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Return the message `code` as text in `language`, with the facts filled in.

    Facts are the values of its placeholders; a `Phrase` among them is rendered in the same language. If
    the language lacks this message, English is used. Raise `KeyError` for an unknown code or a missing
    fact: both are bugs.
    """
    message = MESSAGES[code]
    if language == ENGLISH:
        template = message.plural if message.count_fact and facts[message.count_fact] != 1 else message.text
    elif message.count_fact:
        template = translations_of(language).npgettext(
            code, message.text, message.plural, facts[message.count_fact]
        )
    else:
        template = translations_of(language).pgettext(code, message.text)
    if "{slash_" in template:
        facts = {**SLASH_MENTIONS, **facts}
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


def insert_player_names(words: Words, names: Sequence[Words]) -> Words:
    """Replace each `SeatedPlayer` in a phrase by the player's name.

    `names` are indexed by seat.

    >>> str(insert_player_names(Phrase("resignation", loser=SeatedPlayer(1, "Black")), ["Ada", "Ben"]))
    'Ben resigned'
    """
    if isinstance(words, Phrase):
        named = {
            fact: names[value.seat] if isinstance(value, SeatedPlayer) else insert_player_names(value, names)
            for fact, value in words.facts.items()
        }
        return Phrase(words.code, **named)
    return words


def join_phrases(code: str, items: Sequence[Words]) -> Words:
    """Join several phrases into one, pair by pair, by the message `code`.

    >>> str(join_phrases("series.clauses", ["one", "two", "three"]))
    'one; two; three'
    """
    told = items[0]
    for item in items[1:]:
        told = Phrase(code, before=told, item=item)
    return told


def join_as_list(items: Sequence[object]) -> object:
    """Join values to one phrase that lists them: “a, b and c”.

    Each language lists them in its own way.

    >>> str(join_as_list(["a1", "b2", "c3"]))
    'a1, b2 and c3'
    """
    if len(items) < 2:
        return items[0] if items else ""
    told = items[0]
    for item in items[1:-1]:
        told = Phrase("series.more", before=told, item=item)
    return Phrase("series.last", before=told, item=items[-1])


def join_with_commas(items: Iterable[str], language: str) -> str:
    """Join words or notation with the language's commas.

    There is no conjunction before the last.

    >>> join_with_commas(["a1", "b2", "c3"], "en")
    'a1, b2, c3'
    """
    told = ""
    for i, item in enumerate(items):
        told = render_message("series.more", {"before": told, "item": item}, language) if i else item
    return told


def decimal(value: float) -> Phrase:
    """Return a number with one decimal, as a phrase.

    The language decides between a decimal point and a comma.

    >>> str(decimal(12.34))
    '12.3'
    """
    whole, _, tenths = f"{value:.1f}".partition(".")
    return Phrase("number.decimal", whole=whole, tenths=tenths)


def language_for_locale(locale: str | None) -> str:
    """Return the bot's language for one of Discord's locales.

    It is the same language, else the same language of another region, else English.

    >>> language_for_locale("xx-XX"), language_for_locale(None)
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
    """Return the languages that the bot offers.

    These are English and every language whose catalogue is marked as complete.
    """
    return (
        ENGLISH,
        *(path.stem for path in sorted(FOLDER.glob("*.mo")) if _read_text(path, COMPLETE) == "yes"),
    )


@lru_cache(maxsize=64)
def language_name(language: str) -> str:
    """Return a language's own name, without loading its catalogue.

    >>> language_name("pt-BR"), language_name("en")
    ('Português (Brasil)', 'English')
    """
    if language in languages()[1:]:
        return _read_text(FOLDER / f"{language}.mo", NAME)
    return render_message(NAME, {}, language)


def _read_text(path: Path, code: str) -> str:
    """Return one text of a `.mo` file, or the English one if the file has none."""
    told = path.read_bytes()
    count, ids, texts = unpack_from("=3I", told, 8)
    sign = told.find(f"{code}\x04{MESSAGES[code].text}\0".encode())
    for row, (_, start) in enumerate(iter_unpack("=2I", told[ids : ids + 8 * count])):
        if start == sign:
            length, start = unpack_from("=2I", told, texts + 8 * row)
            return told[start : start + length].decode()
    return MESSAGES[code].text


@lru_cache(maxsize=1)
def catalogues_hash() -> str:
    """Return a hash of the catalogues of all languages other than English."""
    built = (FOLDER / f"{language}.mo" for language in languages() if language != ENGLISH)
    return sha256(b"".join(path.read_bytes() for path in built)).hexdigest()


def clip(value: object) -> str:
    """Shorten a person's text, or a JSON value, for quoting it in a sentence.

    The result is on one line, of at most 40 characters.

    >>> clip("several  words"), clip([1, 2])
    ('several words', '[1, 2]')
    """
    line = re.sub(r"\s+", " ", value if isinstance(value, str) else json.dumps(value)).strip()
    return line if len(line) <= 40 else line[:39] + "…"


@lru_cache(maxsize=64)
def translations_of(language: str) -> NullTranslations:
    """Return a language's catalogue, which is loaded on first use."""
    if language == PSEUDO:
        return PseudoTranslations()
    if language not in languages():
        return NullTranslations()
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)


forget_catalogues = translations_of.cache_clear
"""Release the catalogues, a megabyte each, until they are asked for again."""
