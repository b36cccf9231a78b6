"""Clock state after each event.

It says whose time runs, what stops it, and what comes when.
"""

import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from club.clocks.clock import NOTICE, UNCLAIMED, Clock, clock_after, rest_event_text
from club.clocks.rest import Rest
from club.clocks.time_control import DAY, HOUR
from data.play.clocks import ClockEventKind

START = 1_700_000_000.0


def start_clock(text: str = "1d", at: float = START) -> Clock:
    """Return a clock just started for seat 0."""
    return clock_after(None, ClockEventKind.START, at=at, seat=0, text=text)


def after(
    clock: Clock,
    *happened: tuple[ClockEventKind, float, int | None] | tuple[ClockEventKind, float, int | None, str],
) -> Clock:
    for tick, at, seat, *text in happened:
        clock = clock_after(clock, tick, at=at, seat=seat, text="".join(text))
    return clock


def moment(zone: str, *when: int) -> float:
    return datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()


def test_each_move_has_its_own_time() -> None:
    clock = after(start_clock(), (ClockEventKind.MOVE, START + 23 * HOUR, 1))
    assert clock.turn == 1
    assert clock.deadline == START + 23 * HOUR + DAY
    assert clock.seconds_left(0, START + 40 * HOUR) == HOUR
    clock = after(clock, (ClockEventKind.MOVE, START + 24 * HOUR, 0))
    assert clock.deadline == START + 2 * DAY


def test_a_bank_is_used_up_and_each_turn_adds_to_it() -> None:
    clock = after(start_clock("7d+1d"), (ClockEventKind.MOVE, START + 3 * DAY, 1))
    assert clock.seconds_left(0, START) == 5 * DAY
    assert clock.seconds_left(1, START + 4 * DAY) == 6 * DAY
    clock = after(clock, (ClockEventKind.MOVE, START + 4 * DAY, 0))
    assert clock.deadline == START + 9 * DAY


def test_who_moves_again_gets_time_for_the_next_move_and_no_second_increment() -> None:
    assert after(start_clock(), (ClockEventKind.MOVE, START + HOUR, 0)).deadline == START + HOUR + DAY
    assert after(start_clock("7d+1d"), (ClockEventKind.MOVE, START + HOUR, 0)).deadline == START + 7 * DAY


def test_a_late_move_counts_and_owes_nothing() -> None:
    clock = after(
        start_clock("1d+1h"), (ClockEventKind.ZERO, START + DAY, 0), (ClockEventKind.MOVE, START + 3 * DAY, 1)
    )
    assert clock.seconds_left(0, START + 3 * DAY) == HOUR
    assert clock.zero_at is None


def test_quiet_days_stop_the_clock_from_midnight_to_midnight_in_the_player_s_zone() -> None:
    friday = moment("America/New_York", 2024, 3, 8, 18, 0)  # clocks change on Sunday, 10 March
    week = rest_event_text(Rest("America/New_York", days=(5, 6)), since=friday)
    clock = after(start_clock("12h", friday), (ClockEventKind.REST, friday, 0, week))
    assert clock.deadline == moment("America/New_York", 2024, 3, 11, 6, 0)
    assert clock.seconds_left(0, moment("America/New_York", 2024, 3, 10, 12, 0)) == 6 * HOUR
    assert clock.seconds_left(0, moment("America/New_York", 2024, 3, 11, 1, 0)) == 5 * HOUR


def test_new_quiet_days_count_in_a_running_match_after_a_week() -> None:
    monday = moment("UTC", 2024, 1, 1)
    days = rest_event_text(Rest(days=(0, 1, 2)), since=monday + NOTICE)
    clock = after(start_clock("10d", monday), (ClockEventKind.REST, monday, 0, days))
    assert clock.deadline == moment("UTC", 2024, 1, 14)
    assert Clock.parse(clock.text) == clock, "as many quiet days as there may be"
    again = rest_event_text(Rest(days=(3,)), since=monday + DAY + NOTICE)
    clock = after(clock, (ClockEventKind.REST, monday + DAY, 0, again))
    assert clock.deadline == moment("UTC", 2024, 1, 11)


