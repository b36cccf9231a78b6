"""Clocks: the state of each match's clocks, their events, and their due times.

A process claims due clocks under its name for a while, as the outbox is claimed, so that no two
processes do the same.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from data.database.columns import insert, values
from data.database.errors import Unreadable, sound_rows
from data.database.transaction import Row, Transaction


class Tick(StrEnum):
    """An event of a match's clocks; times within a text are seconds since the epoch."""

    START = "start"
    """They go from now on, that of `seat` first; the text says what the clock is."""
    MOVE = "move"
    """A player moved; `seat` is to move now, or no player if that has ended the match."""
    TAKEBACK = "takeback"
    """Moves were taken back; `seat` is to move now."""
    GIVE = "give"
    """The player to move was given more time by `seat`; the text is the seconds."""
    BANK = "bank"
    """From the beginning, `seat` has more time than the clock gives both players.

    The text says how many seconds.
    """
    REST = "rest"
    """The quiet days or vacations of `seat` have changed: JSON text."""
    AWAY = "away"
    """The bot was away, from when until when the text says: that is given back."""
    SET = "set"
    """The bot's time was corrected; the text says from what time to what time.

    Everything before happened that much later.
    """
    STOP = "stop"
    """They stand, because the match has no place to be played in."""
    GO = "go"
    """They go on."""
    SHOWN = "shown"
    """Discord has the board that asks `seat` to move; a live clock runs from then."""
    REMIND = "remind"
    """`seat` is reminded."""
    ZERO = "zero"
    """It was noticed that `seat` has no time left."""
    END = "end"
    """The match is over."""


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The clocks of one match.

    `control` says what the clock is, `state` (JSON text) how both stand after event `number`. At `deadline_at` the
    player to move has nothing left, at `next_at` there is something to do: `None` while no clock goes. `away_id` is the
    last absence of the bot that has been given back.
    """

    match_id: int
    control: str
    state: str
    number: int
    deadline_at: float | None
    next_at: float | None
    away_id: int


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """The event `number` of a match's clocks; the match was at `version` after it."""

    match_id: int
    number: int
    version: int
    kind: Tick
    seat: int | None
    text: str
    at: float


TURNS: Final = (Tick.START, Tick.MOVE, Tick.TAKEBACK)
"""With these a turn begins."""

NAMES: Final = tuple(field.name for field in fields(ClockRow))
COLUMNS: Final = ", ".join(f"clock.{name} AS clock_{name}" for name in NAMES)
"""For statements about matches that join their clocks."""
JOINED: Final = "LEFT JOIN clock ON clock.match_id = match.id"


def pop_clock(row: Row) -> ClockRow | None:
    """Remove the clock's columns from a joined row and return the clock.

    Return `None` if the match has none.
    """
    values = {name: row.pop(f"clock_{name}") for name in NAMES}
    return None if values["match_id"] is None else ClockRow(**values)


async def create(tx: Transaction, row: ClockRow) -> None:
    """Store the clocks of a match that begins."""
    await tx.run(*insert("clock", values(row)))


async def change(tx: Transaction, row: ClockRow, *, number: int) -> None:
    """Store the present state of the clocks and release them.

    `number` was the last event before.
    """
    sql = (
        "UPDATE clock SET state = ?, number = ?, deadline_at = ?, next_at = ?, away_id = ?, owner = NULL,"
        " leased_until = NULL WHERE match_id = ? AND number = ?"
    )
    changed = await tx.run(
        sql, row.state, row.number, row.deadline_at, row.next_at, row.away_id, row.match_id, number
    )
    if not changed:
        raise RuntimeError(f"the clocks of match {row.match_id} were not at event {number}")


async def add(tx: Transaction, event: ClockEvent) -> None:
    """Store an event; raise `Unreadable` where the match has one of this number."""
    with sound_rows(event.match_id):
        added = await tx.run(
            *insert("clock_event", values(event), "ON CONFLICT (match_id, number) DO NOTHING")
        )
    if not added:
        raise Unreadable(event.match_id)


