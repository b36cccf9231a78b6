"""Whatever breaks, the promises hold.

Evenings are simulated, thousands in the deep run, and every mistake that is sown is noticed.
"""

from collections import Counter

import pytest

from tests.sets import leave_to_ci
from tests.simulation.mistakes import MISTAKES, SOUGHT, find_seed
from tests.simulation.simulation import Result, simulate
from tests.simulation.sowing import Mistake

SEEDS = (*range(13), 15, 17, 24, 25, 34, 40, 46, 53)
"""Evenings of every run, in which everything happens."""
DEEP_SEEDS = 20_000
DEEP_PART = 1000
FOUND = (826, 1127, 1601, 2038, 3168, 3566, 3960, 4454, 5859, 8103, 10530)
"""Evenings beyond those that once found what none before had."""
EASY = [
    each
    for each in MISTAKES
    if each.name in ("a hand goes to the other seat", "what is unclear is not looked for")
]
"""Mistakes that their first evening shows."""
SIGNS = (
    "dies after",
    "is stopped",
    "429",
    "503",
    "deleted",
    "shut",
    "clock set",
    "disk full",
    "lost:",
    "channel 11 deleted",
    "on the server again",
    "is cut off",
    "has a new session",
    "in the absence: left",
    "in the absence: thread",
    "in the absence: channel",
    "in the absence: archived",
    "in the absence: locked",
    "in the absence: shut",
    "in the absence: opened",
    "keep awake",
    "look up",
    "nudge",
    "claim",
    "resume",
)
"""What happens somewhere in the traces of the evenings of every run."""


def simulate_or_fail(seed: int) -> Result:
    """Simulate an evening and fail unless every promise was kept."""
    result = simulate(seed)
    if result.violation:
        pytest.fail(
            f"{result.violation}\nrepeat it: python -m tests.simulation {seed} --trace", pytrace=False
        )
    return result


@pytest.mark.ci
def test_every_promise_is_kept_in_evenings_worth_looking_at() -> None:
    """Matches are played to their end and the bot dies in their midst.

    Every kind of fault happens.
    """
    results = [simulate_or_fail(seed) for seed in SEEDS]
    counts = Counter[str]()
    for result in results:
        counts.update(result.counts)
    assert counts["matches"] >= 24
    assert counts["over"] >= 6
    assert counts["lives"] >= 40
    said = "\n".join(line for result in results for line in result.trace)
    assert [sign for sign in SIGNS if sign not in said] == []


@pytest.mark.parametrize(
    "seed", [*FOUND[:4], *(pytest.param(seed, marks=pytest.mark.deep) for seed in FOUND[4:])]
)
def test_every_promise_is_kept_where_one_was_broken_once(seed: int) -> None:
    simulate_or_fail(seed)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, DEEP_SEEDS, DEEP_PART))
def test_every_promise_is_kept_in_thousands_of_evenings(first: int) -> None:
    for seed in range(first, first + DEEP_PART):
        simulate_or_fail(seed)


@pytest.mark.parametrize("mistake", leave_to_ci(MISTAKES, but=EASY), ids=lambda mistake: mistake.name)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    assert find_seed(mistake) is not None, f"nobody noticed in {SOUGHT} evenings that {mistake.name}"


@pytest.mark.ci
@pytest.mark.parametrize("seed", leave_to_ci(range(0, 60, 12), after=1))
def test_a_seed_repeats_itself_exactly(seed: int) -> None:
    first, again = simulate(seed), simulate(seed)
    assert first.trace == again.trace
    assert first.counts == again.counts
