"""Spectators' guesses at the next move of a match, and their monthly scores.

The scores are per server. The position of a guess is identified by the event that led to it, as
with conditional moves: the same event is the same position. A guess without `played` is open: no
player has moved there yet.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, upsert, values
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE

SHOWN: Final = 12
"""Months for which what was guessed is kept."""


@dataclass(frozen=True, slots=True)
class GuessRow:
    """A spectator's last guess in a match.

    `played` is the move that was made, whether it is the guessed one or another.
    """

    match_id: int
    user_id: int
    since: int
    move: str
    played: str | None = None


@dataclass(frozen=True, slots=True)
class GuessMonthRow:
    """A member's guesses on a server in a month, and how many of them were `found`."""

    guild_id: int
    month: int
    user_id: int
    made: int
    found: int
    at: float


_GUESS: Final = columns(GuessRow)
_MONTH: Final = columns(GuessMonthRow, "guess_month")


async def get(tx: Transaction, match_id: int, user_id: int) -> GuessRow | None:
    """Return a member's last guess in a match."""
    row = await tx.one(f"SELECT {_GUESS} FROM guess WHERE match_id = ? AND user_id = ?", match_id, user_id)
    return from_row(GuessRow, row) if row else None


async def put(tx: Transaction, row: GuessRow) -> None:
    """Store a guess in the place of the last one of that person in that match."""
    await tx.run(*upsert("guess", "match_id, user_id", values(row), changed=("since", "move", "played")))


async def open_since(tx: Transaction, match_id: int) -> int | None:
    """Return the event before the position of the open guesses in a match.

    The event led to that position; `None` if there are no open guesses.
    """
    row = await tx.one(
        "SELECT MAX(since) AS since FROM guess WHERE match_id = ? AND played IS NULL", match_id
    )
    return row["since"] if row else None


async def settle(
    tx: Transaction, match_id: int, *, since: int, played: str, guild_id: int, month: int, at: float
) -> None:
    """Score the open guesses at the move made after the event `since`, each once.

    A member who votes on moves of the match guesses nothing, even if they began to vote after their
    guess.
    """
    sql = (
        "INSERT INTO guess_month (guild_id, month, user_id, made, found, at)"
        " SELECT ?, ?, guess.user_id, 1,"
        " CASE WHEN guess.move = ? THEN 1 ELSE 0 END, ?"
        " FROM guess WHERE guess.match_id = ? AND guess.since = ? AND guess.played IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM vote WHERE vote.match_id = guess.match_id AND vote.user_id = guess.user_id)"
        " ORDER BY guess.user_id"  # the same order for all who count at the same time
        " ON CONFLICT (guild_id, month, user_id) DO UPDATE SET made = guess_month.made + 1,"
        " found = guess_month.found + excluded.found,"
        " at = CASE WHEN excluded.found = 1 THEN excluded.at ELSE guess_month.at END"
    )
    await tx.run(sql, guild_id, month, played, at, match_id, since)
    sql = "UPDATE guess SET played = ? WHERE match_id = ? AND since = ? AND played IS NULL"
    await tx.run(sql, played, match_id, since)
    await tx.run("DELETE FROM guess_month WHERE guild_id = ? AND month < ?", guild_id, month - SHOWN)


async def drop_open(tx: Transaction, match_id: int) -> None:
    """Delete the open guesses in a match because their move will not be made."""
    await tx.run("DELETE FROM guess WHERE match_id = ? AND played IS NULL", match_id)


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete all guesses in a match that is over."""
    await tx.run("DELETE FROM guess WHERE match_id = ?", match_id)


async def best(tx: Transaction, guild_id: int, month: int, limit: int) -> list[GuessMonthRow]:
    """Return the members who guessed the most moves on a server in a month.

    Members with a hidden profile are left out. Of equals, the one who needed fewer guesses is first,
    then the one who reached that score first.
    """
    sql = (
        f"SELECT {_MONTH} FROM guess_month"
        " LEFT JOIN preference ON preference.user_id = guess_month.user_id"
        " WHERE guess_month.guild_id = ? AND guess_month.month = ? AND guess_month.found > 0"
        f" AND {SHOWS_PROFILE}"
        " ORDER BY guess_month.found DESC, guess_month.made, guess_month.at, guess_month.user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, month, limit)
    return [GuessMonthRow(**row) for row in rows]


async def best_of(tx: Transaction, guild_id: int, month: int, user_id: int) -> GuessMonthRow | None:
    """Return a member's score on a server in a month, or `None` without any guess."""
    sql = f"SELECT {_MONTH} FROM guess_month WHERE guild_id = ? AND month = ? AND user_id = ?"
    row = await tx.one(sql, guild_id, month, user_id)
    return GuessMonthRow(**row) if row else None
