"""Words of the wrong language.

They are plain ones in the pseudo-language, and words that only the other language has in a real
one.
"""

import re
from collections.abc import Iterable
from functools import cache

from words import po
from words.english import MESSAGES
from words.pseudo import ACCENTS
from words.telling import ENGLISH, FOLDER

NOTATION = re.compile(
    r"(?<!`)`[^`\n]+`(?!`)|<[@#t:/][^>]*>|https?://[^\s)]+|attachment://\S+|(?<!\w)/[a-z]+|\b\w+=\w*"
    r"|\b[A-Z][A-Z0-9_]+\b"
)
"""Text that is the same in every language.

It is moves and code in backticks, mentions, times, addresses, commands, options as typed, and
cards and names in capitals.
"""
FACT = re.compile(r"\{\w+\}")
LETTERS = re.compile(r"(?<!\d)[^\W\d_]{2,}")
WORD = re.compile(r"(?<![\w'’])[A-Za-z]{2,}(?!\w)")


def untranslated_words(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return the words of a text in the pseudo-language that are left untranslated.

    Notation and the `names` are not counted.
    """
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    left = NOTATION.sub(" ", text)
    return [word for word in WORD.findall(left) if any(ord(letter) in ACCENTS for letter in word)]


def strange(text: str, language: str, other: str, names: Iterable[str] = ()) -> list[str]:
    """Return the words of a text that only the other language's catalogue uses."""
    known = vocabulary(language)
    return [word for word in _words(text, names) if word in vocabulary(other) and word not in known]


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Return every word that the catalogue has in a language, in small letters."""
    if language == ENGLISH:
        told = [template for message in MESSAGES.values() for template in message.templates]
    else:
        entries = [
            entry for entry in po.read_catalog(FOLDER / f"{language}.po") if entry.string and not entry.fuzzy
        ]
        strings = [each.string or "" for each in entries]
        forms = [[string] if isinstance(string, str) else string for string in strings]
        done = {each.context for each in entries}
        english = [message.templates for code, message in MESSAGES.items() if code not in done]
        told = [form for each in (*forms, *english) for form in each]
    return frozenset(word for template in told for word in _words(FACT.sub(" ", template)))


def _words(text: str, names: Iterable[str] = ()) -> list[str]:
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return [word.casefold() for word in LETTERS.findall(NOTATION.sub(" ", text))]
