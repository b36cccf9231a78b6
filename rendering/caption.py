"""The caption of a picture that people share: the game, and who played it.

Names come from people, and a face has only some of all letters: letters that it cannot draw are
left out, never shown as an empty box.
"""

import struct
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rendering.fonts import FONTS, SANS
from rules.game import Seat
from words import Speaker, Words

LONGEST = 40
"""Characters of a name that are looked at."""


class RatingChange(NamedTuple):
    """A rating before and after a match, each with its deviation, in whole points."""

    was: int
    was_deviation: int
    points: int
    deviation: int

    @property
    def change(self) -> str:
        """Return the points that were won or lost, with their sign.

        >>> RatingChange(1603, 75, 1612, 72).change, RatingChange(1603, 75, 1594, 72).change
        ('+9', '−9')
        """
        return f"{self.points - self.was:+}".replace("-", "\N{MINUS SIGN}")


@dataclass(frozen=True, slots=True)
class Caption:
    """The game's title, and the players' names by seat.

    A name is `None` for a player who is not to be named. `ratings` has the changes of their ratings, as
    far as they are to be shown; `turned` is the move that turned the match, as people read it.
    """

    title: Words
    names: tuple[str | None, str | None] = (None, None)
    ratings: tuple[RatingChange | None, RatingChange | None] = (None, None)
    turned: Words | None = None

    def player_name(self, seat: Seat) -> str | None:
        """Return the drawable part of a player's name.

        Return `None` if nothing of it is left.
        """
        return drawable(self.names[seat] or "")


def name_or_side(caption: Caption | None, seat: Seat, side: Words, say: Speaker) -> str:
    """Return the name of a seat's player for a picture, else the name of its side."""
    return (caption and caption.player_name(seat)) or say.text(side)


@lru_cache(maxsize=512)
def drawable(name: str) -> str | None:
    """Return a name without its decorations.

    Return `None` if a letter of it cannot be drawn, or none is left.

    >>> drawable(" Ada  Lovelace "), drawable("Ada 🌟"), drawable("井上"), drawable("🌟")
    ('Ada Lovelace', 'Ada', None, None)
    """
    kept = ""
    for sign in unicodedata.normalize("NFC", name[:LONGEST]):
        if sign.isspace():
            kept += " "
        elif ord(sign) in _signs() and sign.isprintable() and not unicodedata.combining(sign):
            kept += sign
        elif unicodedata.category(sign)[0] in "LMN":
            return None
    return " ".join(kept.split()) or None


@cache
def _signs() -> frozenset[int]:
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
