"""When a member rests: quiet hours, quiet days and vacations.

All times are in the member's time zone. No reminders are sent in quiet hours, and the member's clocks stop
on quiet days.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, Final, Self

from club.clocks.zones import load_zone
from club.refusals import Refusal

Span = tuple[float, float]
"""From when until when, in seconds since the epoch."""

VACATION_DAYS: Final = 14
"""Days of vacation that a member has in a year."""
SEASON_DAYS: Final = 7
"""Vacation days that count in the matches of a competition's stage.

A season waits for no player longer than that.
"""
QUIET_DAYS: Final = 3
"""Days of a week that can be quiet: on the others a match goes on."""
A_DAY: Final = 24 * 60
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Rest:
    """A member's rest settings.

    `hours` are minutes after midnight; `days` are weekdays, with Monday being 0. `vacations` are in order
    and never overlap. `reminders` says whether the member wants them.
    """

    zone: str = "UTC"
    hours: tuple[int, int] | None = None
    days: tuple[int, ...] = ()
    vacations: tuple[Span, ...] = ()
    reminders: bool = True

    @property
    def text(self) -> str:
        """The settings in their stored form."""
        return json.dumps(
            {"zone": self.zone, "hours": self.hours, "days": self.days}
            | {"vacations": self.vacations, "reminders": self.reminders}
        )

    @classmethod
    def parse(cls, text: str | None) -> Self:
        """Parse stored settings; use the defaults if nothing is set."""
        kept: dict[str, Any] = json.loads(text) if text else {}
        return cls(
            zone=kept.get("zone", "UTC"),
            hours=tuple(kept["hours"]) if kept.get("hours") else None,
            days=tuple(kept.get("days", ())),
            vacations=tuple((since, until) for since, until in kept.get("vacations", ())),
            reminders=kept.get("reminders", True),
        )

    def next_awake_time(self, at: float) -> float:
        """Return the earliest time, `at` or later, when the member does not rest.

        A member rests in quiet hours, on quiet days and on vacation.
        """
        for _ in range(A_DAY):
            later = max(
                self._end_of_quiet_hours(at),
                end_of_span(at, quiet_day_spans(self.zone, self.days, at)),
                end_of_span(at, self.vacations),
            )
            if later == at:
                break
            at = later
        return at

    def is_quiet(self, at: float) -> bool:
        """Whether it is in quiet hours: messages then make no sound."""
        return self._end_of_quiet_hours(at) > at

    def _end_of_quiet_hours(self, at: float) -> float:
        """Return the end of the quiet hours that contain `at`, or else `at`."""
        if self.hours is None:
            return at
        zone, (since, until) = load_zone(self.zone), self.hours
        today = datetime.fromtimestamp(at, zone).date()
        for day in (today - timedelta(days=1), today):
            ends = day + timedelta(days=1) if until <= since else day
            begin, end = _moment(day, since, zone), _moment(ends, until, zone)
            if begin <= at < end:
                return end
        return at

    def with_vacation(self, first: date, days: int, *, now: float) -> Self:
        """Return the settings with a vacation of whole days added.

        It begins on `first`, but not before `now`. Raise `Refusal` if it is already over, begins more than
        a year ahead, overlaps another vacation, or exceeds what is left of the year's allowance.
        """
        zone = load_zone(self.zone)
        since, until = _moment(first, 0, zone), _moment(first + timedelta(days=days), 0, zone)
        if days < 1 or until <= now or first > _today(now, zone) + timedelta(days=365):
            raise Refusal("rest.vacation.dates", limit=VACATION_DAYS)
        since = max(since, now)
        if any(begin < until and since < end for begin, end in self.vacations):
            raise Refusal("rest.vacation.overlaps")
        longer = replace(self, vacations=tuple(sorted((*self.vacations, (since, until)))))
        for year in (first.year, first.year + 1):
            if longer.vacation_days_left(year) < 0:
                raise Refusal(
                    "rest.vacation.none_left",
                    count=max(self.vacation_days_left(year), 0),
                    limit=VACATION_DAYS,
                )
        return longer

    def without_vacation(self, now: float) -> Self:
        """Return the settings with the current and all later vacations ended."""
        kept = [(since, min(until, now)) for since, until in self.vacations if since < now]
        return replace(self, vacations=tuple(kept))

    def current_or_next_vacation(self, now: float) -> Span | None:
        """Return the current vacation, or else the next one; `None` if there is none."""
        return next((span for span in self.vacations if span[1] > now), None)

    def limited_to_season(self, season: Span) -> Self:
        """Return the settings with only the vacations that count in a season.

        These are its first `SEASON_DAYS` days of vacation, of 24 hours each.
        """
        counted: list[tuple[float, float]] = []
        left = SEASON_DAYS * A_DAY * 60.0
        for since, until in self.vacations:
            begin = max(since, season[0])
            end = min(until, season[1], begin + left)
            if begin < end:
                counted.append((begin, end))
                left -= end - begin
        return replace(self, vacations=tuple(counted))

    def vacation_days_left(self, year: int) -> int:
        """Return how many days of vacation are left in a year.

        A day that has begun counts as a whole day.
        """
        zone = load_zone(self.zone)
        days = {day for span in self.vacations for day in _dates(span, zone)}
        return VACATION_DAYS - sum(day.year == year for day in days)


def quiet_day_spans(zone: str, days: tuple[int, ...], since: float) -> Iterator[Span]:
    """Yield the span of each of these weekdays from `since` on.

    The weekdays are numbers, with Monday being 0. A day runs from midnight to midnight in the zone. The day
    on which daylight saving begins has 23 hours, the one on which it ends has 25.
    """
    if not days:
        return
    local = load_zone(zone)
    day = datetime.fromtimestamp(since, local).date()
    while True:
        if day.weekday() in days:
            yield _moment(day, 0, local), _moment(day + timedelta(days=1), 0, local)
        day += timedelta(days=1)


def end_of_span(at: float, spans: Iterator[Span] | tuple[Span, ...]) -> float:
    """Return the end of the first span that contains `at`, or else `at`.

    The spans must be in order.
    """
    for since, until in spans:
        if since <= at < until:
            return until
        if since > at:
            break
    return at


def _moment(day: date, minutes: int, zone: tzinfo) -> float:
    """Convert a local time on a day into seconds since the epoch.

    If the time is skipped, return the time of the skip; if it occurs twice, the first.
    """
    return datetime.combine(day, time(minutes // 60, minutes % 60), zone).timestamp()


def _today(now: float, zone: tzinfo) -> date:
    return datetime.fromtimestamp(now, zone).date()


def _dates(span: Span, zone: tzinfo) -> Iterator[date]:
    """Yield each local date that a span touches."""
    day = _today(span[0], zone)
    while _moment(day, 0, zone) < span[1]:
        yield day
        day += timedelta(days=1)
