"""The clocks of a match as they are stored.

Each event and its consequences are one transaction.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from club.clocks.clock import Clock, clock_after, resting
from club.clocks.rest import Rest
from club.clocks.time_control import TimeControl, read_control
from club.members.people import Act
from club.refusals import Refusal
from data.database import presence
from data.database.errors import sound_rows
from data.database.transaction import Transaction
from data.play import clocks, matches
from data.play.clocks import ClockEvent, ClockRow, Tick
from data.play.matches import EventKind, EventRow, MatchRow
from rules.game import Seat

TICKS: Final = {EventKind.MOVE: Tick.MOVE, EventKind.TAKEBACK: Tick.TAKEBACK, EventKind.GIVE: Tick.GIVE}
"""The events of a match that its clocks follow while it goes on."""
AT_ZERO: Final = (EventKind.CLAIM, EventKind.ADJOURN, EventKind.GIVE)
"""What a player can do only when the other has no time left."""
AWAY_AFTER: Final = 120.0
"""Seconds without an acknowledged heartbeat after which the bot was away."""
ON_ITS_WAY: Final = 3.0
"""Seconds for which a press may be under way to the bot.

Discord drops a press that has not been answered by then.
"""


class StillTime(Exception):  # noqa: N818 - an answer, not an error
    """The player to move has time left, until `deadline`; nothing was stored."""

    def __init__(self, deadline: float) -> None:
        super().__init__(f"there is time until {deadline}")
        self.deadline = deadline


class Journal:
    """The clocks of one match within a transaction: note what happens, then `store`.

    Raises `Unreadable` for clocks that damage has changed into none.
    """

    def __init__(self, tx: Transaction, match: MatchRow, row: ClockRow) -> None:
        with sound_rows(match.id):
            self.clock = Clock.parse(row.state)
        self._tx = tx
        self._match = match
        self._row = row
        self._number = row.number
        self._away_id = row.away_id

    async def note(self, tick: Tick, *, at: float, seat: Seat | None = None, text: str = "") -> None:
        """Store an event, and let the clocks follow it."""
        self._number += 1
        await clocks.add(
            self._tx,
            ClockEvent(self._row.match_id, self._number, self._match.version, tick, seat, text, at),
        )
        self.clock = clock_after(self.clock, tick, at=at, seat=seat, text=text)

    async def catch_up(self, now: float) -> None:
        """Give back time lost since this was last done.

        The bot was away for it, or its time was wrong by it, and it counts against no player.
        """
        for absence in await presence.absences(self._tx, self._away_id):
            self._away_id = absence.id
            tick = Tick.SET if absence.corrects else Tick.AWAY
            goes = self.clock.turn is not None and (absence.corrects or self.clock.going)
            if goes and absence.concerns(self._match.guild_id):
                await self.note(tick, at=now, text=f"{absence.since!r} {absence.until!r}")

    async def store(self, *, next_at: float | None = None) -> ClockRow:
        """Store the clocks and when they are due next: at `next_at`, if it is given."""
        row = _clock_row(self._row, self.clock, self._number, self._match)
        row = replace(row, away_id=self._away_id, next_at=row.next_at if next_at is None else next_at)
        await clocks.change(self._tx, row, number=self._row.number)
        return row


async def start_clocks(
    tx: Transaction,
    match: MatchRow,
    control: TimeControl,
    rests: Sequence[Rest],
    at: float,
    more: tuple[float, float] = (0.0, 0.0),
) -> ClockRow:
    """Start the clocks of a new match with both players' rest settings; return them.

    `more` is the seconds that each player has besides the time that the clock gives both.
    """
    happened: list[tuple[Tick, Seat | None, str]] = [(Tick.START, match.turn, control.text)]
    happened += [(Tick.BANK, seat, str(each)) for seat, each in enumerate(more) if each]
    for seat, rest in enumerate(rests):
        if not control.is_live and (rest.days or rest.vacations):
            happened.append((Tick.REST, seat, resting(rest, since=at)))
    clock: Clock | None = None
    whose: Seat | None
    for number, (tick, whose, text) in enumerate(happened, 1):
        await clocks.add(tx, ClockEvent(match.id, number, match.version, tick, whose, text, at))
        clock = clock_after(clock, tick, at=at, seat=whose, text=text)
    assert clock is not None  # it has begun
    row = ClockRow(match.id, control.text, "", 0, None, None, await presence.last_absence(tx))
    row = _clock_row(row, clock, len(happened), match)
    await clocks.create(tx, row)
    return row


async def follow(tx: Transaction, match: MatchRow, event: EventRow, act: Act | None) -> MatchRow:
    """Let the clocks follow an event, after which the match is `match`; return it.

    For a live clock the event happened when Discord made the press of `act`, if a press caused it.
    Raise `StillTime`, or a `Refusal`, for an act that is only possible when there is no time left.
    """
    tick = TICKS.get(event.kind) or (Tick.END if match.turn is None else Tick.GO)
    if match.clock is None:
        return match
    journal = Journal(tx, match, match.clock)
    if tick is Tick.GO and journal.clock.going:
        return match  # an offer, its answer: no matter of time
    if event.interaction_id is not None:
        await note_seen(tx, match.guild_id, event.at)
    await journal.catch_up(event.at)
    at = event.at
    if journal.clock.control.is_live and act is not None and act.made_at is not None:
        at = act.made_at
    if event.kind in AT_ZERO and event.user_id is not None:
        _check_zero(journal.clock, at)
    seat = event.seat if tick is Tick.GIVE else match.turn
    await journal.note(tick, at=at, seat=seat, text=event.text if tick is Tick.GIVE else "")
    return replace(match, clock=await journal.store())


def _check_zero(clock: Clock, at: float) -> None:
    """Raise `StillTime` or a `Refusal` if the player to move may have time left.

    A press that was made before the time was up counts, so no player can claim while one may be under
    way.
    """
    if clock.waits:
        raise Refusal("clock.waits")
    deadline = clock.deadline
    if deadline is not None and at < deadline:
        raise StillTime(deadline)
    if deadline is not None and clock.control.is_live and at < deadline + ON_ITS_WAY:
        raise Refusal("clock.on_its_way")


async def note_shown(tx: Transaction, known: MatchRow, version: int, *, at: float) -> float | None:
    """Start a live clock at `at`, because Discord has the board of a match's version.

    Return when the clock is due, `None` if no live clock waits for that board.
    """
    control = read_control(known.control or "")
    if control is None or not control.is_live or version < await clocks.asked_at(tx, known.id):
        return None
    match = await matches.get(tx, known.id)
    if match is None or match.clock is None:
        return None
    journal = Journal(tx, match, match.clock)
    if not journal.clock.waits:
        return None
    await journal.note(Tick.SHOWN, at=at, seat=journal.clock.turn)
    return (await journal.store()).next_at


async def halt(tx: Transaction, match_id: int, now: float, *, going: bool) -> None:
    """Let the clocks of a match stand while it has no place, or go on."""
    match = await matches.get(tx, match_id)
    if match is None or match.clock is None:
        return
    await note_seen(tx, match.guild_id, now)
    journal = Journal(tx, match, match.clock)
    await journal.catch_up(now)
    if journal.clock.turn is not None and journal.clock.going != going:
        await journal.note(Tick.GO if going else Tick.STOP, at=now)
    await journal.store()


async def note_seen(tx: Transaction, guild_id: int, now: float) -> None:
    """Note that the bot is reachable in a server, because a user has reached it.

    Its absence, if any, ends now.
    """
    for beat in await _missed_beats(tx, guild_id, now):
        await presence.add_absence(tx, beat, now)
        await presence.set_beat(tx, replace(beat, at=now))


async def is_away(tx: Transaction, guild_id: int, now: float) -> bool:
    """Return whether the bot is away for a server, as far as is known."""
    return bool(await _missed_beats(tx, guild_id, now))


async def _missed_beats(tx: Transaction, guild_id: int, now: float) -> list[presence.Beat]:
    """Return the last heartbeat of a server's shard if the bot is away.

    It is away if that heartbeat was long enough ago.
    """
    return [
        beat
        for beat in await presence.beats(tx)
        if presence.shard_of(guild_id, beat.shards) == beat.shard and now - beat.at > AWAY_AFTER
    ]


def _clock_row(row: ClockRow, clock: Clock, number: int, match: MatchRow) -> ClockRow:
    """Return the row that stores clocks as they are after event `number`.

    If the bot does not reach the players by itself, it reminds no player, and a match ends only by a
    press.
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
