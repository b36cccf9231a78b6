"""The number of taps a move takes after Play, over seeded random play.

`python -m tests.bot.fingers` prints them all.
"""

from pathlib import Path
from statistics import median

import pytest

from tests.bot.fingers import MEASURES, Measure, measure_taps, row
from tests.sets import leave_to_ci

MEDIANS = {
    "Binar 3×3": 1,
    "Binar 4×4": 1,
    "Binar 5×5": 1,
    "Binary: one piece on the other colour": 2,
    "One Zero One": 3,
}
"""Of all others: two."""
ABOVE = ("Binary: two pieces",)
"""Turns of several pieces, which take a choice more."""
PAGE = Path(__file__).parents[2] / "docs" / "taps.md"


@pytest.mark.ci
@pytest.mark.parametrize(
    "measure", leave_to_ci(MEASURES, every=5), ids=[measure.name for measure in MEASURES]
)
def test_a_plain_move_takes_as_few_taps_as_promised_and_the_page_of_taps_says_how_many(
    measure: Measure,
) -> None:
    found = measure_taps(measure)
    assert len(found) >= 4
    assert median(found) <= MEDIANS.get(measure.name, 3 if measure.name in ABOVE else 2)
    assert row(measure, found) in PAGE.read_text(encoding="utf-8").splitlines()


def test_the_page_of_taps_has_no_other_rows() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(MEASURES)
