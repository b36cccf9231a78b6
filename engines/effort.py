"""How many looks a report takes: as many as a second and a half of CPU allows, however long the match is."""

from dataclasses import dataclass
from typing import Final

from rules.match import Match

LOOKS: Final = 110
"""As many looks of the usual effort as a report takes in all."""
OTHERS: Final = {"binary 10": 90, "binary 12": 65, "zong-heng 12": 90, "zong-heng 6": 140}
"""Where looks take longer there are fewer of them, and more on small boards, where each finds much."""
FIRST: Final = 0.4
"""The part of them that the first look at all positions takes: the longer a match, the less is left for each."""
PINS: Final = 9
"""Into so many parts falls what is left for the question by which move a match was lost; each is one deep look."""
LINES: Final = 15
"""Looks that are kept for the lines of turning points."""
DEEPER: Final = 4
"""As many times the effort of a look."""


@dataclass(slots=True)
class Effort:
    """What a report may still take; `left` and all efforts are in looks of the usual number of nodes.

    `single` is the effort of a look at one of the many positions of a match.
    """

    left: float
    single: float

    @property
    def deeper(self) -> float:
        """Return the effort of a look where others contradict each other."""
        return DEEPER * self.single

    @property
    def deepest(self) -> float:
        """Return the effort of a look where a match was lost: of what is left a part, no less than a deeper look."""
        return max(self.deeper, self.spare / PINS)

    @property
    def spare(self) -> float:
        """Return what is left beside what lines will take."""
        return self.left - LINES * self.single


def effort_for(match: Match, positions: int) -> Effort:
    """Return what a report on a match may take of which so many positions are to be looked at.

    >>> from rules.catalogue import GAMES
    >>> match = Match(GAMES["russian"], {}, bytes(32))
    >>> [effort_for(match, positions).single for positions in (20, 44, 88)]
    [1.0, 1.0, 0.5]
    """
    left = OTHERS.get(f"{match.game.key} {match.options.get('size')}", LOOKS)
    return Effort(left, min(1.0, FIRST * left / max(1, positions)))
