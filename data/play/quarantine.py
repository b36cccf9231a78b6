"""Matches in quarantine: suspended because their data cannot be read.

They are read through as few columns as possible, which suffice however damaged the others are. The
column `set_aside` holds the code of the reason.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list
from data.database.errors import translate_row_errors
from data.database.transaction import Transaction
from data.play.places import ThreadRow


@dataclass(frozen=True, slots=True)
class QuarantineRow(ThreadRow):
    """The place where a match is played and where it was last shown.

    `set_aside` is the code of the reason why the match cannot be continued.
    """

    id: int
    version: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    board_channel_id: int | None
    board_message_id: int | None
    board_version: int | None
    created_at: float
    abroad: str | None
    set_aside: str | None


_COLUMNS: Final = column_list(QuarantineRow)


async def get(tx: Transaction, match_id: int) -> QuarantineRow | None:
    """Return the place data of a match, or `None` if it does not exist."""
    row = await tx.one(f"SELECT {_COLUMNS} FROM match WHERE id = ?", match_id)
    return QuarantineRow(**row) if row else None


async def put(tx: Transaction, match_id: int, code: str, *, at: float) -> bool:
    """Suspend an unreadable match, and note why.

    Return false if it is over or already in quarantine. `code` is the message code of the reason; it is
    kept until the status of the match is set again. If the stored status is damaged, the match
    counts as unfinished unless it has a reason for its end. Raise `Unreadable` if the row is too
    damaged for the database to store a new status.
    """
    with translate_row_errors(match_id):
        sql = (
            "UPDATE match SET status = 'suspended', set_aside = ?, updated_at = ?, due_at = NULL"
            " WHERE id = ? AND status <> 'over' AND reason IS NULL AND set_aside IS NULL"
        )
        changed = await tx.run(sql, code, at, match_id)
    if changed:  # lists are found by its players
        await tx.run("UPDATE seat SET running = 0, suspended = 0 WHERE match_id = ?", match_id)
    return changed > 0


async def cancel_due(tx: Transaction, match_id: int) -> bool:
    """Cancel all scheduled changes of a match that cannot be read.

    Return whether there were any.
    """
    sql = (
        "UPDATE clock SET deadline_at = NULL, next_at = NULL, owner = NULL, leased_until = NULL"
        " WHERE match_id = ? AND next_at IS NOT NULL"
    )
    clock = await tx.run(sql, match_id)
    board = await tx.run("UPDATE match SET due_at = NULL WHERE id = ? AND due_at IS NOT NULL", match_id)
    return clock + board > 0


async def list_match_ids(tx: Transaction) -> list[int]:
    """Return the IDs of the matches in quarantine."""
    return [row["id"] for row in await tx.all("SELECT id FROM match WHERE set_aside IS NOT NULL")]
