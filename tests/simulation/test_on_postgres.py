"""Evenings on PostgreSQL.

Connections break, commits get lost, and processes are in each other's way.
"""

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from tests.sets import leave_to_ci
from tests.simulation.mistakes import MISTAKES, ON_POSTGRES, find_seed
from tests.simulation.simulation import Result, simulate
from tests.simulation.sowing import Mistake

SEEDS: Final = (3, 4, 7, 20)
"""Evenings of every run: short ones in which everything happens."""
DEEP_SEEDS = 300
DEEP_PART = 50
SIGNS = (
    "dies after",
    "connection lost before",
    "connection lost after",
    "40001",
    "the server is away",
)
"""What happens somewhere in the traces of these evenings."""
MORE_SIGNS = (*SIGNS, "dies alone", "is stopped")
"""And of many."""
SEEN_AT: Final = {
    "an interaction is not remembered": 3,
    "a hand goes to the other seat": 21,
    "two take the same seat": 22,
    "a row is settled before it is posted": 2,
}
"""Mistakes that are sown here too, and the evenings that show them."""
SOWN: Final = (
    *(replace(each, seen_at=(SEEN_AT[each.name],)) for each in MISTAKES if each.name in SEEN_AT),
    *ON_POSTGRES,
)


def simulate_or_fail(seed: int) -> Result:
    """Simulate an evening and fail unless every promise was kept."""
    result = simulate(seed, postgres=True)
    if result.violation:
        pytest.fail(
            f"{result.violation}\nrepeat it: python -m tests.simulation --postgres {seed} --trace",
            pytrace=False,
        )
    return result


@pytest.mark.ci
def test_every_promise_is_kept_though_connections_break_and_transactions_collide() -> None:
    results = [simulate_or_fail(seed) for seed in SEEDS]
    counts = Counter[str]()
    for result in results:
        counts.update(result.counts)
    said = "\n".join(line for result in results for line in result.trace)
    assert [sign for sign in SIGNS if sign not in said] == []
    assert counts["matches"] >= len(SEEDS)
    assert counts["lives"] > len(SEEDS)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, DEEP_SEEDS, DEEP_PART))
def test_every_promise_is_kept_in_hundreds_of_evenings(first: int) -> None:
    said = "\n".join("\n".join(simulate_or_fail(seed).trace) for seed in range(first, first + DEEP_PART))
    assert [sign for sign in MORE_SIGNS if sign not in said] == []


@pytest.mark.ci
def test_a_seed_repeats_itself_exactly() -> None:
    first, again = simulate(SEEDS[0], postgres=True), simulate(SEEDS[0], postgres=True)
    assert first.trace == again.trace
    assert first.counts == again.counts


@pytest.mark.ci
@pytest.mark.parametrize("mistake", leave_to_ci(SOWN, after=1), ids=lambda mistake: mistake.name)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    assert find_seed(mistake, postgres=True) is not None, f"nobody noticed that {mistake.name}"
