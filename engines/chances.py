"""Conversion of a search's evaluation, its worth, to a chance to win.

A chance means the same in every game, and a draw counts half. Each search has units of its own. How
many of them make a win three times as likely as a loss was fitted to games that a middle level
played against itself (`python -m workshop.bench.chances`; the method is in docs/analysis.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engines.bounds import SURE, WIN

FULL_CHANCE: Final = 1000
"""A chance is in thousandths: the game is won."""
EVEN_CHANCE: Final = FULL_CHANCE // 2


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """The function from a search's worths to chances of winning.

    With a lead of `scale` a player wins three times in four. `turn_bonus` is what it is worth to be the
    player to move, beyond what the search has seen. `half_sight` matters only if tables see every end:
    a win is harder for people to see the farther away it is, and counts half after this many plies. It
    is 0 if only near ends are seen; then a win that is seen counts as certain.
    """

    scale: int
    turn_bonus: int = 0
    half_sight: int = 0

    def mover_worth(self, worth: int) -> int:
        """Return a search's score adjusted by the bonus for being to move.

        A certain win or loss is returned unchanged.

        >>> curve = ChanceCurve(250, turn_bonus=-30)
        >>> [curve.mover_worth(worth) for worth in (0, 250, SURE)] == [-30, 220, SURE]
        True
        """
        return worth if abs(worth) >= SURE else worth + self.turn_bonus

    def chance(self, worth: int) -> int:
        """Return the mover's chance to win, in thousandths; a worth of 0 is even.

        >>> [ChanceCurve(250).chance(worth) for worth in (0, 250, -250, SURE)]
        [500, 750, 250, 1000]
        >>> ChanceCurve(250).chance(90_000), "an opinion is never certain"
        (999, 'an opinion is never certain')
        >>> curve = ChanceCurve(250, half_sight=3)
        >>> [curve.chance(worth) for worth in (WIN - 1, WIN - 7, 7 - WIN)], "in 1 ply, in 7 plies"
        ([1000, 625, 375], 'in 1 ply, in 7 plies')
        """
        if abs(worth) >= SURE:
            plies = WIN - 1 - abs(worth)
            near = round(EVEN_CHANCE * 2 ** (-plies / self.half_sight)) if self.half_sight else EVEN_CHANCE
            return EVEN_CHANCE + near if worth > 0 else EVEN_CHANCE - near
        return max(1, min(FULL_CHANCE - 1, round(FULL_CHANCE / (1 + 3 ** (-worth / self.scale)))))

    def stake(self, best_worth: int, glance_worths: Sequence[int]) -> int:
        """Return how much chance a random move loses on average, in thousandths.

        `best_worth` is what the position is worth. `glance_worths` are what the moves seem to be worth at a
        shallow look, the best first. The error of that look for the best move is corrected for all moves,
        except for those that are certain wins or losses.

        >>> ChanceCurve(250).stake(0, [40, 40, -210])
        83
        >>> ChanceCurve(250).stake(-SURE, [40, 40]), ChanceCurve(250).stake(SURE, [SURE, 0])
        (0, 250)
        >>> ChanceCurve(1).stake(-50, [-60, 1 - WIN]), "the second loses at once"
        (0, 'the second loses at once')
        >>> ChanceCurve(230).stake(1260, [SURE, 0]), "the glance took a draw for a win"
        (248, 'the glance took a draw for a win')
        """
        missed = (
            0 if abs(best_worth) >= SURE or abs(glance_worths[0]) >= SURE else best_worth - glance_worths[0]
        )
        meant = [worth if abs(worth) >= SURE else worth + missed for worth in glance_worths]
        lost = [self.chance(best_worth) - self.chance(worth) for worth in meant]
        return max(0, round(sum(lost) / len(glance_worths)))

    def win_probability(self, worth: int) -> float:
        """Return the chance to win a position of this worth, from 0 to 1."""
        return self.chance(worth) / FULL_CHANCE


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
DEFAULT_CURVE: Final = (250,)
"""The scale of a game which has no row."""


@lru_cache
def curve_of(key: str, size: object = None) -> ChanceCurve:
    """Return the curve of a game, for a board size if it has curves for several."""
    return ChanceCurve(*CURVES.get(f"{key} {size}", CURVES.get(key, DEFAULT_CURVE)))
