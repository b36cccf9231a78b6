"""Three months of clocks, from many seeds.

No player loses for reasons that were not their fault, and every mistake is noticed.
"""

import pytest

from tests.sets import leave_to_ci
from tests.simulation.months.mistakes import AT_ONCE, MISTAKES, short
from tests.simulation.months.scenario import draw_options
from tests.simulation.months.verdict import play_season
from tests.simulation.sowing import Mistake, make_mistake
from tests.simulation.world import Violation

SEASONS = (1, 2)
"""Of ten matches each, in which everything happens."""
DEEP_SEASONS = 100
PART = 5
TRIED = 12
"""Seasons in which a mistake must show."""


def check(seed: int) -> dict[str, int]:
    try:
        return play_season(draw_options(seed))
    except Violation as found:
        pytest.fail(
            f"season {seed}: {found}\nrepeat it: python -m tests.simulation.months {seed}", pytrace=False
        )


@pytest.mark.ci
def test_three_months_of_twenty_matches_are_fair() -> None:
    seen: dict[str, int] = {}
    for seed in SEASONS:
        for name, number in check(seed).items():
            seen[name] = seen.get(name, 0) + number
    assert seen["events"] > 300
    least = {
        "zeros": 40,
        "reminders": 50,
        "aways": 20,
        "given": 10,
        "claimed": 5,
        "adjourned": 1,
        "lives": 5,
    }
    assert {name: seen[name] for name, number in least.items() if seen[name] < number} == {}


@pytest.mark.ci
@pytest.mark.parametrize("seed", leave_to_ci([28, 43], after=1))
def test_no_time_is_lost_or_given_where_the_time_itself_is_put_right(seed: int) -> None:
    assert check(seed)["corrected"] >= 3


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, DEEP_SEASONS, PART))
def test_a_thousand_matches_are_fair(first: int) -> None:
    for seed in range(first, first + PART):
        check(seed)


@pytest.mark.deep
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_with_clocks_is_noticed(mistake: Mistake) -> None:
    _check_noticed(mistake)


@pytest.mark.ci
@pytest.mark.parametrize(
    "mistake",
    leave_to_ci([each for each in MISTAKES if each.name in AT_ONCE], after=1),
    ids=lambda mistake: mistake.name,
)
def test_a_mistake_that_shows_at_once_is_noticed(mistake: Mistake) -> None:
    _check_noticed(mistake)


def _check_noticed(mistake: Mistake) -> None:
    """Fail unless one of the seasons notices the mistake."""
    with make_mistake(mistake):
        for seed in (*mistake.seen_at, *range(TRIED)):
            try:
                play_season(short(seed))
            except Violation as found:
                if found.rule in mistake.rules:
                    return
    pytest.fail(f"nobody noticed in {TRIED} seasons that {mistake.name}", pytrace=False)
