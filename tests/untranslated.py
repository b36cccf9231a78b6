"""What has not come through the catalogue, as the pseudo-language shows it: words without accents."""

import re
from collections.abc import Iterable

from words.pseudo import ACCENTS

NOTATION = re.compile(
    r"(?<!`)`[^`\n]+`(?!`)|<[@#t:/][^>]*>|https?://[^\s)]+|attachment://\S+|(?<!\w)/[a-z]+|\b\w+=\w*"
    r"|\b[A-Z][A-Z0-9_]+\b"
)
"""Moves and code in backticks, mentions, times, addresses, commands, options as typed, cards and names in capitals."""
WORD = re.compile(r"(?<![\w'’])[A-Za-z]{2,}(?!\w)")


def untranslated(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return the words of a text in the pseudo-language that are neither notation nor one of the `names`."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    left = NOTATION.sub(" ", text)
    return [word for word in WORD.findall(left) if any(ord(letter) in ACCENTS for letter in word)]
