"""Squares typed on a Russian or a Chinese keyboard.

Cyrillic letters stand for files, by their look or by their sound; wide signs for those of ASCII.
"""

import re
from typing import Final

FILES: Final = str.maketrans("аАбБвВсСцЦдДеЕфФгГжЖнН", "aAbBbBcCcCdDeEfFgGgGhH")
"""в and н look like B and H; с and ц, г and ж each share a file.

Players write either letter of a pair.
"""
FAR_FILES: Final = str.maketrans("иИіІйЙјЈкКлЛ", "iIiIjJjJkKlL")
"""The files of larger boards; these letters are too common in words."""
FAR: Final = re.compile(r"[иИіІйЙјЈкКлЛ](?=\d)")
KNOWN: Final = frozenset("хХ").union(map(chr, FILES), map(chr, FAR_FILES))
HA: Final = re.compile(r"(?<!\d)[хХ](?=\d)")
"""х before a number is the file h; after a square it is the sign of a capture."""
FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""The wide signs that Chinese and Japanese keyboards type, and the wide space."""


def to_latin(text: str) -> str:
    """Return a move with Latin letters, however its squares were typed.

    Of other text only wide signs change.

    >>> to_latin("ｃ３－ｄ４"), to_latin("d3：1")
    ('c3-d4', 'd3:1')
    >>> to_latin("с3-д4"), to_latin("Н2хф4"), to_latin("х2-ж3"), to_latin("22х18"), to_latin("шах")
    ('c3-d4', 'H2xf4', 'h2-g3', '22x18', 'шах')
    """
    if not text.isascii():
        text = text.translate(FULL_WIDTH)
    if text.isascii() or any(
        letter.isalpha() and not letter.isascii() and letter not in KNOWN for letter in text
    ):
        return text
    latin = HA.sub("h", FAR.sub(lambda found: found[0].translate(FAR_FILES), text))
    return latin.translate(FILES).replace("х", "x").replace("Х", "x")
