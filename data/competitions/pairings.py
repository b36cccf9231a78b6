"""Pairings of a competition, their results, and the jumps of its tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.database.columns import columns, from_row, insert
from data.database.transaction import Row, Transaction


class PairingResult(StrEnum):
    """What became of a pairing: who of the two won, a draw, or nothing that counts."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"


class TableChange(StrEnum):
    """What makes a table jump."""

    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"
    """Another member has taken a place."""
    RULED = "ruled"
    """The organiser says what counts of a pairing."""
    TAKEN_BACK = "taken_back"
    """The organiser has taken a round back."""
    LATE = "late"
    """A member has joined after the start."""
    PLAYED = "played"
    """On a ladder: a challenge was played."""
    SLID = "slid"
    """On a ladder: a player was silent for a month, and the one below passed them."""
    SILENT = "silent"
    """On a ladder: a player was silent for a month, with no one below to pass them."""


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Two entrants who meet; `first_id` moves first.

    The order of play decides who moves first, or the pairing is `turned` because of their last match.

    `match_id` is `None` until the match is begun. `result` is `None` until it is decided, and may be
    `judged` by the analysis. A `ruling` counts instead of the result. The pairing is `void` once its
    round was taken back. On a ladder, the entrant with the greater place has challenged the other;
    anywhere else there are no places.
    """

    id: int
    section_id: int
    round: int
    first_id: int
    second_id: int
    turned: bool
    match_id: int | None
    result: PairingResult | None
    judged: bool
    ruling: PairingResult | None
    void: bool = False
    first_place: int | None = None
    second_place: int | None = None

    @property
    def counts(self) -> PairingResult | None:
        """Return what counts of it, `None` while it is open."""
        return self.ruling or self.result

    @property
    def challenged_seat(self) -> int | None:
        """Seat of the player who was challenged on a ladder."""
        return challenged_seat(self.first_place, self.second_place)


@dataclass(frozen=True, slots=True)
class TableChangeRow:
    """Something that has made the table of a section jump; `user_id` is who did it."""

    section_id: int
    at: float
    user_id: int
    what: TableChange
    entrant_id: int | None = None
    pairing_id: int | None = None
    result: PairingResult | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with its two users, by seat, and its competition.

    `season` is the time when its stage starts and the time when it closes.
    """

    pairing_id: int
    competition_id: int
    section_id: int
    match_id: int | None
    user_ids: tuple[int, int]
    season: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason two players meet: the competition, its section and the round.

    Section and round are numbers. `turned` says whether their last match decides who moves first; in
    a Swiss, how often both have moved first decides it.

    `judged` says that the analysis has decided the `result` that counts. On a ladder both had a
    place.
    """

    league: str
    kind: str
    section: int
    round: int
    turned: bool
    result: PairingResult | None
    judged: bool
    first_place: int | None = None
    second_place: int | None = None


COLUMNS: Final = columns(PairingRow)
_LOG: Final = columns(TableChangeRow)
_MEETING: Final = (
    "SELECT pairing.id AS pairing_id, stage.competition_id AS competition_id, pairing.section_id AS section_id,"
    " pairing.match_id AS match_id, first.user_id AS first_user, second.user_id AS second_user,"
    " stage.starts_at AS starts_at, stage.closes_at AS closes_at"
    " FROM stage JOIN section ON section.stage_id = stage.id JOIN pairing ON pairing.section_id = section.id"
    " JOIN entrant AS first ON first.id = pairing.first_id JOIN entrant AS second ON second.id = pairing.second_id"
)
_WAITS: Final = "pairing.match_id IS NULL AND pairing.result IS NULL AND stage.status = 'running'"
OPEN_MATCH: Final = "pairing.match_id IS NOT NULL AND pairing.result IS NULL"


def challenged_seat(first_place: int | None, second_place: int | None) -> int | None:
    """Return the seat of the challenged player on a ladder, who stood higher."""
    return None if first_place is None or second_place is None else int(second_place < first_place)


async def add(
    tx: Transaction,
    section_id: int,
    round_number: int,
    pair: tuple[int, int],
    *,
    turned: bool,
    places: tuple[int, int] | tuple[None, None] = (None, None),
) -> None:
    """Pair two entrants; the first of them moves first.

    On a ladder both have `places`.
    """
    first, second = pair
    stored = {
        "section_id": section_id,
        "round": round_number,
        "first_id": first,
        "second_id": second,
        "turned": turned,
        "first_place": places[0],
        "second_place": places[1],
    }
    await tx.run(*insert("pairing", stored))


async def pairings(tx: Transaction, section_id: int) -> list[PairingRow]:
    """Return the pairings of a section in the order of play.

    Pairings of a round that was taken back are left out.
    """
    rows = await tx.all(
        f"SELECT {COLUMNS} FROM pairing WHERE section_id = ? AND void = 0 ORDER BY round, id", section_id
    )
    return [read_pairing(row) for row in rows]


async def get(tx: Transaction, pairing_id: int) -> PairingRow | None:
    """Return a pairing."""
    row = await tx.one(f"SELECT {COLUMNS} FROM pairing WHERE id = ?", pairing_id)
    return read_pairing(row) if row else None


async def of_match(tx: Transaction, match_id: int) -> PairingRow | None:
    """Return the pairing that a match is of, `None` if it is of no competition."""
    row = await tx.one(f"SELECT {COLUMNS} FROM pairing WHERE match_id = ?", match_id)
    return read_pairing(row) if row else None


async def season_of(tx: Transaction, match_id: int) -> tuple[float, float] | None:
    """Return the times when the stage of a match starts and closes.

    Return `None` if the match belongs to no competition or to a ladder.
    """
    sql = (
        "SELECT stage.starts_at AS since, stage.closes_at AS until FROM pairing"
        " JOIN section ON section.id = pairing.section_id JOIN stage ON stage.id = section.stage_id"
        " WHERE pairing.match_id = ? AND pairing.first_place IS NULL"
    )
    row = await tx.one(sql, match_id)
    return (row["since"], row["until"]) if row else None


async def reason_of(tx: Transaction, match_id: int) -> Reason | None:
    """Return why the two players of a match meet.

    Return `None` if the match belongs to no competition.
    """
    sql = (
        "SELECT competition.name AS league, competition.kind AS kind, section.number AS section,"
        " pairing.round AS round, pairing.turned AS turned,"
        " pairing.first_place AS first_place, pairing.second_place AS second_place,"
        " COALESCE(pairing.ruling, pairing.result) AS result, pairing.judged AS judged FROM pairing"
        " JOIN section ON section.id = pairing.section_id JOIN stage ON stage.id = section.stage_id"
        " JOIN competition ON competition.id = stage.competition_id WHERE pairing.match_id = ?"
    )
    row = await tx.one(sql, match_id)
    return from_row(Reason, _results(row, "result")) if row else None


async def met_last(tx: Transaction, competition_id: int) -> dict[frozenset[int], int]:
    """Return who moved first when two users met last in a competition, by the two."""
    sql = f"{_MEETING} WHERE stage.competition_id = ? AND pairing.match_id IS NOT NULL ORDER BY pairing.id"
    rows = await tx.all(sql, competition_id)
    return {frozenset((row["first_user"], row["second_user"])): row["first_user"] for row in rows}


async def waiting(tx: Transaction, competition_id: int) -> list[Meeting]:
    """Return a competition's pairings that are yet to begin, in the order of play."""
    sql = f"{_MEETING} WHERE stage.competition_id = ? AND {_WAITS} ORDER BY pairing.round, pairing.id"
    rows = await tx.all(sql, competition_id)
    return [_meeting(row) for row in rows]


