"""About how strong the levels of a game are, as numbers that ratings can be read beside: estimated, never rated.

Only differences are measured, by games of each level against the one below (`bench/ladder.py`; the figures are those of
docs/opponents.md, on the usual boards by the usual options). A share s of the points is a difference of
400 · log10(s / (1 − s)), s with one point in two added, so that a level that won every game has a number too. Where
the scale lies nothing measures, for the computer's matches are never rated: level 3 is put where every member begins.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import log10
from types import MappingProxyType
from typing import Final

ANCHOR: Final = 3
"""The level that is put at `ANCHORED`."""
ANCHORED: Final = 1500
"""The rating with which everybody begins."""
ROUNDED: Final = 50
"""Points to which a number is rounded: nothing finer is known."""

Step = tuple[int, int]
"""Per cent of the points that a level had against the one below, and of how many games."""

STEPS: Final[Mapping[str, Sequence[Step]]] = MappingProxyType(
    {
        "binar": ((82, 40), (70, 40), (61, 40), (65, 40), (82, 20)),
        "binary": ((95, 20), (100, 20), (69, 120), (75, 40), (69, 80)),
        "zong-heng": ((75, 40), (82, 20), (78, 40), (78, 40), (80, 40)),
        "yin-yang": ((80, 40), (78, 40), (75, 40), (69, 80), (75, 40)),
        "incorrect-checkers": ((81, 40), (66, 40), (69, 40), (61, 40), (76, 40)),
        "one-zero-one": ((70, 120), (69, 80), (85, 20), (70, 120)),
        "american": ((92, 20), (98, 20), (98, 20), (90, 20), (88, 20)),
        "international": ((95, 20), (100, 20), (88, 20), (88, 20), (85, 40)),
        "german": ((100, 20), (100, 20), (95, 20), (88, 20), (85, 20)),
        "pool": ((100, 20), (92, 20), (92, 20), (88, 20), (85, 20)),
        "russian": ((100, 20), (98, 20), (95, 20), (82, 40), (79, 40)),
        "brazilian": ((100, 20), (100, 20), (85, 20), (78, 40), (85, 20)),
        "spanish": ((100, 20), (98, 20), (82, 20), (85, 20), (85, 20)),
        "italian": ((92, 20), (100, 20), (88, 20), (82, 40), (90, 20)),
        "czech": ((100, 20), (100, 20), (90, 40), (90, 20), (88, 20)),
        "turkish": ((100, 20), (98, 20), (98, 20), (95, 20), (98, 20)),
        "armenian": ((90, 20), (95, 20), (79, 40), (93, 20), (78, 40)),
        "gothic": ((100, 20), (95, 20), (95, 20), (98, 20), (90, 20)),
        "malaysian": ((100, 20), (100, 20), (90, 20), (90, 20), (92, 20)),
        "frisian": ((95, 20), (100, 20), (90, 20), (81, 40), (92, 20)),
        "canadian": ((100, 20), (100, 20), (85, 20), (98, 20), (88, 20)),
    }
)
"""By game: what level 2 had against level 1, level 3 against level 2, and so on."""


@cache
def estimates(key: str) -> tuple[int, ...]:
    """Return about how strong each level of a game is, the weakest first; nothing where no ladder was played."""
    if key not in STEPS:
        return ()
    above = [0.0, *accumulate(map(difference, STEPS[key]))]
    return tuple(ROUNDED * round((ANCHORED + each - above[ANCHOR - 1]) / ROUNDED) for each in above)


def difference(step: Step) -> float:
    """Return how many points a level is above the one below, by what it had against it."""
    percent, games = step
    share = (percent / 100 * games + 1) / (games + 2)
    return 400 * log10(share / (1 - share))
