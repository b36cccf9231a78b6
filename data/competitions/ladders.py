"""What happens on ladders, in its order: from it follow the places."""

from dataclasses import dataclass
from typing import Final

from data.competitions.pairings import (
    COLUMNS,
    PairingResult,
    PairingRow,
    TableChange,
    challenged_seat,
    read_pairing,
)
from data.database.columns import from_row
from data.database.transaction import Row, Transaction

RECENT: Final = 25
"""Challenges that were played and can still be ruled on: the last ones."""


@dataclass(frozen=True, slots=True)
class LadderFact:
    """An event on a ladder, concerning the entrant `entrant_id` or a challenge.

    `counts` is the result that counts for the challenge now. `challenged` is the seat of the player
    who was challenged; `first_id` and `second_id` are the two who met.
    """

    at: float
    user_id: int
    what: TableChange
    entrant_id: int | None
    pairing_id: int | None
    first_id: int | None
    second_id: int | None
    challenged: int | None
    counts: PairingResult | None


async def facts(tx: Transaction, section_id: int) -> list[LadderFact]:
    """Return what has happened on a ladder, in its order."""
    sql = (
        "SELECT section_log.at AS at, section_log.user_id AS user_id, section_log.what AS what,"
        " section_log.entrant_id AS entrant_id, section_log.pairing_id AS pairing_id, pairing.first_id AS first_id,"
        " pairing.second_id AS second_id, pairing.first_place AS first_place, pairing.second_place AS second_place,"
        " COALESCE(pairing.ruling, pairing.result) AS counts"
        " FROM section_log LEFT JOIN pairing ON pairing.id = section_log.pairing_id"
        " WHERE section_log.section_id = ? ORDER BY section_log.id"
    )
    rows = await tx.all(sql, section_id)
    return [_fact(row) for row in rows]


async def pairings(tx: Transaction, section_id: int) -> list[PairingRow]:
    """Return the open challenges of a ladder and the last ones played, oldest first."""
    sql = (
        f"SELECT {COLUMNS} FROM pairing WHERE section_id = ? AND (result IS NULL OR id IN"
        " (SELECT id FROM pairing WHERE section_id = ? AND result IS NOT NULL ORDER BY id DESC LIMIT ?)) ORDER BY id"
    )
    rows = await tx.all(sql, section_id, section_id, RECENT)
    return [read_pairing(row) for row in rows]


def _fact(row: Row) -> LadderFact:
    seat = challenged_seat(row["first_place"], row["second_place"])
    counts = None if row["counts"] is None else PairingResult(row["counts"])
    kept = {name: row[name] for name in row if name not in ("first_place", "second_place")}
    return from_row(LadderFact, kept | {"challenged": seat, "counts": counts})