async def waiting_for(tx: Transaction, user_id: int) -> list[int]:
    """Return a member's competitions in which a pairing of theirs is yet to begin."""
    found: set[int] = set()
    for side in ("first_id", "second_id"):
        sql = (
            "SELECT DISTINCT stage.competition_id AS id FROM entrant JOIN stage ON stage.id = entrant.stage_id"
            f" JOIN pairing ON pairing.{side} = entrant.id WHERE entrant.user_id = ? AND {_WAITS}"
        )
        rows = await tx.all(sql, user_id)
        found.update(row["id"] for row in rows)
    return sorted(found)


async def running_of(tx: Transaction, user_id: int, *, competition_id: int | None = None) -> int:
    """Return how many competition matches a member has running, in all or in one.

    The boards of a simul are played beside everything else, and count only in their own competition.
    """
    sql = (
        "SELECT COUNT(*) AS count FROM seat JOIN pairing ON pairing.match_id = seat.match_id"
        " JOIN section ON section.id = pairing.section_id JOIN stage ON stage.id = section.stage_id"
        " JOIN competition ON competition.id = stage.competition_id"
        " WHERE seat.user_id = ? AND seat.running = 1 AND pairing.void = 0"
        " AND competition.id = COALESCE(?, competition.id) AND (competition.kind <> 'simul' OR competition.id = ?)"
    )
    row = await tx.one(sql, user_id, competition_id, competition_id or 0)
    return int(row["count"]) if row else 0


