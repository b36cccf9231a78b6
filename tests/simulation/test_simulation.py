"""Whatever breaks, the promises hold: hundreds of simulated evenings, and every mistake that is sown is noticed."""

import pytest

from tests.simulation.mistakes import MISTAKES, Mistake, made
from tests.simulation.options import drawn
from tests.simulation.simulation import simulate

SEEDS = 300
DEEP_SEEDS = 20_000
PART = 25
"""Seeds of one test, so that the workers share them."""
DEEP_PART = 500


def check(seeds: range) -> None:
    for seed in seeds:
        if violation := simulate(seed).violation:
            pytest.fail(f"{violation}\nrepeat it: python -m tests.simulation {seed} --trace", pytrace=False)


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_every_promise_is_kept(first: int) -> None:
    check(range(first, first + PART))


@pytest.mark.deep
@pytest.mark.parametrize("first", range(SEEDS, DEEP_SEEDS, DEEP_PART))
def test_every_promise_is_kept_in_thousands_of_evenings(first: int) -> None:
    check(range(first, min(first + DEEP_PART, DEEP_SEEDS)))


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_noticed(mistake: Mistake) -> None:
    with made(mistake):
        for seed in (mistake.seen_at, *range(SEEDS)):
            if mistake.shows_in(drawn(seed)):
                violation = simulate(seed).violation
                if violation and violation.rule in mistake.rules:
                    return
    pytest.fail(f"nobody noticed in {SEEDS} evenings that {mistake.name}", pytrace=False)


@pytest.mark.parametrize("seed", range(0, 60, 12))
def test_a_seed_repeats_itself_exactly(seed: int) -> None:
    first, again = simulate(seed), simulate(seed)
    assert first.trace == again.trace
    assert first.counts == again.counts


def test_the_evenings_are_worth_looking_at() -> None:
    """Matches are played to their end, the bot dies in the midst of them, and every kind of fault happens."""
    counts: dict[str, int] = {}
    said = ""
    for seed in range(60):
        result = simulate(seed)
        counts = {name: counts.get(name, 0) + count for name, count in result.counts.items()}
        said += "\n".join(result.trace)
    assert counts["matches"] >= 90
    assert counts["over"] >= 20
    assert counts["lives"] >= 100
    for sign in (
        "dies after",
        "is stopped",
        "429",
        "503",
        "deleted",
        "shut",
        "clock set",
        "store.full",
        "lost:",
        "channel 11 deleted",
        "on the server again",
        "nudge",
        "claim",
        "resume",
    ):
        assert sign in said, sign