async def claim(tx: Transaction, now: float, limit: int, *, owner: str, lease: float) -> list[int]:
    """Claim up to `limit` matches with due clocks for `owner`; return their IDs.

    The claim lasts `lease` seconds. A lease that lasts longer was given by a clock that was wrong.
    """
    sql = (
        "WITH due AS MATERIALIZED (SELECT match_id FROM clock"
        " WHERE next_at <= ? AND (owner IS NULL OR leased_until <= ? OR leased_until > ?)"
        f" ORDER BY next_at LIMIT ?{tx.unheld}) UPDATE clock SET owner = ?, leased_until = ?"
        " WHERE match_id IN (SELECT match_id FROM due) RETURNING match_id, next_at"
    )
    rows = await tx.all(sql, now, now, now + lease, limit, owner, now + lease)
    return [row["match_id"] for row in sorted(rows, key=lambda row: (row["next_at"], row["match_id"]))]


async def free(tx: Transaction) -> None:
    """Give back every match whose clocks a vanished process had in hand.

    `data.processes` knows which processes are gone.
    """
    await tx.run(
        "UPDATE clock SET owner = NULL, leased_until = NULL"
        " WHERE owner IS NOT NULL AND owner NOT IN (SELECT name FROM process)"
    )


async def next_due(tx: Transaction, now: float) -> float | None:
    """Return when a clock next has something to do.

    That is a match's own time, or the time when the lease on it ends.
    """
    row = await tx.one("SELECT MIN(next_at) AS due FROM clock WHERE next_at > ?", now)
    sql = "SELECT MIN(CASE WHEN owner IS NULL THEN next_at ELSE leased_until END) AS due FROM clock WHERE next_at <= ?"
    held = await tx.one(sql, now)
    return min((each["due"] for each in (row, held) if each and each["due"] is not None), default=None)


async def owing(tx: Transaction, away_id: int, limit: int) -> list[int]:
    """Return up to `limit` matches still owed the time of an absence of the bot.

    Their clocks are running and have not been given it back yet.
    """
    sql = "SELECT match_id FROM clock WHERE away_id < ? AND next_at IS NOT NULL ORDER BY away_id, match_id LIMIT ?"
    rows = await tx.all(sql, away_id, limit)
    return [row["match_id"] for row in rows]


async def asked_at(tx: Transaction, match_id: int) -> int:
    """Return the first version of a match whose board asks for the current move.

    It is the move that its clocks are at.
    """
    sql = "SELECT MAX(version) AS version FROM clock_event WHERE match_id = ? AND kind IN (?, ?, ?, ?, ?)"
    row = await tx.one(sql, match_id, *TURNS, Tick.GIVE, Tick.GO)
    return row["version"] if row and row["version"] is not None else 0


async def of_user(tx: Transaction, user_id: int) -> list[tuple[int, int]]:
    """Return a user's timed matches that are not over, each with their seat."""
    sql = (
        "SELECT seat.match_id, seat.seat FROM seat JOIN clock ON clock.match_id = seat.match_id"
        " JOIN match ON match.id = seat.match_id WHERE seat.user_id = ? AND match.status <> 'over'"
        " ORDER BY seat.match_id"
    )
    rows = await tx.all(sql, user_id)
    return [(row["match_id"], row["seat"]) for row in rows]


async def given_back(tx: Transaction, match_id: int, *, since: float) -> float:
    """Return the seconds given back in a match since a time because the bot was away.

    Of each absence only the part after the beginning of the turn counts, because only that was a
    player's time.
    """
    total, counted = 0.0, 0.0
    with sound_rows(match_id):
        sql = (
            "SELECT kind, text, at FROM clock_event WHERE match_id = ? AND number >="
            " COALESCE((SELECT number FROM clock_event WHERE match_id = ? AND kind IN (?, ?, ?) AND at < ?"
            " ORDER BY number DESC LIMIT 1), 1) ORDER BY number"
        )
        rows = await tx.all(sql, match_id, match_id, *TURNS, since)
        for row in rows:
            if row["kind"] in TURNS:
                counted = row["at"]
            if row["kind"] == Tick.SET:
                begin, until = map(float, row["text"].split())
                counted += until - begin
            if row["kind"] == Tick.AWAY:
                begin, until = map(float, row["text"].split())
                if row["at"] >= since:
                    total += max(0.0, until - max(begin, counted))
                counted = max(counted, until)
    return total
