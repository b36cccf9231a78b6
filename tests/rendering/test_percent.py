"""A chance is told as all or nothing only where the end has been seen."""

import pytest

from rendering.people.analysis import to_percent


@pytest.mark.parametrize(
    ("thousandths", "told"),
    [(0, 0), (1, 1), (4, 1), (15, 2), (500, 50), (994, 99), (996, 99), (999, 99), (1000, 100)],
)
def test_a_chance_is_certain_only_at_the_end(thousandths: int, told: int) -> None:
    assert to_percent(thousandths) == told
