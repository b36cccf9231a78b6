"""Who is in a stage of a competition, who meets whom, what became of it, and what has made a table jump."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.columns import columns, insert, read
from data.persons import named
from data.transaction import Row, Transaction
from words import Words


class Result(StrEnum):
    """What became of a pairing: who of the two won, a draw, or nothing that counts."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"


class Jump(StrEnum):
    """What makes a table jump."""

    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"
    """Somebody else has taken a place."""
    RULED = "ruled"
    """The organiser says what counts of a pairing."""


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A place in a stage and who has it: `NOBODY` once they were forgotten. `seed` orders the places of a section.

    Since `absent_at` it is known that they have not begun to play.
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


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Two entrants who meet, `first_id` moving first: by the order of play, or `turned` because of their last match.

    `match_id` is `None` until it is begun, `result` until it is decided, perhaps `judged` by the analysis. A `ruling`
    counts instead.
    """

    id: int
    section_id: int
    round: int
    first_id: int
    second_id: int
    turned: bool
    match_id: int | None
    result: Result | None
    judged: bool
    ruling: Result | None

    @property
    def counts(self) -> Result | None:
        """Return what counts of it, `None` while it is open."""
        return self.ruling or self.result


@dataclass(frozen=True, slots=True)
class LogRow:
    """Something that has made the table of a section jump; `user_id` is who did it."""

    section_id: int
    at: float
    user_id: int
    what: Jump
    entrant_id: int | None = None
    pairing_id: int | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with the users whom it brings together, by seat, and the competition that it is of."""

    pairing_id: int
    competition_id: int
    section_id: int
    match_id: int | None
    user_ids: tuple[int, int]


_ENTRANT: Final = columns(EntrantRow)
_PAIRING: Final = columns(PairingRow)
_LOG: Final = columns(LogRow)
_MEETING: Final = (
    "SELECT pairing.id AS pairing_id, stage.competition_id AS competition_id, pairing.section_id AS section_id,"
    " pairing.match_id AS match_id, first.user_id AS first_user, second.user_id AS second_user"
    " FROM stage JOIN section ON section.stage_id = stage.id JOIN pairing ON pairing.section_id = section.id"
    " JOIN entrant AS first ON first.id = pairing.first_id JOIN entrant AS second ON second.id = pairing.second_id"
)
_WAITS: Final = "pairing.match_id IS NULL AND pairing.result IS NULL AND stage.status = 'running'"
OPEN_MATCH: Final = "pairing.match_id IS NOT NULL AND pairing.result IS NULL"


async def join(tx: Transaction, stage_id: int, user_id: int, name: str, *, at: float) -> bool:
    """Add somebody to a stage; return whether they were not in it before."""
    stored = {"stage_id": stage_id, "user_id": user_id, "name": name, "joined_at": at}
    conflict = "ON CONFLICT (stage_id, user_id) WHERE user_id > 0 DO NOTHING"
    return await tx.run(*insert("entrant", stored, conflict)) > 0


async def leave(tx: Transaction, entrant_id: int) -> None:
    """Take somebody out of a stage that has not started."""
    await tx.run("DELETE FROM entrant WHERE id = ?", entrant_id)


async def entrants(tx: Transaction, stage_id: int) -> list[EntrantRow]:
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


async def replace(tx: Transaction, entrant_id: int, user_id: int, name: str, *, at: float) -> None:
    """Give a place to somebody else."""
    await tx.run(
        "UPDATE entrant SET user_id = ?, name = ?, joined_at = ?, absent_at = NULL WHERE id = ?",
        user_id, name, at, entrant_id,
    )  # fmt: skip


async def set_absent(tx: Transaction, entrant_id: int, at: float | None) -> None:
    """Note that somebody has not begun to play, or that they have."""
    await tx.run("UPDATE entrant SET absent_at = ? WHERE id = ?", at, entrant_id)


async def add(
    tx: Transaction, section_id: int, round_number: int, pair: tuple[int, int], *, turned: bool
) -> None:
    """Let two entrants meet; the first of them moves first."""
    first, second = pair
    stored = {
        "section_id": section_id, "round": round_number, "first_id": first, "second_id": second, "turned": turned,
    }  # fmt: skip
    await tx.run(*insert("pairing", stored))


