"""Waits are upset by no clock that is set, and answers are deferred by the age of what they answer."""

from pathlib import Path

import pytest

from bot.answers.reply import ANSWER_WITHIN, LEAST_PATIENCE, PATIENCE, patience_left
from bot.host.clock import RUN, Corrected, steady, this_run
from bot.host.health import CLOCKS_APART, Health


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


async def compared(own: list[float], other: float | None) -> Corrected:
    clock = Corrected(lambda: own.pop(0) if len(own) > 1 else own[0])

    async def ask() -> float | None:
        return other

    await clock.compare(ask)
    return clock


@pytest.mark.parametrize("off", [-40.0, 40.0, 1.5])
async def test_a_clock_that_is_off_goes_by_the_database_s_and_says_so(
    off: float, caplog: pytest.LogCaptureFixture
) -> None:
    clock = await compared([100.0], 100.0 + off)
    assert clock() == 100.0 + off
    assert [(record.message, record.__dict__["seconds"]) for record in caplog.records] == [
        ("clock differs", round(off))
    ]
    health = Health({}, 0.0, clock.off)
    assert health.wrong(0.0) is None
    assert ("clock is" in str(health.remark())) == (abs(off) > CLOCKS_APART)


@pytest.mark.parametrize(
    ("own", "other"),
    [([100.0], 100.9), ([100.0], None), ([100.0, 105.0], 160.0)],
    ids=["a moment", "no other clock", "an answer that took long"],
)
async def test_what_says_nothing_of_a_clock_changes_nothing(own: list[float], other: float | None) -> None:
    assert (await compared(own, other)).off == 0.0


async def test_a_clock_that_was_set_right_is_believed_again() -> None:
    own = [100.0]
    clock = Corrected(lambda: own[0])

    async def ask() -> float:
        return 140.0

    await clock.compare(ask)
    own[0] = 140.0
    await clock.compare(ask)
    assert (clock.off, clock()) == (0.0, 140.0)
