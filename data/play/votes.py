"""Votes of teams on their next moves: open ballots, votes and results.

A ballot is the vote on one position, which is identified by the event that led to it. A vote cast
for another position never counts.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import check_field_types, column_list, column_values, from_row, insert_statement
from data.database.errors import translate_row_errors
from data.database.transaction import Signal, Transaction


@dataclass(frozen=True, slots=True)
class BallotRow:
    """The current or next ballot of a match: a team's vote on its next move.

    Each ballot lasts `span` seconds, or until `quorum` members have voted. If `role_id` is set, only
    members with that role may vote. The latest ballot is about the position after the event `since`. It
    closes at `closes_at`, which is `None` if it is not open or has run out without any vote; `empty`
    counts how often that has happened.
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
    """One vote of a member; later votes have a greater `id`.

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
    """How many of the `voters` voted for the move of event `version`."""

    version: int
    votes: int
    voters: int


_BALLOT: Final = column_list(BallotRow)
_VOTE: Final = column_list(VoteRow)
_TALLY: Final = column_list(TallyRow)


async def create(tx: Transaction, row: BallotRow, seats: list[int]) -> None:
    """Store the ballot settings of a match, with teams at the given seats."""
    await tx.run(*insert_statement("ballot", column_values(row)))
    for seat in seats:
        await tx.run("UPDATE seat SET team = 1 WHERE match_id = ? AND seat = ?", row.match_id, seat)


async def get_ballot(tx: Transaction, match_id: int) -> BallotRow | None:
    """Return the ballot of a match, or `None` if no team plays or it is over."""
    with translate_row_errors(match_id):
        row = await tx.one(f"SELECT {_BALLOT} FROM ballot WHERE match_id = ?", match_id)
        found = None if row is None else from_row(BallotRow, row)
        if found is not None:
            check_field_types(found)
        return found


async def update_ballot(tx: Transaction, row: BallotRow, *, due_at: float | None) -> None:
    """Store the state of a ballot, and when to check it next."""
    sql = "UPDATE ballot SET since = ?, closes_at = ?, empty = ?, due_at = ? WHERE match_id = ?"
    await tx.run(sql, row.since, row.closes_at, row.empty, due_at, row.match_id)
    if due_at is not None:
        tx.signal(Signal.DUE)


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete the ballot and all votes of a finished match."""
    await tx.run("DELETE FROM vote WHERE match_id = ?", match_id)
    await tx.run("DELETE FROM ballot WHERE match_id = ?", match_id)


async def list_for_match(tx: Transaction, match_id: int) -> list[VoteRow]:
    """Return the latest vote of each member in a match, oldest first."""
    with translate_row_errors(match_id):
        rows = await tx.all(f"SELECT {_VOTE} FROM vote WHERE match_id = ? ORDER BY id", match_id)
        found = [from_row(VoteRow, row) for row in rows]
        for each in found:
            check_field_types(each)
        return found


async def list_voted_matches(tx: Transaction, user_id: int, limit: int) -> list[int]:
    """Return the IDs of matches in whose current ballot a member has voted.

    The newest matches come first.
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
    """Store a member's vote, replacing their earlier one."""
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
    await tx.run(*insert_statement("vote", stored))


async def claim(tx: Transaction, now: float, limit: int, *, lease: float) -> list[int]:
    """Claim up to `limit` matches whose ballots are due to be checked.

    No other process checks them for `lease` seconds. Return the match IDs in ascending order.
    """
    sql = (
        "WITH due AS MATERIALIZED (SELECT match_id FROM ballot WHERE due_at <= ?"
        f" ORDER BY due_at, match_id LIMIT ?{tx.skip_locked})"
        " UPDATE ballot SET due_at = ? WHERE match_id IN (SELECT match_id FROM due) RETURNING match_id"
    )
    rows = await tx.all(sql, now, limit, now + lease)
    return sorted(row["match_id"] for row in rows)


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next ballot is due to be checked, or `None`."""
    return await tx.moment("SELECT MIN(due_at) AS due FROM ballot WHERE due_at IS NOT NULL")


async def add_tally(tx: Transaction, match_id: int, row: TallyRow) -> None:
    """Store the result of a ballot that led to the move of an event."""
    await tx.run(*insert_statement("tally", {"match_id": match_id} | column_values(row)))


async def get_tally(tx: Transaction, match_id: int, version: int) -> TallyRow | None:
    """Return the result of the vote on an event's move, or `None`."""
    row = await tx.one(f"SELECT {_TALLY} FROM tally WHERE match_id = ? AND version = ?", match_id, version)
    return from_row(TallyRow, row) if row else None


async def set_due(tx: Transaction, match_id: int, at: float) -> None:
    """Schedule the next check of a match's ballot."""
    await tx.run("UPDATE ballot SET due_at = ? WHERE match_id = ?", at, match_id)
