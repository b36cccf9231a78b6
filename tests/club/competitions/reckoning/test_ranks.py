"""Possible ranks are exact.

They equal the ranks found by trying all outcomes of the remaining matches.
"""

import itertools
import random
from time import process_time

import pytest

from club.competitions.reckoning.ranks import reachable_ranks
from club.competitions.reckoning.results import SCORINGS, USUAL, PlayedResult, Scoring
from tests.pace import slowness
from tests.sets import leave_to_ci

Pairs = list[tuple[int, int]]


def by_all_outcomes(
    players: list[int], results: list[PlayedResult[int]], remaining: Pairs, scoring: Scoring = USUAL
) -> tuple[dict[int, int], dict[int, int]]:
    """Return each player's best and worst possible rank by trying every outcome."""
    begun = dict.fromkeys(players, 0)
    for result in results:
        for player in (result.first, result.second):
            begun[player] += result.points(player, scoring)
    best, worst = dict.fromkeys(players, len(players)), dict.fromkeys(players, 1)
    ends = sorted({0, scoring.behind, scoring.draw, scoring.ahead, scoring.win})
    for outcome in itertools.product(ends, repeat=len(remaining)):
        points = dict(begun)
        for (one, other), got in zip(remaining, outcome, strict=True):
            points[one] += got
            points[other] += scoring.win - got
        for player in players:
            more = sum(points[other] > points[player] for other in players)
            as_many = sum(points[other] >= points[player] for other in players)
            best[player] = min(best[player], 1 + more)
            worst[player] = max(worst[player], as_many)
    return best, worst


def some(chance: random.Random, players: list[int], count: int) -> Pairs:
    """Random pairs; the same may come several times, as in mini-matches."""
    if len(players) < 2:
        return []
    drawn = (chance.sample(players, 2) for _ in range(count))
    return [(one, other) for one, other in drawn]


def case(seed: int) -> tuple[list[int], list[PlayedResult[int]], Pairs]:
    """Return a small competition at some point in its middle.

    In some, players have no match at all.
    """
    chance = random.Random(seed)
    players = list(range(chance.randint(0, 6)))
    results: list[PlayedResult[int]] = [
        PlayedResult(one, other, chance.choice((one, other, None)))
        for one, other in some(chance, players, chance.randint(0, 8))
    ]
    remaining = some(chance, players[: chance.randint(2, 6)], chance.randint(0, 5))
    return players, results, remaining + remaining[: chance.randint(0, 1)]


@pytest.mark.ci
@pytest.mark.parametrize("part", leave_to_ci(range(4), after=1))
def test_ranks_are_those_of_all_outcomes(part: int) -> None:
    for seed in range(500 * part, 500 * part + 500):
        assert reachable_ranks(*case(seed)) == by_all_outcomes(*case(seed)), seed


@pytest.mark.ci
@pytest.mark.parametrize("name", SCORINGS)
def test_by_any_scoring_ranks_are_those_of_all_outcomes(name: str) -> None:
    chance, scoring = random.Random(1), SCORINGS[name]
    for seed in range(2000, 2100):
        players, results, remaining = case(seed)
        told = [
            each
            if each.winner is not None
            else each._replace(ahead=chance.choice((each.first, each.second, None)))
            for each in results
        ]
        found = reachable_ranks(players, told, remaining[:4], scoring)
        assert found == by_all_outcomes(players, told, remaining[:4], scoring), seed


def test_two_rivals_who_meet_cannot_both_lose_nor_both_win() -> None:
    """c has no match left; a and b have a point each, and meet."""
    results = [PlayedResult("c", "d", "c"), PlayedResult("a", "b", None)]
    best, worst = reachable_ranks("abcd", results, [("a", "b")])
    assert (best, worst) == ({"a": 1, "b": 1, "c": 1, "d": 4}, {"a": 3, "b": 3, "c": 3, "d": 4})
    # Six points for both, of whom neither should have more than two: that cannot be.
    best, worst = reachable_ranks("abcd", results, [("a", "b"), ("b", "a")])
    assert (best["c"], worst["c"]) == (2, 3)
    # Four points for both, who each would need three.
    best, worst = reachable_ranks("abcd", [*results, PlayedResult("d", "c", None)], [("a", "b")])
    assert (best["c"], worst["c"]) == (1, 2)


@pytest.mark.ci
def test_ranks_only_narrow_and_end_where_the_points_say() -> None:
    chance = random.Random(9)
    for _ in range(30):
        players = list(range(7))
        remaining = list(itertools.combinations(players, 2))
        chance.shuffle(remaining)
        results: list[PlayedResult[int]] = []
        best, worst = reachable_ranks(players, results, remaining)
        assert (set(best.values()), set(worst.values())) == ({1}, {7})
        while remaining:
            one, other = remaining.pop()
            results.append(PlayedResult(one, other, chance.choice((one, other, None))))
            after = reachable_ranks(players, results, remaining)
            for player in players:
                assert best[player] <= after[0][player] <= after[1][player] <= worst[player]
            best, worst = after
        assert (best, worst) == by_all_outcomes(players, results, [])


def test_players_without_a_match_keep_their_place_among_others() -> None:
    assert reachable_ranks("abc", [], []) == (dict.fromkeys("abc", 1), dict.fromkeys("abc", 3))
    best, worst = reachable_ranks("abc", [PlayedResult("a", "b", "a")], [])
    assert (best, worst) == ({"a": 1, "b": 2, "c": 2}, {"a": 1, "b": 3, "c": 3})
    assert reachable_ranks([], [], []) == ({}, {})
    assert reachable_ranks(["a"], [], []) == ({"a": 1}, {"a": 1})


def test_twelve_players_with_all_matches_left_can_reach_every_rank() -> None:
    remaining = list(itertools.combinations(range(12), 2))
    best, worst = reachable_ranks(range(12), [], remaining)
    assert (set(best.values()), set(worst.values())) == ({1}, {12})


@pytest.mark.parametrize("players", [7, 12])
def test_twenty_one_matches_left_take_at_most_fifty_milliseconds(players: int) -> None:
    chance = random.Random(5)
    every = list(itertools.combinations(range(players), 2))
    chance.shuffle(every)
    results = [PlayedResult(one, other, chance.choice((one, other, None))) for one, other in every[21:]]
    took = []
    for _ in range(5):
        began = process_time()
        reachable_ranks(range(players), results, every[:21])
        took.append(process_time() - began)
    assert min(took) < 0.05 * slowness()
