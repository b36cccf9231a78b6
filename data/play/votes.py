"""Votes of teams on their next moves: open ballots, votes and results.

A ballot is about one position, which is identified by the event that led to it. A vote for
another position never counts.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert, must_fit, values
from data.database.errors import sound_rows
from data.database.transaction import Signal, Transaction


@dataclass(frozen=True, slots=True)
class BallotRow:
    """The ballots of a match, each for `span` seconds or until `quorum` have voted.

    If there is a role, its members vote. The last ballot is about the position to which the event
    `since` led. It closes at `closes_at`, which is `None` if it is not open, or if no one has voted
    in time: `empty` says how often.
    """

    match_id: int
    span: float
    quorum: int
    since: int = 0
    closes_at: float | None = None
    empty: int = 0
    role_id: int | None = None


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One vote; later ones have a greater `id`.

    A vote that is `safe` counts if there is no other.
    """

    id: int
    match_id: int
    seat: int
    user_id: int
    since: int
    move: str
    safe: bool
    interaction_id: int | None


@dataclass(frozen=True, slots=True)
class TallyRow:
    """How many of the `voters` wanted the move of event `version`."""

    version: int
    votes: int
    voters: int


_BALLOT: Final = columns(BallotRow)
_VOTE: Final = columns(VoteRow)
_TALLY: Final = columns(TallyRow)


async def create(tx: Transaction, row: BallotRow, seats: list[int]) -> None:
    """Let teams have seats of a match."""
    await tx.run(*insert("ballot", values(row)))
    for seat in seats:
        await tx.run("UPDATE seat SET team = 1 WHERE match_id = ? AND seat = ?", row.match_id, seat)


async def ballot(tx: Transaction, match_id: int) -> BallotRow | None:
    """Return the ballot of a match, `None` where no team plays, or once it is over."""
    with sound_rows(match_id):
        row = await tx.one(f"SELECT {_BALLOT} FROM ballot WHERE match_id = ?", match_id)
        found = None if row is None else from_row(BallotRow, row)
        if found is not None:
            must_fit(found)
        return found


async def put(tx: Transaction, row: BallotRow, *, due_at: float | None) -> None:
    """Store how a ballot stands, and when it is to be looked at next."""
    sql = "UPDATE ballot SET since = ?, closes_at = ?, empty = ?, due_at = ? WHERE match_id = ?"
    await tx.run(sql, row.since, row.closes_at, row.empty, due_at, row.match_id)
    if due_at is not None:
        tx.signal(Signal.DUE)


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete the ballot of a match that is over, with all votes."""
    await tx.run("DELETE FROM vote WHERE match_id = ?", match_id)
    await tx.run("DELETE FROM ballot WHERE match_id = ?", match_id)


async def of_match(tx: Transaction, match_id: int) -> list[VoteRow]:
    """Return the last vote of everybody in a match, the earliest first."""
    with sound_rows(match_id):
        rows = await tx.all(f"SELECT {_VOTE} FROM vote WHERE match_id = ? ORDER BY id", match_id)
        found = [from_row(VoteRow, row) for row in rows]
        for each in found:
            must_fit(each)
        return found


async def open_votes_of(tx: Transaction, user_id: int, limit: int) -> list[int]:
    """Return the IDs of the matches in whose open ballot a member has a vote.

    The newest come first.
    """
    rows = await tx.all(
        "SELECT DISTINCT match_id FROM vote WHERE user_id = ? ORDER BY match_id DESC LIMIT ?", user_id, limit
    )
    return [int(row["match_id"]) for row in rows]


async def cast(
    tx: Transaction,
    match_id: int,
    seat: int,
    user_id: int,
    *,
    since: int,
    move: str,
    safe: bool,
    interaction_id: int,
) -> None:
    """Store a member's vote in place of their last one; it is the latest of all."""
    await tx.run("DELETE FROM vote WHERE match_id = ? AND user_id = ?", match_id, user_id)
    stored = {
        "match_id": match_id,
        "seat": seat,
        "user_id": user_id,
        "since": since,
        "move": move,
        "safe": safe,
        "interaction_id": interaction_id,
    }
    await tx.run(*insert("vote", stored))


async def claim(tx: Transaction, now: float, limit: int, *, lease: float) -> list[int]:
    """Claim up to `limit` matches whose ballots are due to be checked.

    No other process checks them for `lease` seconds. Return their IDs, earliest due first.
    """
    sql = (
        "WITH due AS MATERIALIZED (SELECT match_id FROM ballot WHERE due_at <= ?"
        f" ORDER BY due_at, match_id LIMIT ?{tx.unheld})"
        " UPDATE ballot SET due_at = ? WHERE match_id IN (SELECT match_id FROM due) RETURNING match_id"
    )
    rows = await tx.all(sql, now, limit, now + lease)
    return sorted(row["match_id"] for row in rows)


async def next_due(tx: Transaction) -> float | None:
    """Return when a ballot is next to be looked at, `None` if none ever is."""
    row = await tx.one("SELECT MIN(due_at) AS due FROM ballot WHERE due_at IS NOT NULL")
    return row["due"] if row else None


async def count(tx: Transaction, match_id: int, row: TallyRow) -> None:
    """Store what came of a ballot: it has made the move of an event."""
    await tx.run(*insert("tally", {"match_id": match_id} | values(row)))


async def tally(tx: Transaction, match_id: int, version: int) -> TallyRow | None:
    """Return the tally of the vote on an event's move, or `None` if no one voted."""
    row = await tx.one(f"SELECT {_TALLY} FROM tally WHERE match_id = ? AND version = ?", match_id, version)
    return from_row(TallyRow, row) if row else None


async def look_at(tx: Transaction, match_id: int, at: float) -> None:
    """Have the ballot of a match looked at, at a time."""
    await tx.run("UPDATE ballot SET due_at = ? WHERE match_id = ?", at, match_id)
