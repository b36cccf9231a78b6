"""What a clock is: as people write it, as it is stored, as it is told."""

import pytest

from club.clocks.time_control import DAY, HOUR, TimeControl, clock_phrase, duration_phrase, parse_control
from club.refusals import Refusal

WRITTEN = {
    "3 days a move": TimeControl(3 * DAY),
    "3d": TimeControl(3 * DAY),
    " 3 Days / move ": TimeControl(3 * DAY),
    "1 day 12 hours": TimeControl(36 * HOUR),
    "36h": TimeControl(36 * HOUR),
    "90 minutes each turn": TimeControl(90 * 60),
    "2 weeks": TimeControl(14 * DAY),
    "1h": TimeControl(HOUR),
    "7d+1d": TimeControl(7 * DAY, DAY),
    "7 days + 12 hours": TimeControl(7 * DAY, 12 * HOUR),
    "1 week plus 1 day a move": TimeControl(7 * DAY, DAY),
    "60d+1m": TimeControl(60 * DAY, 60),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_a_clock_is_read_as_people_write_it(text: str) -> None:
    control = parse_control(text)
    assert control == WRITTEN[text]
    assert control is not None
    assert parse_control(control.text) == control


@pytest.mark.parametrize("text", ["", "none", "No clock", " off "])
def test_no_clock_can_be_asked_for(text: str) -> None:
    assert parse_control(text) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("three days", "clock.unreadable"),
        ("3", "clock.unreadable"),
        ("3 months", "clock.unreadable"),
        ("3d x", "clock.unreadable"),
        ("+1d", "clock.unreadable"),
        ("a move", "clock.unreadable"),
        ("59m", "clock.bounds.move"),
        ("14d1m", "clock.bounds.move"),
        ("999999w", "clock.bounds.move"),
        ("59m+1d", "clock.bounds.bank"),
        ("60d1m+1d", "clock.bounds.bank"),
        ("7d+0m", "clock.bounds.increment"),
        ("7d+15d", "clock.bounds.increment"),
    ],
)
def test_what_is_no_clock_is_refused_in_a_sentence(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_control(text)
    assert refused.value.sentence.code == code
    assert str(refused.value).endswith(".")


def test_a_clock_is_told_in_words() -> None:
    assert str(clock_phrase(parse_control("3d"))) == "3 days a move"
    assert str(clock_phrase(parse_control("1d12h"))) == "1 day 12 hours a move"
    assert str(clock_phrase(parse_control("7d+1d"))) == "7 days, and 1 day more with each turn"
    assert str(clock_phrase(None)) == "no clock"
    assert str(duration_phrase(30)) == "0 minutes"
    assert str(duration_phrase(2 * DAY + 59 * 60)) == "2 days"


def test_a_clock_that_runs_out_in_a_night_is_known() -> None:
    assert TimeControl(8 * HOUR - 60).may_expire_overnight
    assert TimeControl(HOUR, DAY).may_expire_overnight
    assert not TimeControl(8 * HOUR).may_expire_overnight
    assert not TimeControl(7 * DAY, 60).may_expire_overnight


def test_who_has_run_out_is_given_a_whole_move_or_as_much_of_a_bank_as_lets_them_sleep() -> None:
    assert TimeControl(3 * DAY).grant_seconds == 3 * DAY
    assert TimeControl(7 * DAY, HOUR).grant_seconds == DAY
    assert TimeControl(7 * DAY, 2 * DAY).grant_seconds == 2 * DAY
    assert TimeControl(3 * HOUR, HOUR).grant_seconds == 3 * HOUR
