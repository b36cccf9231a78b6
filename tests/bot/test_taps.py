"""The number of taps a move takes after Play, over seeded random play.

`python -m tests.bot.fingers` prints them all.
"""

from pathlib import Path
from statistics import median

import pytest

from rules.one_zero_one.decks import DECKS
from tests.bot.fingers import MEASURES, Measure, measure_taps, row
from tests.sets import leave_to_ci

MEDIANS = {
    "Binar 3×3": 1,
    "Binar 4×4": 1,
    "Binar 5×5": 1,
    "Binary: one piece on the other colour": 2,
}
"""Of all others: two."""
ABOVE = ("Binary: two pieces",)
"""Turns of several pieces, which take a choice more."""
PLAY = 1
"""The tap that opens the picker between people."""
PAGE = Path(__file__).parents[2] / "docs" / "taps.md"


@pytest.mark.ci
@pytest.mark.parametrize(
    "measure", leave_to_ci(MEASURES, every=7), ids=[measure.name for measure in MEASURES]
)
def test_a_plain_move_takes_as_few_taps_as_promised_and_the_page_of_taps_says_how_many(
    measure: Measure,
) -> None:
    found = measure_taps(measure)
    assert len(found) >= 4
    assert median(found) <= MEDIANS.get(measure.name, 3 if measure.name in ABOVE else 2)
    assert row(measure, found) in PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.ci
@pytest.mark.parametrize("deck", leave_to_ci(DECKS, but=("base",)))
def test_between_people_a_turn_of_one_zero_one_takes_three_taps_and_never_more_than_four(deck: str) -> None:
    taps = [PLAY + each for each in measure_taps(Measure(deck, "one-zero-one", {"deck": deck}))]
    assert len(taps) > 60
    assert median(taps) <= 3
    assert max(taps) <= 4


def test_the_page_of_taps_has_no_other_rows() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(MEASURES)
