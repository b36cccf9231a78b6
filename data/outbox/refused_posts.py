"""Posts that Discord refused in the place of a match.

They are retried after ever longer waits, or at once when the place may be accessible again.
"""

from typing import Final

from data.database.transaction import Transaction
from data.outbox.post_kinds import Purpose, kinds_sql

IN_PLACE: Final = (Purpose.THREAD, Purpose.HERE, Purpose.RESULT)
"""What is posted where a match is played, or in the channel of its thread."""
LIMITED: Final = "429"
"""The error of a row that waits because Discord has said for how long."""
WAITS: Final = (
    f"(owner IS NOT NULL OR not_before > ?) AND last_error <> '{LIMITED}'"
    f" AND kind IN ({kinds_sql(lambda rule: rule.purpose in IN_PLACE)})"
)
"""Condition: a row was refused in its place and waits to be tried again.

A row that is being tried counts too, because it may be refused once more.
"""


async def has_refused(tx: Transaction) -> bool:
    """Whether any refused row waits to be tried again."""
    return await tx.one("SELECT 1 AS found FROM outbox WHERE refused > 0 LIMIT 1") is not None


async def count_refused(tx: Transaction) -> int:
    """Return the number of refused rows that wait to be tried again."""
    row = await tx.one("SELECT COUNT(*) AS waiting FROM outbox WHERE refused > 0")
    assert row is not None  # a count is always one row
    return int(row["waiting"])


async def make_match_due(tx: Transaction, match_id: int, at: float) -> None:
    """Make the rows refused in a match's place due at `at`.

    A player has just acted there, so the place is accessible again.
    """
    await tx.run(f"UPDATE outbox SET not_before = ? WHERE match_id = ? AND {WAITS}", at, match_id, at)


async def make_place_due(
    tx: Transaction, at: float, *, guild_id: int | None = None, channel_id: int | None = None
) -> int:
    """Make refused rows due at `at`; return how many there were.

    They are the rows of a server, of a channel with its threads, or of all places by default.
    """
    there = [(name, place) for name, place in (("guild_id", guild_id), ("channel_id", channel_id)) if place]
    where = "".join(f" AND match.{name} = ?" for name, _ in there)
    sql = (
        f"UPDATE outbox SET not_before = ? WHERE {WAITS} AND EXISTS (SELECT 1 FROM match"
        f" WHERE match.id = outbox.match_id{where})"
    )
    return await tx.run(sql, at, at, *(place for _, place in there))
