"""The club's clocks computed in another way: by quarters of an hour.

The input is what was stored as having happened. A day of the week, in any zone and with any change
to or from daylight saving, begins and ends at a quarter of an hour of UTC. So for each quarter it
is computed once which day it is where the player lives.
"""

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import accumulate, pairwise
from typing import Any, Final
from zoneinfo import ZoneInfo

QUARTER: Final = 900
FIRST: Final = int(datetime(2023, 8, 20, tzinfo=UTC).timestamp()) // QUARTER
LAST: Final = int(datetime(2024, 6, 20, tzinfo=UTC).timestamp()) // QUARTER
"""The quarters of an hour, since the epoch, that are looked at."""
UNIT: Final = {"d": 86400, "h": 3600, "m": 60}


@dataclass
class Seat:
    """A player: what they have left, and what stops their clock."""

    left: float
    weeks: list[tuple[float, str, tuple[int, ...]]] = field(default_factory=list)
    vacations: list[tuple[float, float]] = field(default_factory=list)


@dataclass
class Reckoned:
    """The clocks of a match after all its events."""

    seats: list[Seat]
    turn: int | None = None
    since: float = 0.0
    going: bool = True
    zero_at: float | None = None

    def time_left(self, seat: int, at: float) -> float:
        """Return the seconds that a player has left at a time."""
        used = going(self.seats[seat], self.since, at) if self.turn == seat and self.going else 0.0
        return max(0.0, self.seats[seat].left - used)


def seconds(text: str) -> int:
    """Return the seconds of a length of time as it is stored: 1d12h."""
    total, number = 0, ""
    for sign in text:
        if sign.isdigit():
            number += sign
        else:
            total, number = total + int(number) * UNIT[sign], ""
    return total


def reckon_clocks(events: Sequence[Any]) -> list[Reckoned]:
    """Return the clocks after each of these rows of `clock_event`."""
    stands = _starting_clocks(events[0])
    after = [deepcopy(stands)]
    for event in events[1:]:
        _follow(stands, event, events[0]["text"])
        after.append(deepcopy(stands))
    return after


def _starting_clocks(event: Any) -> Reckoned:
    """Return the clocks after the starting event."""
    time = seconds(event["text"].partition("+")[0])
    return Reckoned([Seat(time), Seat(time)], event["seat"], event["at"])


def _follow(stands: Reckoned, event: Any, control: str) -> None:
    bank, _, increment = control.partition("+")
    kind, at, seat = event["kind"], event["at"], event["seat"]
    if kind == "set":
        wrong, right = map(float, event["text"].split())
        stands.since += right - wrong
        stands.zero_at = None if stands.zero_at is None else stands.zero_at + right - wrong
        return
    if kind == "away":
        _away(stands, *map(float, event["text"].split()))
        return
    if kind in ("remind", "zero"):
        stands.zero_at = at if kind == "zero" else stands.zero_at
        return
    if stands.going and stands.turn is not None:
        mover = stands.seats[stands.turn]
        mover.left = max(0.0, mover.left - going(mover, stands.since, at))
    elif kind == "go" and stands.zero_at is not None:
        stands.zero_at += at - stands.since
    stands.since = at
    if kind in ("move", "takeback"):
        if increment and kind == "move" and stands.turn is not None and seat != stands.turn:
            stands.seats[stands.turn].left += seconds(increment)
        if not increment and seat is not None:
            stands.seats[seat].left = seconds(bank)
        stands.turn, stands.zero_at = seat, None
    elif kind == "give" and stands.turn is not None:
        stands.seats[stands.turn].left += float(event["text"])
        stands.zero_at = None
    elif kind == "rest":
        _rest(stands.seats[seat], json.loads(event["text"]), at)
    elif kind in ("stop", "go"):
        stands.going = kind == "go"
    elif kind == "end":
        stands.turn = None


def _away(stands: Reckoned, begin: float, end: float) -> None:
    """Take an absence out of the time.

    The time before it is charged, and the clocks go on after it.
    """
    if not stands.going or stands.turn is None:
        return
    began, begin = begin, max(begin, stands.since)
    if began <= end <= begin:
        return  # it was over before this turn
    mover = stands.seats[stands.turn]
    mover.left = max(0.0, mover.left - going(mover, stands.since, begin))
    if stands.zero_at is not None:
        stands.zero_at = None if mover.left else stands.zero_at + (end - begin)
    stands.since = end


def _rest(seat: Seat, text: dict[str, Any], at: float) -> None:
    held = [week for week in seat.weeks if week[0] <= at][-1:]
    new = (text["since"], text["zone"], tuple(text["days"]))
    seat.weeks = held if held and held[0][1:] == new[1:] else [*held, new]
    seat.vacations = [tuple(span) for span in text["vacations"]]


def going(seat: Seat, begin: float, end: float) -> float:
    """Return for how many seconds a player's clock goes between two times."""
    if end <= begin:
        return 0.0
    if not any(days for _, _, days in seat.weeks) and not seat.vacations:
        return end - begin
    cuts = {begin, end}
    cuts |= {cut for span in seat.vacations for cut in span if begin < cut < end}
    cuts |= {since for since, _, _ in seat.weeks if begin < since < end}
    edges = sorted(cuts)
    return sum(_goes(seat, a, b) for a, b in pairwise(edges))


def _goes(seat: Seat, begin: float, end: float) -> float:
    """Return for how many seconds a clock goes between two times.

    No vacation's edge and no change of the week may lie between them.
    """
    if any(since <= begin and end <= until for since, until in seat.vacations):
        return 0.0
    held = [week for week in seat.weeks if week[0] <= begin][-1:]
    if not held or not held[0][2]:
        return end - begin
    _, zone, days = held[0]
    return _seconds_gone(zone, days, end) - _seconds_gone(zone, days, begin)


def _seconds_gone(zone: str, days: tuple[int, ...], at: float) -> float:
    """Return the seconds that a clock with these quiet days has gone since `FIRST`."""
    quarter = int(at // QUARTER)
    whole = counts(zone, days)[quarter - FIRST]
    part = at - quarter * QUARTER if weekdays(zone)[quarter - FIRST] not in days else 0.0
    return whole * QUARTER + part


@cache
def counts(zone: str, days: tuple[int, ...]) -> list[int]:
    """Return how many quarters of an hour before each one are on none of these days.

    They are counted from `FIRST` on.
    """
    return list(accumulate((day not in days for day in weekdays(zone)), initial=0))


@cache
def weekdays(zone: str) -> list[int]:
    """Return the weekday, 0 for Monday, of each quarter of an hour from `FIRST` on.

    It is the one in the middle of the quarter.
    """
    local = ZoneInfo(zone)
    return [
        datetime.fromtimestamp(quarter * QUARTER + QUARTER / 2, local).weekday()
        for quarter in range(FIRST, LAST)
    ]


def quiet(zone: str, hours: tuple[int, int] | None, at: float) -> bool:
    """Return whether a time is in quiet hours, by what a clock on the wall shows then."""
    if hours is None:
        return False
    local = datetime.fromtimestamp(at, ZoneInfo(zone))
    minute, (begin, end) = local.hour * 60 + local.minute, hours
    return begin <= minute < end if begin < end else minute >= begin or minute < end
