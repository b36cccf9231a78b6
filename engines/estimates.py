"""Estimated ratings of the levels of each game.

Only differences are measured, by games of each level against the one below
(`workshop/bench/level_ladder.py`; the figures are those of docs/opponents.md, on the usual boards
with the usual options). A share s of the points is a difference of 400 · log10(s / (1 − s)), where
one point in two is added to s, so that a level that won every game has a number too. Nothing
measures the absolute rating, because the computer's matches are never rated: level 3 is given the
rating with which every member begins.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import log10
from types import MappingProxyType
from typing import Final

ANCHOR_LEVEL: Final = 3
"""The level that is put at `ANCHORED`."""
ANCHOR_RATING: Final = 1500
"""The rating with which everybody begins."""
ROUNDING: Final = 50
"""Points to which a number is rounded: nothing finer is known."""

LevelStep = tuple[int, int]
"""A level's per cent of the points against the one below, and the number of games."""

LEVEL_STEPS: Final[Mapping[str, Sequence[LevelStep]]] = MappingProxyType(
    {
        "binar": ((61, 60), (74, 60), (73, 60), (70, 60), (84, 60)),
        "binary": ((65, 60), (68, 60), (63, 60), (65, 60), (63, 60)),
        "zong-heng": ((63, 60), (70, 60), (63, 60), (76, 60), (73, 60)),
        "yin-yang": ((70, 60), (78, 60), (72, 60), (70, 60), (63, 60)),
        "incorrect-checkers": ((77, 200), (67, 200), (67, 200), (67, 200), (72, 200)),
        "one-zero-one": ((66, 60), (67, 60), (65, 100), (63, 60)),
        "american": ((99, 60), (98, 60), (79, 60), (79, 60), (84, 60)),
        "international": ((99, 60), (100, 60), (92, 60), (90, 60), (90, 60)),
        "german": ((100, 60), (98, 60), (82, 60), (85, 60), (82, 60)),
        "pool": ((100, 60), (98, 60), (93, 60), (88, 60), (83, 60)),
        "russian": ((98, 60), (98, 200), (88, 200), (84, 200), (84, 200)),
        "brazilian": ((100, 60), (98, 60), (82, 60), (79, 60), (77, 60)),
        "spanish": ((100, 60), (96, 60), (94, 60), (91, 60), (85, 60)),
        "italian": ((99, 60), (98, 60), (82, 60), (89, 60), (83, 60)),
        "czech": ((100, 60), (99, 60), (91, 60), (84, 60), (87, 60)),
        "turkish": ((100, 60), (98, 60), (92, 60), (91, 60), (98, 60)),
        "armenian": ((100, 60), (88, 60), (93, 60), (98, 60), (90, 60)),
        "gothic": ((99, 60), (92, 60), (88, 60), (86, 60), (89, 60)),
        "malaysian": ((82, 60), (99, 60), (89, 60), (92, 60), (91, 60)),
        "frisian": ((98, 60), (98, 60), (97, 60), (88, 60), (90, 60)),
        "canadian": ((100, 60), (95, 60), (96, 60), (97, 60), (95, 60)),
    }
)
"""By game: what level 2 had against level 1, level 3 against level 2, and so on."""


@cache
def level_ratings(key: str) -> tuple[int, ...]:
    """Return the estimated rating of each level of a game, the weakest first.

    The result is empty if the game's levels have not been measured.
    """
    if key not in LEVEL_STEPS:
        return ()
    above = [0.0, *accumulate(map(rating_difference, LEVEL_STEPS[key]))]
    return tuple(
        ROUNDING * round((ANCHOR_RATING + each - above[ANCHOR_LEVEL - 1]) / ROUNDING) for each in above
    )


def rating_difference(step: LevelStep) -> float:
    """Return a level's rating advantage over the level below.

    It follows from the level's score against that level.
    """
    percent, games = step
    share = (percent / 100 * games + 1) / (games + 2)
    return 400 * log10(share / (1 - share))
