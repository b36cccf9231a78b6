"""How much of its effort a report spends on a look for the move that lost."""

import pytest

from engines.effort import DEEP_LOOK_FACTOR, DEEPEST_LOOKS, RESERVED_LOOKS, EffortBudget


def test_the_deepest_look_takes_its_part_of_what_is_spare() -> None:
    effort = EffortBudget(remaining=110, look_effort=1)
    assert effort.deepest_look_effort == pytest.approx((110 - RESERVED_LOOKS) / DEEPEST_LOOKS)
    assert effort.deepest_look_effort > effort.deep_look_effort


def test_the_deepest_look_is_no_shallower_than_a_deeper_one() -> None:
    effort = EffortBudget(remaining=RESERVED_LOOKS + 1, look_effort=0.5)
    assert effort.deepest_look_effort == effort.deep_look_effort == DEEP_LOOK_FACTOR * 0.5