def test_a_vacation_stops_the_clock_at_once_and_its_end_lets_it_go() -> None:
    away = rest_event_text(Rest(vacations=((START + HOUR, START + 5 * DAY),)), since=START)
    clock = after(start_clock(), (ClockEventKind.REST, START, 0, away))
    assert clock.deadline == START + 5 * DAY + 23 * HOUR
    home = rest_event_text(Rest(vacations=((START + HOUR, START + 2 * DAY),)), since=START)
    clock = after(clock, (ClockEventKind.REST, START + 2 * DAY, 0, home))
    assert clock.deadline == START + 2 * DAY + 23 * HOUR


def test_what_the_other_player_rests_is_no_matter() -> None:
    clock = after(
        start_clock(),
        (
            ClockEventKind.REST,
            START,
            1,
            rest_event_text(Rest(vacations=((START, START + DAY),)), since=START),
        ),
    )
    assert clock.deadline == START + DAY


def test_what_the_bot_was_away_is_given_back() -> None:
    clock = after(
        start_clock(), (ClockEventKind.AWAY, START + 5 * HOUR, None, f"{START + HOUR} {START + 5 * HOUR}")
    )
    assert clock.deadline == START + DAY + 4 * HOUR


def test_an_absence_before_the_last_move_gives_back_only_what_followed_it() -> None:
    clock = after(
        start_clock(),
        (ClockEventKind.MOVE, START + HOUR, 1),
        (ClockEventKind.AWAY, START + 3 * HOUR, None, f"{START + HOUR / 2} {START + 3 * HOUR}"),
    )
    assert clock.deadline == START + 3 * HOUR + DAY
    clock = after(
        start_clock(at=START + DAY), (ClockEventKind.AWAY, START + DAY, None, f"{START} {START + HOUR}")
    )
    assert clock.deadline == START + 2 * DAY


def test_time_that_ran_out_while_nobody_knew_yet_that_the_bot_was_away_is_given_back() -> None:
    zero = after(start_clock(), (ClockEventKind.ZERO, START + DAY, 0))
    clock = after(zero, (ClockEventKind.AWAY, START + 2 * DAY, None, f"{START + DAY - 60} {START + 2 * DAY}"))
    assert clock.zero_at is None
    assert clock.deadline == START + 2 * DAY + 60


def test_a_clock_of_the_machine_that_was_set_back_changes_no_time_left() -> None:
    clock = after(
        start_clock(), (ClockEventKind.AWAY, START - 9 * DAY, None, f"{START + HOUR} {START - 9 * DAY}")
    )
    assert clock.deadline == START - 9 * DAY + 23 * HOUR


def test_a_match_without_a_place_has_its_clocks_stand() -> None:
    clock = after(start_clock(), (ClockEventKind.STOP, START + HOUR, None))
    assert clock.deadline is clock.remind_at is None
    assert clock.seconds_left(0, START + 9 * DAY) == 23 * HOUR
    clock = after(clock, (ClockEventKind.GO, START + 9 * DAY, None))
    assert clock.deadline == START + 9 * DAY + 23 * HOUR


def test_a_reminder_comes_when_a_quarter_is_left_once_a_turn() -> None:
    clock = start_clock()
    assert clock.remind_at == START + 18 * HOUR
    clock = after(clock, (ClockEventKind.REMIND, START + 18 * HOUR, 0))
    assert clock.remind_at is None
    assert after(clock, (ClockEventKind.MOVE, START + 20 * HOUR, 1)).remind_at == START + 38 * HOUR


def test_of_a_bank_a_quarter_of_what_was_there_at_the_turn_s_beginning() -> None:
    clock = after(
        start_clock("8d+1h"),
        (ClockEventKind.MOVE, START + 4 * DAY, 1),
        (ClockEventKind.MOVE, START + 4 * DAY, 0),
    )
    assert clock.remind_at == START + 4 * DAY + (4 * DAY + HOUR) * 3 / 4


def test_at_zero_the_match_waits_a_week_for_a_claim() -> None:
    clock = after(start_clock(), (ClockEventKind.ZERO, START + DAY, 0))
    assert clock.adjourn_at == START + DAY + UNCLAIMED
    assert clock.remind_at is None
    away = after(clock, (ClockEventKind.AWAY, START + 3 * DAY, None, f"{START + 2 * DAY} {START + 3 * DAY}"))
    assert away.adjourn_at == START + 2 * DAY + UNCLAIMED
    stood = after(
        clock, (ClockEventKind.STOP, START + 2 * DAY, None), (ClockEventKind.GO, START + 4 * DAY, None)
    )
    assert stood.adjourn_at == START + 3 * DAY + UNCLAIMED


