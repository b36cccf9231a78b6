"""The stored clocks of a match and the events that change them.

Each event and its consequences are stored in one transaction.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from club.clocks.clock import Clock, clock_after, rest_event_text
from club.clocks.rest import Rest
from club.clocks.time_control import TimeControl, parse_control
from club.members.people import Act
from club.play.match.posts import put_redraw
from club.refusals import Refusal
from data.database import presence
from data.database.errors import translate_row_errors
from data.database.transaction import Transaction
from data.play import clocks, matches
from data.play.clocks import ClockEvent, ClockEventKind, ClockRow
from data.play.matches import EventKind, EventRow, MatchRow
from rules.game import Seat

TICKS: Final = {
    EventKind.MOVE: ClockEventKind.MOVE,
    EventKind.TAKEBACK: ClockEventKind.TAKEBACK,
    EventKind.GIVE: ClockEventKind.GIVE,
}
"""The events of a match that its clocks follow while it goes on."""
AT_ZERO: Final = (EventKind.CLAIM, EventKind.ADJOURN, EventKind.GIVE)
"""What a player can do only when the other has no time left."""
AWAY_AFTER: Final = 120.0
"""Seconds without an acknowledged heartbeat after which the bot was away."""
ON_ITS_WAY: Final = 3.0
"""Seconds for which a press may be under way to the bot.

Discord drops a press that has not been answered by then.
"""


class TimeNotUp(Exception):  # noqa: N818 - an answer, not an error
    """The player to move has time left, until `deadline`; nothing was stored."""

    def __init__(self, deadline: float) -> None:
        super().__init__(f"there is time until {deadline}")
        self.deadline = deadline


class ClockJournal:
    """The clocks of one match within a transaction.

    Call `note` for each event, then `store`. Raise `Unreadable` if the stored clocks are damaged.
    """

    def __init__(self, tx: Transaction, match: MatchRow, row: ClockRow) -> None:
        with translate_row_errors(match.id):
            self.clock = Clock.parse(row.state)
        self._tx = tx
        self._match = match
        self._row = row
        self._number = row.number
        self._away_id = row.away_id

    async def note(
        self, tick: ClockEventKind, *, at: float, seat: Seat | None = None, text: str = ""
    ) -> None:
        """Store a clock event, and update the clocks accordingly."""
        self._number += 1
        await clocks.add_event(
            self._tx,
            ClockEvent(self._row.match_id, self._number, self._match.version, tick, seat, text, at),
        )
        self.clock = clock_after(self.clock, tick, at=at, seat=seat, text=text)

    async def give_back_lost_time(self, now: float) -> None:
        """Give back time that was lost since the last call.

        The bot was away during that time or its clock was wrong by it, so it counts on no player's clock.
        """
        for absence in await presence.list_absences(self._tx, self._away_id):
            self._away_id = absence.id
            tick = ClockEventKind.SET if absence.is_correction else ClockEventKind.AWAY
            goes = self.clock.turn is not None and (absence.is_correction or self.clock.going)
            if goes and absence.affects(self._match.guild_id):
                await self.note(tick, at=now, text=f"{absence.since!r} {absence.until!r}")

    async def store(self, *, next_at: float | None = None) -> ClockRow:
        """Store the clocks and when they are due next, and return the stored row.

        They are due at `next_at`, or when the clocks say so if that is `None`.
        """
        row = _clock_row(self._row, self.clock, self._number, self._match)
        row = replace(row, away_id=self._away_id, next_at=row.next_at if next_at is None else next_at)
        await clocks.update(self._tx, row, expected_number=self._row.number)
        return row


async def start_clocks(
    tx: Transaction,
    match: MatchRow,
    control: TimeControl,
    rests: Sequence[Rest],
    at: float,
    extra_seconds: tuple[float, float] = (0.0, 0.0),
) -> ClockRow:
    """Start and store the clocks of a new match at time `at`.

    `rests` are both players' settings for days of rest. `extra_seconds` is what each player has in
    addition to the time that the time control gives both.
    """
    happened: list[tuple[ClockEventKind, Seat | None, str]] = [
        (ClockEventKind.START, match.turn, control.text)
    ]
    happened += [(ClockEventKind.BANK, seat, str(each)) for seat, each in enumerate(extra_seconds) if each]
    for seat, rest in enumerate(rests):
        if not control.is_live and (rest.days or rest.vacations):
            happened.append((ClockEventKind.REST, seat, rest_event_text(rest, since=at)))
    clock: Clock | None = None
    whose: Seat | None
    for number, (tick, whose, text) in enumerate(happened, 1):
        await clocks.add_event(tx, ClockEvent(match.id, number, match.version, tick, whose, text, at))
        clock = clock_after(clock, tick, at=at, seat=whose, text=text)
    assert clock is not None  # it has begun
    row = ClockRow(match.id, control.text, "", 0, None, None, await presence.last_absence_id(tx))
    row = _clock_row(row, clock, len(happened), match)
    await clocks.create(tx, row)
    return row


async def update_clocks(tx: Transaction, match: MatchRow, event: EventRow, act: Act | None) -> MatchRow:
    """Update a match's clocks after an event, and return the match with them.

    `match` is its row after the event. With a live clock, the event counts from when Discord created the
    button press or command of `act`, if there was one. Some acts are possible only if a player's time is
    up: for these, raise `TimeNotUp`, or `Refusal` while that is uncertain.
    """
    tick = TICKS.get(event.kind) or (ClockEventKind.END if match.turn is None else ClockEventKind.GO)
    if match.clock is None:
        return match
    journal = ClockJournal(tx, match, match.clock)
    if tick is ClockEventKind.GO and journal.clock.going and journal.clock.turn is not None:
        return match  # an offer, its answer: no matter of time
    if event.interaction_id is not None:
        await end_absence(tx, match.guild_id, event.at)
    await journal.give_back_lost_time(event.at)
    at = event.at
    if journal.clock.control.is_live and act is not None and act.made_at is not None:
        at = act.made_at
    if event.kind in AT_ZERO and event.user_id is not None:
        _check_zero(journal.clock, at)
    seat = event.seat if tick is ClockEventKind.GIVE else match.turn
    await journal.note(tick, at=at, seat=seat, text=event.text if tick is ClockEventKind.GIVE else "")
    return replace(match, clock=await journal.store())


def _check_zero(clock: Clock, at: float) -> None:
    """Raise `TimeNotUp` or `Refusal` if the player to move may have time left.

    A press made before the time is up counts. So with a live clock no player can claim while such a press
    may still be on its way.
    """
    if clock.waits:
        raise Refusal("clock.waits")
    deadline = clock.deadline
    if deadline is not None and at < deadline:
        raise TimeNotUp(deadline)
    if deadline is not None and clock.control.is_live and at < deadline + ON_ITS_WAY:
        raise Refusal("clock.on_its_way")


async def start_live_clock(tx: Transaction, row: MatchRow, version: int, *, at: float) -> float | None:
    """Start a live clock at `at`, because Discord has shown the board.

    `version` is the version of the match that the board shows. Return when the clock is due, or `None` if
    no live clock waits for that board.
    """
    control = parse_control(row.control or "")
    if control is None or not control.is_live or version < await clocks.current_turn_version(tx, row.id):
        return None
    match = await matches.get(tx, row.id)
    if match is None or match.clock is None:
        return None
    journal = ClockJournal(tx, match, match.clock)
    if not journal.clock.waits:
        return None
    await journal.note(ClockEventKind.SHOWN, at=at, seat=journal.clock.turn)
    return (await journal.store()).next_at


async def set_clocks_running(tx: Transaction, match_id: int, now: float, *, running: bool) -> None:
    """Stop a match's clocks while the match has no place, or let them run again."""
    match = await matches.get(tx, match_id)
    if match is None or match.clock is None:
        return
    await end_absence(tx, match.guild_id, now)
    journal = ClockJournal(tx, match, match.clock)
    await journal.give_back_lost_time(now)
    if journal.clock.turn is not None and journal.clock.going != running:
        await journal.note(ClockEventKind.GO if running else ClockEventKind.STOP, at=now)
    await journal.store()


