"""The clocks of a match after each event.

Replaying all events gives the same clocks.

The clock of the player to move runs, except on quiet days, during vacations, and while the bot was away. A
live clock runs from when Discord accepted the board that asks for the move until Discord received the press
that answers it, so the bot's own time is charged to no player. Nothing here reads the time of day, because
every event carries its time.

>>> begun = clock_after(None, ClockEventKind.START, at=0.0, seat=0, text="1d")
>>> moved = clock_after(begun, ClockEventKind.MOVE, at=3600.0, seat=1)
>>> moved.deadline, moved.seconds_left(1, 7200.0)
(90000.0, 82800.0)
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from heapq import merge
from itertools import chain
from typing import Any, Final, Self

from club.clocks.rest import QUIET_DAYS, Rest, Span, quiet_day_spans
from club.clocks.time_control import DAY, TimeControl, parse_control
from data.play.clocks import ClockEvent, ClockEventKind, ClockRow
from rules.game import Seat

UNCLAIMED: Final = 7.0 * DAY
"""Seconds after zero until a match that no player claims is adjourned."""
QUARTER: Final = 4
"""The divisor of a turn's time that sets the reminder.

A player is reminded when one part in this many is left of the time they had when their turn began.
"""
WEEK: Final = frozenset(range(7))
FAR_FUTURE: Final = 1e11
"""Seconds, or a moment, that no clock ever gets to: the year 5138."""
NOTICE: Final = 7.0 * DAY
"""Seconds until changed quiet days, or another zone, count in a running match.

