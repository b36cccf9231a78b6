"""Setting a clock upsets no wait.

Answers are deferred by the age of the interaction they answer.
"""

import math
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import pytest

from bot.answers.reply import ANSWER_WITHIN, LEAST_PATIENCE, PATIENCE, patience_left
from bot.host.health import Health
from bot.host.process_time import CLOCKS_APART, KEPT, RUN, CorrectedClock, boot_id, read_date, steady_clock
from bot.host.time_correction import ClockCorrection
from club.running.column import Now
from words import Phrase


def test_the_time_goes_on_evenly_whatever_becomes_of_the_time_of_the_day() -> None:
    day, since_start = 1_000_000.0, 50.0
    now = steady_clock(lambda: day, lambda: since_start)
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
    assert boot_id() == boot_id()
    assert bool(boot_id()) == RUN.exists()
    monkeypatch.setattr("bot.host.process_time.RUN", tmp_path / "nowhere")
    assert boot_id() == ""


async def compare_clock(own: list[float], other: float | None) -> CorrectedClock:
    """Return a clock that has been compared with another."""
    clock = CorrectedClock(lambda: own.pop(0) if len(own) > 1 else own[0])

    async def ask() -> float | None:
        return other

    await clock.compare(ask)
    return clock


@pytest.mark.parametrize("off", [-40.0, 40.0, 1.5])
async def test_a_clock_that_is_off_goes_by_the_database_s_and_says_so(
    off: float, caplog: pytest.LogCaptureFixture
) -> None:
    clock = await compare_clock([100.0], 100.0 + off)
    assert clock() == 100.0 + off
    assert [(record.message, record.__dict__["seconds"]) for record in caplog.records] == [
        ("clock differs", round(off))
    ]
    health = Health({}, 0.0, clock.off)
    assert health.problem(0.0) is None
    assert ("clock is" in "".join(map(str, health.warnings()))) == (abs(off) > CLOCKS_APART)


@pytest.mark.parametrize(
    ("own", "other"),
    [([100.0], 100.9), ([100.0], None), ([100.0, 105.0], 160.0)],
    ids=["a moment", "no other clock", "an answer that took long"],
)
async def test_what_says_nothing_of_a_clock_changes_nothing(own: list[float], other: float | None) -> None:
    assert (await compare_clock(own, other)).off == 0.0


class Machine:
    """A machine whose clock is off, and Discord, which knows better."""

    def __init__(self, off: float) -> None:
        self.right = 1_700_000_000.4
        self.off = off
        self.clock = CorrectedClock(lambda: self.right + self.off, lambda: self.right + self.off)

    def answer(self, *, wrong: float = 0.0, took: float = 0.2) -> bool:
        """An answer comes, whose header has whole seconds."""
        sent_at, dated = self.right + self.off, self.right + took / 2 + wrong
        self.right += took
        return self.clock.add_answer_time(math.floor(dated), sent_at)

    def press(self, *, age: float = 0.2) -> bool:
        self.right += age
        return self.clock.add_press_time(self.right - age)


@pytest.mark.parametrize("off", [-7200.0, 7200.0, 12.0, -12.0, -1_690_000_000.0])
async def test_two_answers_tell_how_far_a_clock_is_off_to_a_second(off: float) -> None:
    machine = Machine(off)
    assert not machine.answer()
    assert machine.clock.better_offset() is None, "one may be odd"
    assert machine.answer()
    assert machine.clock.better_offset() == pytest.approx(-off, abs=1.0)


@pytest.mark.parametrize("off", [-7200.0, 7200.0])
async def test_presses_tell_it_too(off: float) -> None:
    machine = Machine(off)
    assert not machine.press()
    assert machine.press(age=1.5)
    assert machine.clock.better_offset() == pytest.approx(-off, abs=3.0)


@pytest.mark.parametrize("off", [0.0, 8.0, -8.0])
async def test_a_clock_that_is_off_by_less_than_ten_seconds_is_believed(off: float) -> None:
    machine = Machine(off)
    assert not any([machine.answer(), machine.press(), machine.answer(took=9.0), machine.press(age=2.9)])
    assert machine.clock.better_offset() is None


