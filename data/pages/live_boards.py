"""Links to live boards, and the sessions that they open: hashes of their secrets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement, placeholder_chunks
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class LiveBoardRow:
    """A link to the live board of a match for one user, or the session it became.

    `key` is the hash of the link's secret, and `token` that of the session's, `None` until the link is
    opened. Either opens nothing after `until`. The page is believed to be open until `looks_until`.
    """

    key: str
    user_id: int
    match_id: int
    until: float
    token: str | None = None
    looks_until: float | None = None


_ROW: Final = column_list(LiveBoardRow)


async def put(tx: Transaction, row: LiveBoardRow, *, now: float) -> None:
    """Store a new link, and delete all links and sessions whose time is over."""
    await tx.run("DELETE FROM live_board WHERE until <= ?", now)
    await tx.run(*insert_statement("live_board", column_values(row)))


async def open_session(
    tx: Transaction, key: str, *, token: str, until: float, now: float
) -> LiveBoardRow | None:
    """Turn a link into a session, and return it; `None` if the link opens nothing.

    A link opens once.
    """
    row = await tx.one(
        f"UPDATE live_board SET token = ?, until = ? WHERE key = ? AND token IS NULL AND until > ? RETURNING {_ROW}",
        *(token, until, key, now),
    )
    return from_row(LiveBoardRow, row) if row else None


async def find_newest_link(tx: Transaction, user_id: int, *, now: float) -> str | None:
    """Return the key of a user's newest link that has not been opened, or `None`."""
    return await tx.value(
        "SELECT key FROM live_board WHERE user_id = ? AND token IS NULL AND until > ?"
        " ORDER BY until DESC, key LIMIT 1",
        *(user_id, now),
    )


async def find(tx: Transaction, token: str, *, now: float) -> LiveBoardRow | None:
    """Return the session with a token, or `None` if there is none any more."""
    row = await tx.one(f"SELECT {_ROW} FROM live_board WHERE token = ? AND until > ?", token, now)
    return from_row(LiveBoardRow, row) if row else None


async def list_versions(tx: Transaction, now: float) -> Mapping[str, tuple[int, int]]:
    """Return the state of the match of each session, by the hash of its token.

    The state is the version of the match and the number of its clock's last event. It is read for all
    sessions of all processes at once.
    """
    rows = await tx.all(
        "SELECT live_board.token, match.version, COALESCE(clock.number, 0) AS ticks FROM live_board"
        " JOIN match ON match.id = live_board.match_id LEFT JOIN clock ON clock.match_id = match.id"
        " WHERE live_board.token IS NOT NULL AND live_board.until > ?",
        now,
    )
    return {row["token"]: (row["version"], row["ticks"]) for row in rows}


async def note_looking(tx: Transaction, tokens: Sequence[str], until: float | None) -> None:
    """Store until when these sessions' pages are open, `None` if they are closed."""
    for marks, some in placeholder_chunks(tokens):
        await tx.run(f"UPDATE live_board SET looks_until = ? WHERE token IN ({marks})", until, *some)


async def list_onlookers(tx: Transaction, match_id: int, now: float) -> frozenset[int]:
    """Return the users who have a match open on a page, in whatever process."""
    sql = "SELECT DISTINCT user_id FROM live_board WHERE match_id = ? AND looks_until > ?"
    return frozenset(row["user_id"] for row in await tx.all(sql, match_id, now))


async def remove(tx: Transaction, token: str) -> None:
    """End the session with a token."""
    await tx.run("DELETE FROM live_board WHERE token = ?", token)


async def remove_of_user(tx: Transaction, user_id: int) -> int:
    """End all sessions of a user, with the links not yet opened; return how many."""
    return await tx.run("DELETE FROM live_board WHERE user_id = ?", user_id)
