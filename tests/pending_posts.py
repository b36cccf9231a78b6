"""What waits to be posted, for the tests of every room that posts."""

from data.database.columns import column_list, from_row
from data.database.transaction import Transaction
from data.outbox.outbox import KNOWN, OutboxRow


async def for_match(tx: Transaction, match_id: int) -> list[OutboxRow]:
    """Return the rows about a match that are still to be sent, the oldest first."""
    rows = await tx.all(
        f"SELECT {column_list(OutboxRow)} FROM outbox WHERE match_id = ? AND {KNOWN} ORDER BY id", match_id
    )
    return [from_row(OutboxRow, row) for row in rows]
