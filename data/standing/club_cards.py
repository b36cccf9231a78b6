"""The cards of servers that want one: place, content and changes since."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert, values
from data.database.transaction import Row, Transaction


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


@dataclass(frozen=True, slots=True)
class DueClubCard:
    """A card that may have to change, and when Discord was last asked for it."""

    guild_id: int
    acted_at: float


_COLUMNS: Final = columns(ClubCardRow)
_CHANGED: Final = "UPDATE club_card SET changes = changes + 1 WHERE"
_OF: Final = "guild_id = (SELECT guild_id FROM {} WHERE id = ? AND abroad IS NULL)"
_DUE: Final = f"RETURNING {columns(DueClubCard)}"


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


async def count_change(tx: Transaction, guild_id: int) -> list[DueClubCard]:
    """Count that something has happened on a server; return its card, if it wants one."""
    return _due(await tx.all(f"{_CHANGED} guild_id = ? {_DUE}", guild_id))


async def count_match_change(tx: Transaction, match_id: int) -> list[DueClubCard]:
    """Count an event in a match; return the card of its server, if that wants one."""
    return _due(await tx.all(f"{_CHANGED} {_OF.format('match')} {_DUE}", match_id))


async def count_challenge_change(tx: Transaction, challenge_id: int) -> list[DueClubCard]:
    """Count a change of a challenge; return the card of its server, if that wants one."""
    return _due(await tx.all(f"{_CHANGED} {_OF.format('challenge')} {_DUE}", challenge_id))


async def count_person_change(tx: Transaction, user_id: int) -> list[DueClubCard]:
    """Count that a member is forgotten or no longer shown.

    Return the cards of the servers where they have a rating.
    """
    where = "guild_id IN (SELECT guild_id FROM rating WHERE user_id = ?)"
    return _due(await tx.all(f"{_CHANGED} {where} {_DUE}", user_id))


def _due(rows: list[Row]) -> list[DueClubCard]:
    return [DueClubCard(**row) for row in rows]
