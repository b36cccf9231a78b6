"""Who is in a stage of a competition: people sign up, leave, have their place, give it up, lose it to somebody else."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, insert, read
from data.database.persons import named
from data.database.transaction import Row, Transaction
from words import Words


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A place in a stage and who has it: `NOBODY` once they were forgotten. `seed` orders the places of a section.

    Since `absent_at` it is known that they have not begun to play. In a tournament they have said at `here_at` that
    they are there for the round `here`, and had the bye of the round `bye`. In a team match they play for `side`, where
    their captain has put them at `place` in its line-up.
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
    """Add somebody to a stage; return whether they were not in it before."""
    stored = {"stage_id": stage_id, "user_id": user_id, "name": name, "joined_at": at}
    conflict = "ON CONFLICT (stage_id, user_id) WHERE user_id > 0 DO NOTHING"
    return await tx.run(*insert("entrant", stored, conflict)) > 0


async def leave(tx: Transaction, entrant_id: int) -> None:
    """Take somebody out of a stage that has not started."""
    await tx.run("DELETE FROM entrant WHERE id = ?", entrant_id)


async def of_stage(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return who is in a stage: as they have signed up, once it has started by section and seed."""
    rows = await tx.all(f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? ORDER BY seed, id", stage_id)
    return [_entrant(row) for row in rows]


async def of_section(tx: Transaction, section_id: int) -> list[EntrantRow]:
    """Return who is in a section, by seed."""
    rows = await tx.all(f"SELECT {_ENTRANT} FROM entrant WHERE section_id = ? ORDER BY seed", section_id)
    return [_entrant(row) for row in rows]


async def entrant_of(tx: Transaction, stage_id: int, user_id: int) -> EntrantRow | None:
    """Return the place of somebody in a stage."""
    row = await tx.one(
        f"SELECT {_ENTRANT} FROM entrant WHERE user_id = ? AND stage_id = ?", user_id, stage_id
    )
    return _entrant(row) if row else None


async def entered(tx: Transaction, user_id: int) -> list[EntrantRow]:
    """Return the places of somebody in stages that are not over, of those they have not given up."""
    rows = await tx.all(
        f"SELECT {columns(EntrantRow, 'entrant')} FROM entrant JOIN stage ON stage.id = entrant.stage_id"
        " WHERE entrant.user_id = ? AND entrant.withdrawn = 0 AND stage.status <> 'over' ORDER BY entrant.id",
        user_id,
    )
    return [_entrant(row) for row in rows]


async def seat(tx: Transaction, entrant_id: int, section_id: int, seed: int) -> None:
    """Give somebody their place in a section."""
    await tx.run("UPDATE entrant SET section_id = ?, seed = ? WHERE id = ?", section_id, seed, entrant_id)


async def withdraw(tx: Transaction, entrant_id: int) -> None:
    """Note that somebody plays no more, and let what they have not begun come to nothing."""
    await tx.run("UPDATE entrant SET withdrawn = 1, absent_at = NULL WHERE id = ?", entrant_id)
    for side in ("first_id", "second_id"):
        await tx.run(
            f"UPDATE pairing SET result = 'none' WHERE {side} = ? AND match_id IS NULL AND result IS NULL",
            entrant_id,
        )


async def come_back(tx: Transaction, entrant_id: int) -> None:
    """Note that somebody plays again who had withdrawn."""
    await tx.run("UPDATE entrant SET withdrawn = 0 WHERE id = ?", entrant_id)


async def replace(tx: Transaction, entrant_id: int, user_id: int, name: str, *, at: float) -> None:
    """Give a place to somebody else."""
    await tx.run(
        "UPDATE entrant SET user_id = ?, name = ?, joined_at = ?, absent_at = NULL WHERE id = ?",
        user_id, name, at, entrant_id,
    )  # fmt: skip


async def set_here(tx: Transaction, entrant_id: int, round_number: int, *, at: float) -> None:
    """Note that somebody says that they are there for a round."""
    await tx.run("UPDATE entrant SET here = ?, here_at = ? WHERE id = ?", round_number, at, entrant_id)


async def set_bye(tx: Transaction, entrant_id: int, round_number: int) -> None:
    """Note that somebody has the bye of a round."""
    await tx.run("UPDATE entrant SET bye = ? WHERE id = ?", round_number, entrant_id)


async def round_back(tx: Transaction, section_id: int, round_number: int) -> None:
    """Let nobody of a section have the bye of a round, or have said that they are there for it."""
    await tx.run("UPDATE entrant SET bye = NULL WHERE section_id = ? AND bye = ?", section_id, round_number)
    await tx.run(
        "UPDATE entrant SET here = NULL, here_at = NULL WHERE section_id = ? AND here >= ?",
        section_id, round_number,
    )  # fmt: skip


async def set_absent(tx: Transaction, entrant_id: int, at: float | None) -> None:
    """Note that somebody has not begun to play, or that they have."""
    await tx.run("UPDATE entrant SET absent_at = ? WHERE id = ?", at, entrant_id)


async def not_begun(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return who plays in a stage, but has neither moved in any match of their place nor had one decided."""
    rows = await tx.all(
        f"SELECT {columns(EntrantRow, 'entrant')} FROM entrant WHERE stage_id = ? AND withdrawn = 0"
        f" AND NOT EXISTS ({_begun_as('first')}) AND NOT EXISTS ({_begun_as('second')}) ORDER BY id",
        stage_id,
    )
    return [_entrant(row) for row in rows]


async def absent(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return who is known not to have begun in a stage, as far as was seen last."""
    rows = await tx.all(
        f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? AND absent_at IS NOT NULL ORDER BY id", stage_id
    )
    return [_entrant(row) for row in rows]


async def to_move_since(tx: Transaction, entrant_id: int) -> float | None:
    """Return since when somebody has been to move in a match of their place, the longest; `None` where in none."""
    row = await tx.one(
        "SELECT MIN(match.turn_at) AS since FROM pairing JOIN match ON match.id = pairing.match_id"
        " WHERE pairing.result IS NULL AND match.status = 'running'"
        " AND (pairing.first_id = ? AND match.turn = 0 OR pairing.second_id = ? AND match.turn = 1)",
        entrant_id,
        entrant_id,
    )
    return row["since"] if row else None


def _begun_as(side: str) -> str:
    """Return the query for what shows that an entrant has begun who moves first, or second."""
    seat = 0 if side == "first" else 1
    return (
        f"SELECT 1 FROM pairing WHERE pairing.{side}_id = entrant.id AND (pairing.result <> 'none' OR EXISTS"
        " (SELECT 1 FROM event WHERE event.match_id = pairing.match_id AND event.kind = 'move'"
        f" AND event.seat = {seat} AND event.user_id = entrant.user_id))"
    )


def _entrant(row: Row) -> EntrantRow:
    return read(EntrantRow, row | {"name": named(row["name"])})
