"""One letter for each sign that people write in many ways.

The lexer reads a folded text. It has the length of the original, so an offset means the same place
in both, and words are always shown as they were written.
"""

import re
from typing import Final

from rules.letters import FULL_WIDTH, to_latin

_DASHES: Final[str] = "‐‑‒–—―−﹣⁃﹘→"
_CROSSES: Final[str] = "×✕✖⨯⨉✗✘⁎∗⊗"
_DIGITS: Final = ("٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹")
_BLANKS: Final[str] = "\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u00ad\x1a\x00"
"""Byte order marks, characters without width, and the ends of file of DOS and C."""
_FOLDED: Final = {
    **str.maketrans(dict.fromkeys(_DASHES, "-")),
    **str.maketrans(dict.fromkeys(_CROSSES, "x")),
    **str.maketrans(dict.fromkeys(_BLANKS, " ")),
    **{ord(sign): str(i) for digits in _DIGITS for i, sign in enumerate(digits)},
    **FULL_WIDTH,
    ord("。"): ".",
}
_CYRILLIC_MOVE: Final = re.compile(r"[\w:*-]*[а-яА-Яіј][\w:*-]*")
_LONE_CROSS: Final = re.compile(r"(?<=[\d\s])[хХ](?=\s)")
_HAS_CYRILLIC: Final = re.compile("[а-яА-Яіј]")
_LONGEST_MOVE: Final = 60
_OLD_LINE_END: Final = re.compile(r"\r(?!\n)")
_MARKED: Final = re.compile(
    r"(?<![\w*])(?P<stars>\*{2,3})(?=[^\s*])[^*]*(?<=\S)(?P=stars)(?![\w*])"
    r"|(?<![\w*])(?P<star>\*)(?=[^\s*)])[^*\n]*(?<=[^\s(])\*(?![\w*])"
    r"|\|\|(?=[^\s|])[^|]*\|\||(?<!\w)__(?=[^\s_])[^_]*__(?!\w)|(?<!`)`(?=[^\s`])[^`]*`(?!`)"
)
"""Words that chats show bold, in italics, hidden, underlined or as code."""
_LISTED_MOVE: Final = re.compile(
    r"^[ \t]*(?:[*•-]|-?#{1,3})[ \t]+(?=(?:\d{1,3}[.)]\s*)?[a-l]?\d{1,2}[ \t]*[-x:])", re.MULTILINE
)
"""What makes a move an item of a chat's list, or a heading."""


def fold(text: str) -> str:
    """Return a text of the same length with dashes, digits and squares in ASCII.

    Blanks stand for the marks of chats.

    >>> fold("1. с3–д4 22х18 １１—１５ × Иванов")
    '1. c3-d4 22x18 11-15 x Иванов'
    """
    folded = text if text.isascii() else text.translate(_FOLDED)
    if "\r" in folded:
        folded = _OLD_LINE_END.sub("\n", folded)
    folded = _LISTED_MOVE.sub(lambda found: " " * len(found[0]), _MARKED.sub(_blank_marks, folded))
    if "\x1a" in folded or "\x00" in folded:
        folded = folded.translate(_FOLDED)
    if not folded.isascii() and _HAS_CYRILLIC.search(folded):
        folded = _CYRILLIC_MOVE.sub(_fold_move, _LONE_CROSS.sub("x", folded))
    return folded


def _blank_marks(found: re.Match[str]) -> str:
    """Return a text between a chat's marks with blanks for them."""
    size = len(found["stars"] or found["star"] or found[0][: 1 + (found[0][0] in "|_")])
    return " " * size + _MARKED.sub(_blank_marks, found[0][size:-size]) + " " * size


def _fold_move(found: re.Match[str]) -> str:
    word = found[0]
    if len(word) > _LONGEST_MOVE or not any(letter.isdecimal() for letter in word):
        return word
    return to_latin(word)
