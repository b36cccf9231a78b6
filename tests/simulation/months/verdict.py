"""Promises of three months of clocks.

The clocks are those of their events, and no player lost for reasons that were not their fault.
"""

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from club.clocks.clock import Clock, clock_after, replay_clock
from club.clocks.rest import Rest
from data.play.clocks import ClockEvent, ClockEventKind
from tests.memory import in_memory
from tests.simulation.months.clock_oracle import Reckoned, Seat, going, quiet, reckon_clocks, seconds
from tests.simulation.months.scenario import AWAY, DAY, Options, Truth
from tests.simulation.months.three_months import Season
from tests.simulation.world import Violation

EXACT: Final = 0.001
"""Seconds by which two sums of the same times may differ."""
UNCLAIMED: Final = 7 * DAY
WEEK: Final = 7 * DAY
ROUGHLY: Final = 900.0
"""Seconds by which an absence may be taken as too long.

Heartbeats are rare, and zero is looked for again later.
"""
LOOKED: Final = 300.0
"""Seconds between two looks for a moment at which a reminder must have come."""


class Verdict:
    """Holds what the database says against what happened."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.truth: Truth = season.truth

    def check(self) -> dict[str, int]:
        """Raise `Violation` where something is wrong; return what there was to see."""
        counts = {
            "events": 0,
            "zeros": 0,
            "reminders": 0,
            "given": 0,
            "aways": 0,
            "adjourned": 0,
            "claimed": 0,
        }
        with closing(_open_read_only(self.season.path)) as connection:
            for match_id in self.truth.begun:
                rows = connection.execute(
                    "SELECT * FROM clock_event WHERE match_id = ? ORDER BY number", [match_id]
                ).fetchall()
                stored = connection.execute("SELECT * FROM clock WHERE match_id = ?", [match_id]).fetchone()
                match = connection.execute("SELECT * FROM match WHERE id = ?", [match_id]).fetchone()
                kinds = [
                    row["kind"]
                    for row in connection.execute(
                        "SELECT kind FROM event WHERE match_id = ? ORDER BY version", [match_id]
                    )
                ]
                self._stands(match_id, rows, stored)
                self._follows(match_id, rows, kinds)
                self._zeros(match_id, rows, kinds)
                self._check_unclaimed(match_id, rows, match)
                self._reminders(match_id, rows)
                self._due(match_id, stored, match)
                counts["events"] += len(rows)
                for name, kind in (
                    ("zeros", "zero"),
                    ("reminders", "remind"),
                    ("given", "give"),
                    ("aways", "away"),
                ):
                    counts[name] += sum(row["kind"] == kind for row in rows)
                counts["adjourned"] += match["reason"] == "ended.unclaimed"
                counts["claimed"] += "claim" in kinds
        return counts

    def _stands(self, match_id: int, rows: Sequence[Any], stored: Any) -> None:
        """Check the clocks against those of a replay and those computed in another way."""
        events = [ClockEvent(**dict(row) | {"kind": ClockEventKind(row["kind"])}) for row in rows]
        clock = Clock.parse(stored["state"])
        if replay_clock(events) != clock:
            raise Violation("replay", f"match {match_id}: {replay_clock(events)} is not {clock}")
        if clock.deadline != stored["deadline_at"]:
            raise Violation(
                "replay", f"match {match_id}: the deadline is {clock.deadline}, not {stored['deadline_at']}"
            )
        here: Clock | None = None
        for number, (event, other) in enumerate(zip(events, reckon_clocks(rows), strict=True)):
            here = clock_after(here, event.kind, at=event.at, seat=event.seat, text=event.text)
            self._agree(
                f"match {match_id} after event {event.number}", here, other, events[number : number + 2]
            )

    def _agree(self, when: str, here: Clock, other: Reckoned, events: Sequence[ClockEvent]) -> None:
        """Check that both computations agree on both players and on when the time is up.

        The players are compared from this event until the next.
        """
        for event in events:
            for seat in (0, 1):
                mine, theirs = here.seconds_left(seat, event.at), other.time_left(seat, event.at)
                if abs(mine - theirs) > EXACT:
                    raise Violation("reckoned", f"{when}: seat {seat} has {mine} s left, reckoned {theirs}")
        if other.turn is not None and abs((here.zero_at or 0) - (other.zero_at or 0)) > EXACT:
            raise Violation("reckoned", f"{when}: zero was at {here.zero_at}, reckoned {other.zero_at}")
        if other.turn is not None and other.going and here.deadline is not None:
            left, before = (other.time_left(other.turn, here.deadline - early) for early in (0, 1))
            if left > EXACT or (before <= EXACT and here.deadline - 1 > other.since):
                raise Violation("reckoned", f"{when}: {left} s left at the deadline")

    def _follows(self, match_id: int, rows: Sequence[Any], kinds: Sequence[str]) -> None:
        """Every move is in both books."""
        moves = sum(row["kind"] == "move" for row in rows)
        if moves != kinds.count("move") or sum(row["kind"] == "give" for row in rows) != kinds.count("give"):
            raise Violation(
                "events", f"match {match_id}: {moves} moves of clocks, {kinds.count('move')} of the match"
            )

    def _zeros(self, match_id: int, rows: Sequence[Any], kinds: Sequence[str]) -> None:
        """Check that no player's time was up before they really had all of it.

        The bot must have been there and they themselves not at rest. Nor may it be up long after: of each
        absence no more is given back than the heartbeats that are missing.
        """
        text, shard, people = self.truth.begun[match_id]
        bank, _, increment = text.partition("+")
        left = [float(seconds(bank))] * 2
        turn, since, going_on = rows[0]["seat"], self.truth.happened[match_id, 1], True
        gone = [span for span in self.truth.down[shard] if span[1] - span[0] > AWAY] + self.truth.placeless[
            shard
        ]
        used, begun, first = 0.0, since, since
        for row in rows[1:]:
            at, kind = self.truth.happened[match_id, row["number"]], row["kind"]
            if turn is not None and going_on:
                used += self._usable(people[turn], rows, turn, since, at, gone)
            since = at
            since_when = first if increment else begun  # what was given back stays in a bank
            late = 1 + sum(
                ROUGHLY + min(b - a, AWAY)
                for a, b in self.truth.down[shard]
                if since_when - AWAY < b and a < at
            )
            ends = row["number"] == len(rows) and kind == "end" and kinds[-1] in ("claim", "adjourn")
            told = f"match {match_id}: seat {turn} had {used} of {left[turn or 0]} s at {kind}"
            early = turn is not None and used < left[turn] - 2 * EXACT
            if early and (kind == "give" or ends or (kind == "zero" and not self._undone(rows, row))):
                raise Violation("lost", told)
            if kind == "zero" and turn is not None and used > left[turn] + late:
                raise Violation("given", told)
            if kind in ("zero", "remind") and any(a + AWAY < at < b for a, b in self.truth.down[shard]):
                raise Violation("away", told)
            if kind in ("move", "takeback"):
                if increment and turn is not None:
                    left[turn] = max(0.0, left[turn] - used) + (
                        seconds(increment) if row["seat"] != turn else 0
                    )
                turn, used, begun = row["seat"], 0.0, at
            elif kind == "give":
                assert turn is not None
                left[turn], used, begun = float(row["text"]), 0.0, at
            elif kind in ("stop", "go"):
                going_on = kind == "go"
            elif kind == "end":
                turn = None

    def _undone(self, rows: Sequence[Any], zero: Any) -> bool:
        """Return whether a zero was noticed early in an absence and taken back after it.

        Early is the first two minutes.
        """
        after = [row["kind"] for row in rows if row["number"] > zero["number"]]
        return "away" in after[:1] or not after

    def _usable(
        self,
        person: int,
        rows: Sequence[Any],
        seat: int,
        begin: float,
        end: float,
        gone: Sequence[tuple[float, float]],
    ) -> float:
        """Return for how many seconds a player could have moved.

        That depends on their settings and on when the bot was there.
        """
        ahead = self.season.options.begin
        stands = Seat(0.0)
        began = self.truth.happened[rows[0]["match_id"], 1]
        for at, rest in self.truth.rests.get(person, ()):
            if at > end:
                break
            held = stands.weeks[-1][1:] if stands.weeks else None
            if at <= began + 1 or held != (rest.zone, rest.days):
                force = began if at <= began + 1 else at + WEEK
                stands.weeks = [week for week in stands.weeks if week[0] <= ahead + at and at > began + 1][
                    -1:
                ]
                if not stands.weeks or stands.weeks[-1][1:] != (rest.zone, rest.days):
                    stands.weeks.append((ahead + force, rest.zone, rest.days))
            stands.vacations = list(rest.vacations)
        total = 0.0
        for a, b in _without(begin, end, gone):
            total += going(stands, ahead + a, ahead + b)
        return total

    def _check_unclaimed(self, match_id: int, rows: Sequence[Any], match: Any) -> None:
        """Check that a match ends by itself only a week after a time was up."""
        if match["reason"] != "ended.unclaimed":
            return
        stands = reckon_clocks(rows)[-2]
        if stands.zero_at is None or abs(rows[-1]["at"] - stands.zero_at - UNCLAIMED) > 2 * 3600 + LOOKED:
            raise Violation(
                "adjourned", f"match {match_id} was adjourned at {rows[-1]['at']}: {stands.zero_at}"
            )

    def _reminders(self, match_id: int, rows: Sequence[Any]) -> None:
        """Check that each turn has one reminder at most and that no player is forgotten.

        A reminder comes with a quarter of the time left or less, and never in quiet hours.
        """
        people, shard = self.truth.begun[match_id][2], self.truth.begun[match_id][1]
        posted = [name for name, match, _ in self.truth.posted if match == match_id]
        reminded = [row for row in rows if row["kind"] == "remind"]
        if len(posted) != len(set(posted)) or len(posted) != len(reminded):
            raise Violation("reminders", f"match {match_id}: {len(reminded)} reminders, posted {posted}")
        after = reckon_clocks(rows)
        for number, row in enumerate(rows):
            if row["kind"] in ("start", "move", "takeback", "give"):
                self._turn_reminders(match_id, rows, after, number, people, shard)

    def _turn_reminders(
        self,
        match_id: int,
        rows: Sequence[Any],
        after: Sequence[Reckoned],
        number: int,
        people: tuple[int, int],
        shard: int,
    ) -> None:
        ends = next(
            (
                later
                for later in range(number + 1, len(rows))
                if rows[later]["kind"] in ("move", "takeback", "give", "end")
            ),
            len(rows),
        )
        first = after[number]
        if first.turn is None:
            return
        had = first.seats[first.turn].left
        reminders = [later for later in range(number + 1, ends) if rows[later]["kind"] == "remind"]
        if len(reminders) > 1:
            raise Violation("reminders", f"match {match_id}: {len(reminders)} reminders in one turn")
        person = people[first.turn]
        for later in reminders:
            at = rows[later]["at"]
            left = after[later - 1].time_left(first.turn, at)
            rest = self._rest_at(person, self.truth.happened[match_id, rows[later]["number"]])
            if not 0 < left <= had / 4 + EXACT or quiet(rest.zone, rest.hours, at) or not rest.reminders:
                raise Violation(
                    "reminders", f"match {match_id}: reminded at {at} with {left} of {had} s left"
                )
        if not reminders:
            self._not_forgotten(match_id, rows, after, range(number + 1, ends + 1), had, person, shard)

    def _not_forgotten(
        self,
        match_id: int,
        rows: Sequence[Any],
        after: Sequence[Reckoned],
        parts: range,
        had: float,
        person: int,
        shard: int,
    ) -> None:
        """Check that no quarter of an hour was right for a reminder that did not come."""
        ahead = self.season.options.begin
        if self.season.options.jumps:
            return  # the days of the world and of the machine are not the same
        right = 0
        for end in parts:
            stands = after[end - 1]
            if stands.turn is None or not stands.going:
                continue
            until = rows[end]["at"] if end < len(rows) else ahead + self.season.now
            at = rows[end - 1]["at"]
            if (until - at) and stands.time_left(stands.turn, until) > had / 4:
                continue
            while at < until and stands.time_left(stands.turn, at) > 0:
                rest = self._rest_at(person, at - ahead)
                fine = (
                    stands.time_left(stands.turn, at) < had / 4
                    and rest.reminders
                    and rest.next_awake_time(at) == at
                )
                fine = fine and not any(a - AWAY <= at - ahead <= b + AWAY for a, b in self.truth.down[shard])
                right = right + 1 if fine else 0
                if right > 3:
                    raise Violation("reminders", f"match {match_id}: nobody reminded {person} at {at}")
                at += LOOKED

    def _rest_at(self, person: int, at: float) -> Rest:
        return next(
            (rest for since, rest in reversed(self.truth.rests.get(person, ())) if since <= at), Rest()
        )

    def _due(self, match_id: int, stored: Any, match: Any) -> None:
        """At the end, with the bot well, nothing is left undone."""
        life = self.season._life
        assert life is not None
        if match["status"] == "running" and (stored["next_at"] is None or stored["next_at"] < life.now() - 1):
            raise Violation("due", f"match {match_id} has something to do since {stored['next_at']}")
        if match["status"] == "over" and stored["next_at"] is not None:
            raise Violation("due", f"match {match_id} is over and has something to do")


def _without(begin: float, end: float, gone: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the parts of a time in which the bot was there."""
    parts = []
    for a, b in sorted(gone):
        if b > begin and a < end:
            if a > begin:
                parts.append((begin, a))
            begin = max(begin, b)
    return [*parts, (begin, end)] if begin < end else parts


def _open_read_only(path: Path) -> sqlite3.Connection:
    """Open a database read-only, with rows by column name."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    return connection


def play_season(options: Options) -> dict[str, int]:
    """Play a season and return counts of what happened in it.

    Raise `Violation` if a promise is broken.
    """
    logging.disable(logging.CRITICAL)
    try:
        with TemporaryDirectory(dir=in_memory()) as place:
            season = Season(options, Path(place) / "twotone.db")
            try:
                season.run()
                return Verdict(season).check() | season.counts
            finally:
                season.end()
    finally:
        logging.disable(logging.NOTSET)