async def competition_of(tx: Transaction, section_id: int) -> int:
    """Return the competition that a section is of."""
    sql = (
        "SELECT stage.competition_id AS id FROM section JOIN stage ON stage.id = section.stage_id"
        " WHERE section.id = ?"
    )
    row = await tx.one(sql, section_id)
    assert row is not None  # it has pairings
    return int(row["id"])


async def open_in(tx: Transaction, stage_id: int) -> list[Meeting]:
    """Return the pairings of a stage whose match is begun and not decided."""
    rows = await tx.all(f"{_MEETING} WHERE stage.id = ? AND {OPEN_MATCH} ORDER BY pairing.id", stage_id)
    return [_meeting(row) for row in rows]


async def left_behind(tx: Transaction, stage_id: int) -> list[int]:
    """Return a stage's running matches that still belong to a replaced entrant.

    Another member has taken that entrant's place.
    """
    sql = (
        "SELECT pairing.match_id AS id FROM section JOIN pairing ON pairing.section_id = section.id"
        " JOIN match ON match.id = pairing.match_id"
        " JOIN seat ON seat.match_id = match.id"
        " JOIN entrant ON entrant.id = CASE WHEN seat.seat = 0 THEN pairing.first_id ELSE pairing.second_id END"
        f" WHERE section.stage_id = ? AND {OPEN_MATCH} AND match.status = 'running'"
        " AND entrant.user_id <> seat.user_id ORDER BY pairing.id"
    )
    rows = await tx.all(sql, stage_id)
    return [row["id"] for row in rows]


async def sweep(tx: Transaction, stage_id: int) -> int:
    """Void the pairings whose match has ended or vanished without a report.

    Such a pairing comes to nothing. Return how many there were.
    """
    sql = (
        "UPDATE pairing SET result = 'none' WHERE id IN (SELECT pairing.id FROM section"
        " JOIN pairing ON pairing.section_id = section.id LEFT JOIN match ON match.id = pairing.match_id"
        f" WHERE section.stage_id = ? AND {OPEN_MATCH} AND COALESCE(match.status, 'over') = 'over')"
    )
    return await tx.run(sql, stage_id)


async def end_unplayed(tx: Transaction, stage_id: int) -> None:
    """Let the unplayed pairings of a stage come to nothing.

    These are the pairings that were never begun, or that no player can play on.
    """
    sql = (
        "UPDATE pairing SET result = 'none' WHERE result IS NULL AND id IN (SELECT pairing.id FROM section"
        " JOIN pairing ON pairing.section_id = section.id LEFT JOIN match ON match.id = pairing.match_id"
        " WHERE section.stage_id = ? AND COALESCE(match.status, 'over') <> 'running')"
    )
    await tx.run(sql, stage_id)


async def game_before(tx: Transaction, pairing_id: int) -> int | None:
    """Return the match of the game that the same two players have before this one.

    It belongs to the same round; `None` if there is none.
    """
    sql = (
        "SELECT before.match_id AS id FROM pairing JOIN pairing AS before ON before.section_id = pairing.section_id"
        " AND before.round = pairing.round AND before.first_id = pairing.second_id"
        " AND before.second_id = pairing.first_id AND before.id < pairing.id"
        " WHERE pairing.id = ? AND before.match_id IS NOT NULL ORDER BY before.id LIMIT 1"
    )
    row = await tx.one(sql, pairing_id)
    return row["id"] if row else None


async def begin(tx: Transaction, pairing_id: int, match_id: int | None) -> None:
    """Note the match of a pairing; `None`: it is to begin anew."""
    await tx.run("UPDATE pairing SET match_id = ? WHERE id = ?", match_id, pairing_id)


async def decide(tx: Transaction, pairing_id: int, result: PairingResult, *, judged: bool = False) -> None:
    """Note what became of a pairing that is not decided yet."""
    sql = "UPDATE pairing SET result = ?, judged = ? WHERE id = ? AND result IS NULL"
    await tx.run(sql, result, int(judged), pairing_id)


