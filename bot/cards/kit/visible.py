"""Remove invisible characters, except where they change their neighbours.

Persian and Indic words, joined emoji, flags and some Han names are written with such characters.
Anywhere else they are padding that could make two names look alike.
"""

import re
import unicodedata
from typing import Final

INVISIBLE: Final = ("Cc", "Cf", "Cs")
"""Unicode categories of characters that show nothing but may turn a line around."""
NO_CHARACTERS: Final = frozenset(map(chr, range(0xFDD0, 0xFDF0))) | {
    chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF)
}
"""Code points that Unicode keeps free for ever; XML may not have two of them."""
ZWNJ, ZWJ = "\u200c", "\u200d"
"""Parts two letters that would join (zero width non-joiner), and joins two signs."""

# Classes of patterns. All of them are bounded lists: what they leave out is left out of names.
DUAL: Final = (
    r"\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf"
    r"\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff"
)
"""Arabic letters that join the next one (Unicode's Joining_Type D)."""
ARABIC: Final = DUAL + (
    r"\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf"
    r"\u06d2\u06d3\u06d5"
)
"""Arabic letters that the one before can join (D and R)."""
VIRAMAS: Final = "".join(chr(sign) for sign in range(0x900, 0x1100) if unicodedata.combining(chr(sign)) == 9)
"""Signs that take the vowel from an Indic letter.

A joiner after one says how it joins the next letter (RFC 5892, A.1, A.2).
"""
EMOJI: Final = (
    r"\u2194\u2195\u2620\u2640\u2642\u2695\u2696\u26a7\u26d3\u26f9\u2708\u2764\u27a1\u2b1b"
    r"\U0001f300-\U0001f3fa\U0001f400-\U0001faff"
)
"""What joined emoji are made of, without tones of skin."""
SYMBOLS: Final = (
    r"\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299"
    r"\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
)
"""Signs that are shown as text or as emoji, as a selector says."""
SELECTING: Final = (
    rf"(?<=[{SYMBOLS}])[\ufe0e\ufe0f]",
    r"(?<=[0-9#*])\ufe0f(?=\u20e3)",  # of a key
    r"(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]",  # a form of a Han character
    r"(?<=[\u1820-\u18aa])[\u180b-\u180d\u180f]",  # a form of a Mongolian letter
    *(
        r"(?<=\U0001f3f4)" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
        for region in ("gbeng", "gbsct", "gbwls")  # the flags of England, Scotland and Wales
    ),
)
"""Where selectors and tags choose another form of what is before them."""
JOINING: Final = (
    rf"(?<=[{DUAL}]){ZWNJ}(?=[{ARABIC}])",
    rf"(?<=[{VIRAMAS}])[{ZWNJ}{ZWJ}](?=[^\W\d_])",
    rf"(?<=\u09b0){ZWJ}(?=\u09cd)",  # Bengali ra before a yaphala
    rf"(?<=[\u0d15\u0d23\u0d28\u0d30\u0d32\u0d33]\u0d4d){ZWJ}",  # a final letter of Malayalam
    rf"(?<=[{EMOJI}\U0001f3fb-\U0001f3ff\ufe0f]){ZWJ}(?=[{EMOJI}])",
)
"""Where joiners join, or part, what is beside them."""

FORMS: Final = r"\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"
_SELECTED: Final = re.compile(f"({'|'.join(SELECTING)})|[{FORMS}]")
_JOINED: Final = re.compile(f"({'|'.join(JOINING)})|[{ZWNJ}{ZWJ}]")
_MAY_STAY: Final = re.compile(f"[{ZWNJ}{ZWJ}{FORMS}]")


def strip_invisible(text: str) -> str:
    r"""Remove the characters that are invisible and have no effect.

    >>> strip_invisible("A\u202eda"), strip_invisible("A\u200dda")
    ('Ada', 'Ada')
    >>> strip_invisible("👩\u200d🔬\u200d") == "👩\u200d🔬"
    True
    """
    if text.isascii() and text.isprintable():
        return text
    kept = "".join(
        each
        for each in text
        if (unicodedata.category(each) not in INVISIBLE or _MAY_STAY.match(each))
        and each not in NO_CHARACTERS
    )
    if not _MAY_STAY.search(kept):
        return kept
    # Selectors first: a joiner may stand after one that belongs to an emoji, not after one that is taken out.
    for pattern in (_SELECTED, _JOINED):
        kept = pattern.sub(lambda found: found[1] or "", kept)
    return kept
