"""The entrants of a stage: they sign up, leave, and give up or lose their places.

An entrant may lose their place to another member.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert
from data.database.persons import display_name
from data.database.transaction import Row, Transaction
from words import Words


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A place in a stage and the member who has it.

    The user is `NOBODY` once they have been forgotten. `seed` orders the places of a section.

    Since `absent_at` it is known that they have not begun to play. In a tournament, they said at
    `here_at` that they are present for the round `here`, and they had the bye of the round `bye`. In
    a team match they play for `side`, and their captain has put them at `place` in its line-up.
    """

    id: int
    stage_id: int
    section_id: int | None
    seed: int | None
    user_id: int
    name: Words
    joined_at: float
    withdrawn: bool
    absent_at: float | None
    here: int | None = None
    here_at: float | None = None
    bye: int | None = None
    side: int | None = None
    place: int | None = None


_ENTRANT: Final = columns(EntrantRow)


async def join(tx: Transaction, stage_id: int, user_id: int, name: str, *, at: float) -> bool:
    """Add a member to a stage; return whether they were not in it before."""
    stored = {"stage_id": stage_id, "user_id": user_id, "name": name, "joined_at": at}
    conflict = "ON CONFLICT (stage_id, user_id) WHERE user_id > 0 DO NOTHING"
    return await tx.run(*insert("entrant", stored, conflict)) > 0


async def leave(tx: Transaction, entrant_id: int) -> None:
    """Remove a member from a stage that has not started."""
    await tx.run("DELETE FROM entrant WHERE id = ?", entrant_id)


async def of_stage(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return the entrants of a stage.

    They are in the order in which they signed up, and by section and seed once the stage has started.
    """
    rows = await tx.all(f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? ORDER BY seed, id", stage_id)
    return [_entrant(row) for row in rows]


async def of_section(tx: Transaction, section_id: int) -> list[EntrantRow]:
    """Return who is in a section, by seed."""
    rows = await tx.all(f"SELECT {_ENTRANT} FROM entrant WHERE section_id = ? ORDER BY seed", section_id)
    return [_entrant(row) for row in rows]


async def entrant_of(tx: Transaction, stage_id: int, user_id: int) -> EntrantRow | None:
    """Return a member's place in a stage."""
    row = await tx.one(
        f"SELECT {_ENTRANT} FROM entrant WHERE user_id = ? AND stage_id = ?", user_id, stage_id
    )
    return _entrant(row) if row else None


async def active_of_user(tx: Transaction, user_id: int) -> list[EntrantRow]:
    """Return a member's places in stages that are not over.

    Places that they have given up are left out.
    """
    sql = (
        f"SELECT {columns(EntrantRow, 'entrant')} FROM entrant JOIN stage ON stage.id = entrant.stage_id"
        " WHERE entrant.user_id = ? AND entrant.withdrawn = 0 AND stage.status <> 'over' ORDER BY entrant.id"
    )
    rows = await tx.all(sql, user_id)
    return [_entrant(row) for row in rows]


async def seat(tx: Transaction, entrant_id: int, section_id: int, seed: int) -> None:
    """Give an entrant their place in a section."""
    await tx.run("UPDATE entrant SET section_id = ?, seed = ? WHERE id = ?", section_id, seed, entrant_id)


async def withdraw(tx: Transaction, entrant_id: int) -> None:
    """Record that an entrant has stopped playing.

    Their matches that have not begun come to nothing.
    """
    await tx.run("UPDATE entrant SET withdrawn = 1, absent_at = NULL WHERE id = ?", entrant_id)
    for side in ("first_id", "second_id"):
        sql = f"UPDATE pairing SET result = 'none' WHERE {side} = ? AND match_id IS NULL AND result IS NULL"
        await tx.run(sql, entrant_id)


async def come_back(tx: Transaction, entrant_id: int) -> None:
    """Record that an entrant who had withdrawn plays again."""
    await tx.run("UPDATE entrant SET withdrawn = 0 WHERE id = ?", entrant_id)


async def replace(tx: Transaction, entrant_id: int, user_id: int, name: str, *, at: float) -> None:
    """Give a place to another member."""
    sql = "UPDATE entrant SET user_id = ?, name = ?, joined_at = ?, absent_at = NULL WHERE id = ?"
    await tx.run(sql, user_id, name, at, entrant_id)


async def set_here(tx: Transaction, entrant_id: int, round_number: int, *, at: float) -> None:
    """Record that an entrant says they are present for a round."""
    await tx.run("UPDATE entrant SET here = ?, here_at = ? WHERE id = ?", round_number, at, entrant_id)


async def set_bye(tx: Transaction, entrant_id: int, round_number: int) -> None:
    """Record that an entrant has the bye of a round."""
    await tx.run("UPDATE entrant SET bye = ? WHERE id = ?", round_number, entrant_id)


async def clear_round(tx: Transaction, section_id: int, round_number: int) -> None:
    """Clear a round's bye and the entrants' word that they are present for it.

    This applies to all entrants of a section.
    """
    await tx.run("UPDATE entrant SET bye = NULL WHERE section_id = ? AND bye = ?", section_id, round_number)
    sql = "UPDATE entrant SET here = NULL, here_at = NULL WHERE section_id = ? AND here >= ?"
    await tx.run(sql, section_id, round_number)


async def set_absent(tx: Transaction, entrant_id: int, at: float | None) -> None:
    """Record that an entrant has not begun to play, or (`None`) that they have."""
    await tx.run("UPDATE entrant SET absent_at = ? WHERE id = ?", at, entrant_id)


async def not_begun(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return the active entrants of a stage who have not begun to play.

    They have neither moved in a match of their place nor had one decided.
    """
    sql = (
        f"SELECT {columns(EntrantRow, 'entrant')} FROM entrant WHERE stage_id = ? AND withdrawn = 0"
        f" AND NOT EXISTS ({_begun_as('first')}) AND NOT EXISTS ({_begun_as('second')}) ORDER BY id"
    )
    rows = await tx.all(sql, stage_id)
    return [_entrant(row) for row in rows]


async def absent(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return who is known not to have begun in a stage, as far as was seen last."""
    rows = await tx.all(
        f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? AND absent_at IS NOT NULL ORDER BY id", stage_id
    )
    return [_entrant(row) for row in rows]


async def to_move_since(tx: Transaction, entrant_id: int) -> float | None:
    """Return since when an entrant has been to move in a match of their place.

    Of several matches, the longest wait counts; `None` if they are to move in none.
    """
    sql = (
        "SELECT MIN(match.turn_at) AS since FROM pairing JOIN match ON match.id = pairing.match_id"
        " WHERE pairing.result IS NULL AND match.status = 'running'"
        " AND (pairing.first_id = ? AND match.turn = 0 OR pairing.second_id = ? AND match.turn = 1)"
    )
    row = await tx.one(sql, entrant_id, entrant_id)
    return row["since"] if row else None


def _begun_as(side: str) -> str:
    """Return a subquery that finds a row if an entrant has begun on a side.

    The side says whether the entrant moves first or second.
    """
    seat = 0 if side == "first" else 1
    return (
        f"SELECT 1 FROM pairing WHERE pairing.{side}_id = entrant.id AND (pairing.result <> 'none' OR EXISTS"
        " (SELECT 1 FROM event WHERE event.match_id = pairing.match_id AND event.kind = 'move'"
        f" AND event.seat = {seat} AND event.user_id = entrant.user_id))"
    )


def _entrant(row: Row) -> EntrantRow:
    return from_row(EntrantRow, row | {"name": display_name(row["name"])})