The delay keeps players from stopping their clocks at will.
"""


@dataclass(frozen=True, slots=True)
class WeeklyPause:
    """The days of the week on which a clock is stopped, in a time zone.

    It holds from the time `since` on.
    """

    since: float
    zone: str
    days: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """One player's clock, and when it is stopped.

    `left` is the number of seconds that were left when the clock was last updated.
    """

    left: float
    weeks: tuple[WeeklyPause, ...] = ()
    vacations: tuple[Span, ...] = ()

    def seconds_used(self, since: float, until: float) -> float:
        """Return for how many seconds the clock runs between two times."""
        total = 0.0
        for begin, end in self._running_spans(since):
            if begin >= until:
                break
            total += min(end, until) - begin
        return total

    def time_when_used(self, since: float, seconds: float) -> float:
        """Return when the clock will have run for this many seconds."""
        if seconds <= 0:
            return since
        for begin, end in self._running_spans(since):
            if end - begin >= seconds:
                return begin + seconds
            seconds -= end - begin
        raise AssertionError  # the last time that it goes has no end

    def _running_spans(self, since: float) -> Iterator[Span]:
        """Yield the spans in which the clock runs, from `since` on.

        The last one has no end if nothing stops the clock.
        """
        for begin, end in merge(self._quiet_spans(since), self.vacations):
            if begin > since:
                yield since, begin
            since = max(since, end)
        yield since, math.inf

    def _quiet_spans(self, since: float) -> Iterator[Span]:
        for number, week in enumerate(self.weeks):
            ends = self.weeks[number + 1].since if number + 1 < len(self.weeks) else math.inf
            for begin, end in quiet_day_spans(week.zone, week.days, max(since, week.since)):
                if begin >= ends:
                    break
                yield max(begin, week.since), min(end, ends)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both players' clocks after the last event, which happened `at` that time.

    `turn` is the seat to move, `None` once the match is over. `going` is false while the match has no
    channel to be played in. `had` is the time that the player to move had when their turn began. `zero_at`
    is when it was noticed that they had no time left. `waits` is true for a live clock while the board that
    asks for the move is not known to be posted; no time runs then.
    """

    control: TimeControl
    at: float
    turn: Seat | None
    sides: tuple[PlayerClock, PlayerClock]
    had: float
    going: bool = True
    reminded: bool = False
    zero_at: float | None = None
    waits: bool = False

    @property
    def is_running(self) -> bool:
        """Whether a player's time is running."""
        return self.turn is not None and self.going and not self.waits

    @property
    def deadline(self) -> float | None:
        """When the player to move runs out of time; `None` while no clock runs."""
        if self.turn is None or not self.is_running:
            return None
        side = self.sides[self.turn]
        return side.time_when_used(self.at, side.left)

    @property
    def remind_at(self) -> float | None:
        """When the player to move has a quarter of their time left.

        `None` if they need no reminder, or have already had one.
        """
        if self.turn is None or not self.is_running or self.reminded or self.zero_at is not None:
            return None
        if self.control.is_live:
            return None
        side = self.sides[self.turn]
        return side.time_when_used(self.at, side.left - self.had / QUARTER)

    @property
    def adjourn_at(self) -> float | None:
        """When the match ends without a result, or `None`.

        That happens because the opponent does not claim the win on time, or because the board never
        arrived.
        """
        if self.turn is None or not self.going:
            return None
        if self.waits:
            return self.at + UNCLAIMED
        return None if self.zero_at is None else self.zero_at + UNCLAIMED

    def seconds_left(self, seat: Seat, now: float) -> float:
        """Return how many seconds a player has left at `now`."""
        side = self.sides[seat]
        goes = self.turn == seat and self.is_running
        return max(0.0, side.left - side.seconds_used(self.at, now)) if goes else side.left

    def charge(self, until: float) -> "Clock":
        """Return the clocks at a time, with the time since the last event deducted."""
        if self.turn is None or not self.is_running:
            return self
        return replace(self._with(self.turn, left=self.seconds_left(self.turn, until)), at=until)

    @property
    def text(self) -> str:
        """The clocks in their stored form."""
        kept = asdict(self) | {"control": self.control.text}
        if not self.waits:
            del kept["waits"]
        return json.dumps(kept)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse stored clocks; raise `ValueError` if the text is malformed."""
        try:
            kept: dict[str, Any] = json.loads(text)
            first, second = map(_side, kept["sides"])
            clock = cls(**kept | {"control": _control(kept["control"]), "sides": (first, second)})
            if not clock._is_sound():
                raise ValueError(text)
        except Exception as error:  # changed bytes may break any assumption about them
            raise ValueError("no clocks") from error
        return clock

    def _is_sound(self) -> bool:
        """Whether all times are valid numbers, and no player rests without an end."""
        times = [self.at, self.had, *(() if self.zero_at is None else (self.zero_at,))]
        for side in self.sides:
            times += [side.left, *(week.since for week in side.weeks), *chain(*side.vacations)]
            if any(len(week.days) > QUIET_DAYS or not WEEK.issuperset(week.days) for week in side.weeks):
                return False
        flags = {type(flag) for flag in (self.going, self.reminded, self.waits)}
        plain = self.turn in (0, 1, None) and flags == {bool} and self.waits <= self.control.is_live
        return plain and all(type(at) in (int, float) and abs(at) < FAR_FUTURE for at in times)

    def pass_turn(self, seat: Seat | None, *, fresh: bool, at: float) -> "Clock":
        """Return the clocks after the turn has passed to a seat.

        It may be the same seat as before. If `fresh`, the seat gets new time.
        """
        clock = self
        if seat is not None:
            clock = self._with(seat, left=float(self.control.time)) if fresh else self
        had = 0.0 if seat is None else clock.sides[seat].left
        waits = self.control.is_live and seat is not None
        return replace(clock, at=at, turn=seat, had=had, reminded=False, zero_at=None, waits=waits)

    def _with(self, seat: Seat, **changes: Any) -> "Clock":
        changed = replace(self.sides[seat], **changes)
        return replace(self, sides=(changed, self.sides[1]) if seat == 0 else (self.sides[0], changed))

    def apply_rest(self, seat: Seat, text: str, at: float) -> "Clock":
        """Return the clocks after a player's quiet days or vacations have changed."""
        new: dict[str, Any] = json.loads(text)
        clock = self.charge(at)
        week = WeeklyPause(new["since"], new["zone"], tuple(new["days"]))
        weeks = tuple(kept for kept in clock.sides[seat].weeks if kept.since <= at)[-1:]
        if not weeks or (weeks[-1].zone, weeks[-1].days) != (week.zone, week.days):
            weeks = (*weeks, week)
        vacations = tuple((since, until) for since, until in new["vacations"])
        return clock._with(seat, weeks=weeks, vacations=vacations)

    def skip_absence(self, since: float, until: float) -> "Clock":
        """Return the clocks after the bot was away; no player is charged for it.

        If the machine's clock was set back between two processes, `until` is the earlier of the two times.
        That does not concern a live clock, which uses Discord's times. A live clock that waits for its
        board starts at the bot's return at the earliest.
        """
        if self.turn is None or not self.going or (self.control.is_live and until < since):
            return self
        if self.waits:
            return replace(self, at=max(self.at, until))
        begin = max(since, self.at)
        if since <= until <= begin:
            return self
        clock = self.charge(begin)
        zero_at = None if self.zero_at is None else self.zero_at + until - begin
        if clock.sides[self.turn].left > 0:
            zero_at = None  # it was noticed just before anybody knew that the bot was away
        return replace(clock, at=until, zero_at=zero_at)

    def shift(self, by: float) -> "Clock":
        """Return the clocks after the machine's time was corrected by `by` seconds.

        All times that were stored by the wrong clock move by as much. A live clock does not change, because
        it uses Discord's times, which were right; nor do the dates of a vacation.
        """
        if self.control.is_live:
            return self
        first, second = (
            replace(side, weeks=tuple(replace(week, since=week.since + by) for week in side.weeks))
            for side in self.sides
        )
        zero_at = None if self.zero_at is None else self.zero_at + by
        return replace(self, at=self.at + by, sides=(first, second), zero_at=zero_at)


