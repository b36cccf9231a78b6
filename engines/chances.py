"""What a worth means: the chance to win, draws counted half, so that it is the same in every game.

Each search counts in units of its own. How many of them make a win three times as likely as a loss was fitted to games
that a level in the middle played against itself (`python -m bench.chances`; the method is in docs/insight.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engines.bounds import SURE

WHOLE: Final = 1000
"""A chance is in thousandths: the game is won."""
EVEN: Final = WHOLE // 2


@dataclass(frozen=True, slots=True)
class Curve:
    """How chances follow from worths: with a lead of `scale` somebody wins three times in four; `turn` is what it is
    worth to be to move, beside what the search has seen of it."""

    scale: int
    turn: int = 0

    def judged(self, worth: int) -> int:
        """Return what the mover has by a search's opinion: its worth and the turn; what is sure stays as it is.

        >>> [Curve(250, turn=-30).judged(worth) for worth in (0, 250, SURE)] == [-30, 220, SURE]
        True
        """
        return worth if abs(worth) >= SURE else worth + self.turn

    def chance(self, worth: int) -> int:
        """Return the mover's chance in thousandths, of what players and looks say a position is worth: 0 is even.

        >>> [Curve(250).chance(worth) for worth in (0, 250, -250, SURE)]
        [500, 750, 250, 1000]
        """
        if abs(worth) >= SURE:
            return WHOLE if worth > 0 else 0
        return round(WHOLE / (1 + 3 ** (-worth / self.scale)))

    def value(self, worth: int) -> float:
        """Return the same chance, 0 to 1."""
        return self.chance(worth) / WHOLE


CURVES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "american": (300, 0),
        "armenian": (230, 0),
        "brazilian": (150, 0),
        "canadian": (360, 0),
        "czech": (330, 0),
        "frisian": (130, 0),
        "german": (120, 0),
        "gothic": (250, 0),
        "international": (250, 0),
        "italian": (240, 0),
        "malaysian": (250, 0),
        "pool": (160, 0),
        "russian": (160, 0),
        "spanish": (230, 0),
        "turkish": (310, 0),
        "yin-yang": (31, -5),
        "incorrect-checkers": (110, -1),
        "one-zero-one": (4100, 677),
        "zong-heng 6": (97, -8),
        "zong-heng 8": (130, -13),
        "zong-heng 10": (520, -44),
        "zong-heng 12": (1900, -100),
        "binary 6": (21, -4),
        "binary 8": (32, -8),
        "binary 10": (38, -11),
        "binary 12": (52, -20),
    }
)
"""Scale and turn by game, and by the board's edge where the size can be chosen."""
USUAL: Final = (250, 0)
"""Those of a game which has no row: its search tells won from lost, and nothing between."""


@lru_cache
def curve_of(key: str, size: object = None) -> Curve:
    """Return the curve of a game on a board of some size."""
    return Curve(*CURVES.get(f"{key} {size}", CURVES.get(key, USUAL)))
