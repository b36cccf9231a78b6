"""Discord events that announce when stages of competitions start and close."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.database.columns import column_list, column_values, from_row, upsert_statement
from data.database.transaction import Transaction


class StageMoment(StrEnum):
    """The moment of a stage that a Discord event announces."""

    START = "start"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class StageEventRow:
    """A Discord event announcing that a stage starts or closes at the time `at`.

    `event_id` is `None` if a member has deleted the event.
    """

    stage_id: int
    what: StageMoment
    at: float
    event_id: int | None


_EVENT: Final = column_list(StageEventRow)


async def list_for_stage(tx: Transaction, stage_id: int) -> list[StageEventRow]:
    """Return the Discord events that announce a stage."""
    rows = await tx.all(f"SELECT {_EVENT} FROM stage_event WHERE stage_id = ? ORDER BY what", stage_id)
    return [from_row(StageEventRow, row) for row in rows]


async def list_event_ids(tx: Transaction, guild_id: int) -> set[int]:
    """Return the IDs of all Discord events that announce stages of a server."""
    sql = (
        "SELECT stage_event.event_id AS id FROM competition JOIN stage ON stage.competition_id = competition.id"
        " JOIN stage_event ON stage_event.stage_id = stage.id"
        " WHERE competition.guild_id = ? AND stage_event.event_id IS NOT NULL"
    )
    rows = await tx.all(sql, guild_id)
    return {row["id"] for row in rows}


async def put(tx: Transaction, row: StageEventRow) -> None:
    """Store a Discord event, replacing the earlier data about it."""
    await tx.run(
        *upsert_statement("stage_event", "stage_id, what", column_values(row), changed=("at", "event_id"))
    )


async def drop(tx: Transaction, stage_id: int, what: StageMoment) -> None:
    """Delete the row of a cancelled Discord event."""
    await tx.run("DELETE FROM stage_event WHERE stage_id = ? AND what = ?", stage_id, what)
