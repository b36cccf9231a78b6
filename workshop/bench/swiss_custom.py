"""Sides and floats of Swiss tournaments, with and without their histories.

`python -m workshop.bench.swiss_custom [TOURNAMENTS]` plays tournaments of 6 to 22 players (400 of
them unless told otherwise) twice with the same strengths: once each round is paired without the
players' histories of sides and floats, as it was before there were any, and once with them. A
repetition could have been avoided if another round had fewer with the same bye and the same
differences in points; for floats also with as few repeated sides.
"""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from club.competitions.kinds.swiss import SwissKind
from club.competitions.reckoning.matching import least_cost_pairs
from club.competitions.reckoning.results import WIN, PlayedResult
from club.competitions.reckoning.swiss import SwissEntrant, collect_histories, pair_round

TOURNAMENTS: Final = 400
SIZES: Final = (6, 22)
SPREAD: Final = 200.0
"""One standard deviation of the players' strengths, in rating points."""
DRAWN: Final = 0.3
"""How often a match of equal players is drawn."""
COSTS: Final = ("repeated sides", "repeated floats")

Round = tuple[list[tuple[int, int]], int | None]


def play(chance: random.Random, pair: tuple[int, int], strengths: Sequence[float]) -> PlayedResult[int]:
    """Return a result that the strengths of the two and chance decide."""
    first, second = pair
    expected = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
    drawn = DRAWN * 4 * expected * (1 - expected)
    drop = chance.random()
    winner = None if drop < drawn else first if drop < drawn + expected - drawn / 2 else second
    return PlayedResult(first, second, winner)


def pair_costs(one: SwissEntrant[int], other: SwissEntrant[int]) -> tuple[int, int, int]:
    """Return what a pair costs.

    It is the squared difference in points, then the repeated sides and the repeated floats. Sides are
    those of the better way round.
    """
    upper, lower = (one, other) if one.points >= other.points else (other, one)
    sides = min(
        first.would_repeat("F") + second.would_repeat("S") for first, second in ((one, other), (other, one))
    )
    apart = upper.points - lower.points
    floats = int(upper.floats.endswith("D")) + int(lower.floats.endswith("U")) if apart else 0
    return apart * apart, sides, floats


def count_avoidable(there: Sequence[SwissEntrant[int]], made: Round) -> tuple[int, int]:
    """Return how many repeated sides and floats of a round another round avoids."""
    pairs, bye = made
    by_player = {each.player: each for each in there}
    playing = [each for each in there if each.player != bye]
    turned = sum(
        by_player[one].would_repeat("F") + by_player[other].would_repeat("S") for one, other in pairs
    )
    found = [pair_costs(by_player[one], by_player[other]) for one, other in pairs]
    apart, _, floats = (sum(each[at] for each in found) for at in range(3))
    weight = 3 * len(there) + 1
    costs: list[dict[int, int]] = [{} for _ in playing]
    for (at, one), (below, other) in combinations(enumerate(playing), 2):
        if other.player not in one.opponents_met:
            more, sides, some = pair_costs(one, other)
            costs[at][below] = costs[below][at] = (more * weight + sides) * weight + some
    best = least_cost_pairs(costs)
    assert best is not None  # one round was found
    least = sum(costs[at][partner] for at, partner in enumerate(best)) // 2
    rest, fewest_floats = divmod(least, weight)
    fewest_apart, fewest_sides = divmod(rest, weight)
    assert fewest_apart == apart, "points count before all else"
    same_sides = turned == fewest_sides
    return turned - fewest_sides, floats - fewest_floats if same_sides else 0


def run(number: int, *, with_histories: bool) -> Counter[str]:
    """Play a tournament, and count what its players met with."""
    chance = random.Random(number)
    count = chance.randint(*SIZES)
    strengths = [chance.gauss(0, SPREAD) for _ in range(count)]
    there = [SwissEntrant(player, 0, 0) for player in range(count)]
    rounds: list[tuple[list[PlayedResult[int]], list[int]]] = []
    found: Counter[str] = Counter(players=count)
    for _ in range(SwissKind().default_rounds(count)):
        histories = collect_histories(rounds)
        known = [
            replace(each, sides=sides, floats=floats)
            for each in there
            for sides, floats in [histories.get(each.player, ("", ""))]
        ]
        made = pair_round(known if with_histories else there)
        if made is None:
            break
        for name, avoidable in zip(COSTS, count_avoidable(known, made), strict=True):
            found[f"{name} that could be avoided"] += avoidable
        pairs, bye = made
        if bye is not None:
            found["second byes"] += there[bye].had_bye
            there[bye] = replace(there[bye], points=there[bye].points + WIN, had_bye=True)
        results = [play(chance, pair, strengths) for pair in pairs]
        for result in results:
            found["rematches"] += result.second in there[result.first].opponents_met
            for player in (result.first, result.second):
                each = there[player]
                there[player] = replace(
                    each,
                    points=each.points + result.points(player),
                    first_moves=each.first_moves + (player == result.first),
                    opponents_met=(*each.opponents_met, result.opponent(player)),
                )
        rounds.append((results, [] if bye is None else [bye]))
    for sides, floats in collect_histories(rounds).values():
        played = sides.replace("-", "")
        found["players with a side three times running"] += "FFF" in played or "SSS" in played
        found["players with a float twice running"] += "UU" in floats or "DD" in floats
    return found


LINES: Final = (
    "players",
    "players with a side three times running",
    "repeated sides that could be avoided",
    "players with a float twice running",
    "repeated floats that could be avoided",
    "second byes",
    "rematches",
)


def main() -> None:
    """Print the table."""
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS
    totals = [
        sum((run(number, with_histories=known) for number in range(tournaments)), Counter[str]())
        for known in (False, True)
    ]
    print(f"| of {tournaments} tournaments | before | now |\n|---|---|---|")
    for line in LINES:
        print(f"| {line} | {totals[0][line]} | {totals[1][line]} |")


if __name__ == "__main__":
    main()
