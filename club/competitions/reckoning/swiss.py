"""One round of a Swiss: players with equal points meet, no two meet twice.

Of all allowed rounds, one of least cost is chosen, and one is found whenever there is one (see
`matching`). These are the costs; each outweighs all that follow it:

1. the bye goes to a player with the fewest points;
2. the difference between the points of two opponents, squared, so that one large difference is
   worse than two small ones;
3. no player has the same side three times running;
4. no player floats the same way twice running: they do not meet an opponent with more points again,
   nor one with fewer;
5. of two opponents, one has moved first less often than the other, by as much as possible;
6. among players with equal points, the upper half meets the lower half in order, as is usual, and
   the last one gets the bye.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic

from club.competitions.reckoning.matching import least_cost_pairs
from club.competitions.reckoning.results import USUAL, PlayedResult, Player, Scoring

MOST: Final = 200
"""Players, at most: a round of them can take some seconds."""
FIRST: Final = "F"
"""The side of whoever moves first, in a history of sides."""
SECOND: Final = "S"
UP: Final = "U"
"""Paired with somebody of more points, in a history of floats."""
DOWN: Final = "D"
NEITHER: Final = "-"
"""Of a round without a match, in a history of sides.

In one of floats, of a round without a difference in points.
"""
RUNNING: Final = 2
"""Times running that a player has a side before it is somebody else's turn."""


@dataclass(frozen=True, slots=True)
class SwissEntrant(Generic[Player]):
    """A player who takes part in the round.

    `points` are the player's points so far, `first_moves` is how often they have moved first, and
    `opponents_met` are all opponents they have met. `sides` and `floats` have a letter for each round so
    far, or are empty.
    """

    player: Player
    points: int
    first_moves: int
    opponents_met: Collection[Hashable] = field(default=())
    had_bye: bool = False
    """Whether they have had one."""
    sides: str = ""
    floats: str = ""

    @property
    def played_sides(self) -> str:
        """Their sides without the rounds in which they had no match."""
        return self.sides.replace(NEITHER, "")

    def would_repeat(self, side: str) -> bool:
        """Whether they would have a side three times running."""
        return self.played_sides[-RUNNING:] == side * RUNNING

    @property
    def last_side(self) -> str:
        """The side that they had in their last match; empty if they have had none."""
        return self.played_sides[-1:]


def collect_histories(
    rounds: Iterable[tuple[Iterable[PlayedResult[Player]], Collection[Player]]],
    scoring: Scoring = USUAL,
) -> dict[Player, tuple[str, str]]:
    """Return each player's sides and floats, a letter for each round.

    `rounds` are the results of each round, with the players who had a bye. A player who is in none of
    them has no history. Floats go by the points before each round.
    """
    sides: dict[Player, str] = {}
    floats: dict[Player, str] = {}
    points: Counter[Player] = Counter()
    for number, (results, byes) in enumerate(rounds):
        played = list(results)
        for result in played:
            apart = points[result.first] - points[result.second]
            both = (result.first, FIRST, apart), (result.second, SECOND, -apart)
            for player, side, above in both:
                letter = DOWN if above > 0 else UP if above < 0 else NEITHER
                sides[player] = sides.get(player, "").ljust(number, NEITHER) + side
                floats[player] = floats.get(player, "").ljust(number, NEITHER) + letter
        for result in played:
            for player in (result.first, result.second):
                points[player] += result.points(player, scoring)
        for player in byes:
            points[player] += scoring.win
    count = number + 1 if sides else 0
    return {
        player: (sides[player].ljust(count, NEITHER), floats[player].ljust(count, NEITHER))
        for player in sides
    }


def pair_round(
    entrants: Sequence[SwissEntrant[Player]],
) -> tuple[list[tuple[Player, Player]], Player | None] | None:
    """Return the pairs board by board, and the player with the bye, if any.

    Each pair has the first mover first. Return `None` if no round can be paired. The order of
    `entrants` is the seeding among players with equal points. Of two opponents, the one moves first by
    whom fewer have a side three times running; then the one who has done so less often, then the one who
    moved second last. If they are equal, first moves alternate from board to board between the higher
    and the lower seed, beginning with the higher.
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
            turned = is_due_first(other, one) or (not is_due_first(one, other) and len(pairs) % 2 == 1)
            pairs.append((other.player, one.player) if turned else (one.player, other.player))
    return pairs, bye


def is_due_first(first: SwissEntrant[Player], second: SwissEntrant[Player]) -> bool:
    """Whether the sides so far decide that the first of two opponents moves first."""
    return _preference(first, second) < _preference(second, first)


def _preference(first: SwissEntrant[Player], second: SwissEntrant[Player]) -> tuple[int, int, bool]:
    """Return how bad it is if these two move first and second; less is better."""
    last = first.last_side == FIRST and second.last_side == SECOND
    return _repeated_sides(first, second), first.first_moves - second.first_moves, last


def _repeated_sides(first: SwissEntrant[Player], second: SwissEntrant[Player]) -> int:
    """Return how many of two opponents would have their side three times running."""
    return first.would_repeat(FIRST) + second.would_repeat(SECOND)


def _repeated_floats(upper: SwissEntrant[Player], lower: SwissEntrant[Player]) -> int:
    """Return how many of two opponents float as in the last round."""
    if upper.points == lower.points:
        return 0
    return upper.floats.endswith(DOWN) + lower.floats.endswith(UP)


def _costs(order: Sequence[SwissEntrant[Player]]) -> list[dict[int, int]]:
    """Return the costs of all allowed pairs, by place and partner.

    Each cost is one number in which an earlier criterion outweighs all later ones together. With an odd
    number of entrants there is one additional place, and the entrant paired with it has the bye.
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


def _terms(
    order: Sequence[SwissEntrant[Player]],
) -> Iterator[tuple[tuple[int, int], tuple[int, int, int, int, int, int]]]:
    """Yield the places of each allowed pair, with its six costs."""
    count = len(order)
    sizes = Counter(entrant.points for entrant in order)
    most = max((entrant.first_moves for entrant in order), default=0)
    for place, one in enumerate(order):
        for below, other in enumerate(order[place + 1 :], place + 1):
            if other.player not in one.opponents_met and one.player not in other.opponents_met:
                apart = one.points - other.points
                half = 0 if apart else sizes[one.points] // 2
                turns = most - abs(one.first_moves - other.first_moves)
                sides = min(_repeated_sides(one, other), _repeated_sides(other, one))
                floats = _repeated_floats(one, other)
                yield (place, below), (0, apart * apart, sides, floats, turns, abs(below - place - half))
        if count % 2 and not one.had_bye:
            yield (place, count), (one.points - order[-1].points, 0, 0, 0, 0, count - place)
