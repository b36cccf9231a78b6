"""A round of a Swiss: players with equal points meet, and no two meet again.

Of all rounds that are allowed the one of least cost is taken, and one is found wherever one is
allowed (`matching`). The costs, each before all that follow it:

1. the bye goes to a player with the fewest points;
2. the distance between the points of those who meet, squared, so that one large step is worse than
   two small ones;
3. of two who meet, one has moved first less often than the other, by as much as can be;
4. the upper half of equals meets the lower half in its order, as is usual, and the last of them has
   the bye.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic

from club.competitions.reckoning.matching import least_cost_pairs
from club.competitions.reckoning.results import Player

MOST: Final = 200
"""Players, at most: a round of them can take some seconds."""


@dataclass(frozen=True, slots=True)
class Entrant(Generic[Player]):
    """A player who is there for the round.

    Their points, how often they have moved first, and the opponents they have met.
    """

    player: Player
    points: int
    firsts: int
    met: Collection[Hashable] = field(default=())
    bye: bool = False
    """Whether they have had one."""


def pair(entrants: Sequence[Entrant[Player]]) -> tuple[list[tuple[Player, Player]], Player | None] | None:
    """Return the pairs board by board, first mover first, and the player with the bye.

    Return `None` if no round is left. The order of the entrants is the seeding among equals. Of two who
    meet, the one who has moved first less often does so now; if both have equally often, they take
    turns from board to board, the higher seed on the first.
    """
    order = sorted(entrants, key=lambda entrant: -entrant.points)  # stable: the seeding among equals
    partners = least_cost_pairs(_costs(order))
    if partners is None:
        return None
    pairs: list[tuple[Player, Player]] = []
    bye = None
    for place, partner in enumerate(partners):
        if partner == len(order):
            bye = order[place].player
        elif place < partner:
            one, other = order[place], order[partner]
            turned = one.firsts > other.firsts or (one.firsts == other.firsts and len(pairs) % 2 == 1)
            pairs.append((other.player, one.player) if turned else (one.player, other.player))
    return pairs, bye


def _costs(order: Sequence[Entrant[Player]]) -> list[dict[int, int]]:
    """Return for each place what its pairs cost, each as one number.

    In it what counts before is more than all that comes after it can be together. With an odd number of entrants there
    is one more place, and the entrant paired with it has the bye.
    """
    count = len(order)
    terms = dict(_terms(order))
    above = [1 + count * max(values) for values in zip(*terms.values(), strict=True)]
    costs: list[dict[int, int]] = [{} for _ in range(count + count % 2)]
    for (one, other), values in terms.items():
        cost = 0
        for value, more in zip(values, above, strict=True):
            cost = cost * more + value
        costs[one][other] = costs[other][one] = cost
    return costs


def _terms(order: Sequence[Entrant[Player]]) -> Iterator[tuple[tuple[int, int], tuple[int, int, int, int]]]:
    """Yield the places of each allowed pair, with its four costs."""
    count = len(order)
    sizes = Counter(entrant.points for entrant in order)
    most = max((entrant.firsts for entrant in order), default=0)
    for place, one in enumerate(order):
        for below, other in enumerate(order[place + 1 :], place + 1):
            if other.player not in one.met and one.player not in other.met:
                apart = one.points - other.points
                half = 0 if apart else sizes[one.points] // 2
                turns = most - abs(one.firsts - other.firsts)
                yield (place, below), (0, apart * apart, turns, abs(below - place - half))
        if count % 2 and not one.bye:
            yield (place, count), (one.points - order[-1].points, 0, 0, count - place)
