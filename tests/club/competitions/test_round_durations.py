"""How long the boards of a simul take, by its clock."""

import pytest

from club.clocks.time_control import parse_control
from club.competitions.kinds.simul import SimulKind
from club.competitions.kinds.tournament import MOVES, ROUND


@pytest.mark.parametrize(
    ("clock", "entrants", "seconds"),
    [
        ("10+5", 3, 3 * 600 + 2 * MOVES * 5),
        ("10+5", 1, 600 + 2 * MOVES * 5),
        ("1d", 3, ROUND),
    ],
)
def test_the_giver_s_time_on_each_board_and_what_moves_add(clock: str, entrants: int, seconds: float) -> None:
    control = parse_control(clock)
    assert control is not None
    assert SimulKind().round_duration(control, entrants) == seconds
