"""Clocks of matches: their state, their events and their due times.

A process claims the clocks that are due under its name for a limited time (a lease), so that no two
processes handle the same ones.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from data.database.columns import column_values, insert_statement
from data.database.errors import Unreadable, translate_row_errors
from data.database.transaction import Row, Transaction


class ClockEventKind(StrEnum):
    """The kind of an event of a match's clocks.

    Times in the text of an event are seconds since the epoch.
    """

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
    """They go on; after an end that was undone, that of `seat`."""
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

    `control` is the time control, and `state` (JSON text) is the state of both clocks after event
    `number`. At `deadline_at` the player to move runs out of time, and at `next_at` something is to be
    done; both are `None` while no clock is running. `away_id` is the last absence of the bot for which
    the players have been given their time back.
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
    """Event `number` of a match's clocks.

    `version` is the number of the match's last event at that time.
    """

    match_id: int
    number: int
    version: int
    kind: ClockEventKind
    seat: int | None
    text: str
    at: float


TURNS: Final = (ClockEventKind.START, ClockEventKind.MOVE, ClockEventKind.TAKEBACK)
"""With these a turn begins."""

NAMES: Final = tuple(field.name for field in fields(ClockRow))
COLUMNS: Final = ", ".join(f"clock.{name} AS clock_{name}" for name in NAMES)
"""For statements about matches that join their clocks."""
JOINED: Final = "LEFT JOIN clock ON clock.match_id = match.id"


def pop_clock(row: Row) -> ClockRow | None:
    """Remove the clock's columns from a joined row and return the clock.

    Return `None` if the match has no clocks.
    """
    values = {name: row.pop(f"clock_{name}") for name in NAMES}
    return None if values["match_id"] is None else ClockRow(**values)


async def create(tx: Transaction, row: ClockRow) -> None:
    """Store the clocks of a match that is starting."""
    await tx.run(*insert_statement("clock", column_values(row)))


async def update(tx: Transaction, row: ClockRow, *, expected_number: int) -> None:
    """Store the new state of a match's clocks and release the claim on them.

    Raise `RuntimeError` unless the last stored event is `expected_number`.
    """
    sql = (
        "UPDATE clock SET state = ?, number = ?, deadline_at = ?, next_at = ?, away_id = ?, owner = NULL,"
        " leased_until = NULL WHERE match_id = ? AND number = ?"
    )
    changed = await tx.run(
        sql, row.state, row.number, row.deadline_at, row.next_at, row.away_id, row.match_id, expected_number
    )
    if not changed:
        raise RuntimeError(f"the clocks of match {row.match_id} were not at event {expected_number}")


async def add_event(tx: Transaction, event: ClockEvent) -> None:
    """Store an event of a match's clocks.

    Raise `Unreadable` if the match already has an event of that number.
    """
    with translate_row_errors(event.match_id):
        added = await tx.run(
            *insert_statement(
                "clock_event", column_values(event), "ON CONFLICT (match_id, number) DO NOTHING"
            )
        )
    if not added:
        raise Unreadable(event.match_id)


async def claim(tx: Transaction, now: float, limit: int, *, owner: str, lease: float) -> list[int]:
    """Claim up to `limit` matches with due clocks for `owner`; return their IDs.

    The claim lasts `lease` seconds. An existing claim that would last longer than that is ignored,
    because it must come from a process whose system clock is wrong.
    """
    sql = (
        "WITH due AS MATERIALIZED (SELECT match_id FROM clock"
        " WHERE next_at <= ? AND (owner IS NULL OR leased_until <= ? OR leased_until > ?)"
        f" ORDER BY next_at LIMIT ?{tx.skip_locked}) UPDATE clock SET owner = ?, leased_until = ?"
        " WHERE match_id IN (SELECT match_id FROM due) RETURNING match_id, next_at"
    )
    rows = await tx.all(sql, now, now, now + lease, limit, owner, now + lease)
    return [row["match_id"] for row in sorted(rows, key=lambda row: (row["next_at"], row["match_id"]))]


async def free(tx: Transaction) -> None:
    """Release the clocks that were claimed by processes that no longer run.

    `data.processes` lists the running processes.
    """
    await tx.run(
        "UPDATE clock SET owner = NULL, leased_until = NULL"
        " WHERE owner IS NOT NULL AND owner NOT IN (SELECT name FROM process)"
    )


async def next_due_time(tx: Transaction, now: float) -> float | None:
    """Return the time when a clock next needs attention, or `None`.

    For a clock that is due and claimed, this is the time when the claim ends.
    """
    later = await tx.value("SELECT MIN(next_at) AS due FROM clock WHERE next_at > ?", now)
    sql = "SELECT MIN(CASE WHEN owner IS NULL THEN next_at ELSE leased_until END) AS due FROM clock WHERE next_at <= ?"
    held = await tx.value(sql, now)
    return min((each for each in (later, held) if each is not None), default=None)


async def list_owed_time(tx: Transaction, away_id: int, limit: int) -> list[int]:
    """Return up to `limit` matches that are still owed time for an absence.

    While the bot is absent, players cannot move. These are matches with running clocks that have not
    been given back the time of absence `away_id`.
    """
    sql = "SELECT match_id FROM clock WHERE away_id < ? AND next_at IS NOT NULL ORDER BY away_id, match_id LIMIT ?"
    rows = await tx.all(sql, away_id, limit)
    return [row["match_id"] for row in rows]


async def current_turn_version(tx: Transaction, match_id: int) -> int:
    """Return the version of the match at which its clocks' current turn began.

    Return 0 if they have no such event.
    """
    sql = "SELECT MAX(version) AS version FROM clock_event WHERE match_id = ? AND kind IN (?, ?, ?, ?, ?)"
    row = await tx.one(sql, match_id, *TURNS, ClockEventKind.GIVE, ClockEventKind.GO)
    return row["version"] if row and row["version"] is not None else 0


async def list_for_user(tx: Transaction, user_id: int) -> list[tuple[int, int]]:
    """Return a user's unfinished matches with clocks: pairs of match ID and seat."""
    sql = (
        "SELECT seat.match_id, seat.seat FROM seat JOIN clock ON clock.match_id = seat.match_id"
        " JOIN match ON match.id = seat.match_id WHERE seat.user_id = ? AND match.status <> 'over'"
        " ORDER BY seat.match_id"
    )
    rows = await tx.all(sql, user_id)
    return [(row["match_id"], row["seat"]) for row in rows]


async def seconds_given_back(tx: Transaction, match_id: int, *, since: float) -> float:
    """Return the seconds given back since a time because the bot was absent.

    Of each absence only the part after the beginning of the turn counts, because only that was taken
    from a player's time.
    """
    total, counted = 0.0, 0.0
    with translate_row_errors(match_id):
        sql = (
            "SELECT kind, text, at FROM clock_event WHERE match_id = ? AND number >="
            " COALESCE((SELECT number FROM clock_event WHERE match_id = ? AND kind IN (?, ?, ?) AND at < ?"
            " ORDER BY number DESC LIMIT 1), 1) ORDER BY number"
        )
        rows = await tx.all(sql, match_id, match_id, *TURNS, since)
        for row in rows:
            if row["kind"] in TURNS:
                counted = row["at"]
            if row["kind"] == ClockEventKind.SET:
                begin, until = map(float, row["text"].split())
                counted += until - begin
            if row["kind"] == ClockEventKind.AWAY:
                begin, until = map(float, row["text"].split())
                if row["at"] >= since:
                    total += max(0.0, until - max(begin, counted))
                counted = max(counted, until)
    return total
