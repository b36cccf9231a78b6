"""Number of looks in a report: what a second and a half of CPU allows.

It does not depend on the length of the match.
"""

from dataclasses import dataclass
from typing import Final

from rules.match import Match

LOOKS: Final = 110
"""As many looks of the usual effort as a report takes in all."""
OTHERS: Final = {"binary 10": 90, "binary 12": 65, "zong-heng 12": 90, "zong-heng 6": 140}
"""Numbers of looks that differ: fewer if looks take longer, more on small boards.

On a small board each look finds much.
"""
FIRST: Final = 0.4
"""The part of the looks spent on a first look at all positions.

The longer a match, the less is left for each.
"""
PINS: Final = 9
"""Deep looks into which the rest is split to find the move that lost a match."""
LINES: Final = 15
"""Looks that are kept for the lines of turning points."""
DEEPER: Final = 4
"""As many times the effort of a look."""


@dataclass(slots=True)
class Effort:
    """The effort that a report may still spend.

    `left` and all efforts are in looks of the usual number of nodes. `single` is the effort of a look
    at one of the many positions of a match.
    """

    left: float
    single: float

    @property
    def deeper(self) -> float:
        """The effort of a look at a position where other looks contradict each other."""
        return DEEPER * self.single

    @property
    def deepest(self) -> float:
        """The effort of a look to find where a match was lost.

        It is a part of what is left, but no less than a deeper look.
        """
        return max(self.deeper, self.spare / PINS)

    @property
    def spare(self) -> float:
        """The effort left over after the reserve for lines."""
        return self.left - LINES * self.single


def effort_for(match: Match, positions: int) -> Effort:
    """Return the effort for a report on a match with `positions` positions to look at.

    >>> from rules.catalogue import GAMES
    >>> match = Match(GAMES["russian"], {}, bytes(32))
    >>> [effort_for(match, positions).single for positions in (20, 44, 88)]
    [1.0, 1.0, 0.5]
    """
    left = OTHERS.get(f"{match.game.key} {match.options.get('size')}", LOOKS)
    return Effort(left, min(1.0, FIRST * left / max(1, positions)))