async def end_absence(tx: Transaction, guild_id: int, now: float) -> None:
    """End the bot's absence from a server, and nothing if it was not away.

    A user has just reached it, or something is to be decided by the time.
    """
    for beat in await _missed_beats(tx, guild_id, now):
        await presence.add_absence(tx, beat, now)
        await presence.set_beat(tx, replace(beat, at=now))


async def give_back_absence(tx: Transaction, match: MatchRow, now: float) -> ClockRow | None:
    """Give back the time for which the bot was away until now; return the clocks.

    Return `None` if the match has none. Call this before a match is decided by its clocks. The board is
    updated if a deadline has changed. Raise `Unreadable` if the clocks are damaged.
    """
    if match.clock is None:
        return None
    await end_absence(tx, match.guild_id, now)
    journal = ClockJournal(tx, match, match.clock)
    await journal.give_back_lost_time(now)
    stored = await journal.store()
    if stored.deadline_at is not None and stored.deadline_at != match.deadline_at:
        await put_redraw(tx, match, now)
    return stored


async def find_absence_at(tx: Transaction, guild_id: int, at: float, now: float) -> presence.Absence | None:
    """Return the absence in which the bot was away from a server at a time.

    If the bot is still away, the absence ends now.
    """
    await end_absence(tx, guild_id, now)
    found = await presence.list_absences_at(tx, at)
    return next((each for each in found if each.affects(guild_id)), None)


async def is_bot_away(tx: Transaction, guild_id: int, now: float) -> bool:
    """Whether the bot is currently away for a server.

    It is if Discord has acknowledged no heartbeat of the server's shard for two minutes.
    """
    return bool(await _missed_beats(tx, guild_id, now))


async def _missed_beats(tx: Transaction, guild_id: int, now: float) -> list[presence.Beat]:
    """Return the last heartbeat of a server's shard if the bot is away.

    It is away if that heartbeat is more than `AWAY_AFTER` seconds old.
    """
    return [
        beat
        for beat in await presence.list_beats(tx)
        if presence.shard_of_server(guild_id, beat.shards) == beat.shard and now - beat.at > AWAY_AFTER
    ]


def _clock_row(row: ClockRow, clock: Clock, number: int, match: MatchRow) -> ClockRow:
    """Return the row that stores the clocks as they are after event `number`.

    In a user install the bot cannot post by itself, so it reminds no player there and ends no match by
    itself.
    """
    deadline = clock.deadline
    nexts = [deadline if clock.zero_at is None else None]
    if match.has_route:
        nexts += [clock.remind_at, clock.adjourn_at]
    return replace(
        row,
        state=clock.text,
        number=number,
        deadline_at=deadline,
        next_at=min((at for at in nexts if at is not None), default=None),
    )