async def pairings(tx: Transaction, section_id: int) -> list[PairingRow]:
    """Return who meets whom in a section, in the order of play."""
    rows = await tx.all(f"SELECT {_PAIRING} FROM pairing WHERE section_id = ? ORDER BY round, id", section_id)
    return [_pairing(row) for row in rows]


async def get(tx: Transaction, pairing_id: int) -> PairingRow | None:
    """Return a pairing."""
    row = await tx.one(f"SELECT {_PAIRING} FROM pairing WHERE id = ?", pairing_id)
    return _pairing(row) if row else None


async def of_match(tx: Transaction, match_id: int) -> PairingRow | None:
    """Return the pairing that a match is of, `None` if it is of no competition."""
    row = await tx.one(f"SELECT {_PAIRING} FROM pairing WHERE match_id = ?", match_id)
    return _pairing(row) if row else None


async def met_last(tx: Transaction, competition_id: int) -> dict[frozenset[int], int]:
    """Return who moved first when two users met last in a competition, by the two."""
    rows = await tx.all(
        f"{_MEETING} WHERE stage.competition_id = ? AND pairing.match_id IS NOT NULL ORDER BY pairing.id",
        competition_id,
    )
    return {frozenset((row["first_user"], row["second_user"])): row["first_user"] for row in rows}


async def waiting(tx: Transaction, competition_id: int) -> list[Meeting]:
    """Return the pairings of a competition that are still to begin, in the order of play."""
    rows = await tx.all(
        f"{_MEETING} WHERE stage.competition_id = ? AND {_WAITS} ORDER BY pairing.round, pairing.id",
        competition_id,
    )
    return [_meeting(row) for row in rows]


async def waiting_for(tx: Transaction, user_id: int) -> list[int]:
    """Return the competitions in which something is still to begin that somebody is in."""
    found: set[int] = set()
    for side in ("first_id", "second_id"):
        rows = await tx.all(
            "SELECT DISTINCT stage.competition_id AS id FROM entrant JOIN stage ON stage.id = entrant.stage_id"
            f" JOIN pairing ON pairing.{side} = entrant.id WHERE entrant.user_id = ? AND {_WAITS}",
            user_id,
        )
        found.update(row["id"] for row in rows)
    return sorted(found)


async def running_of(tx: Transaction, user_id: int) -> int:
    """Return how many matches of competitions somebody has running."""
    row = await tx.one(
        "SELECT COUNT(*) AS count FROM seat JOIN pairing ON pairing.match_id = seat.match_id"
        " WHERE seat.user_id = ? AND seat.running = 1",
        user_id,
    )
    return int(row["count"]) if row else 0


async def open_in(tx: Transaction, stage_id: int) -> list[Meeting]:
    """Return the pairings of a stage whose match is begun and not decided."""
    rows = await tx.all(f"{_MEETING} WHERE stage.id = ? AND {OPEN_MATCH} ORDER BY pairing.id", stage_id)
    return [_meeting(row) for row in rows]


async def left_behind(tx: Transaction, stage_id: int) -> list[int]:
    """Return the running matches of a stage that are still those of somebody whose place another has taken."""
    rows = await tx.all(
        "SELECT pairing.match_id AS id FROM section JOIN pairing ON pairing.section_id = section.id"
        " JOIN match ON match.id = pairing.match_id"
        " JOIN seat ON seat.match_id = match.id"
        " JOIN entrant ON entrant.id = CASE WHEN seat.seat = 0 THEN pairing.first_id ELSE pairing.second_id END"
        f" WHERE section.stage_id = ? AND {OPEN_MATCH} AND match.status = 'running'"
        " AND entrant.user_id <> seat.user_id ORDER BY pairing.id",
        stage_id,
    )
    return [row["id"] for row in rows]


async def sweep(tx: Transaction, stage_id: int) -> int:
    """Let pairings whose match has ended, or is there no more, without a report come to nothing; return how many."""
    return await tx.run(
        "UPDATE pairing SET result = 'none' WHERE id IN (SELECT pairing.id FROM section"
        " JOIN pairing ON pairing.section_id = section.id LEFT JOIN match ON match.id = pairing.match_id"
        f" WHERE section.stage_id = ? AND {OPEN_MATCH} AND COALESCE(match.status, 'over') = 'over')",
        stage_id,
    )


