"""Accuracy: how well a seat played, from 0 to 100, alike in all games.

Random moves score about 40, the computer's top level 90 and more.

What the moves lost of the chance to win is compared with what random moves would lose in the same
positions. So no player is praised when nothing was at stake, or blamed for a lost cause. If little
can be lost, random moves lose nothing either, so 100 is only for a player who lost nothing although
much could be lost. The function from the share of the losses to the accuracy is fitted to games
that each level plays against itself (`python -m workshop.bench.accuracy`; the method is in
docs/analysis.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from types import MappingProxyType
from typing import Final

from rules.game import Options

STAKE_OFFSET: Final = 200
"""Thousandths added to the stake: a player with little to lose is hardly measured."""
UNTESTED_ACCURACY: Final = 90
"""Top accuracy, in hundredths, of a player who lost nothing with nothing at stake."""
TESTING_STAKE: Final = 700
"""Thousandths at stake that leave about a third of the doubt.

Random moves that lose half of the chance each time that they lose any have lost nothing at such a
stake in a quarter of the matches.
"""


@dataclass(frozen=True, slots=True)
class SeatLosses:
    """The losses of a seat's moves, and of random moves in their place.

    `loss` is what the seat's moves lost, `stake` what random moves would have lost. Both are sums over
    the match, in thousandths of the chance to win.
    """

    loss: int
    stake: int

    @property
    def loss_share(self) -> float:
        """The share of the stake that was lost."""
        return self.loss / (self.stake + STAKE_OFFSET)

    @property
    def max_accuracy(self) -> int:
        """The highest accuracy that these losses allow, in hundredths.

        It is 100 only if nothing was lost although random moves would have lost.

        >>> [SeatLosses(0, stake).max_accuracy for stake in (0, 700, 1400, 4000)]
        [90, 96, 99, 100]
        >>> SeatLosses(1, 4000).max_accuracy
        99
        """
        most = round(100 - (100 - UNTESTED_ACCURACY) * exp(-self.stake / TESTING_STAKE))
        return min(most, 99) if self.loss else most


@dataclass(frozen=True, slots=True)
class AccuracyScale:
    """The function from the share of the stake that was lost to an accuracy.

    The accuracy is 50 at the share `half_share`. The higher the `power`, the steeper the function
    around it.
    """

    half_share: float
    power: float

    def accuracy(self, losses: SeatLosses) -> int:
        """Return the accuracy of a seat with these losses, in hundredths.

        >>> [AccuracyScale(0.5, 1).accuracy(SeatLosses(loss, 800)) for loss in (0, 10, 500, 1000, 100_000)]
        [97, 97, 50, 33, 0]
        """
        times: float = (losses.loss_share / self.half_share) ** self.power
        return min(losses.max_accuracy, round(100 / (1 + times)))


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


def scale_key(key: str, options: Options) -> str:
    """Return the key of `SCALES` for a game with these options.

    >>> scale_key("russian", {"rules": "federation"}), scale_key("binary", {"size": 8})
    ('russian', 'binary 8')
    >>> scale_key("binar", {"size": 5, "digits": "own", "lines": "single"})
    'binar own single'
    """
    if key == "binar":
        return f"{key} {options['digits']} {options['lines']}"
    return f"{key} {options['size']}" if "size" in options else key


def accuracy_scale(key: str, options: Options) -> AccuracyScale:
    """Return the accuracy scale for a game with these options."""
    return AccuracyScale(*SCALES[scale_key(key, options)])
