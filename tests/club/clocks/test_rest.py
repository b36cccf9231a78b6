"""When members rest: quiet hours and two weeks of vacation.

Quiet hours are in the member's own zone, also on days that clocks change.
"""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from club.clocks.rest import Rest
from club.clocks.time_control import DAY, HOUR
from club.refusals import Refusal

NIGHT = (22 * 60, 7 * 60 + 30)


def at(zone: str, *when: int) -> float:
    return datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    "zone", ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati"]
)
def test_reminders_wait_until_the_quiet_hours_end(zone: str) -> None:
    rest = Rest(zone, hours=NIGHT)
    morning = at(zone, 2024, 6, 2, 7, 30)
    assert rest.next_awake_time(at(zone, 2024, 6, 1, 21, 59)) == at(zone, 2024, 6, 1, 21, 59)
    assert rest.next_awake_time(at(zone, 2024, 6, 1, 22, 0)) == morning
    assert rest.next_awake_time(at(zone, 2024, 6, 2, 0, 0)) == morning
    assert rest.next_awake_time(morning) == morning


def test_quiet_hours_can_lie_within_a_day() -> None:
    rest = Rest(hours=(9 * 60, 17 * 60))
    assert rest.next_awake_time(at("UTC", 2024, 6, 1, 12)) == at("UTC", 2024, 6, 1, 17)
    assert rest.next_awake_time(at("UTC", 2024, 6, 1, 3)) == at("UTC", 2024, 6, 1, 3)


def test_a_night_in_which_clocks_change_is_quiet_to_its_end() -> None:
    rest = Rest("Europe/Berlin", hours=NIGHT)
    begin, end = at("Europe/Berlin", 2024, 3, 30, 22), at("Europe/Berlin", 2024, 3, 31, 7, 30)
    assert end - begin == 8.5 * HOUR
    assert rest.next_awake_time(begin) == end
    begin, end = at("Europe/Berlin", 2024, 10, 26, 22), at("Europe/Berlin", 2024, 10, 27, 7, 30)
    assert end - begin == 10.5 * HOUR
    assert rest.next_awake_time(begin) == end
    skipped = Rest("Europe/Berlin", hours=(2 * 60 + 30, 4 * 60))  # 2:30 does not exist on that day
    assert skipped.next_awake_time(at("Europe/Berlin", 2024, 3, 31, 3, 45)) == at(
        "Europe/Berlin", 2024, 3, 31, 4
    )


def test_a_reminder_that_waited_for_the_morning_waits_for_the_end_of_a_quiet_day_too() -> None:
    rest = Rest("Europe/Berlin", hours=NIGHT, days=(5, 6))
    assert rest.next_awake_time(at("Europe/Berlin", 2024, 6, 7, 23)) == at(
        "Europe/Berlin", 2024, 6, 10, 7, 30
    )
    away = Rest(vacations=((at("UTC", 2024, 6, 1), at("UTC", 2024, 6, 5)),))
    assert away.next_awake_time(at("UTC", 2024, 6, 2)) == at("UTC", 2024, 6, 5)


def test_what_a_member_has_set_reads_back() -> None:
    rest = Rest("Asia/Tokyo", NIGHT, (5, 6), ((1.5, 2.25),), reminders=False)
    assert Rest.parse(rest.text) == rest
    assert Rest.parse(None) == Rest()


def test_a_zone_that_is_gone_is_utc() -> None:
    assert Rest("Atlantis/Poseidonis", NIGHT).next_awake_time(at("UTC", 2024, 6, 1, 23)) == at(
        "UTC", 2024, 6, 2, 7, 30
    )


def test_of_a_season_s_vacations_the_first_seven_days_count_whenever_they_are() -> None:
    day, season = 24 * HOUR, (100 * 24 * HOUR, 121 * 24 * HOUR)
    rest = Rest(vacations=tuple((since * day, until * day) for since, until in ((90, 102), (110, 119))))
    assert rest.limited_to_season(season).vacations == ((100 * day, 102 * day), (110 * day, 115 * day))
    assert Rest(vacations=((120 * day, 130 * day),)).limited_to_season(season).vacations == (
        (120 * day, 121 * day),
    )
    assert Rest(vacations=((90 * day, 99 * day),)).limited_to_season(season) == Rest()
    week = Rest("Asia/Tokyo", NIGHT, (5,), ((101 * day, 108 * day), (109 * day, 110 * day)))
    assert week.limited_to_season(season) == Rest("Asia/Tokyo", NIGHT, (5,), ((101 * day, 108 * day),))


def test_a_year_has_two_weeks_of_vacation() -> None:
    now = at("Asia/Tokyo", 2024, 2, 26, 12)
    rest = Rest("Asia/Tokyo").with_vacation(date(2024, 2, 26), 5, now=now)
    assert rest.vacations == ((now, at("Asia/Tokyo", 2024, 3, 2)),)  # the leap day is one of the five
    assert rest.vacation_days_left(2024) == 9
    rest = rest.with_vacation(date(2024, 12, 30), 10, now=now)
    assert (rest.vacation_days_left(2024), rest.vacation_days_left(2025)) == (7, 6)
    with pytest.raises(Refusal, match="you have 7 days left"):
        rest.with_vacation(date(2024, 7, 1), 8, now=now)
    with pytest.raises(Refusal, match="already"):
        rest.with_vacation(date(2024, 3, 1), 2, now=now)
    with pytest.raises(Refusal, match="whole days"):
        rest.with_vacation(date(2024, 2, 20), 3, now=now)
    assert rest.with_vacation(date(2024, 7, 1), 7, now=now).vacation_days_left(2024) == 0


def test_a_vacation_over_new_year_takes_its_days_from_both_years() -> None:
    now = at("UTC", 2024, 12, 1)
    rest = Rest().with_vacation(date(2025, 1, 5), 14, now=now)
    with pytest.raises(Refusal, match="you have 0 days left"):
        rest.with_vacation(date(2024, 12, 30), 3, now=now)
    assert rest.with_vacation(date(2024, 12, 30), 2, now=now).vacation_days_left(2024) == 12


def test_who_comes_back_early_keeps_the_days_that_are_left() -> None:
    now = at("UTC", 2024, 7, 1, 8)
    rest = Rest().with_vacation(date(2024, 7, 1), 10, now=now).without_vacation(now + 2 * DAY)
    assert rest.vacations == ((now, now + 2 * DAY),)
    assert rest.vacation_days_left(2024) == 11
    assert rest.next_awake_time(now + 2 * DAY) == now + 2 * DAY
    assert rest.current_or_next_vacation(now + DAY) == (now, now + 2 * DAY)
    assert rest.current_or_next_vacation(now + 2 * DAY) is None
