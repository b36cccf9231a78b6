"""Spectators' guesses at the next move of a match, and monthly scores.

The position of a guess is identified by the event that led to it: the same event always means the
same position. A guess is open, with `played` being `None`, until a player has moved in that
position.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, upsert_statement
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE

SHOWN: Final = 12
"""Months for which what was guessed is kept."""


@dataclass(frozen=True, slots=True)
class GuessRow:
    """A spectator's latest guess in a match.

    `move` is the guess at the move after event `since`; `played` is the move that was actually made, or
    `None` if none has been made yet.
    """

    match_id: int
    user_id: int
    since: int
    move: str
    played: str | None = None


@dataclass(frozen=True, slots=True)
class GuessMonthRow:
    """How many guesses a member `made` on a server in a month, and `found` right."""

    guild_id: int
    month: int
    user_id: int
    made: int
    found: int
    at: float


_GUESS: Final = column_list(GuessRow)
_MONTH: Final = column_list(GuessMonthRow, "guess_month")


async def get(tx: Transaction, match_id: int, user_id: int) -> GuessRow | None:
    """Return a member's latest guess in a match, or `None`."""
    row = await tx.one(f"SELECT {_GUESS} FROM guess WHERE match_id = ? AND user_id = ?", match_id, user_id)
    return from_row(GuessRow, row) if row else None


async def put(tx: Transaction, row: GuessRow) -> None:
    """Store a guess, replacing the member's earlier guess in that match."""
    await tx.run(
        *upsert_statement(
            "guess", "match_id, user_id", column_values(row), changed=("since", "move", "played")
        )
    )


async def find_open_event(tx: Transaction, match_id: int) -> int | None:
    """Return the version of the event that led to the position being guessed at.

    Return `None` if the match has no open guesses.
    """
    return await tx.value(
        "SELECT MAX(since) AS since FROM guess WHERE match_id = ? AND played IS NULL", match_id
    )


async def settle(
    tx: Transaction, match_id: int, *, since: int, played: str, guild_id: int, month: int, at: float
) -> None:
    """Score the open guesses at the move that followed the event `since`.

    Each guess is scored only once. Guesses of members who vote on moves of the match do not count, even
    if they began to vote after their guess.
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
    """Delete the open guesses in a match because no move will follow."""
    await tx.run("DELETE FROM guess WHERE match_id = ? AND played IS NULL", match_id)


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete all guesses in a match that is over."""
    await tx.run("DELETE FROM guess WHERE match_id = ?", match_id)


async def list_best(tx: Transaction, guild_id: int, month: int, limit: int) -> list[GuessMonthRow]:
    """Return the members with the most correct guesses on a server in a month.

    Members with a hidden profile are left out. Ties go to the member who made fewer guesses, then to
    the one who reached the score first.
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


async def find_score(tx: Transaction, guild_id: int, month: int, user_id: int) -> GuessMonthRow | None:
    """Return a member's guessing score on a server in a month, or `None`."""
    sql = f"SELECT {_MONTH} FROM guess_month WHERE guild_id = ? AND month = ? AND user_id = ?"
    row = await tx.one(sql, guild_id, month, user_id)
    return GuessMonthRow(**row) if row else None
