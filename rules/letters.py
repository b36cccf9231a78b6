"""Squares as a Russian keyboard writes them: Cyrillic letters for the files, read by their look or by their sound."""

import re
from typing import Final

FILES: Final = str.maketrans("аАбБвВсСцЦдДеЕфФгГжЖнН", "aAbBbBcCcCdDeEfFgGgGhH")
"""в and н look like B and H; с and ц, г and ж both stand for a file: players write either."""
KNOWN: Final = frozenset("хХ").union(map(chr, FILES))
HA: Final = re.compile(r"[хХ](?=\d)")
"""х before a number is the file h; anywhere else it is the sign of a capture."""


def latin(text: str) -> str:
    """Return a move with Latin letters, whatever letters its squares were typed in; another text as it is.

    >>> latin("с3-д4"), latin("Н2хф4"), latin("х2-ж3"), latin("c3-d4"), latin("шах")
    ('c3-d4', 'H2xf4', 'h2-g3', 'c3-d4', 'шах')
    """
    if text.isascii() or any(
        letter.isalpha() and not letter.isascii() and letter not in KNOWN for letter in text
    ):
        return text
    return HA.sub("h", text).translate(FILES).replace("х", "x").replace("Х", "x")