def rest_event_text(rest: Rest, *, since: float) -> str:
    """Return the text of the event that stores when a member's clock stops.

    The quiet days count from `since`.
    """
    return json.dumps({"since": since, "zone": rest.zone, "days": rest.days, "vacations": rest.vacations})


def clock_after(
    clock: Clock | None, tick: ClockEventKind, *, at: float, seat: Seat | None = None, text: str = ""
) -> Clock:
    """Return the clocks after an event.

    The event `START` needs no clocks before it. `text` has the event's details, such as the time control or
    the seconds added.
    """
    if tick is ClockEventKind.START:
        control = _control(text)
        full = PlayerClock(float(control.time))
        return Clock(control, at, seat, (full, full), float(control.time), waits=control.is_live)
    assert clock is not None  # all other events come after the start
    bank = clock.control.increment is not None
    match tick:
        case ClockEventKind.MOVE:
            mover, after = clock.turn, clock.charge(at)
            if mover is not None and seat != mover:
                after = after._with(mover, left=after.sides[mover].left + (clock.control.increment or 0))
            return after.pass_turn(seat, fresh=not bank, at=at)
        case ClockEventKind.TAKEBACK:
            return clock.charge(at).pass_turn(seat, fresh=not bank, at=at)
        case ClockEventKind.GIVE:
            after, given = clock.charge(at), float(text)
            assert after.turn is not None  # time is given to the player to move
            return after._with(after.turn, left=after.sides[after.turn].left + given).pass_turn(
                after.turn, fresh=False, at=at
            )
        case ClockEventKind.BANK:
            assert seat is not None  # the bank belongs to a player
            after = clock._with(seat, left=clock.sides[seat].left + float(text))
            return replace(after, had=after.sides[seat].left) if after.turn == seat else after
        case ClockEventKind.REST:
            assert seat is not None  # the rest belongs to a player
            return clock.apply_rest(seat, text, at)
        case ClockEventKind.AWAY:
            since, until = map(float, text.split())
            return clock.skip_absence(since, until)
        case ClockEventKind.SET:
            since, until = map(float, text.split())
            return clock.shift(until - since)
        case ClockEventKind.STOP:
            return replace(clock.charge(at), at=at, going=False)
        case ClockEventKind.GO:
            zero_at = None if clock.zero_at is None else clock.zero_at + at - clock.at
            turn = seat if clock.turn is None else clock.turn
            return replace(clock, at=at, turn=turn, going=True, zero_at=zero_at, waits=clock.control.is_live)
        case ClockEventKind.SHOWN:
            return replace(clock, at=max(clock.at, at), waits=False)
        case ClockEventKind.REMIND:
            return replace(clock, reminded=True)
        case ClockEventKind.ZERO:
            return replace(clock, zero_at=at)
        case ClockEventKind.END:
            return replace(clock.charge(at), turn=None)


def replay_clock(events: Iterable[Any]) -> Clock | None:
    """Return the clocks after all events of a match, in order.

    Return `None` if the match has no clock.
    """
    clock: Clock | None = None
    for event in events:
        clock = clock_after(clock, event.kind, at=event.at, seat=event.seat, text=event.text)
    return clock


def is_clock_consistent(row: ClockRow, events: Sequence[ClockEvent]) -> bool:
    """Whether stored clocks are equal to a replay of all their events."""
    clock = replay_clock(events)
    if clock is None or clock != Clock.parse(row.state):
        return False
    return (row.control, row.deadline_at) == (clock.control.text, clock.deadline)


def _control(text: str) -> TimeControl:
    control = parse_control(text)
    assert control is not None  # only matches with a clock have clocks
    return control


def _side(kept: dict[str, Any]) -> PlayerClock:
    weeks = tuple(WeeklyPause(week["since"], week["zone"], tuple(week["days"])) for week in kept["weeks"])
    return PlayerClock(kept["left"], weeks, tuple((since, until) for since, until in kept["vacations"]))
