"""Events of Discord's that tell of stages: that they start, that they close."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.database.columns import columns, from_row, upsert, values
from data.database.transaction import Transaction


class StageMoment(StrEnum):
    """What an event tells of a stage."""

    START = "start"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class StageEventRow:
    """The Discord event that announces that a stage starts or closes `at` a time.

    If `event_id` is missing, a member has deleted it.
    """

    stage_id: int
    what: StageMoment
    at: float
    event_id: int | None


_EVENT: Final = columns(StageEventRow)


async def of_stage(tx: Transaction, stage_id: int) -> list[StageEventRow]:
    """Return the events that tell of a stage."""
    rows = await tx.all(f"SELECT {_EVENT} FROM stage_event WHERE stage_id = ? ORDER BY what", stage_id)
    return [from_row(StageEventRow, row) for row in rows]


async def of_server(tx: Transaction, guild_id: int) -> set[int]:
    """Return the ids of all events that tell of a server's stages."""
    sql = (
        "SELECT stage_event.event_id AS id FROM competition JOIN stage ON stage.competition_id = competition.id"
        " JOIN stage_event ON stage_event.stage_id = stage.id"
        " WHERE competition.guild_id = ? AND stage_event.event_id IS NOT NULL"
    )
    rows = await tx.all(sql, guild_id)
    return {row["id"] for row in rows}


async def put(tx: Transaction, row: StageEventRow) -> None:
    """Store an event, in place of what was known of it."""
    await tx.run(*upsert("stage_event", "stage_id, what", values(row), changed=("at", "event_id")))


async def drop(tx: Transaction, stage_id: int, what: StageMoment) -> None:
    """Forget an event that is cancelled."""
    await tx.run("DELETE FROM stage_event WHERE stage_id = ? AND what = ?", stage_id, what)