async def rule(tx: Transaction, pairing_id: int, result: PairingResult | None) -> None:
    """Record a ruling that counts instead of a pairing's own result.

    With `None` the pairing's own result counts again.
    """
    await tx.run("UPDATE pairing SET ruling = ? WHERE id = ?", result, pairing_id)


async def round_back(tx: Transaction, section_id: int, round_number: int) -> None:
    """Let the pairings of a round, and of all after it, be as if they had never been."""
    sql = "UPDATE pairing SET void = 1, result = COALESCE(result, 'none') WHERE section_id = ? AND round >= ?"
    await tx.run(sql, section_id, round_number)


async def void_in(tx: Transaction, stage_id: int) -> list[int]:
    """Return the matches that still run, though their round was taken back."""
    sql = (
        "SELECT pairing.match_id AS id FROM section JOIN pairing ON pairing.section_id = section.id"
        " JOIN match ON match.id = pairing.match_id"
        " WHERE section.stage_id = ? AND pairing.void = 1 AND match.status = 'running' ORDER BY pairing.id"
    )
    rows = await tx.all(sql, stage_id)
    return [row["id"] for row in rows]


async def settled_matches(tx: Transaction, competition_id: int) -> list[tuple[int, PairingResult]]:
    """Return a competition's running matches whose result is settled, with the result.

    Either a team could not play on, or a match that counts nothing itself was ruled on. A match that
    merely stood still at the close of its season counts nothing either, but its two players may play
    it on.
    """
    sql = (
        "SELECT pairing.match_id AS id, pairing.result AS result FROM stage JOIN section ON section.stage_id = stage.id"
        " JOIN pairing ON pairing.section_id = section.id JOIN match ON match.id = pairing.match_id"
        " WHERE stage.competition_id = ? AND pairing.result IS NOT NULL AND void = 0 AND match.status = 'running'"
        " AND (pairing.result <> 'none' OR EXISTS (SELECT 1 FROM section_log AS jump"
        " WHERE jump.section_id = section.id AND jump.pairing_id = pairing.id AND jump.what = 'ruled'))"
        " ORDER BY pairing.id"
    )
    rows = await tx.all(sql, competition_id)
    return [(row["id"], PairingResult(row["result"])) for row in rows]


async def people(tx: Transaction, pairing_id: int) -> list[tuple[int, str]]:
    """Return who meets in a pairing, by seat: their ids and names."""
    sql = (
        "SELECT first.user_id AS first_user, first.name AS first_name, second.user_id AS second_user,"
        " second.name AS second_name FROM pairing JOIN entrant AS first ON first.id = pairing.first_id"
        " JOIN entrant AS second ON second.id = pairing.second_id WHERE pairing.id = ?"
    )
    row = await tx.one(sql, pairing_id)
    assert row is not None  # it has just been found
    return [(row["first_user"], row["first_name"]), (row["second_user"], row["second_name"])]


async def log(tx: Transaction, row: TableChangeRow) -> None:
    """Add what has made the table of a section jump."""
    stored = {
        "section_id": row.section_id,
        "at": row.at,
        "user_id": row.user_id,
        "what": row.what,
        "entrant_id": row.entrant_id,
        "pairing_id": row.pairing_id,
        "result": row.result,
        "round": row.round,
    }
    await tx.run(*insert("section_log", stored))


async def last_jumps(tx: Transaction, section_id: int, limit: int) -> Sequence[TableChangeRow]:
    """Return the last `limit` events that made a section's table jump, oldest first."""
    rows = await tx.all(
        f"SELECT {_LOG} FROM section_log WHERE section_id = ? ORDER BY id DESC LIMIT ?", section_id, limit
    )
    return [_log(row) for row in reversed(rows)]


def read_pairing(row: Row) -> PairingRow:
    """Return a pairing from its row."""
    return from_row(PairingRow, _results(row, "result", "ruling"))


def _log(row: Row) -> TableChangeRow:
    return from_row(TableChangeRow, _results(row, "result"))


def _results(row: Row, *names: str) -> Row:
    return row | {name: PairingResult(row[name]) for name in names if row[name] is not None}


def _meeting(row: Row) -> Meeting:
    return Meeting(
        row["pairing_id"],
        row["competition_id"],
        row["section_id"],
        row["match_id"],
        (row["first_user"], row["second_user"]),
        (row["starts_at"], row["closes_at"]),
    )
