"""The chance to win that a worth means, draws counted half.

It means the same in every game. Each search counts in units of its own. How many of them make a win
three times as likely as a loss was fitted to games that a level in the middle played against itself
(`python -m workshop.bench.chances`; the method is in docs/analysis.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engines.bounds import SURE, WIN

WHOLE: Final = 1000
"""A chance is in thousandths: the game is won."""
EVEN: Final = WHOLE // 2


@dataclass(frozen=True, slots=True)
class Curve:
    """The function from worths to chances.

    With a lead of `scale` a player wins three times in four. `turn` is the worth of being to move,
    beside what the search has seen of it. If tables see every end, `sight` is in how many plies people
    lose sight of half of it: a win counts the less the farther away it is. Elsewhere it is 0: only near
    ends are seen, and are sure.
    """

    scale: int
    turn: int = 0
    sight: int = 0

    def mover_worth(self, worth: int) -> int:
        """Return the worth for the mover by a search's opinion: its worth and the turn.

        What is sure stays as it is.

        >>> [Curve(250, turn=-30).mover_worth(worth) for worth in (0, 250, SURE)] == [-30, 220, SURE]
        True
        """
        return worth if abs(worth) >= SURE else worth + self.turn

    def chance(self, worth: int) -> int:
        """Return the mover's chance in thousandths, 0 being even.

        `worth` is an opinion of a player or a look.

        >>> [Curve(250).chance(worth) for worth in (0, 250, -250, SURE)]
        [500, 750, 250, 1000]
        >>> Curve(250).chance(90_000), "an opinion is never certain"
        (999, 'an opinion is never certain')
        >>> [Curve(250, sight=3).chance(worth) for worth in (WIN - 1, WIN - 7, 7 - WIN)], "in 1 ply, in 7 plies"
        ([1000, 625, 375], 'in 1 ply, in 7 plies')
        """
        if abs(worth) >= SURE:
            plies = WIN - 1 - abs(worth)
            near = round(EVEN * 2 ** (-plies / self.sight)) if self.sight else EVEN
            return EVEN + near if worth > 0 else EVEN - near
        return max(1, min(WHOLE - 1, round(WHOLE / (1 + 3 ** (-worth / self.scale)))))

    def stake(self, best: int, glance: Sequence[int]) -> int:
        """Return how much of the chance a random move loses on average, in thousandths.

        `best` is what the position is worth; a `glance` has what each move seems to be worth, the best first. What the
        glance has missed of the best move it has missed of the others, but of those that are sure.

        >>> Curve(250).stake(0, [40, 40, -210])
        83
        >>> Curve(250).stake(-SURE, [40, 40]), Curve(250).stake(SURE, [SURE, 0])
        (0, 250)
        >>> Curve(1).stake(-50, [-60, 1 - WIN]), "the second loses at once"
        (0, 'the second loses at once')
        >>> Curve(230).stake(1260, [SURE, 0]), "the glance took a draw for a win"
        (248, 'the glance took a draw for a win')
        """
        missed = 0 if abs(best) >= SURE or abs(glance[0]) >= SURE else best - glance[0]
        meant = [worth if abs(worth) >= SURE else worth + missed for worth in glance]
        lost = [self.chance(best) - self.chance(worth) for worth in meant]
        return max(0, round(sum(lost) / len(glance)))

    def value(self, worth: int) -> float:
        """Return the chance, 0 to 1, of winning a position of this worth."""
        return self.chance(worth) / WHOLE


CURVES: Mapping[str, tuple[int, ...]] = MappingProxyType(
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
        "binar": (250, 0, 3),
        "yin-yang": (31, -1),
        "incorrect-checkers": (110, 0),
        "one-zero-one": (4100, 430),
        "zong-heng 6": (97, 0),
        "zong-heng 8": (130, 0),
        "zong-heng 10": (520, -2),
        "zong-heng 12": (1900, 0),
        "binary 6": (21, 0),
        "binary 8": (48, 0),
        "binary 10": (38, -2),
        "binary 12": (52, -9),
    }
)
"""Scale, turn and sight by game.

They are also given by the board's edge if the size can be chosen. Binar's search tells won from
lost, and nothing between.
"""
USUAL: Final = (250,)
"""The scale of a game which has no row."""


@lru_cache
def curve_of(key: str, size: object = None) -> Curve:
    """Return the curve of a game, for a board size if it has several."""
    return Curve(*CURVES.get(f"{key} {size}", CURVES.get(key, USUAL)))