def test_time_given_lets_the_match_go_on() -> None:
    clock = after(
        start_clock(),
        (ClockEventKind.ZERO, START + DAY, 0),
        (ClockEventKind.GIVE, START + 2 * DAY, 1, "86400"),
    )
    assert clock.deadline == START + 3 * DAY
    assert clock.adjourn_at is None
    assert clock.remind_at == START + 2 * DAY + 18 * HOUR


def test_a_take_back_gives_a_new_time_for_the_move_and_leaves_a_bank_as_it_is() -> None:
    moved = (ClockEventKind.MOVE, START + HOUR, 1)
    undone = (ClockEventKind.TAKEBACK, START + 2 * HOUR, 0)
    assert after(start_clock(), moved, undone).deadline == START + 2 * HOUR + DAY
    clock = after(start_clock("7d+1d"), moved, undone)
    assert clock.deadline == START + HOUR + 8 * DAY
    assert clock.seconds_left(1, START + 9 * DAY) == 7 * DAY - HOUR


@pytest.mark.parametrize("text", ["1d", "7d+1d"])
def test_stored_clocks_read_back_to_the_last_bit(text: str) -> None:
    week = rest_event_text(
        Rest("Asia/Tokyo", days=(6,), vacations=((START + 0.1, START + 0.7),)), since=START
    )
    clock = after(
        start_clock(text), (ClockEventKind.REST, START, 1, week), (ClockEventKind.MOVE, START + 1 / 3, 1)
    )
    assert Clock.parse(clock.text) == clock
    assert json.loads(clock.text)["control"] == text


def test_after_the_end_no_clock_goes() -> None:
    clock = after(start_clock(), (ClockEventKind.MOVE, START + HOUR, None))
    assert clock.deadline is clock.remind_at is clock.adjourn_at is None
    assert (
        after(start_clock(), (ClockEventKind.END, START + HOUR, None)).seconds_left(0, START + DAY)
        == 23 * HOUR
    )


def test_other_quiet_days_follow_those_before_and_the_same_ones_count_as_they_did() -> None:
    def rests(
        *days: int, since: float, at: float, zone: str = "UTC"
    ) -> tuple[ClockEventKind, float, int, str]:
        return ClockEventKind.REST, at, 0, rest_event_text(Rest(zone, days=days), since=since)

    first, later = rests(5, since=START, at=START), START + 3 * DAY
    for changed in (
        rests(6, since=later, at=START + 1),
        rests(5, since=later, at=START + 1, zone="Asia/Tokyo"),
    ):
        assert [week.since for week in after(start_clock(), first, changed).sides[0].weeks] == [START, later]
    same = rests(5, since=later, at=START + 1)
    assert [week.since for week in after(start_clock(), first, same).sides[0].weeks] == [START]


def test_a_time_that_is_put_right_shifts_all_but_the_dates_of_a_vacation() -> None:
    rest = Rest("UTC", days=(2,), vacations=((START + 20 * DAY, START + 22 * DAY),))
    clock = after(
        start_clock("7d+1h"),
        (ClockEventKind.REST, START, 0, rest_event_text(rest, since=START + NOTICE)),
        (ClockEventKind.ZERO, START + HOUR, 0),
        (ClockEventKind.SET, START + 2 * HOUR, None, f"{START + 4 * HOUR} {START + 2 * HOUR}"),
    )
    assert (clock.at, clock.zero_at) == (START - 2 * HOUR, START - HOUR)
    assert [week.since for week in clock.sides[0].weeks] == [START + NOTICE - 2 * HOUR]
    assert clock.sides[0].vacations == rest.vacations
    assert clock.seconds_left(0, START + 2 * HOUR) == 7 * DAY - 4 * HOUR
    sitdown = start_clock("5+5")
    assert after(sitdown, (ClockEventKind.SET, START, None, f"{START} {START + HOUR}")) == sitdown
