"""The entrants of a stage: signing up, leaving, withdrawing and replacement.

An entrant is a place in the stage rather than a person: the place may pass to another member.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, from_row, insert_statement
from data.database.persons import NOBODY, display_name
from data.database.transaction import Row, Transaction
from words import Words


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A place in a stage and the member who holds it.

    `user_id` is `NOBODY` once the member's data has been deleted. `seed` orders the places of a
    section.

    `absent_at` is the time since which the entrant is known not to have begun to play. In a tournament,
    the entrant confirmed at `here_at` being present for round `here`, and had the bye in round `bye`.
    In a team match, the entrant plays for `side`, and the captain has put them at `place` in the
    line-up. A place from a file has its `rating` there; until a member takes it, `absent_at` is set and
    `user_id` is `NOBODY`. `handle` is for pictures that cannot draw the name.
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
    rating: int | None = None
    handle: str | None = None

    @property
    def is_unclaimed(self) -> bool:
        """Whether it is a place from a file that no member has taken."""
        return self.user_id == NOBODY and self.absent_at is not None


_ENTRANT: Final = (
    f"{column_list(EntrantRow, 'entrant', besides=('handle',))},"
    " (SELECT handle FROM preference WHERE preference.user_id = entrant.user_id) AS handle"
)


async def join(tx: Transaction, stage_id: int, user_id: int, name: str, *, at: float) -> bool:
    """Add a member to a stage; return whether they are new to it."""
    stored = {"stage_id": stage_id, "user_id": user_id, "name": name, "joined_at": at}
    conflict = "ON CONFLICT (stage_id, user_id) WHERE user_id > 0 DO NOTHING"
    return await tx.run(*insert_statement("entrant", stored, conflict)) > 0


async def add_place(
    tx: Transaction,
    section: tuple[int, int],
    seed: int,
    name: str,
    *,
    rating: int | None,
    bye: int | None,
    at: float,
) -> int:
    """Add a place that a member can take, and return its ID.

    `section` has the IDs of the stage and the section. The place had the bye in round `bye`.
    """
    stored = {
        "stage_id": section[0],
        "section_id": section[1],
        "seed": seed,
        "user_id": NOBODY,
        "name": name,
        "joined_at": at,
        "absent_at": at,
        "rating": rating,
        "bye": bye,
    }
    [row] = await tx.all(*insert_statement("entrant", stored, "RETURNING id"))
    return int(row["id"])


async def leave(tx: Transaction, entrant_id: int) -> None:
    """Remove an entrant from a stage that has not started."""
    await tx.run("DELETE FROM entrant WHERE id = ?", entrant_id)


async def list_for_stage(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return the entrants of a stage.

    They are in the order in which they signed up, or by section and seed once the stage has started.
    """
    rows = await tx.all(f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? ORDER BY seed, id", stage_id)
    return [_entrant(row) for row in rows]


async def list_for_section(tx: Transaction, section_id: int) -> list[EntrantRow]:
    """Return the entrants of a section, ordered by seed."""
    rows = await tx.all(f"SELECT {_ENTRANT} FROM entrant WHERE section_id = ? ORDER BY seed", section_id)
    return [_entrant(row) for row in rows]


async def find_entrant(tx: Transaction, stage_id: int, user_id: int) -> EntrantRow | None:
    """Return the entrant that a member is in a stage, or `None`."""
    row = await tx.one(
        f"SELECT {_ENTRANT} FROM entrant WHERE user_id = ? AND stage_id = ?", user_id, stage_id
    )
    return _entrant(row) if row else None


async def list_active_for_user(tx: Transaction, user_id: int) -> list[EntrantRow]:
    """Return a member's places in stages that are not over.

    Places from which the member has withdrawn are left out.
    """
    sql = (
        f"SELECT {_ENTRANT} FROM entrant JOIN stage ON stage.id = entrant.stage_id"
        " WHERE entrant.user_id = ? AND entrant.withdrawn = 0 AND stage.status <> 'over' ORDER BY entrant.id"
    )
    rows = await tx.all(sql, user_id)
    return [_entrant(row) for row in rows]


async def list_cards_of_user(tx: Transaction, user_id: int, limit: int) -> list[tuple[int, int | None]]:
    """Return the newest stages and sections whose cards name a member.

    They name entrants and captains.
    """
    sql = (
        "SELECT stage_id, section_id FROM entrant WHERE user_id = ?"
        " UNION SELECT stage.id AS stage_id, section.id AS section_id FROM team"
        " JOIN stage ON stage.competition_id = team.competition_id LEFT JOIN section ON section.stage_id = stage.id"
        " WHERE team.captain_id = ? ORDER BY stage_id DESC LIMIT ?"
    )
    return [(row["stage_id"], row["section_id"]) for row in await tx.all(sql, user_id, user_id, limit)]


async def assign_section(tx: Transaction, entrant_id: int, section_id: int, seed: int) -> None:
    """Assign an entrant to a section with a seed."""
    await tx.run("UPDATE entrant SET section_id = ?, seed = ? WHERE id = ?", section_id, seed, entrant_id)


async def withdraw(tx: Transaction, entrant_id: int) -> None:
    """Record that an entrant has stopped playing.

    The entrant's pairings that have not begun get the result `none`, which does not count.
    """
    await tx.run("UPDATE entrant SET withdrawn = 1, absent_at = NULL WHERE id = ?", entrant_id)
    for side in ("first_id", "second_id"):
        sql = f"UPDATE pairing SET result = 'none' WHERE {side} = ? AND match_id IS NULL AND result IS NULL"
        await tx.run(sql, entrant_id)


async def rejoin(tx: Transaction, entrant_id: int) -> None:
    """Record that a withdrawn entrant plays again."""
    await tx.run("UPDATE entrant SET withdrawn = 0 WHERE id = ?", entrant_id)


async def replace(tx: Transaction, entrant_id: int, user_id: int, name: str, *, at: float) -> None:
    """Give an entrant's place to another member."""
    sql = "UPDATE entrant SET user_id = ?, name = ?, joined_at = ?, absent_at = NULL WHERE id = ?"
    await tx.run(sql, user_id, name, at, entrant_id)


async def set_present(tx: Transaction, entrant_id: int, round_number: int, *, at: float) -> None:
    """Record that an entrant has confirmed being present for a round."""
    await tx.run("UPDATE entrant SET here = ?, here_at = ? WHERE id = ?", round_number, at, entrant_id)


async def set_bye(tx: Transaction, entrant_id: int, round_number: int) -> None:
    """Record that an entrant has the bye in a round."""
    await tx.run("UPDATE entrant SET bye = ? WHERE id = ?", round_number, entrant_id)


async def clear_round(tx: Transaction, section_id: int, round_number: int) -> None:
    """Clear the bye of a round and the presence confirmations for it.

    This applies to all entrants of a section. Confirmations for later rounds are cleared too.
    """
    await tx.run("UPDATE entrant SET bye = NULL WHERE section_id = ? AND bye = ?", section_id, round_number)
    sql = "UPDATE entrant SET here = NULL, here_at = NULL WHERE section_id = ? AND here >= ?"
    await tx.run(sql, section_id, round_number)


async def set_absent(tx: Transaction, entrant_id: int, at: float | None) -> None:
    """Record since when an entrant has failed to begin, or `None` if they began."""
    await tx.run("UPDATE entrant SET absent_at = ? WHERE id = ?", at, entrant_id)


async def list_not_begun(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return the active entrants of a stage who have not begun to play.

    They have neither made a move in a match of theirs nor had one decided.
    """
    sql = (
        f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? AND withdrawn = 0"
        f" AND NOT EXISTS ({_begun_as('first')}) AND NOT EXISTS ({_begun_as('second')}) ORDER BY id"
    )
    rows = await tx.all(sql, stage_id)
    return [_entrant(row) for row in rows]


async def list_absent(tx: Transaction, stage_id: int) -> list[EntrantRow]:
    """Return the entrants of a stage who were last found not to have begun."""
    rows = await tx.all(
        f"SELECT {_ENTRANT} FROM entrant WHERE stage_id = ? AND absent_at IS NOT NULL ORDER BY id", stage_id
    )
    return [_entrant(row) for row in rows]


async def find_longest_turn(tx: Transaction, entrant_id: int) -> tuple[int, float] | None:
    """Return the match in which an entrant has had the turn for longest.

    Its ID comes with when that turn began. Return `None` if it is not their turn in any match.
    """
    sql = (
        "SELECT match.id AS id, match.turn_at AS since FROM pairing JOIN match ON match.id = pairing.match_id"
        " WHERE pairing.result IS NULL AND match.status = 'running'"
        " AND (pairing.first_id = ? AND match.turn = 0 OR pairing.second_id = ? AND match.turn = 1)"
        " ORDER BY match.turn_at, match.id LIMIT 1"
    )
    row = await tx.one(sql, entrant_id, entrant_id)
    return (row["id"], row["since"]) if row else None


def _begun_as(side: str) -> str:
    """Return a subquery that finds a row if an entrant has begun on a side.

    The side is `"first"` or `"second"`, for the entrant who moves first or second.
    """
    seat = 0 if side == "first" else 1
    return (
        f"SELECT 1 FROM pairing WHERE pairing.{side}_id = entrant.id AND (pairing.result <> 'none' OR EXISTS"
        " (SELECT 1 FROM event WHERE event.match_id = pairing.match_id AND event.kind = 'move'"
        f" AND event.seat = {seat} AND event.user_id = entrant.user_id))"
    )


def _entrant(row: Row) -> EntrantRow:
    return from_row(EntrantRow, row | {"name": display_name(row["name"])})
