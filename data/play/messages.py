"""The Discord messages that show a match.

They are its thread, its board, the card of an offer, and the direct messages with hidden hands.
"""

from data.database.transaction import Transaction


async def set_board_message(
    tx: Transaction,
    match_id: int,
    *,
    channel_id: int,
    message_id: int,
    attachment_id: int | None,
    posted_at: float,
    version: int,
) -> bool:
    """Store the latest board message of a match; return whether it was stored.

    It does not replace a message that shows a newer version, or the same version in the same channel.
    """
    sql = (
        "UPDATE match SET board_channel_id = ?, board_message_id = ?, board_attachment_id = ?, board_posted_at = ?,"
        " board_version = ? WHERE id = ?"
        " AND (board_version IS NULL OR board_version < ? OR (board_version = ? AND board_channel_id <> ?))"
    )
    changed = await tx.run(
        sql, channel_id, message_id, attachment_id, posted_at, version, match_id, version, version, channel_id
    )
    return changed > 0


async def set_board_picture(
    tx: Transaction, match_id: int, *, message_id: int, attachment_id: int | None
) -> None:
    """Store the attachment that is the picture of the latest board message.

    Do nothing if `message_id` is no longer the latest board message.
    """
    sql = "UPDATE match SET board_attachment_id = ? WHERE id = ? AND board_message_id = ?"
    await tx.run(sql, attachment_id, match_id, message_id)


async def set_offer_message(
    tx: Transaction, match_id: int, *, channel_id: int | None, message_id: int | None, version: int | None
) -> None:
    """Store the message of an offer that was made at `version`.

    All values are `None` once the message has lost its buttons.
    """
    sql = "UPDATE match SET offer_channel_id = ?, offer_message_id = ?, offer_version = ? WHERE id = ?"
    await tx.run(sql, channel_id, message_id, version, match_id)


async def set_thread(
    tx: Transaction, match_id: int, thread_id: int | None, *, look_at: float | None = None
) -> None:
    """Store the thread of a match; `None` means that it is played in the channel.

    `look_at` is when the thread is looked at next, so that it is not archived.
    """
    await tx.run("UPDATE match SET thread_id = ?, look_at = ? WHERE id = ?", thread_id, look_at, match_id)


async def set_dm_message(
    tx: Transaction,
    match_id: int,
    seat: int,
    *,
    channel_id: int,
    message_id: int,
    posted_at: float,
    version: int,
) -> bool:
    """Store the direct message that shows a player their side of the board.

    Return whether it was stored; a message never replaces one that shows a newer version.
    """
    sql = (
        "UPDATE seat SET dm_channel_id = ?, dm_message_id = ?, dm_posted_at = ?, dm_version = ?"
        " WHERE match_id = ? AND seat = ? AND (dm_version IS NULL OR dm_version <= ?)"
    )
    changed = await tx.run(sql, channel_id, message_id, posted_at, version, match_id, seat, version)
    return changed > 0
