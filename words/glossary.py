"""The glossary: one word for one thing in each language.

`python -m words` checks every translation against it. `words/glossary.csv` has a row for each term
and language. `words` are the forms that a sentence may use, and `forbidden` those that it may not,
split by `|`; `*` stands for any ending.

In the rows of English, `words` are the forms that call for the term in a message. If they are
empty, the forbidden words of the other languages count everywhere. `where` says in which messages
the term may be called for, by the first part of their codes; empty means in all. In the rows of
other languages, `where` has the codes of sentences that say the same without the term, and are
right so. The running bot does not read the glossary.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from words.message import Message

FILE: Final = Path(__file__).with_name("glossary.csv")
SPLIT: Final = "|"
NON_WORDS: Final = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|https?://\S+|/[a-z]+|“[a-z_]+”")
"""The parts of a sentence that are not words.

Facts, code, mentions, addresses, commands, names of fields.
"""


@dataclass(frozen=True, slots=True)
class Wording:
    """A language's words for a term.

    `words` are the forms that a sentence may use and `forbidden` those that it may not, both split by
    `|`. `source` says where they come from. `exempt_codes` are the codes of messages that do without
    the term.
    """

    words: str
    forbidden: str
    source: str
    exempt_codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A concept that has one fixed word in each language.

    `code_prefixes` are the first parts of the codes of messages that it applies to; empty means all.
    """

    name: str
    code_prefixes: tuple[str, ...]
    wordings: dict[str, Wording] = field(default_factory=dict)

    def find_breaches(self, language: str, message: Message, templates: Sequence[str]) -> Iterator[str]:
        """Yield a sentence for each breach of the glossary in a translation.

        The term must apply to the message.
        """
        wording = self.wordings.get(language)
        if wording is None:
            return
        english = self.wordings["en"].words
        asked = _mentions(english, message.templates)
        if english and not asked and language != "en":
            return
        said = [_words_of(template) for template in templates]
        for word in _find_words(wording.forbidden, " ".join(said)):
            yield f"“{word}” is not the word for “{self.name}”"
        if (
            asked
            and english
            and message.code not in wording.exempt_codes
            and not any(_find_words(wording.words, text) for text in said)
        ):
            yield f"“{self.name}” is “{wording.words}”"


def find_glossary_breaches(language: str, message: Message, templates: Sequence[str]) -> list[str]:
    """Return the breaches of the glossary in a message's translation."""
    prefix = message.code.partition(".")[0]
    return [
        each
        for term in load_terms()
        if not term.code_prefixes or prefix in term.code_prefixes
        for each in term.find_breaches(language, message, templates)
    ]


@cache
def load_terms() -> tuple[Term, ...]:
    """Load the terms of the glossary, in its order.

    Raise `ValueError` with the line number if a row names no language, says nothing, or does not come
    after its term's English row.
    """
    with FILE.open(encoding="utf-8", newline="") as file:
        return tuple(_terms(csv.DictReader(file)))


def _terms(rows: "csv.DictReader[str]") -> Iterator[Term]:
    term: Term | None = None
    for row in rows:
        _check_row(row, term, rows.line_num)
        if row["language"] == "en":
            if term:
                yield term
            term = Term(row["term"], tuple(filter(None, row["where"].split(SPLIT))))
        assert term  # the row would not have told anything
        without = () if row["language"] == "en" else tuple(filter(None, row["where"].split(SPLIT)))
        term.wordings[row["language"]] = Wording(row["words"], row["forbidden"], row["source"], without)
    if term:
        yield term


def _check_row(row: Mapping[str, str], term: Term | None, line: int) -> None:
    """Raise `ValueError` unless a row is useful and its term has an English row."""
    begins = row["language"] == "en"
    if not row["language"] or not (begins or row["words"] or row["forbidden"]):
        raise ValueError(f"words/glossary.csv, line {line}: a row needs a language and words.")
    if not begins and (term is None or term.name != row["term"] or row["language"] in term.wordings):
        raise ValueError(f"words/glossary.csv, line {line}: a term's rows stand together, English first.")


@lru_cache(maxsize=16)
def _words_of(template: str) -> str:
    """Return a template without what is not words; each term asks for it in turn."""
    return NON_WORDS.sub(" ", template)


@cache
def _mentions(words: str, templates: tuple[str, ...]) -> bool:
    """Whether each English template has one of the words."""
    return all(_find_words(words, _words_of(text)) for text in templates)


def _find_words(words: str, text: str) -> list[str]:
    """Return the words of a text that match a list of forms."""
    return [each.group() for each in _pattern(words).finditer(text)] if words else []


@cache
def _pattern(words: str) -> re.Pattern[str]:
    forms = "|".join(re.escape(word).replace(r"\*", r"[\w’'-]*") for word in words.split(SPLIT))
    return re.compile(rf"(?<![\w-])(?:{forms})(?!\w)", re.IGNORECASE)
