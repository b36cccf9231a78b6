"""Accuracy: how well a seat played, in hundredths, on one scale for all games.

Random moves have about 40, the computer's top level 90 and more.

The moves' losses of the chance to win are set against what random moves lose in the same positions.
So no player is praised when nothing was at stake, or blamed for a lost cause. Random moves lose
nothing either if little can be lost, so 100 is only for a player who lost nothing although much
could be. The function from that share to a number is fitted to games that each level plays against
itself (`python -m workshop.bench.accuracy`; the method is in docs/analysis.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from types import MappingProxyType
from typing import Final

from rules.game import Options

LITTLE: Final = 200
"""Thousandths added to the stake: a player with little to lose is hardly measured."""
UNTRIED: Final = 90
"""Top accuracy, in hundredths, of a player who lost nothing with nothing at stake."""
TRIED: Final = 700
"""Thousandths at stake that leave about a third of the doubt.

Random moves that lose half of the chance each time that they lose any have lost nothing at such a
stake in a quarter of the matches.
"""


@dataclass(frozen=True, slots=True)
class SeatLosses:
    """The losses of a seat's moves (`lost`) and of random moves there (`stake`).

    Both are in thousandths of the chance, added up.
    """

    lost: int
    stake: int

    @property
    def share(self) -> float:
        """The share of the stake that was lost."""
        return self.lost / (self.stake + LITTLE)

    @property
    def most(self) -> int:
        """The highest accuracy possible here.

        It is 100 only if nothing was lost although random moves would have lost.

        >>> [SeatLosses(0, stake).most for stake in (0, 700, 1400, 4000)], SeatLosses(1, 4000).most
        ([90, 96, 99, 100], 99)
        """
        most = round(100 - (100 - UNTRIED) * exp(-self.stake / TRIED))
        return min(most, 99) if self.lost else most


@dataclass(frozen=True, slots=True)
class Scale:
    """The function from a share to an accuracy.

    It is 50 at the share `half`; the higher the `power`, the steeper the function around it.
    """

    half: float
    power: float

    def accuracy(self, played: SeatLosses) -> int:
        """Return the accuracy of a seat, in hundredths.

        >>> [Scale(0.5, 1).accuracy(SeatLosses(lost, 800)) for lost in (0, 10, 500, 1000, 100_000)]
        [97, 97, 50, 33, 0]
        """
        times: float = (played.share / self.half) ** self.power
        return min(played.most, round(100 / (1 + times)))


SCALES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "american": (0.343, 0.5),
        "international": (0.4, 0.5),
        "german": (0.503, 1.0),
        "pool": (0.503, 1.0),
        "russian": (0.37, 0.6),
        "brazilian": (0.432, 0.6),
        "spanish": (0.432, 0.6),
        "italian": (0.343, 0.5),
        "czech": (0.4, 0.6),
        "turkish": (0.343, 0.6),
        "armenian": (0.544, 0.7),
        "gothic": (0.343, 0.5),
        "malaysian": (0.4, 0.5),
        "frisian": (0.432, 0.6),
        "canadian": (0.317, 0.5),
        "yin-yang": (0.587, 3.0),
        "incorrect-checkers": (0.685, 3.0),
        "one-zero-one": (0.634, 1.5),
        "zong-heng 6": (0.634, 3.1),
        "zong-heng 8": (0.634, 1.6),
        "zong-heng 10": (0.634, 1.8),
        "zong-heng 12": (0.685, 3.9),
        "binary 6": (1.268, 0.9),
        "binary 8": (2.012, 1.0),
        "binary 10": (2.534, 1.0),
        "binary 12": (1.863, 1.3),
        "binar own double": (0.503, 1.7),
        "binar own single": (0.544, 1.8),
        "binar choose double": (0.1, 3.5),
        "binar choose single": (0.685, 1.2),
    }
)
"""Half and power by game.

They are also given by the board's edge if the size can be chosen, and by the kind of Binar.
"""


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
    """Return the accuracy scale of a game with these options."""
    return Scale(*SCALES[kind_of_play(key, options)])
