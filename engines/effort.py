"""The search effort that a report on a match may spend.

It is about 1.5 seconds of CPU time and does not depend on the length of the match.
"""

from dataclasses import dataclass
from typing import Final

from rules.match import Match

TOTAL_LOOKS: Final = 110
"""As many looks of the usual effort as a report takes in all."""
TOTAL_LOOKS_BY_BOARD: Final = {"binary 10": 90, "binary 12": 65, "zong-heng 12": 90, "zong-heng 6": 140}
"""Numbers of looks that differ: fewer if looks take longer, more on small boards.

On a small board each look finds much.
"""
FIRST_LOOK_SHARE: Final = 0.4
"""The part of the looks spent on a first look at all positions.

The longer a match, the less is left for each.
"""
DEEPEST_LOOKS: Final = 9
"""Deep looks into which the rest is split to find the move that lost a match."""
RESERVED_LOOKS: Final = 15
"""Looks that are kept for the lines of turning points."""
DEEP_LOOK_FACTOR: Final = 4
"""As many times the effort of a look."""


@dataclass(slots=True)
class EffortBudget:
    """The search effort that a report may still spend.

    The unit is one assessment of a position with the usual number of nodes. `remaining` is what is
    left, and `look_effort` the effort for each position in the first pass over the match.
    """

    remaining: float
    look_effort: float

    @property
    def deep_look_effort(self) -> float:
        """The effort for a position where assessments contradict each other."""
        return DEEP_LOOK_FACTOR * self.look_effort

    @property
    def deepest_look_effort(self) -> float:
        """The effort of an assessment that helps to find the losing move.

        It is a part of what is available, but at least `deep_look_effort`.
        """
        return max(self.deep_look_effort, self.available / DEEPEST_LOOKS)

    @property
    def available(self) -> float:
        """The remaining effort, less the reserve for the lines of turning points."""
        return self.remaining - RESERVED_LOOKS * self.look_effort


def effort_budget(match: Match, position_count: int) -> EffortBudget:
    """Return the effort for a report with this many positions to assess.

    >>> from rules.catalogue import GAMES
    >>> match = Match(GAMES["russian"], {}, bytes(32))
    >>> [effort_budget(match, count).look_effort for count in (20, 44, 88)]
    [1.0, 1.0, 0.5]
    """
    left = TOTAL_LOOKS_BY_BOARD.get(f"{match.game.key} {match.options.get('size')}", TOTAL_LOOKS)
    return EffortBudget(left, min(1.0, FIRST_LOOK_SHARE * left / max(1, position_count)))
