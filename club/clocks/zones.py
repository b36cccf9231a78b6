"""Time zones as people write them.

They write a city, a name from the time zone database, or an offset such as UTC+2.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, time, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from club.refusals import Refusal
from words import ENGLISH, clip, join_phrases
from words.zone_names import load_zone_names

UTC: Final = "UTC"
REGIONS: Final = frozenset(
    (
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
)
"""The first parts of names whose last part is a place."""
NOT_ZONES: Final = frozenset(("Factory", "localtime"))
NAMED_AT_MOST: Final = 5
"""Zones that a refusal names."""
LETTERS_AT_LEAST: Final = 4
"""Of a name that is not written in full."""

DIFFERENCE: Final = re.compile(r"(?:utc|gmt)? ?(?P<sign>[+-]) ?(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?")
"""A difference from UTC, as `plain` leaves it."""
FAR_WEST, FAR_EAST = -12, 14
"""The whole hours from UTC for which there is a zone."""
IN_BETWEEN: Final[Mapping[int, str]] = {
    -570: "Pacific/Marquesas",
    210: "Asia/Tehran",
    270: "Asia/Kabul",
    330: "Asia/Kolkata",
    345: "Asia/Kathmandu",
    390: "Asia/Yangon",
    525: "Australia/Eucla",
    570: "Australia/Darwin",
}
"""By minutes from UTC: zones of no whole hours that never change theirs."""

OTHER_NAMES: Final[Mapping[str, str]] = {
    "America/New_York": "est|edt|et|eastern|eastern_time|boston|washington|miami|atlanta|philadelphia",
    "America/Chicago": "cdt|ct|central_time|houston|dallas|austin|minneapolis",
    "America/Denver": "mst|mdt|mt|mountain|mountain_time",
    "America/Los_Angeles": "pst|pdt|pt|pacific|pacific_time|san_francisco|seattle|san_diego|las_vegas|portland",
    "America/Sao_Paulo": "brasilia|rio_de_janeiro|rio",
    "America/Toronto": "ottawa|montreal",
    "Asia/Kolkata": "mumbai|delhi|new_delhi|bangalore|bengaluru|chennai|hyderabad|india",
    "Asia/Shanghai": "beijing|peking|shenzhen|guangzhou|china",
    "Asia/Tokyo": "jst|osaka|kyoto",
    "Australia/Sydney": "aest|aedt|canberra",
    "CET": "cest",
    "EET": "eest",
    "Europe/Amsterdam": "netherlands|holland|rotterdam|the_hague|den_haag",
    "Europe/Berlin": "germany|munich|hamburg|frankfurt|cologne|münchen|köln|monaco_di_baviera|monachium|мюнхен|гамбург",
    "Europe/Istanbul": "ankara|izmir",
    "Europe/Kyiv": "ukraine|kharkiv|odesa|киев|харьков|одесса",
    "Europe/London": "bst|uk|england|britain|manchester",
    "Europe/Madrid": "spain|barcelona|valencia|sevilla",
    "Europe/Moscow": "msk|мск|saint_petersburg|st_petersburg|санкт-петербург|петербург",
    "Europe/Paris": "france|lyon|marseille",
    "Europe/Rome": "italy|milan|naples|milano|napoli|torino",
    "Europe/Warsaw": "krakow|gdansk|wrocław|łódź|lodz|poznań",
    "Europe/Zurich": "switzerland|geneva|bern|basel|genf|genève",
    "UTC": "gmt|z",
}
"""By zone: what people call it that no list of zones has."""

EPOCH: Final = date(1970, 1, 1).toordinal()


def parse_zone(text: str, language: str = ENGLISH) -> str:
    """Return the name of the time zone that a text means.

    Cities and countries are read in English and in `language`. Raise `Refusal` if it means none, or
    several.

    >>> parse_zone("berlin"), parse_zone("UTC+2"), parse_zone("Warszawa", "pl")
    ('Europe/Berlin', 'Etc/GMT-2', 'Europe/Warsaw')
    """
    wanted = comparable_name(text)
    difference = DIFFERENCE.fullmatch(wanted)
    if difference:
        return _zone_by_offset(difference, text)
    known = _zones_by_name(language)
    before_comma = wanted.partition(",")[0].strip()
    for name in (wanted, before_comma):
        if name in known:
            return known[name]
    found = _zones_with_prefix(before_comma, language)
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refusal("zone.unknown", text=clip(text))
    named = join_phrases("series.more", [zone_label(zone) for zone in found[:NAMED_AT_MOST]])
    raise Refusal("zone.several", text=clip(text), choices=named)


def load_zone(name: str | None) -> tzinfo:
    """Return the time zone with a stored name.

    It is UTC for `None`, and for a name that this machine no longer knows.
    """
    try:
        return ZoneInfo(name or UTC)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(UTC)


def zone_label(name: str | None) -> str:
    """Return a time zone's stored name in the form that people read.

    Names of plain offsets get the opposite sign, because the time zone database inverts it.

    >>> zone_label("Etc/GMT-2"), zone_label("America/New_York"), zone_label(None)
    ('UTC+2', 'America/New York', 'UTC')
    """
    if name and name.startswith("Etc/GMT") and name[7:8] in ("+", "-"):
        return f"{UTC}{'-' if name[7] == '+' else '+'}{name[8:]}"
    return (name or UTC).replace("_", " ")


def local_time_text(name: str | None, now: float) -> str:
    """Return the local time in a zone; `now` is in seconds since the epoch.

    >>> local_time_text("Asia/Kolkata", 0.0)
    '05:30'
    """
    return f"{datetime.fromtimestamp(now, load_zone(name)):%H:%M}"


def day_number(at: float, zone: str | None) -> int:
    """Return the number of days from the epoch to a date in a time zone.

    It is the date at the moment `at`, in seconds since the epoch; `zone` is `None` for UTC.

    >>> day_number(86399.0, None), day_number(86399.0, "Europe/Berlin")
    (0, 1)
    """
    return datetime.fromtimestamp(at, load_zone(zone)).toordinal() - EPOCH


def hour_start(day: date, hour: int, name: str | None) -> float:
    """Return when a full hour begins on a day in a zone, in epoch seconds.

    If the hour occurs twice, it is the first one. If daylight saving skips it, it is the next hour that
    exists on that day, or else the last one before it.

    >>> hour_start(date(2026, 3, 29), 1, "Europe/Berlin"), hour_start(date(2026, 3, 29), 2, "Europe/Berlin")
    (1774742400.0, 1774746000.0)
    >>> hour_start(date(2026, 3, 28), 23, "America/Nuuk") == hour_start(date(2026, 3, 28), 22, "America/Nuuk")
    True
    """
    zone = load_zone(name)
    at = datetime.combine(day, time(hour), zone).timestamp()
    # A zone that skips its last hour is on the next day by then; a date that is skipped has no hour at all.
    skipped = hour > 0 and datetime.fromtimestamp(at, zone).date() != day
    return hour_start(day, hour - 1, name) if skipped else at


def comparable_name(text: str) -> str:
    """Return a name in a form for comparison.

    It has no accents, no capitals, and one space between words.

    >>> comparable_name("America/Sao_Paulo "), comparable_name("São  Paulo"), comparable_name("UTC−3")
    ('america/sao paulo', 'sao paulo', 'utc-3')
    """
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(bare.casefold().replace("_", " ").replace("−", "-").split())


def _zone_by_offset(difference: re.Match[str], text: str) -> str:
    hours, minutes = int(difference["hours"]), int(difference["minutes"] or 0)
    whole = (hours * 60 + minutes) * (-1 if difference["sign"] == "-" else 1)
    if whole in IN_BETWEEN:
        return IN_BETWEEN[whole]
    if minutes or not FAR_WEST <= whole // 60 <= FAR_EAST:
        raise Refusal("zone.difference", text=clip(text))
    return f"Etc/GMT{-whole // 60:+d}" if whole else UTC


@lru_cache(maxsize=4)
def _zones_by_name(language: str) -> Mapping[str, str]:
    """Return a mapping from every known name, in comparable form, to its zone."""
    zones = sorted(available_timezones() - NOT_ZONES)
    # Of names with the same last part the longer one is today's: America/Argentina/Buenos_Aires.
    placed = sorted(
        (zone for zone in zones if zone.partition("/")[0] in REGIONS), key=lambda zone: zone.count("/")
    )
    spoken = {**load_zone_names(ENGLISH), **load_zone_names(language)}
    return {
        **{comparable_name(zone): zone for zone in zones},
        **{comparable_name(zone.rpartition("/")[2]): zone for zone in placed},
        **{comparable_name(name): zone for name, zone in spoken.items() if zone in zones},
        **{name: zone for zone, names in OTHER_NAMES.items() for name in comparable_name(names).split("|")},
    }


def _zones_with_prefix(name: str, language: str) -> list[str]:
    """Return the zones with a name that begins with `name`, without duplicates."""
    if len(name) < LETTERS_AT_LEAST:
        return []
    return sorted({zone for known, zone in _zones_by_name(language).items() if known.startswith(name)})
