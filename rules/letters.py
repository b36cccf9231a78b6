"""Squares typed on a Russian keyboard.

Cyrillic letters stand for files, by their look or by their sound.
"""

import re
from typing import Final

FILES: Final = str.maketrans("аАбБвВсСцЦдДеЕфФгГжЖнН", "aAbBbBcCcCdDeEfFgGgGhH")
"""в and н look like B and H; с and ц, г and ж each share a file.

Players write either letter of a pair.
"""
KNOWN: Final = frozenset("хХ").union(map(chr, FILES))
HA: Final = re.compile(r"[хХ](?=\d)")
"""х before a number is the file h; anywhere else it is the sign of a capture."""


def to_latin(text: str) -> str:
    """Return a move with Latin letters, however its squares were typed.

    Other text is returned unchanged.

    >>> to_latin("с3-д4"), to_latin("Н2хф4"), to_latin("х2-ж3"), to_latin("c3-d4"), to_latin("шах")
    ('c3-d4', 'H2xf4', 'h2-g3', 'c3-d4', 'шах')
    """
    if text.isascii() or any(
        letter.isalpha() and not letter.isascii() and letter not in KNOWN for letter in text
    ):
        return text
    return HA.sub("h", text).translate(FILES).replace("х", "x").replace("Х", "x")
