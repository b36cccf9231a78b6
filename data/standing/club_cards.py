"""The cards of servers: standing messages that show what is going on there."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind

EVERY: Final = 30.0
"""Seconds from one request to Discord for a server's card to the next."""
AFTER: Final = 5.0
"""Seconds from a change to the update of a server's card.

By then the thread or the board that the card links to is posted.
"""


@dataclass(frozen=True, slots=True)
class ClubCardRow:
    """The card of a server, a message that is kept up to date.

    It is the message `message_id` in `channel_id`, posted at `posted_at` by the outbox row `number`;
    these are `None` or unset if it has not been posted. `changes` counts events that it may have to
    show, and `shown` is the digest of its present content. The last request to Discord for it was made
    at `acted_at`, and `looked_at` is when the bot last checked whether it has scrolled away. `away`
    says that it is to be posted again, `pinned` that it has been pinned or that pinning was refused.
    """

    guild_id: int
    changes: int = 0
    channel_id: int | None = None
    message_id: int | None = None
    number: int = 0
    posted_at: float | None = None
    acted_at: float = 0.0
    looked_at: float = 0.0
    away: bool = False
    pinned: bool = False
    shown: str = ""


_COLUMNS: Final = column_list(ClubCardRow)


async def add(tx: Transaction, guild_id: int) -> None:
    """Store that a server wants a card."""
    await tx.run(*insert_statement("club_card", {"guild_id": guild_id}, "ON CONFLICT (guild_id) DO NOTHING"))


async def get(tx: Transaction, guild_id: int) -> ClubCardRow | None:
    """Return the card of a server, or `None` if it wants none."""
    row = await tx.one(f"SELECT {_COLUMNS} FROM club_card WHERE guild_id = ?", guild_id)
    return from_row(ClubCardRow, row) if row else None


async def put(tx: Transaction, card: ClubCardRow) -> None:
    """Store the state of a card; changes counted meanwhile are kept."""
    stored = {
        name: value for name, value in column_values(card).items() if name not in ("guild_id", "changes")
    }
    changed = ", ".join(f"{name} = ?" for name in stored)
    given = (int(value) if isinstance(value, bool) else value for value in stored.values())
    await tx.run(f"UPDATE club_card SET {changed} WHERE guild_id = ?", *given, card.guild_id)


async def drop(tx: Transaction, guild_id: int) -> None:
    """Store that a server no longer wants a card."""
    await tx.run("DELETE FROM club_card WHERE guild_id = ?", guild_id)


async def is_unchanged(tx: Transaction, card: ClubCardRow) -> bool:
    """Whether no change has been counted since a card was read.

    The row is written, so that a concurrent transaction cannot count a change unnoticed.
    """
    sql = "UPDATE club_card SET changes = changes WHERE guild_id = ? AND changes = ?"
    same = await tx.run(sql, card.guild_id, card.changes)
    return same > 0


async def request_update(tx: Transaction, guild_id: int, now: float) -> None:
    """Request an update of a server's card, if it has one, after a change there."""
    await _redraw(tx, "guild_id = ?", now, guild_id)


async def request_update_for_match(tx: Transaction, match_id: int, now: float) -> None:
    """Request an update of the card of a match's server, if it has one."""
    where = "guild_id = (SELECT guild_id FROM match WHERE id = ? AND abroad IS NULL)"
    await _redraw(tx, where, now, match_id)


async def request_update_for_challenge(tx: Transaction, challenge_id: int, now: float) -> None:
    """Request an update of the card of a challenge's server, if it has one."""
    where = "guild_id = (SELECT guild_id FROM challenge WHERE id = ? AND abroad IS NULL)"
    await _redraw(tx, where, now, challenge_id)


async def request_updates_for_person(tx: Transaction, user_id: int, now: float) -> None:
    """Request updates of the cards of servers where a member has a rating or result.

    This is needed if their data was deleted or their profile was hidden or shown.
    """
    where = (
        "guild_id IN (SELECT guild_id FROM rating WHERE user_id = ? UNION SELECT match.guild_id"
        " FROM seat JOIN match ON match.id = seat.match_id WHERE seat.user_id = ? AND seat.running = 0)"
    )
    await _redraw(tx, where, now, user_id, user_id)


async def _redraw(tx: Transaction, where: str, now: float, *subjects: int) -> None:
    """Count a change on cards and schedule an update of each.

    The update waits until the card may be changed again.
    """
    counted = f"UPDATE club_card SET changes = changes + 1 WHERE {where} RETURNING guild_id, acted_at"
    for row in await tx.all(counted, *subjects):
        await put_update(tx, row["guild_id"], now, wait=max(AFTER, row["acted_at"] + EVERY - now))


async def put_update(tx: Transaction, guild_id: int, now: float, *, wait: float) -> None:
    """Add an update of a server's card to the outbox, due in `wait` seconds.

    Do nothing if one is there already.
    """
    longest = PostKind.CLUB.rule.wait  # a clock may have been wrong
    await outbox.put(tx, PostKind.CLUB, now, payload={"guild": guild_id}, wait=min(wait, longest))
