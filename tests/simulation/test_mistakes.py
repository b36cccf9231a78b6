"""The code still has each place in which a mistake is made.

A rename shows here at once; what notices the mistake is tried elsewhere, and for most by CI alone.
"""

import pytest

from tests.simulation.mistakes import MISTAKES, ON_POSTGRES
from tests.simulation.months.mistakes import MISTAKES as CLOCK_MISTAKES
from tests.simulation.sowing import Mistake, make_mistake


@pytest.mark.parametrize("mistake", [*MISTAKES, *ON_POSTGRES, *CLOCK_MISTAKES], ids=lambda each: each.name)
def test_a_mistake_has_its_place(mistake: Mistake) -> None:
    with make_mistake(mistake):
        pass
