"""How well somebody played, in hundredths, and the same in every game: random play has 40, the top level 95.

A player is measured by what their moves lost, as a share of what moves made blindly in the same positions lose. So
nobody is praised where nothing was at stake, nor blamed for a lost cause. How that share becomes a number is fitted to
games that each level plays against itself (`python -m bench.accuracy`; the method is in docs/insight.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from types import MappingProxyType
from typing import Final

from rules.game import Options

LITTLE: Final = 200
"""Thousandths of the chance that are added to what was at stake: who had little to lose is hardly measured."""
DOUBTS: Mapping[str, int] = MappingProxyType({"zong-heng": 100, "yin-yang": 60, "incorrect-checkers": 60})
"""Thousandths that a look may be mistaken by about moves of somebody who sees more; they are taken off each loss."""
DOUBT: Final = 30
"""Those of the other games."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a seat's moves `lost`, and what blind moves had lost there, both in thousandths of the chance, added up."""

    lost: int
    stake: int

    @property
    def share(self) -> float:
        """Return which share was lost of what was at stake."""
        return self.lost / (self.stake + LITTLE)


@dataclass(frozen=True, slots=True)
class Scale:
    """How a share becomes an accuracy: far beyond `soft` it falls by `steep` each time that the share, to some `power`,
    grows by the factor e; far below it stays near 100, the nearer the higher the power."""

    soft: float
    steep: float
    power: float = 1

    def accuracy(self, played: Played) -> int:
        """Return how well somebody played, in hundredths.

        >>> [Scale(0.1, 25).accuracy(Played(lost, 800)) for lost in (0, 10, 100, 1000, 100_000)]
        [100, 98, 83, 40, 0]
        """
        return max(0, round(self.exact(played.share)))

    def exact(self, share: float) -> float:
        """Return the same unrounded, and below 0 too.

        >>> Scale(0.1, 25).exact(0), round(Scale(1, 25, power=2).exact(0.1), 1)
        (100.0, 99.8)
        """
        return 100 - self.steep * log(1 + (share / self.soft) ** self.power)


SCALES: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "american": (0.0291, 19.5, 1),
        "armenian": (0.0568, 24.0, 1),
        "brazilian": (0.0186, 14.5, 1),
        "canadian": (0.0025, 12.0, 1),
        "czech": (0.5294, 111.0, 1),
        "frisian": (0.1388, 34.0, 1),
        "german": (0.0888, 27.5, 1),
        "gothic": (0.0466, 24.5, 1),
        "international": (0.0186, 16.0, 1),
        "italian": (0.0025, 11.5, 1),
        "malaysian": (0.002, 10.0, 1),
        "pool": (0.0568, 26.0, 1),
        "russian": (0.0163, 18.5, 1),
        "spanish": (0.0039, 11.0, 1),
        "turkish": (0.0061, 13.0, 1),
        "yin-yang": (0.8351, 109.0, 1),
        "incorrect-checkers": (0.6424, 111.5, 1),
        "one-zero-one": (0.0711, 27.5, 1),
        "zong-heng 6": (0.0149, 11.5, 1),
        "zong-heng 8": (3.1554, 91.5, 1),
        "zong-heng 10": (3.1554, 73.0, 1),
        "zong-heng 12": (3.1554, 82.0, 1),
        "binary 6": (0.0057, 10.5, 1),
        "binary 8": (0.0787, 20.5, 1),
        "binary 10": (0.3801, 35.0, 1),
        "binary 12": (1.4113, 76.0, 1),
        "binar own double": (0.5294, 75.0, 1),
        "binar own single": (0.0888, 28.0, 1),
        "binar choose double": (0.002, 19.5, 1),
        "binar choose single": (0.0606, 22.0, 1),
    }
)
"""Soft, steep and power by game, by the board's edge where it can be chosen, and by the way of Binar."""
USUAL: Final = (0.1, 25, 1)
"""Those of a game which has no row."""


def doubt_of(key: str) -> int:
    """Return by how much looks at a game may be mistaken, in thousandths."""
    return DOUBTS.get(key, DOUBT)


def kind_of_play(key: str, options: Options) -> str:
    """Return the name that rows have for a game with these options.

    >>> kind_of_play("russian", {"rules": "federation"}), kind_of_play("binary", {"size": 8})
    ('russian', 'binary 8')
    >>> kind_of_play("binar", {"size": 5, "digits": "own", "lines": "single"})
    'binar own single'
    """
    if key == "binar":
        return f"{key} {options['digits']} {options['lines']}"
    return f"{key} {options['size']}" if "size" in options else key


def scale_of(key: str, options: Options) -> Scale:
    """Return the scale of a game with these options."""
    return Scale(*SCALES.get(kind_of_play(key, options), USUAL))
