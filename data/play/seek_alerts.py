"""Who wants to hear of open challenges on a server, and what they have heard."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, upsert, values
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class SeekAlertRow:
    """A member's seek on a server: challenges to these `games` (a JSON list of keys).

    `since` and `until` are hours of their own day, both `None` for all day; `most` is how many
    challenges a day they want to hear of. They were last told of one at `told_at`, and had been told
    of `told` by then on that day of theirs.
    """

    user_id: int
    guild_id: int
    games: str
    since: int | None = None
    until: int | None = None
    most: int = 3
    told_at: float | None = None
    told: int = 0


_COLUMNS: Final = columns(SeekAlertRow)


async def get(tx: Transaction, user_id: int, guild_id: int) -> SeekAlertRow | None:
    """Return a member's seek on a server, or `None` if they have none."""
    row = await tx.one(
        f"SELECT {_COLUMNS} FROM looking WHERE user_id = ? AND guild_id = ?", user_id, guild_id
    )
    return from_row(SeekAlertRow, row) if row else None


async def put(tx: Transaction, row: SeekAlertRow) -> None:
    """Store a member's seek on a server."""
    await tx.run(*upsert("looking", "user_id, guild_id", values(row)))


async def of_game(
    tx: Transaction, guild_id: int, game: str, *, but: int, limit: int
) -> list[tuple[SeekAlertRow, str | None]]:
    """Return the seeks for a game on a server, each with the member's times of rest.

    The seek of the member `but` is left out. Members who have not been told of any challenge for
    longest come first.
    """
    sql = (
        f"SELECT {columns(SeekAlertRow, 'looking')}, preference.rest AS rest FROM looking"
        " LEFT JOIN preference ON preference.user_id = looking.user_id"
        " WHERE looking.guild_id = ? AND looking.games LIKE ? AND looking.user_id <> ?"
        " ORDER BY COALESCE(looking.told_at, 0), looking.user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, f'%"{game}"%', but, limit)
    rests = [row.pop("rest") for row in rows]
    return [(from_row(SeekAlertRow, row), rest) for row, rest in zip(rows, rests, strict=True)]
