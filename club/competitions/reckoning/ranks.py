"""Which ranks everybody can still reach, exactly.

By points alone, ties falling either way. That is a question about all matches that are left at once: two rivals who
have yet to meet cannot both lose. It is answered without going through outcomes. Whether points that are left can be
handed out so that some players stay within bounds is a question of flow, and Hall's condition decides it: there must
be room enough, or supply enough, for each set of those players. A match gives 2 : 0, 1 : 1 or 0 : 2, so every whole
number of points can be handed out, and the condition is exact.

Sets of players are numbers, bit i for player i; a family of sets is one long number, bit s for the set s. That way
one operation looks at all sets, and a table of twelve takes milliseconds.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from club.competitions.reckoning.results import WIN, PlayedResult, Player, points

MOST: Final = 12
"""Players, at most: the work doubles with each."""


def ranks(
    players: Sequence[Player],
    results: Iterable[PlayedResult[Player]],
    remaining: Iterable[tuple[Player, Player]],
) -> tuple[dict[Player, int], dict[Player, int]]:
    """Return every player's best and worst rank after all remaining matches.

    `best` is 1 + the players who must have more points, `worst` counts all who may have as many. Two
    players may have several matches left. With each result the best rank never gets better, the worst
    never worse.
    """
    place = {player: number for number, player in enumerate(players)}
    now = list(points(players, results).values())
    left = [[0] * len(players) for _ in players]
    for one, other in remaining:
        left[place[one]][place[other]] += 1
        left[place[other]][place[one]] += 1
    best = {player: _best(number, now, left) for player, number in place.items()}
    worst = {player: _worst(number, now, left) for player, number in place.items()}
    return best, worst


def _best(player: int, now: Sequence[int], left: Sequence[Sequence[int]]) -> int:
    """Return the best rank of a player.

    They win all that they have left, and as few others as possible have more. The others in a set stay
    within the player's points if the points they have, and all that they take from one another, find
    room below: for each set of them.
    """
    others = [other for other in range(len(now)) if other != player]
    most = now[player] + WIN * sum(left[player])
    return 1 + len(others) - _largest([now[other] - most for other in others], others, left)


def _worst(player: int, now: Sequence[int], left: Sequence[Sequence[int]]) -> int:
    """Return the worst rank of a player.

    They lose all that they have left, and as many others as possible have as much. The others in a set
    come up to the player's points if the matches that any of them has left give what they lack: for
    each set of them. A match between two of a set is counted by both, so it is taken off once. A player
    who has more than enough makes no set fit that would not without them.
    """
    others = [other for other in range(len(now)) if other != player]
    lacking = [now[player] - now[other] - WIN * left[other][player] for other in others]
    to_win = [WIN * (sum(left[other]) - left[other][player]) for other in others]
    return 1 + _largest([a - b for a, b in zip(lacking, to_win, strict=True)], others, left)


def _largest(weights: Sequence[int], members: Sequence[int], left: Sequence[Sequence[int]]) -> int:
    """Return how many are in the largest set that fits, as all sets within it must.

    A set fits if its weights and the points of the matches that its members have left with one another come to
    nothing more than 0.
    """
    sums = [0]
    for at, member in enumerate(members):
        among = [0]
        for earlier in members[:at]:
            played = WIN * left[member][earlier]
            among += [value + played for value in among]
        sums += [value + weights[at] + more for value, more in zip(sums, among, strict=True)]
    fitting = int("".join("1" if value <= 0 else "0" for value in reversed(sums)), 2)
    for at in range(len(members)):
        # A set with this member fits only if it does without them; sets without them (1 in `without`) stay as they are.
        without = ((1 << len(sums)) - 1) // ((1 << (1 << at)) + 1)
        fitting &= fitting << (1 << at) | without
    return max(each.bit_count() for each, fits in enumerate(reversed(f"{fitting:b}")) if fits == "1")
