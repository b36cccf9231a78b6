"""Who plays in which section of a season, and when seasons start and close."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.competitions.seasons import (
    LARGEST,
    LEAST,
    MOST,
    Calendar,
    assign_sections,
    promotion_count,
    section_sizes,
)
from data.competitions.competitions import StageRow, StageStatus


@given(st.integers(LEAST, MOST))
def test_sections_are_as_equal_as_can_be_and_of_five_to_seven_from_ten_members_on(entrants: int) -> None:
    found = section_sizes(entrants)
    assert sum(found) == entrants
    assert max(found) <= LARGEST and max(found) - min(found) <= 1
    assert found == sorted(found)
    assert min(found) >= 5 or entrants < 10


@pytest.mark.parametrize(
    ("entrants", "found"),
    [
        (4, [4]),
        (7, [7]),
        (8, [4, 4]),
        (9, [4, 5]),
        (10, [5, 5]),
        (15, [5, 5, 5]),
        (21, [7] * 3),
        (60, [6] * 10),
    ],
)
def test_sections_have_four_to_seven(entrants: int, found: list[int]) -> None:
    assert section_sizes(entrants) == found


def test_a_quarter_goes_up_and_down_rounded_up() -> None:
    assert [promotion_count(entrants) for entrants in range(4, 8)] == [1, 2, 2, 2]


def test_the_first_season_is_divided_by_rating_and_equals_stay_in_the_order_in_which_they_signed_up() -> None:
    points: dict[str, float] = dict(
        zip("abcdefgh", (1500, 1700, 1500, 1600, 1500, 1800, 1500, 1400), strict=True)
    )
    assert assign_sections("abcdefgh", [], points) == [list("fbda"), list("cegh")]


def test_later_ones_by_the_tables_before_and_newcomers_come_last() -> None:
    points = {**dict.fromkeys("xyabcdefgh", 1500.0), "y": 1900.0}
    assert assign_sections("xyhgfedcba", ["abcd", "efgh"], points) == [list("abced"), list("fghyx")]


def test_of_the_lowest_section_nobody_goes_down_and_of_the_highest_nobody_up() -> None:
    assert assign_sections("abcdefgh", ["abcd", "efgh"], {}) == [list("abce"), list("dfgh")]


def test_of_nine_as_many_go_up_as_down_so_that_nobody_who_was_to_rise_stays() -> None:
    assert assign_sections("abcdefghi", ["abcd", "efghi"], {}) == [list("abce"), list("dfghi")]


def test_nobody_rises_by_two_sections_where_others_have_left() -> None:
    former = ["abcde", "fghij", "klmno"]
    left = "kl" + "fghij" + "mno"  # the highest section has not come again
    first, second = assign_sections(left, former, {})
    assert set(first) == set("fghij")
    assert set(second) == set("klmno")


def test_where_nobody_else_is_left_they_do() -> None:
    assert assign_sections("klmno", ["abcde", "fghij", "klmno"], {}) == [list("klmno")]


def at(zone: str, month: int, day: int, hour: int) -> float:
    return datetime(2026, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp()


def test_a_season_keeps_its_hour_over_daylight_saving() -> None:
    calendar = Calendar(18, "Europe/Berlin")
    starts = at("Europe/Berlin", 3, 20, 18)
    assert calendar.moment_after(starts, 21) == at("Europe/Berlin", 4, 10, 18)
    assert calendar.moment_after(starts, 21) - starts == 21 * 86400 - 3600


def test_an_hour_that_does_not_exist_is_the_next_that_does() -> None:
    calendar = Calendar(2, "Europe/Berlin")
    starts = at("Europe/Berlin", 3, 8, 2)
    closes = calendar.moment_after(starts, 21)
    assert closes == at("Europe/Berlin", 3, 29, 3)
    assert calendar.moment_after(closes, 1) == at("Europe/Berlin", 3, 30, 2)


def test_without_a_zone_it_is_that_of_utc() -> None:
    day = datetime(2026, 5, 1, 23, 59, tzinfo=UTC).timestamp()
    assert Calendar(0, None).moment_after(day, 1) == datetime(2026, 5, 2, tzinfo=UTC).timestamp()


def test_only_what_is_to_come_is_moved() -> None:
    starts, closes = (datetime(2026, 5, day, 18, tzinfo=UTC).timestamp() for day in (1, 22))
    stage = StageRow(1, 1, 0, StageStatus.RUNNING, starts, closes, False, 0, None)
    moved = Calendar(18, None).postpone(stage, 3, since=starts + 60)
    assert (moved.starts_at, moved.closes_at) == (starts, closes + 3 * 86400)
