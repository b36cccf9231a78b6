"""The ranks that each player can still reach, computed exactly.

Only points count, and ties can be broken either way. All remaining matches must be considered
together: two rivals who have yet to meet cannot both lose. The answer does not need all outcomes
one by one. Whether the remaining points can be distributed so that certain players stay within
bounds is a flow problem, and Hall's condition decides it: there must be enough room, or enough
supply, for each set of those players. A match gives 2 : 0, 1 : 1 or 0 : 2, by Delft's scoring also
3 : 1 of 4, so every whole number of points can be distributed, and the condition is exact.

Sets of players are bit masks, bit i for player i; a family of sets is one long integer, bit s for
the set s. So a single operation handles all sets, and a table of twelve players takes milliseconds.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from club.competitions.reckoning.results import USUAL, PlayedResult, Player, Scoring, points_by_player

MOST: Final = 12
"""Players, at most: the work doubles with each."""


def reachable_ranks(
    players: Sequence[Player],
    results: Iterable[PlayedResult[Player]],
    remaining: Iterable[tuple[Player, Player]],
    scoring: Scoring = USUAL,
) -> tuple[dict[Player, int], dict[Player, int]]:
    """Return every player's best and worst rank after all remaining matches.

    The best rank is 1 + the number of players who must end with more points; the worst rank counts
    everyone who may end with at least as many. Two players may have several matches left. With each new
    result the best rank never improves, and the worst rank never gets worse.
    """
    place = {player: number for number, player in enumerate(players)}
    now = list(points_by_player(players, results, scoring).values())
    left = [[0] * len(players) for _ in players]
    for one, other in remaining:
        left[place[one]][place[other]] += scoring.win
        left[place[other]][place[one]] += scoring.win
    best = {player: _best(number, now, left) for player, number in place.items()}
    worst = {player: _worst(number, now, left) for player, number in place.items()}
    return best, worst


def _best(player: int, now: Sequence[int], left: Sequence[Sequence[int]]) -> int:
    """Return the best possible rank of a player.

    The player wins all remaining matches, and as few others as possible end with more points. A set of
    others can stay within the player's points if, for each of its subsets, there is enough room for the
    points they have and the points they take from each other.
    """
    others = [other for other in range(len(now)) if other != player]
    most = now[player] + sum(left[player])
    return 1 + len(others) - _largest([now[other] - most for other in others], others, left)


def _worst(player: int, now: Sequence[int], left: Sequence[Sequence[int]]) -> int:
    """Return the worst possible rank of a player.

    The player loses all remaining matches, and as many others as possible reach the player's points. A
    set of others can reach them if, for each of its subsets, the remaining matches of its members give
    the points that they lack. A match between two members is counted for both, so it is subtracted
    once. A player who has more points than needed does not help others to reach them.
    """
    others = [other for other in range(len(now)) if other != player]
    lacking = [now[player] - now[other] - left[other][player] for other in others]
    to_win = [sum(left[other]) - left[other][player] for other in others]
    return 1 + _largest([a - b for a, b in zip(lacking, to_win, strict=True)], others, left)


def _largest(weights: Sequence[int], members: Sequence[int], left: Sequence[Sequence[int]]) -> int:
    """Return the size of the largest set that fits with all its subsets.

    A set fits if its weights, plus the points of the matches that its members have left with each
    other, add up to 0 or less.
    """
    sums = [0]
    for at, member in enumerate(members):
        among = [0]
        for earlier in members[:at]:
            played = left[member][earlier]
            among += [value + played for value in among]
        sums += [value + weights[at] + more for value, more in zip(sums, among, strict=True)]
    fitting = int("".join("1" if value <= 0 else "0" for value in reversed(sums)), 2)
    for at in range(len(members)):
        # A set with this member fits only if it does without them; sets without them (1 in `without`) stay as they are.
        without = ((1 << len(sums)) - 1) // ((1 << (1 << at)) + 1)
        fitting &= fitting << (1 << at) | without
    return max(each.bit_count() for each, fits in enumerate(reversed(f"{fitting:b}")) if fits == "1")