async def test_no_single_odd_value_is_believed_nor_outvotes_the_others() -> None:
    machine = Machine(0.0)
    for wrong in (-7200.0, 7200.0, 99.0):
        machine.answer()
        machine.press()
        assert not machine.answer(wrong=wrong)
    machine = Machine(7200.0)
    assert [machine.answer(wrong=3600.0), machine.answer(), machine.answer()] == [False, False, True]
    assert machine.clock.better_offset() == pytest.approx(-7200.0, abs=1.0)


async def test_presses_that_come_late_all_at_once_are_outvoted() -> None:
    """A gateway that was cut off sends what it has missed when it is there again."""
    machine = Machine(0.0)
    for _ in range(KEPT):
        machine.answer()
    assert not any(machine.press(age=60.0 + number) for number in range(100))
    for _ in range(100):
        assert not machine.clock.add_press_time(machine.right - 50.0)


async def test_an_answer_that_took_long_says_as_much_as_it_can() -> None:
    machine = Machine(-7200.0)
    machine.answer(took=40.0)
    machine.answer(took=0.1)
    assert machine.clock.better_offset() == pytest.approx(7200.0, abs=1.0)


async def test_what_was_heard_is_bounded_and_the_newest_counts() -> None:
    machine = Machine(0.0)
    for _ in range(1000):
        machine.answer()
        machine.press()
    machine.off = -7200.0  # the machine was asleep, and its even clock with it
    heard = [machine.answer() or machine.press() for _ in range(2 * KEPT)]
    assert heard.index(True) <= KEPT
    assert machine.clock.better_offset() == pytest.approx(7200.0, abs=3.0)


async def test_a_clock_that_was_mended_while_the_bot_runs_is_no_more_remarked_on() -> None:
    own, day = [100.0], [100.0]
    clock = CorrectedClock(lambda: own[0], lambda: day[0])
    assert not [*Health({}, 0.0, clock.machine_lag).warnings()]
    clock.apply_offset(7200.0)
    assert (clock(), clock.machine_lag) == (7300.0, 7200.0)
    assert [*Health({}, 0.0, clock.machine_lag).warnings()] == [Phrase("host.clock", seconds=7200)]
    own[0], day[0] = 110.0, 7310.0  # by NTP: the even clock, and so the bot's time, goes on as before
    assert clock() == 7310.0
    assert not [*Health({}, 0.0, clock.machine_lag).warnings()]
    day[0] = 110.0
    assert [*Health({}, 0.0, clock.machine_lag).warnings()]


@pytest.mark.parametrize("header", ["", "today", "99 99 99", "Thu, 32 Foo 99999 99:99:99 GMT", "\x00" * 9])
async def test_a_header_that_names_no_time_says_nothing(header: str) -> None:
    assert read_date(header) is None


async def test_a_clock_that_was_set_right_is_believed_again() -> None:
    own = [100.0]
    clock = CorrectedClock(lambda: own[0])

    async def ask() -> float:
        return 140.0

    await clock.compare(ask)
    own[0] = 140.0
    await clock.compare(ask)
    assert (clock.off, clock()) == (0.0, 140.0)


@pytest.mark.parametrize("fails", [False, True])
async def test_a_time_whose_correction_cannot_be_stored_stays_as_it_was(fails: bool) -> None:
    machine = Machine(-7200.0)
    correcting = ClockCorrection(machine.clock, aiohttp.TraceConfig(), single_process=True)

    async def correct(before: Now, after: Now, switch: Callable[[], None]) -> None:
        assert after() - before() == pytest.approx(7200.0, abs=1.0)
        switch()
        if fails:
            raise OSError

    stop = correcting.start(SimpleNamespace(correct_time=correct))  # pyrefly: ignore[bad-argument-type]  # all that is asked of a club
    machine.answer()
    machine.answer()
    working = correcting._alarm.task
    assert working is not None  # it begins by looking once
    await working
    await stop()
    assert machine.clock.off == pytest.approx(0.0 if fails else 7200.0, abs=1.0)
