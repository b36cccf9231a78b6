"""The cards of servers that want one: place, content, changes and updates."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert, values
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
    """A server's card.

    It is the message `message_id` in `channel_id`, posted at `posted_at`; these are `None` if there
    is none. `changes` counts the events that it may show, `shown` is the digest of its content. It
    was posted by the row `number` of the outbox. The last request to Discord for it was at
    `acted_at`, and the last check whether it has scrolled away at `looked_at`. `away` says that it is
    to be reposted, `pinned` that it has been pinned or that this was refused.
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


_COLUMNS: Final = columns(ClubCardRow)


async def add(tx: Transaction, guild_id: int) -> None:
    """Note that a server wants a card, where that is not noted yet."""
    await tx.run(*insert("club_card", {"guild_id": guild_id}, "ON CONFLICT (guild_id) DO NOTHING"))


async def get(tx: Transaction, guild_id: int) -> ClubCardRow | None:
    """Return the card of a server, `None` where it wants none."""
    row = await tx.one(f"SELECT {_COLUMNS} FROM club_card WHERE guild_id = ?", guild_id)
    return from_row(ClubCardRow, row) if row else None


async def put(tx: Transaction, card: ClubCardRow) -> None:
    """Store how a card is now; what has happened meanwhile stays counted."""
    stored = {name: value for name, value in values(card).items() if name not in ("guild_id", "changes")}
    changed = ", ".join(f"{name} = ?" for name in stored)
    given = (int(value) if isinstance(value, bool) else value for value in stored.values())
    await tx.run(f"UPDATE club_card SET {changed} WHERE guild_id = ?", *given, card.guild_id)


async def drop(tx: Transaction, guild_id: int) -> None:
    """Note that a server wants no card any more."""
    await tx.run("DELETE FROM club_card WHERE guild_id = ?", guild_id)


async def is_unchanged(tx: Transaction, card: ClubCardRow) -> bool:
    """Whether nothing has happened since a card was read.

    It writes, so that no concurrent transaction overlooks what another one counts.
    """
    sql = "UPDATE club_card SET changes = changes WHERE guild_id = ? AND changes = ?"
    same = await tx.run(sql, card.guild_id, card.changes)
    return same > 0


async def redraw(tx: Transaction, guild_id: int, now: float) -> None:
    """Have the card of a server, if it wants one, show what has happened there."""
    await _redraw(tx, "guild_id = ?", guild_id, now)


async def redraw_for_match(tx: Transaction, match_id: int, now: float) -> None:
    """Have the card of a match's server, if it wants one, show the match as it is."""
    where = "guild_id = (SELECT guild_id FROM match WHERE id = ? AND abroad IS NULL)"
    await _redraw(tx, where, match_id, now)


async def redraw_for_challenge(tx: Transaction, challenge_id: int, now: float) -> None:
    """Have the card of a challenge's server, if it wants one, show what became of it."""
    where = "guild_id = (SELECT guild_id FROM challenge WHERE id = ? AND abroad IS NULL)"
    await _redraw(tx, where, challenge_id, now)


async def redraw_for_person(tx: Transaction, user_id: int, now: float) -> None:
    """Have cards show that a member is forgotten, or whether they are shown.

    These are the cards of the servers where they have a rating.
    """
    await _redraw(tx, "guild_id IN (SELECT guild_id FROM rating WHERE user_id = ?)", user_id, now)


async def _redraw(tx: Transaction, where: str, subject: int, now: float) -> None:
    """Count a change, and have each card updated when it may change again."""
    counted = f"UPDATE club_card SET changes = changes + 1 WHERE {where} RETURNING guild_id, acted_at"
    for row in await tx.all(counted, subject):
        await put_update(tx, row["guild_id"], now, wait=max(AFTER, row["acted_at"] + EVERY - now))


async def put_update(tx: Transaction, guild_id: int, now: float, *, wait: float) -> None:
    """Put an update of a server's card into the outbox, due in `wait` seconds.

    Nothing changes if one is there already.
    """
    longest = PostKind.CLUB.rule.wait  # a clock may have been wrong
    await outbox.put(tx, PostKind.CLUB, now, payload={"guild": guild_id}, wait=min(wait, longest))
