"""Waits are upset by no clock that is set, and answers are deferred by the age of what they answer."""

from pathlib import Path

import pytest

from bot.answers.reply import ANSWER_WITHIN, LEAST_PATIENCE, PATIENCE, patience_left
from bot.host.clock import RUN, steady, this_run


def test_the_time_goes_on_evenly_whatever_becomes_of_the_time_of_the_day() -> None:
    day, since_start = 1_000_000.0, 50.0
    now = steady(lambda: day, lambda: since_start)
    assert now() == 1_000_000.0
    day, since_start = day - 86_400, since_start + 10
    assert now() == 1_000_010.0
    day, since_start = day + 3 * 86_400, since_start + 10
    assert now() == 1_000_020.0


@pytest.mark.parametrize(
    ("age", "left"),
    [
        (0.0, PATIENCE),
        (1.0, PATIENCE - 1.0),
        (PATIENCE, LEAST_PATIENCE),
        (ANSWER_WITHIN - 0.1, LEAST_PATIENCE),
        # Ages that no interaction can have: one of both clocks is wrong.
        (-5.0, PATIENCE),
        (ANSWER_WITHIN, PATIENCE),
        (86_400.0, PATIENCE),
    ],
)
def test_an_answer_is_deferred_by_the_age_of_the_interaction(age: float, left: float) -> None:
    assert patience_left(PATIENCE, age) == pytest.approx(left)


def test_whoever_is_patient_for_no_moment_defers_at_once() -> None:
    assert patience_left(0, 0.1) == 0


def test_a_run_of_the_machine_has_one_name_where_the_system_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert this_run() == this_run()
    assert bool(this_run()) == RUN.exists()
    monkeypatch.setattr("bot.host.clock.RUN", tmp_path / "nowhere")
    assert this_run() == ""
