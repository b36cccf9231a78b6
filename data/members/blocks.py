"""Whom members have blocked: who can no longer reach them through the bot."""

from collections.abc import Collection

from data.database.columns import placeholder_chunks
from data.database.transaction import Transaction
from data.members import preferences


async def is_blocked(tx: Transaction, user_id: int, *, by: int) -> bool:
    """Whether the member `by` has blocked a user."""
    sql = "SELECT 1 AS found FROM block WHERE user_id = ? AND blocked_id = ?"
    return await tx.one(sql, by, user_id) is not None


async def list_for_user(tx: Transaction, user_id: int) -> list[int]:
    """Return the IDs of the users whom a member has blocked, latest first."""
    sql = "SELECT blocked_id FROM block WHERE user_id = ? ORDER BY at DESC, blocked_id"
    return [row["blocked_id"] for row in await tx.all(sql, user_id)]


async def may_see_profile(tx: Transaction, viewer_id: int, user_id: int) -> bool:
    """Whether a user sees another's profile.

    It is shown, and the viewer is not blocked.
    """
    if viewer_id == user_id:
        return True
    return (await preferences.get(tx, user_id)).profile_shown and not await is_blocked(
        tx, viewer_id, by=user_id
    )


async def put(tx: Transaction, user_id: int, blocked_ids: Collection[int], *, at: float) -> None:
    """Store that a member blocks these users; earlier blocks stay as they are."""
    for blocked_id in sorted(blocked_ids):
        sql = (
            "INSERT INTO block (user_id, blocked_id, at) VALUES (?, ?, ?)"
            " ON CONFLICT (user_id, blocked_id) DO NOTHING"
        )
        await tx.run(sql, user_id, blocked_id, at)


async def remove(tx: Transaction, user_id: int, blocked_ids: Collection[int]) -> None:
    """Store that a member blocks these users no longer."""
    for marks, some in placeholder_chunks(sorted(blocked_ids)):
        await tx.run(f"DELETE FROM block WHERE user_id = ? AND blocked_id IN ({marks})", user_id, *some)
