"""The caption of a picture that people share: the game, and who played it.

Players choose their names freely, but the font has only some characters. Decorations that it lacks are
left out of a name; a name with a letter that it lacks is not shown.
"""

import struct
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rendering.fonts import FONTS, SANS
from rules.game import Seat
from words import Localizer, Words

MAX_NAME_LENGTH = 40
"""Characters of a name that are looked at."""


class RatingChange(NamedTuple):
    """A rating before and after a match, each with its deviation, in whole points."""

    old_points: int
    old_deviation: int
    new_points: int
    new_deviation: int

    @property
    def change(self) -> str:
        """The points that were won or lost, with their sign.

        >>> RatingChange(1603, 75, 1612, 72).change, RatingChange(1603, 75, 1594, 72).change
        ('+9', '−9')
        """
        return f"{self.new_points - self.old_points:+}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class Caption:
    """The game's title, and the players' names by seat.

    A name is `None` for a player who is not to be named. `ratings` has the changes of their ratings, or
    `None` for one that is not to be shown; `turning_move` is the move that turned the match, as people
    read it.
    """

    title: Words
    names: tuple[str | None, str | None] = (None, None)
    ratings: tuple[RatingChange | None, RatingChange | None] = (None, None)
    turning_move: Words | None = None

    def player_name(self, seat: Seat) -> str | None:
        """Return a player's name without decorations, `None` if it cannot be drawn.

        The second of two people of one name is numbered.

        >>> Caption("Binar", ("Ada", "Ada 🌟")).player_name(1)
        'Ada 2'
        """
        first, second = (drawable_name(name or "") for name in self.names)
        return (first, f"{second} 2" if second and second == first else second)[seat]


def name_or_side(caption: Caption | None, seat: Seat, side: Words, say: Localizer) -> str:
    """Return the name of a seat's player for a picture, else the name of its side."""
    return (caption and caption.player_name(seat)) or say.text(side)


@lru_cache(maxsize=512)
def drawable_name(name: str) -> str | None:
    """Return a name without its decorations.

    Return `None` if a letter of it cannot be drawn, or nothing is left.

    >>> drawable_name(" Ada  Lovelace "), drawable_name("Ada 🌟"), drawable_name("井上"), drawable_name("🌟")
    ('Ada Lovelace', 'Ada', None, None)
    """
    kept = ""
    for sign in unicodedata.normalize("NFC", name[:MAX_NAME_LENGTH]):
        if sign.isspace():
            kept += " "
        elif ord(sign) in drawable_signs() and sign.isprintable() and not unicodedata.combining(sign):
            kept += sign
        elif unicodedata.category(sign)[0] in "LMN":
            return None
    return " ".join(kept.split()) or None


def picture_name(name: str, handle: str | None) -> str:
    """Return a person's name, or their handle if a letter cannot be drawn.

    >>> picture_name("Ada", "lovelace"), picture_name("井上", "neko.san"), picture_name("井上", None)
    ('Ada', '@neko.san', '井上')
    """
    return name if drawable_name(name) or handle is None else f"@{handle}"


def distinct_names(names: Sequence[str], fallback: str) -> list[str]:
    """Return people's names for a picture, no two of them alike.

    `fallback` stands for a name that cannot be drawn. Later people of a name are numbered from 2 on.

    >>> distinct_names(["Ada", "井上", "🌟", "Ada"], "Member")
    ['Ada', 'Member', 'Member 2', 'Ada 2']
    """
    shown = [drawable_name(name) or fallback for name in names]
    seen: set[str] = set()
    distinct = []
    for name in shown:
        label, number = name, 1
        while label in seen:
            number += 1
            label = f"{name} {number}"
        seen.add(label)
        distinct.append(label)
    return distinct


@cache
def drawable_signs() -> frozenset[int]:
    """Return the code points that the prose face has.

    The source is the table `cmap` of its file (format 4).
    """
    font = (FONTS / SANS).read_bytes()
    tables = {
        font[at : at + 4]: struct.unpack_from(">L", font, at + 8)[0]
        for at in range(12, 12 + 16 * font[5], 16)
    }
    cmap = tables[b"cmap"]
    subtables = [struct.unpack_from(">L", font, cmap + 8 + 8 * i)[0] for i in range(font[cmap + 3])]
    start = next(cmap + at for at in subtables if font[cmap + at + 1] == 4)
    segments = struct.unpack_from(">H", font, start + 6)[0] // 2
    lasts = struct.unpack_from(f">{segments}H", font, start + 14)
    firsts = struct.unpack_from(f">{segments}H", font, start + 16 + 2 * segments)
    return frozenset(
        sign
        for first, last in zip(firsts, lasts, strict=True)
        for sign in range(first, last + 1)
        if sign < 0xFFFF
    )
