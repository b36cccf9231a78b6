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
from functools import cache
from pathlib import Path
from typing import Final

from words.message import Message

FILE: Final = Path(__file__).with_name("glossary.csv")
SPLIT: Final = "|"
PASSED_OVER: Final = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|https?://\S+|/[a-z]+|“[a-z_]+”")
"""The parts of a sentence that are not words.

Facts, code, mentions, addresses, commands, names of fields.
"""


@dataclass(frozen=True, slots=True)
class Wording:
    """A language's words for a term.

    `source` says where they come from. `without` holds the codes of messages that do without the term.
    """

    words: str
    forbidden: str
    source: str
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A concept that has one fixed word in each language."""

    name: str
    where: tuple[str, ...]
    wordings: dict[str, Wording] = field(default_factory=dict)

    def breaches(self, language: str, message: Message, templates: Sequence[str]) -> Iterator[str]:
        """Yield the faults in a message's translation, as phrases for translators."""
        wording = self.wordings.get(language)
        if wording is None or (self.where and message.code.partition(".")[0] not in self.where):
            return
        english = self.wordings["en"].words
        asked = all(_find_words(english, PASSED_OVER.sub(" ", text)) for text in message.templates)
        if english and not asked and language != "en":
            return
        said = [PASSED_OVER.sub(" ", template) for template in templates]
        for word in _find_words(wording.forbidden, " ".join(said)):
            yield f"“{word}” is not the word for “{self.name}”"
        if (
            asked
            and english
            and message.code not in wording.without
            and not any(_find_words(wording.words, text) for text in said)
        ):
            yield f"“{self.name}” is “{wording.words}”"


def breaches(language: str, message: Message, templates: Sequence[str]) -> list[str]:
    """Return the glossary's objections to a translation; empty if there are none."""
    return [each for term in terms() for each in term.breaches(language, message, templates)]


@cache
def terms() -> tuple[Term, ...]:
    """Return the terms of the glossary, in its order.

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


def _find_words(words: str, text: str) -> list[str]:
    """Return the words of a text that match a list of forms."""
    return [each.group() for each in _pattern(words).finditer(text)] if words else []


@cache
def _pattern(words: str) -> re.Pattern[str]:
    forms = "|".join(re.escape(word).replace(r"\*", r"[\w’'-]*") for word in words.split(SPLIT))
    return re.compile(rf"(?<![\w-])(?:{forms})(?!\w)", re.IGNORECASE)
