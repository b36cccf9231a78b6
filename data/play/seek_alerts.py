"""Members who want to be told of open challenges on a server."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, upsert_statement
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class SeekAlertRow:
    """A member's wish to be told of open challenges to certain games on a server.

    `games` is a JSON list of keys. The member wants messages between the hours `since` and `until` of
    their own day, or all day if both are `None`, and at most `most` of them a day. The last message was
    sent at `told_at`; it was number `told` of that day.
    """

    user_id: int
    guild_id: int
    games: str
    since: int | None = None
    until: int | None = None
    most: int = 3
    told_at: float | None = None
    told: int = 0


_COLUMNS: Final = column_list(SeekAlertRow)


async def get(tx: Transaction, user_id: int, guild_id: int) -> SeekAlertRow | None:
    """Return a member's seek alert on a server, or `None`."""
    row = await tx.one(
        f"SELECT {_COLUMNS} FROM looking WHERE user_id = ? AND guild_id = ?", user_id, guild_id
    )
    return from_row(SeekAlertRow, row) if row else None


async def put(tx: Transaction, row: SeekAlertRow) -> None:
    """Store a member's seek alert on a server."""
    await tx.run(*upsert_statement("looking", "user_id, guild_id", column_values(row)))


async def list_for_game(
    tx: Transaction, guild_id: int, game: str, *, except_user_id: int, limit: int
) -> list[tuple[SeekAlertRow, str | None]]:
    """Return the seek alerts for a game on a server, with rest times.

    The alert of the member `except_user_id` is left out. Members who were told of a challenge longest
    ago come first. Each alert comes with the rest times of its member, which are JSON text or `None`.
    """
    sql = (
        f"SELECT {column_list(SeekAlertRow, 'looking')}, preference.rest AS rest FROM looking"
        " LEFT JOIN preference ON preference.user_id = looking.user_id"
        " WHERE looking.guild_id = ? AND looking.games LIKE ? AND looking.user_id <> ?"
        " ORDER BY COALESCE(looking.told_at, 0), looking.user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, f'%"{game}"%', except_user_id, limit)
    rests = [row.pop("rest") for row in rows]
    return [(from_row(SeekAlertRow, row), rest) for row, rest in zip(rows, rests, strict=True)]