async def end_unplayed(tx: Transaction, stage_id: int) -> None:
    """Let the pairings of a stage that were never begun, or that nobody can play on, come to nothing."""
    await tx.run(
        "UPDATE pairing SET result = 'none' WHERE result IS NULL AND id IN (SELECT pairing.id FROM section"
        " JOIN pairing ON pairing.section_id = section.id LEFT JOIN match ON match.id = pairing.match_id"
        " WHERE section.stage_id = ? AND COALESCE(match.status, 'over') <> 'running')",
        stage_id,
    )


async def begin(tx: Transaction, pairing_id: int, match_id: int | None) -> None:
    """Note the match of a pairing; `None`: it is to begin anew."""
    await tx.run("UPDATE pairing SET match_id = ? WHERE id = ?", match_id, pairing_id)


async def decide(tx: Transaction, pairing_id: int, result: Result, *, judged: bool = False) -> None:
    """Note what became of a pairing that is not decided yet."""
    await tx.run(
        "UPDATE pairing SET result = ?, judged = ? WHERE id = ? AND result IS NULL",
        result, int(judged), pairing_id,
    )  # fmt: skip


async def rule(tx: Transaction, pairing_id: int, result: Result | None) -> None:
    """Note what counts of a pairing instead of what became of it; `None`: that counts again."""
    await tx.run("UPDATE pairing SET ruling = ? WHERE id = ?", result, pairing_id)


async def people(tx: Transaction, pairing_id: int) -> list[tuple[int, str]]:
    """Return who meets in a pairing, by seat: their ids and names."""
    row = await tx.one(
        "SELECT first.user_id AS first_user, first.name AS first_name, second.user_id AS second_user,"
        " second.name AS second_name FROM pairing JOIN entrant AS first ON first.id = pairing.first_id"
        " JOIN entrant AS second ON second.id = pairing.second_id WHERE pairing.id = ?",
        pairing_id,
    )
    assert row is not None  # it has just been found
    return [(row["first_user"], row["first_name"]), (row["second_user"], row["second_name"])]


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


def _begun_as(side: str) -> str:
    """Return the query for what shows that an entrant has begun who moves first, or second."""
    seat = 0 if side == "first" else 1
    return (
        f"SELECT 1 FROM pairing WHERE pairing.{side}_id = entrant.id AND (pairing.result <> 'none' OR EXISTS"
        " (SELECT 1 FROM event WHERE event.match_id = pairing.match_id AND event.kind = 'move'"
        f" AND event.seat = {seat} AND event.user_id = entrant.user_id))"
    )


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


async def log(tx: Transaction, row: LogRow) -> None:
    """Add what has made the table of a section jump."""
    stored = {
        "section_id": row.section_id, "at": row.at, "user_id": row.user_id, "what": row.what,
        "entrant_id": row.entrant_id, "pairing_id": row.pairing_id, "result": row.result,
    }  # fmt: skip
    await tx.run(*insert("section_log", stored))


async def logged(tx: Transaction, section_id: int, limit: int) -> Sequence[LogRow]:
    """Return what has made the table of a section jump last, the oldest of so many first."""
    rows = await tx.all(
        f"SELECT {_LOG} FROM section_log WHERE section_id = ? ORDER BY id DESC LIMIT ?", section_id, limit
    )
    return [_log(row) for row in reversed(rows)]


def _entrant(row: Row) -> EntrantRow:
    return read(EntrantRow, row | {"name": named(row["name"])})


def _pairing(row: Row) -> PairingRow:
    return read(PairingRow, _results(row, "result", "ruling"))


def _log(row: Row) -> LogRow:
    return read(LogRow, _results(row, "result"))


def _results(row: Row, *names: str) -> Row:
    return row | {name: Result(row[name]) for name in names if row[name] is not None}


def _meeting(row: Row) -> Meeting:
    first, second = row["first_user"], row["second_user"]
    return Meeting(
        row["pairing_id"], row["competition_id"], row["section_id"], row["match_id"], (first, second)
    )
