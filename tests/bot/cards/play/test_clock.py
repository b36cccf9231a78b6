"""The lines on the time left: what runs, what stands, and vacations."""

from typing import Any

from bot.cards.play.clock import clock_lines
from club.clocks.clock import Clock, PlayerClock
from club.clocks.time_control import parse_control
from data.play.clocks import ClockRow
from tests.bot.cards.made_tables import NUMBER, match_of, table_with
from tests.bot.cards.whole_card import SAY


def lines(
    control: str = "3 days",
    *,
    up: bool = False,
    deadline: float | None = 7200.0,
    vacations: tuple[tuple[float, float], ...] = (),
    **changes: Any,
) -> list[str | None]:
    """The lines at 3600 for a player to move who had two hours from 0 on."""
    made = parse_control(control)
    assert made is not None
    sides = PlayerClock(7200.0, vacations=vacations), PlayerClock(600.0)
    usual: dict[str, Any] = {"control": made, "at": 0.0, "turn": 0, "sides": sides, "had": 7200.0}
    clock = Clock(**usual | changes)
    row = ClockRow(NUMBER, control, clock.text, 1, deadline, None, 0)
    return clock_lines(table_with(match_of(), clock=row), SAY, is_time_up=up, now=3600.0)


def test_without_a_clock_or_a_turn_there_are_no_lines() -> None:
    assert clock_lines(table_with(match_of()), SAY, is_time_up=False, now=0.0) == []
    ended = match_of()
    ended.resign(0)
    row = ClockRow(NUMBER, "3 days", "", 1, None, None, 0)
    assert clock_lines(table_with(ended, clock=row), SAY, is_time_up=False, now=0.0) == []


def test_the_time_for_a_move_runs() -> None:
    assert lines() == ["-# Ann's time is up <t:7200:R>."]


def test_with_an_increment_the_other_s_bank_is_said_too() -> None:
    assert lines("2 h + 1 h") == ["-# Ann's time is up <t:7200:R>.", "-# Ben has 10 minutes left for later."]


def test_a_live_clock_is_said_to_the_second() -> None:
    assert lines("10 min + 5 s") == [
        "-# Ann has 1 hour: their time is up <t:7200:R>.",
        "-# Ben has 10 minutes left for later.",
    ]
    assert lines("10 min + 5 s", waits=True, deadline=None) == [
        "-# Ann has 2 hours: their time is up <t:10800:R>.",
        "-# Ben has 10 minutes left for later.",
    ]


def test_a_clock_that_does_not_go_stands() -> None:
    assert lines(going=False) == ["-# The clock stands still."]
    assert lines(deadline=None) == lines(going=False)


def test_who_has_no_time_left_is_named() -> None:
    assert lines(up=True) == ["**Ann's time was up <t:7200:R>.** Ben can claim the win, or give more time."]


def test_a_vacation_that_matters_is_said() -> None:
    spans = {
        "runs": (3000.0, 5000.0),
        "begins": (3600.0, 5000.0),
        "planned": (5000.0, 6000.0),
        "just planned": (7199.0, 9000.0),
        "over": (1000.0, 3600.0),
        "too late": (7200.0, 9000.0),
    }
    told = {name: lines(vacations=(span,))[:-1] for name, span in spans.items()}
    assert told == {
        "runs": ["**Ann is on vacation** until <t:5000:f>: the clock stands."],
        "begins": ["**Ann is on vacation** until <t:5000:f>: the clock stands."],
        "planned": ["Ann is on vacation from <t:5000:f> to <t:6000:f>: the clock stands then."],
        "just planned": ["Ann is on vacation from <t:7199:f> to <t:9000:f>: the clock stands then."],
        "over": [],
        "too late": [],
    }
