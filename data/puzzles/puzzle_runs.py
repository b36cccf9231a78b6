"""Streaks and races through puzzles: each member's latest, and the best.

The best ones are kept for each server and month.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement, upsert_statement
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE

STREAK: Final = "streak"
RACE: Final = "race"


@dataclass(frozen=True, slots=True)
class RunRow:
    """A member's streak or race (against the clock), and their progress in it.

    `keys` are the keys of its puzzles, separated by spaces. `seconds_left` is the time left on the
    clock of a race when it was last stored. The clock has been running since `since`, or stands still
    if that is `None`.
    """

    user_id: int
    kind: str
    guild_id: int | None
    game: str
    keys: str
    step: int
    solved: int
    seconds_left: float
    since: float | None
    ended: bool


@dataclass(frozen=True, slots=True)
class BestRunRow:
    """A member's best streak or race on a server in a month."""

    guild_id: int
    kind: str
    month: int
    user_id: int
    game: str
    solved: int
    at: float


async def get(tx: Transaction, user_id: int, kind: str) -> RunRow | None:
    """Return a member's current or latest streak or race, or `None`."""
    row = await tx.one(
        f"SELECT {column_list(RunRow)} FROM puzzle_run WHERE user_id = ? AND kind = ?", user_id, kind
    )
    return from_row(RunRow, row) if row else None


async def put(tx: Transaction, row: RunRow) -> None:
    """Store a streak or race, replacing the member's earlier one of that kind."""
    changed = [name for name in column_values(row) if name not in ("user_id", "kind")]
    await tx.run(*upsert_statement("puzzle_run", "user_id, kind", column_values(row), changed=changed))


async def start_clock(tx: Transaction, user_id: int, kind: str, *, step: int, since: float) -> None:
    """Start the clock of a race at the time `since`.

    Do nothing if it is already running, or if the race is no longer at puzzle `step`.
    """
    sql = (
        "UPDATE puzzle_run SET since = ? WHERE user_id = ? AND kind = ? AND step = ? AND since IS NULL"
        " AND ended = 0"
    )
    await tx.run(sql, since, user_id, kind, step)


async def put_best(tx: Transaction, row: BestRunRow) -> None:
    """Store a member's result if it is their best on the server in that month.

    Results older than a year are deleted.
    """
    await tx.run(
        *insert_statement(
            "puzzle_best",
            column_values(row),
            "ON CONFLICT (guild_id, kind, month, user_id) DO UPDATE"
            " SET game = excluded.game, solved = excluded.solved, at = excluded.at"
            " WHERE excluded.solved > puzzle_best.solved",
        )
    )
    sql = "DELETE FROM puzzle_best WHERE guild_id = ? AND kind = ? AND month < ?"
    await tx.run(sql, row.guild_id, row.kind, row.month - 12)


async def list_best(tx: Transaction, guild_id: int, kind: str, month: int, limit: int) -> list[BestRunRow]:
    """Return the best results on a server in a month.

    Members with a hidden profile are left out.
    """
    sql = (
        f"SELECT {column_list(BestRunRow, 'puzzle_best')} FROM puzzle_best"
        " LEFT JOIN preference ON preference.user_id = puzzle_best.user_id"
        " WHERE puzzle_best.guild_id = ? AND puzzle_best.kind = ? AND puzzle_best.month = ?"
        f" AND {SHOWS_PROFILE}"
        " ORDER BY puzzle_best.solved DESC, puzzle_best.at, puzzle_best.user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, kind, month, limit)
    return [BestRunRow(**row) for row in rows]


async def find_best(tx: Transaction, guild_id: int, kind: str, month: int, user_id: int) -> BestRunRow | None:
    """Return a member's best result on a server in a month, or `None`."""
    keys = "guild_id = ? AND kind = ? AND month = ? AND user_id = ?"
    sql = f"SELECT {column_list(BestRunRow)} FROM puzzle_best WHERE {keys}"
    row = await tx.one(sql, guild_id, kind, month, user_id)
    return BestRunRow(**row) if row else None
