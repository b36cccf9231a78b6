"""The history of ladders, in order; the players' places follow from it.

On a ladder, players challenge those above them and take their places by winning.
"""

from dataclasses import dataclass
from typing import Final

from data.competitions.pairings import (
    COLUMNS,
    PairingResult,
    PairingRow,
    TableChange,
    challenged_seat,
    pairing_from_row,
)
from data.database.columns import from_row
from data.database.transaction import Row, Transaction

RECENT: Final = 25
"""Challenges that were played and can still be ruled on: the last ones."""


@dataclass(frozen=True, slots=True)
class LadderFact:
    """One event in the history of a ladder, about an entrant or a challenge.

    `first_id` and `second_id` are the two entrants of the challenge, `challenged` is the seat of the
    one who was challenged, and `counts` is the result that currently counts for it.
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


async def list_facts(tx: Transaction, section_id: int) -> list[LadderFact]:
    """Return all events of a ladder in chronological order."""
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


async def list_recent_pairings(tx: Transaction, section_id: int) -> list[PairingRow]:
    """Return a ladder's open challenges and the latest played, oldest first."""
    sql = (
        f"SELECT {COLUMNS} FROM pairing WHERE section_id = ? AND (result IS NULL OR id IN"
        " (SELECT id FROM pairing WHERE section_id = ? AND result IS NOT NULL ORDER BY id DESC LIMIT ?)) ORDER BY id"
    )
    rows = await tx.all(sql, section_id, section_id, RECENT)
    return [pairing_from_row(row) for row in rows]


def _fact(row: Row) -> LadderFact:
    seat = challenged_seat(row["first_place"], row["second_place"])
    counts = None if row["counts"] is None else PairingResult(row["counts"])
    kept = {name: row[name] for name in row if name not in ("first_place", "second_place")}
    return from_row(LadderFact, kept | {"challenged": seat, "counts": counts})
