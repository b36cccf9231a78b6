"""A time zone is read in every way that people write it.

Text that names no zone, or several, is refused in one sentence.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones, reset_tzpath

import pytest

from club.clocks.zones import NOT_ZONES, OTHER_NAMES, load_zone, local_time_text, parse_zone, zone_label
from club.refusals import Refusal

SUMMER, WINTER = 1_783_080_000.0, 1_768_478_400.0
"""Noon in July and in January of 2026, UTC."""


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("  berlin ", "Europe/Berlin"),
        ("Berlin, Germany", "Europe/Berlin"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("Istanbul", "Europe/Istanbul"),
        ("Munich", "Europe/Berlin"),
        ("San Francisco", "America/Los_Angeles"),
        ("EST", "America/New_York"),
        ("eastern time", "America/New_York"),
        ("CET", "CET"),
        ("CEST", "CET"),
        ("Singap", "Asia/Singapore"),
        ("UTC", "UTC"),
        ("gmt", "UTC"),
        ("Z", "UTC"),
        ("UTC+0", "UTC"),
        ("UTC+2", "Etc/GMT-2"),
        ("utc + 2", "Etc/GMT-2"),
        ("+2", "Etc/GMT-2"),
        ("GMT+02:00", "Etc/GMT-2"),
        ("UTC−3", "Etc/GMT+3"),
        ("UTC-0330", None),
        ("UTC+5:30", "Asia/Kolkata"),
        ("+0545", "Asia/Kathmandu"),
        ("UTC+14", "Etc/GMT-14"),
        ("UTC-12", "Etc/GMT+12"),
        ("UTC+15", None),
        ("UTC-13", None),
        ("UTC+5:31", None),
    ],
)
def test_a_zone_is_read_however_it_is_named(text: str, zone: str | None) -> None:
    if zone is None:
        with pytest.raises(Refusal, match="No clock in the world is at"):
            parse_zone(text)
    else:
        assert parse_zone(text) == zone


@pytest.mark.parametrize(
    "text", ["", "   ", "nowhere", "ist", "../etc/passwd", "localtime", "2", "\x00", "🕛", "a" * 60]
)
def test_junk_is_refused_in_a_sentence_that_shows_how(text: str) -> None:
    with pytest.raises(Refusal, match=r"such as Berlin, or the difference from UTC, such as UTC\+2"):
        parse_zone(text)


def test_where_several_may_be_meant_some_of_them_are_named() -> None:
    with pytest.raises(Refusal, match=r"“Port” may be .*America/Port of Spain.* Write one of them\."):
        parse_zone("Port")
    with pytest.raises(Refusal) as refused:
        parse_zone("America/")
    assert str(refused.value).count("America/") == 1 + 5


def test_every_zone_is_read_by_its_name_and_as_it_is_shown() -> None:
    for zone in available_timezones() - NOT_ZONES:
        for name in (zone, zone_label(zone)):
            read = load_zone(parse_zone(name))
            if name.casefold() not in ("est", "mst", "pst8pdt"):
                moments = (datetime.fromtimestamp(at, read).utcoffset() for at in (SUMMER, WINTER))
                own = (datetime.fromtimestamp(at, load_zone(zone)).utcoffset() for at in (SUMMER, WINTER))
                assert list(moments) == list(own), name


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "language", "zone"),
    [
        ("Warszawa", "pl", "Europe/Warsaw"),
        ("polska", "pl", "Europe/Warsaw"),
        ("Москва", "ru", "Europe/Moscow"),
        ("Италия", "ru", "Europe/Rome"),
        ("München", "de", "Europe/Berlin"),
        ("Deutschland", "de", "Europe/Berlin"),
        ("Lisboa", "pt-BR", "Europe/Lisbon"),
        ("Londres", "fr", "Europe/London"),
        ("Londen", "nl", "Europe/London"),
        ("Calcutta", "it", "Asia/Kolkata"),
        ("Kiev", "it", "Europe/Kyiv"),
        ("Italy", "ru", "Europe/Rome"),
    ],
)
def test_cities_and_countries_are_read_in_one_s_own_language(text: str, language: str, zone: str) -> None:
    assert parse_zone(text, language) == zone


def test_a_country_of_many_zones_means_none() -> None:
    with pytest.raises(Refusal, match="I know no time zone"):
        parse_zone("Россия", "ru")


def test_every_other_name_means_a_zone_that_there_is() -> None:
    assert set(OTHER_NAMES) <= available_timezones()


def test_differences_are_at_that_difference() -> None:
    for minutes in (-720, -570, -180, 0, 120, 210, 270, 330, 345, 390, 525, 570, 840):
        hours, rest = divmod(abs(minutes), 60)
        zone = load_zone(parse_zone(f"UTC{'-' if minutes < 0 else '+'}{hours}:{rest:02}"))
        for at in (SUMMER, WINTER):
            assert datetime.fromtimestamp(at, zone).utcoffset() == timedelta(minutes=minutes)


def test_a_zone_that_this_machine_has_not_got_counts_as_utc() -> None:
    assert {str(load_zone(name)) for name in (None, "", "Atlantis/Centre", "../../etc")} == {"UTC"}


def test_the_time_there_follows_summer_and_winter() -> None:
    assert (local_time_text("Europe/Berlin", SUMMER), local_time_text("Europe/Berlin", WINTER)) == (
        "14:00",
        "13:00",
    )


def test_a_machine_without_time_zones_of_its_own_has_those_of_the_package() -> None:
    reset_tzpath(to=[])
    try:
        here = ZoneInfo.no_cache("Asia/Kathmandu")
        assert here.utcoffset(datetime(2026, 1, 1)) == timedelta(hours=5, minutes=45)
    finally:
        reset_tzpath()
