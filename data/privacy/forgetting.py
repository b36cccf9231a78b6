"""Deletion of a person's data at their request.

Data about the person alone is deleted; data that also concerns others is kept without them.
`data.database.persons` lists the columns. The work is done in small steps, each of which finds by
an index what is left to do, so it continues after any interruption.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from data.database.persons import COMPUTER, OPAQUE, PEOPLE, UNTOLD, RowChange
from data.database.tables import all_tables
from data.database.transaction import Row, Transaction
from data.outbox import leases
from data.outbox.post_kinds import PostKind
from data.pages import pages
from data.play.challenges import ChallengeStatus
from data.play.clocks import ClockEventKind
from data.standing import rated_rows

OF_SEAT: Final = (PostKind.HAND, PostKind.NOTICE, PostKind.TURN)
"""Posts for one person alone, or about their direct messages."""
JOBS: Final = "deletion"
"""The table of those who are being forgotten: they leave it last."""
OF_PLAYERS: Final = ("seat", "advance", "appraisal")
"""Tables that hold a person only as the player of a match.

The person is found through the match.
"""
OF_PEOPLE: Final = ("learning", "tree_job")
"""The tables of jobs that store something about those who played a match."""
_TO_SEAT: Final = (
    f"match_id = ? AND kind IN ({', '.join('?' * len(OF_SEAT))})"
    " AND seat = (SELECT seat FROM seat WHERE seat.match_id = outbox.match_id AND user_id = ?)"
)

_OF_CLOCK: Final = (
    "match_id = ?"
    " AND seat = (SELECT seat FROM seat WHERE seat.match_id = clock_event.match_id AND user_id = ?)"
)


async def request(tx: Transaction, user_id: int) -> None:
    """Record that a person wants their data to be deleted."""
    sql = f"INSERT INTO {JOBS} (user_id, asked_at) VALUES (?, ?) ON CONFLICT (user_id) DO NOTHING"
    await tx.run(sql, user_id, tx.now)


async def list_pending(tx: Transaction) -> list[int]:
    """Return the IDs of the users whose data is being deleted."""
    return [row["user_id"] for row in await tx.all(f"SELECT user_id FROM {JOBS} ORDER BY asked_at, user_id")]


async def finish_if_forgotten(tx: Transaction, user_id: int) -> bool:
    """Complete the deletion of a person's data if no row refers to them any more.

    Return whether it is complete.
    """
    if await tx.one("SELECT 1 AS found FROM seat WHERE user_id = ? LIMIT 1", user_id):
        return False
    for table, person, _ in _by_person():
        if await tx.one(
            f"SELECT 1 AS found FROM {table} WHERE {_person_condition(table, person)} LIMIT 1", user_id
        ):
            return False
    await tx.run(f"DELETE FROM {JOBS} WHERE user_id = ?", user_id)
    return True


async def count_matches(tx: Transaction, user_id: int) -> dict[str, int]:
    """Return how many matches of a person there are, by status."""
    sql = (
        "SELECT match.status AS status, COUNT(*) AS count FROM seat JOIN match ON match.id = seat.match_id"
        " WHERE seat.user_id = ? GROUP BY match.status"
    )
    rows = await tx.all(sql, user_id)
    return {row["status"]: row["count"] for row in rows}


async def list_all_matches(tx: Transaction, user_id: int) -> list[int]:
    """Return the IDs of all matches of a person, newest first."""
    rows = await tx.all("SELECT match_id FROM seat WHERE user_id = ? ORDER BY match_id DESC", user_id)
    return [row["match_id"] for row in rows]


async def export_rows(tx: Transaction, user_id: int) -> dict[str, list[Row]]:
    """Return the data stored about a person outside their matches, by table.

    These are whole rows, but without the IDs of other people, and none that the person is not to know of.
    """
    found: dict[str, list[Row]] = {}
    for table, person, _ in _by_person():
        if (table, person) in UNTOLD:
            continue
        rows = await tx.all(
            f"SELECT {_all(table)} FROM {table} WHERE {_person_condition(table, person)}", user_id
        )
        found.setdefault(table, []).extend(_own(table, row, user_id) for row in rows)
    for row in found[
        "challenge"
    ]:  # one that is open again, because another called its match off, is by their press
        by_another = "SELECT 1 AS found FROM event WHERE interaction_id = ? AND user_id <> ?"
        if await tx.one(by_another, row.get("interaction_id"), user_id):
            del row["interaction_id"]
    return found


async def export_match_rows(tx: Transaction, user_id: int, match_id: int) -> dict[str, list[Row]]:
    """Return the data stored about a person in one match, by table.

    It includes messages about the match that are still to be sent to the person.
    """
    found: dict[str, list[Row]] = {}
    for table, person, _ in _by_match():
        sql = f"SELECT {_all(table)} FROM {table} WHERE match_id = ? AND {person} = ?"
        rows = await tx.all(sql, match_id, user_id)
        found.setdefault(table, []).extend(_own(table, row, user_id) for row in rows)
    events, posted = _all("clock_event"), _all("outbox")
    found["clock_event"] = await tx.all(
        f"SELECT {events} FROM clock_event WHERE {_OF_CLOCK}", match_id, user_id
    )
    found["outbox"] = await tx.all(
        f"SELECT {posted} FROM outbox WHERE {_TO_SEAT}", match_id, *OF_SEAT, user_id
    )
    clock, puzzle = _all("clock"), _all("mined")
    clocks = await tx.all(f"SELECT {clock} FROM clock WHERE match_id = ?", match_id)
    seat = await tx.one("SELECT seat FROM seat WHERE match_id = ? AND user_id = ?", match_id, user_id)
    assert seat is not None  # it is a match of theirs
    found["clock"] = [row | {"state": _own_side(row["state"], seat["seat"])} for row in clocks]
    found["mined"] = await tx.all(f"SELECT {puzzle} FROM mined WHERE match_id = ?", match_id)
    return found


async def list_matches(tx: Transaction, user_id: int, *, over: bool, limit: int) -> list[int]:
    """Return the IDs of up to `limit` matches of a person, newest first.

    They are the finished ones if `over` is true, otherwise all others.
    """
    sql = (
        "SELECT seat.match_id AS id FROM seat JOIN match ON match.id = seat.match_id"
        f" WHERE seat.user_id = ? AND match.status {'=' if over else '<>'} 'over' ORDER BY seat.match_id DESC LIMIT ?"
    )
    rows = await tx.all(sql, user_id, limit)
    return [row["id"] for row in rows]


async def forget_in_match(tx: Transaction, user_id: int, match_id: int) -> None:
    """Delete a person's data in one match.

    It includes messages about the match that are still to be sent to the person.
    """
    await tx.run(f"DELETE FROM outbox WHERE {_TO_SEAT}", match_id, *OF_SEAT, user_id)
    await pages.remove_for_match(tx, match_id)
    await _forget_rest(tx, user_id, match_id)
    await _forget_interactions(tx, user_id, match_id)
    for table in OF_PEOPLE:  # another process may store what it has just found
        await leases.restart(tx, table, match_id)
    for table, person, becomes in _by_match():
        await _change(tx, table, becomes, f"match_id = ? AND {person} = ?", match_id, user_id)


async def forget_elsewhere(tx: Transaction, user_id: int, *, limit: int) -> int:
    """Delete a person's data outside the matches that they played.

    This changes up to `limit` rows of each kind; return how many were changed.
    """
    await _delete_outbox_rows(tx, user_id)
    changed = int(await rated_rows.anonymise_on_server(tx, user_id))
    for table, person, becomes in _by_person():
        if becomes and OPAQUE in becomes.values():
            continue
        key = ", ".join(all_tables()[table].key)
        where = f"({key}) IN (SELECT {key} FROM {table} WHERE {_person_condition(table, person)} LIMIT ?)"
        changed += await _change(tx, table, becomes, where, user_id, limit)
    return changed


def _by_person() -> Iterator[tuple[str, str, RowChange]]:
    """Yield the columns by which rows can be found from a person's ID alone.

    Each comes as a tuple of the table, the column and the change to make to the row.
    """
    return _columns_of(table for table in PEOPLE if table not in (JOBS, *OF_PLAYERS))


def _by_match() -> Iterator[tuple[str, str, RowChange]]:
    """Yield the columns that hold a person in the rows of a given match.

    Each comes as a tuple of the table, the column and the change to make to the row.
    """
    return _columns_of(table for table in PEOPLE if "match_id" in all_tables()[table].key)


def _columns_of(tables: Iterable[str]) -> Iterator[tuple[str, str, RowChange]]:
    return ((table, person, becomes) for table in tables for person, becomes in PEOPLE[table].items())


def _person_condition(table: str, person: str) -> str:
    """Return the condition that finds a person's rows in a table by an index.

    In the table of events, it finds only rows in which the person was not a player.
    """
    return f"{person} = ?" + (" AND seat IS NULL" if table == "event" else "")


def _all(table: str) -> str:
    """Return the column list of a table for use in a statement."""
    return ", ".join(all_tables()[table].columns)


def _own(table: str, row: Row, user_id: int) -> Row:
    """Return a row without the IDs of other people and their interactions."""
    others = {name for name in PEOPLE[table] if row[name] != user_id}
    if table == "challenge":
        own = row["status"] == ChallengeStatus.CANCELLED or row["opponent_id"] == COMPUTER
        closer = "challenger_id" if own else "opponent_id"
        others |= {"closed_by_interaction"} if closer in others else set()
        others |= {"interaction_id"} if "challenger_id" in others else set()
    return {name: value for name, value in row.items() if name not in others}


def _own_side(state: str, seat: int) -> str | None:
    """Return the state of a match's clocks with the data of only one seat.

    Only the time, the quiet days and the time zone of that seat are kept.
    """
    try:
        kept = json.loads(state)
        return json.dumps(kept | {"sides": [kept["sides"][seat]]})
    except Exception:  # changed bytes may break any assumption about them
        return None


async def _change(tx: Transaction, table: str, becomes: RowChange, where: str, *args: object) -> int:
    if becomes is None:
        return await tx.run(f"DELETE FROM {table} WHERE {where}", *args)
    changes = ", ".join(f"{name} = ?" for name in becomes)
    return await tx.run(f"UPDATE {table} SET {changes} WHERE {where}", *becomes.values(), *args)


async def _forget_rest(tx: Transaction, user_id: int, match_id: int) -> None:
    """Delete the clocks of a match if their events say when a person rests.

    The state of the clocks follows from the events, so both are deleted.
    """
    rests = await tx.all(
        f"SELECT number FROM clock_event WHERE {_OF_CLOCK} AND kind = ?",
        match_id,
        user_id,
        ClockEventKind.REST,
    )
    for table in ("clock_event", "clock") if rests else ():
        await tx.run(f"DELETE FROM {table} WHERE match_id = ?", match_id)


async def _forget_interactions(tx: Transaction, user_id: int, match_id: int) -> None:
    """Delete a person's interaction IDs from rows of a match that lack their ID.

    Such rows are agreements of the computer in older versions, the computer's pending moves, a
    challenge that was opened again, and pending messages, which are then sent without a reference to
    the interaction.
    """
    acts = "SELECT interaction_id FROM event WHERE match_id = ? AND user_id = ?"
    await tx.run(
        f"UPDATE challenge SET interaction_id = NULL WHERE interaction_id IN ({acts})", match_id, user_id
    )
    await tx.run("UPDATE event SET interaction_id = NULL WHERE match_id = ? AND user_id IS NULL", match_id)
    await tx.run("UPDATE thinking SET interaction_id = NULL WHERE match_id = ?", match_id)
    for row in await tx.all(
        "SELECT id, payload FROM outbox WHERE match_id = ? AND kind <> ?", match_id, PostKind.MOVED
    ):
        payload = json.loads(row["payload"])
        if payload.pop("by", None) is not None:
            await tx.run("UPDATE outbox SET payload = ? WHERE id = ?", json.dumps(payload), row["id"])


async def _delete_outbox_rows(tx: Transaction, user_id: int) -> None:
    """Delete outbox rows that are for or name a person outside their matches.

    A pending change to the card of a challenge is identified by the interaction that caused it; it gets
    another identifier.
    """
    sql = (
        "UPDATE outbox SET dedup = 'x' || id WHERE dedup LIKE 'i%' AND challenge_id IN"
        " (SELECT id FROM challenge WHERE challenger_id = ? OR opponent_id = ?)"
    )
    await tx.run(sql, user_id, user_id)
    sql = "DELETE FROM outbox WHERE kind = ? AND challenge_id IN (SELECT id FROM challenge WHERE challenger_id = ?)"
    await tx.run(sql, PostKind.WITHDRAWN, user_id)
    sql = "SELECT id, payload FROM outbox WHERE kind IN (?, ?, ?, ?)"
    for row in await tx.all(sql, PostKind.MOVED, PostKind.UNPOSTED, PostKind.SEAT, PostKind.LEARN):
        payload = json.loads(row["payload"])
        if user_id in (payload.get("by"), payload.get("to")):
            await tx.run("DELETE FROM outbox WHERE id = ?", row["id"])
