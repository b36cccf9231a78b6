"""A perfect matching of least cost is found wherever there is one."""

import random
from collections.abc import Iterable
from functools import cache
from itertools import combinations

import pytest

from club.competitions.reckoning.matching import Costs, least_cost_pairs
from tests.sets import leave_to_ci


def by_all_pairings(costs: Costs) -> int | None:
    """Return the least cost of all perfect matchings by trying every one.

    Return `None` if there are none.
    """
    every = (1 << len(costs)) - 1

    @cache
    def rest(matched: int) -> int | None:
        if matched == every:
            return 0
        one = next(vertex for vertex in range(len(costs)) if not matched >> vertex & 1)
        found = []
        for other in range(one + 1, len(costs)):
            cost = costs[one].get(other)
            if not matched >> other & 1 and cost is not None:
                more = rest(matched | 1 << one | 1 << other)
                if more is not None:
                    found.append(cost + more)
        return min(found, default=None)

    return rest(0)


def graph(pairs: Iterable[tuple[int, int, int]], vertices: int) -> list[dict[int, int]]:
    """The costs of these pairs (one, other, cost) from both sides."""
    costs: list[dict[int, int]] = [{} for _ in range(vertices)]
    for one, other, cost in pairs:
        costs[one][other] = costs[other][one] = cost
    return costs


def some(chance: random.Random, vertices: int, density: float, highest: int) -> list[dict[int, int]]:
    return graph(
        (
            (one, other, chance.randint(-highest // 5, highest))
            for one, other in combinations(range(vertices), 2)
            if chance.random() < density
        ),
        vertices,
    )


def total(costs: Costs, partners: list[int]) -> int:
    """What the pairs cost, which must be pairs, and allowed."""
    assert all(partners[other] == one != other for one, other in enumerate(partners))
    return sum(costs[one][other] for one, other in enumerate(partners) if one < other)


@pytest.mark.parametrize("density", leave_to_ci([0.2, 0.3, 0.5, 1], every=4))
@pytest.mark.parametrize("highest", leave_to_ci([0, 1, 9, 10**20], every=4))
def test_it_costs_as_little_as_any(density: float, highest: int) -> None:
    chance = random.Random(f"{density} {highest}")
    for _ in range(250):
        costs = some(chance, 2 * chance.randint(0, 5), density, highest)
        found = least_cost_pairs(costs)
        assert (None if found is None else total(costs, found)) == by_all_pairings(costs), costs


@pytest.mark.parametrize("seed", leave_to_ci(range(12), every=4))
def test_it_costs_as_little_as_any_where_circles_lie_in_circles(seed: int) -> None:
    """Vertices in threes of threes, each three far from the others."""
    chance = random.Random(seed)
    costs = graph(
        (
            (
                one,
                other,
                400 * (one // 9 != other // 9) + 40 * (one // 3 != other // 3) + chance.randint(0, 5),
            )
            for one, other in combinations(range(14), 2)
            if chance.random() < 0.7
        ),
        14,
    )
    found = least_cost_pairs(costs)
    assert (None if found is None else total(costs, found)) == by_all_pairings(costs)


def test_an_odd_number_and_somebody_whom_nobody_can_meet_have_none() -> None:
    assert least_cost_pairs([]) == []
    assert least_cost_pairs([{}]) is None
    assert least_cost_pairs(graph([(0, 1, 1), (1, 2, 1), (2, 0, 1)], 3)) is None
    assert least_cost_pairs(graph([(0, 1, 1)], 4)) is None
    assert least_cost_pairs(graph([(0, 1, 1), (0, 2, 1), (0, 3, 1)], 4)) is None
    assert least_cost_pairs(graph([(0, 1, 5)], 2)) == [1, 0]


def test_two_triangles_with_one_pair_between_them_are_matched_through_it() -> None:
    """One player of each triangle must leave it, though it costs a hundred times more."""
    pairs = ((0, 1, 1), (1, 2, 1), (2, 0, 1), (3, 4, 1), (4, 5, 1), (5, 3, 1), (2, 3, 100))
    assert least_cost_pairs(graph(pairs, 6)) == [1, 0, 3, 2, 5, 4]


def test_nobody_waits_where_no_matching_is_left() -> None:
    """Two halves of odd size, each member of which has met all of the other half.

    A search that tries pairs would never end.
    """
    pairs = [(one, other, 1) for one, other in combinations(range(60), 2) if (one < 31) == (other < 31)]
    assert least_cost_pairs(graph(pairs, 60)) is None
    assert least_cost_pairs(graph([*pairs, (0, 59, 1)], 60)) is not None
