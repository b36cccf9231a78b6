"""News that waits to be sent to the host's webhook.

There is a job (see `data.outbox.leases`) for each match that has got a page, and for each event in
a stage of a competition.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.database.columns import column_list, from_row
from data.database.transaction import Transaction


class NewsKind(StrEnum):
    """The kind of news, by the name that the webhook uses."""

    MATCH_OVER = "match.over"
    STARTED = "competition.started"
    OVER = "competition.over"
    ROUND_STARTED = "round.started"
    ROUND_OVER = "round.over"
    SECTION_STARTED = "section.started"
    SECTION_OVER = "section.over"


@dataclass(frozen=True, slots=True)
class StageHookRow:
    """An event in a stage, or in its round or section `number`, counted from 0."""

    id: int
    what: NewsKind
    stage_id: int
    number: int
    made_at: float


_STAGE: Final = column_list(StageHookRow)


async def put(tx: Transaction, match_id: int, at: float) -> None:
    """Schedule the webhook for a match with a page, from `at` on."""
    sql = "INSERT INTO hook (match_id, not_before) VALUES (?, ?) ON CONFLICT (match_id) DO NOTHING"
    await tx.run(sql, match_id, at)


async def put_stage(tx: Transaction, stage_id: int, what: NewsKind, number: int, at: float) -> None:
    """Schedule the webhook for an event in a stage, from `at` on."""
    sql = (
        "INSERT INTO stage_hook (what, stage_id, number, made_at, not_before) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (stage_id, what, number) DO NOTHING"
    )
    await tx.run(sql, what, stage_id, number, at, at)


async def find_stage_hook(tx: Transaction, hook_id: int) -> StageHookRow | None:
    """Return the stage event of a webhook job, or `None`."""
    row = await tx.one(f"SELECT {_STAGE} FROM stage_hook WHERE id = ?", hook_id)
    return from_row(StageHookRow, row) if row else None
