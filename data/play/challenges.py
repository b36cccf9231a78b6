"""Challenges: requests for a match that wait for another player."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from data.database.columns import column_list, column_values, from_row, insert_statement
from data.database.errors import translate_row_errors
from data.database.persons import display_name
from data.database.transaction import Row, Transaction
from data.play.places import ON_SERVER, PlacedRow
from words import Words


class ChallengeStatus(StrEnum):
    """Whether a challenge is open, or how it was closed."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge(PlacedRow):
    """The terms of a challenge.

    `opponent_id` is `None` if anyone may accept it. `options` is JSON text. `start` is the starting
    position as JSON text, or `None` for the usual one. `rematch_of` is the match that it proposes to
    play again. `clock` is the time control in its stored form, or `None`. `side` is the side that the
    challenger wants. `rated` says whether the match is to count for ratings. `vote` says in stored form
    how teams vote on their moves, or is `None` if two people play.
    """

    game: str
    options: str
    side: str
    challenger_id: int
    challenger_name: Words
    opponent_id: int | None
    opponent_name: Words | None
    guild_id: int
    channel_id: int
    rematch_of: int | None = None
    clock: str | None = None
    abroad: str | None = None
    start: str | None = None
    rated: bool = False
    vote: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRow(NewChallenge):
    """A stored challenge.

    `anyone` says that anyone could accept it; `closed_by_interaction` is the Discord interaction that
    closed it. `told` counts the members who asked to hear of such challenges and have been told of it.
    """

    id: int
    message_id: int | None
    status: ChallengeStatus
    match_id: int | None
    created_at: float
    expires_at: float
    interaction_id: int | None
    closed_by_interaction: int | None
    anyone: bool
    told: int = 0

    def with_changes(self, **changes: Any) -> NewChallenge:
        """Return the terms of this challenge with some fields changed."""
        return NewChallenge(
            **{field.name: getattr(self, field.name) for field in fields(NewChallenge)} | changes
        )

    def open_to_anyone(self) -> NewChallenge:
        """Return the terms of this challenge, but open to anyone."""
        return self.with_changes(opponent_id=None, opponent_name=None, rematch_of=None)


_COLUMNS: Final = column_list(ChallengeRow)


class RepeatedChallenge(Exception):  # noqa: N818 - an answer, not an error
    """Raised if an interaction has already created or closed a challenge.

    `challenge` is that challenge.
    """

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__(f"the interaction has been answered by challenge {challenge.id}")
        self.challenge = challenge


class ChallengeClosed(Exception):  # noqa: N818 - an answer, not an error
    """Raised if a challenge is no longer open.

    `challenge` is its row, and the status there says how it was closed.
    """

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__(f"challenge {challenge.id} is {challenge.status}")
        self.challenge = challenge


async def create(
    tx: Transaction, terms: NewChallenge, *, at: float, expires_at: float, interaction_id: int | None
) -> ChallengeRow:
    """Create an open challenge and return it.

    Raise `RepeatedChallenge` with the existing challenge if the interaction has already created one.
    """
    stored = column_values(terms) | {
        "challenger_name": str(terms.challenger_name),
        "opponent_name": None if terms.opponent_name is None else str(terms.opponent_name),
        "status": ChallengeStatus.OPEN,
        "created_at": at,
        "expires_at": expires_at,
        "interaction_id": interaction_id,
        "anyone": terms.opponent_id is None,
    }
    row = await tx.one(
        *insert_statement("challenge", stored, "ON CONFLICT (interaction_id) DO NOTHING RETURNING id")
    )
    if row is None:
        raise RepeatedChallenge(await _existing(tx, "interaction_id", interaction_id))
    return await _existing(tx, "id", row["id"])


async def get(tx: Transaction, challenge_id: int) -> ChallengeRow | None:
    """Return a challenge, or `None` if it does not exist."""
    return await _find(tx, "id", challenge_id)


async def find_by_match(tx: Transaction, match_id: int) -> ChallengeRow | None:
    """Return the challenge from which a match arose, or `None`."""
    with translate_row_errors(match_id):
        return await _find(tx, "match_id", match_id)


async def find_rematch(tx: Transaction, match_id: int) -> ChallengeRow | None:
    """Return the challenge to play a match again, or `None`.

    Only a challenge that is open or was accepted counts.
    """
    row = await tx.one(
        f"SELECT {_COLUMNS} FROM challenge WHERE rematch_of = ? AND status IN ('open', 'accepted')", match_id
    )
    return _row(row) if row else None


async def set_message(tx: Transaction, challenge_id: int, message_id: int | None) -> None:
    """Store the message that shows a challenge."""
    await tx.run("UPDATE challenge SET message_id = ? WHERE id = ?", message_id, challenge_id)


async def set_options(
    tx: Transaction, challenge_id: int, options: str, *, clock: str | None, side: str, rated: bool
) -> bool:
    """Change options, clock, side and rating of an open challenge.

    `options` is JSON text. Return false if the challenge is no longer open.
    """
    sql = "UPDATE challenge SET options = ?, clock = ?, side = ?, rated = ? WHERE id = ? AND status = 'open'"
    changed = await tx.run(sql, options, clock, side, int(rated), challenge_id)
    return bool(changed)


async def count_told(tx: Transaction, challenge_id: int) -> None:
    """Add one to the number of members who have been told of a challenge."""
    await tx.run("UPDATE challenge SET told = told + 1 WHERE id = ?", challenge_id)


async def close(
    tx: Transaction,
    challenge_id: int,
    status: ChallengeStatus,
    *,
    interaction_id: int | None,
    match_id: int | None = None,
    opponent_id: int | None = None,
    opponent_name: str | None = None,
) -> ChallengeRow:
    """Close an open challenge and return it.

    The opponent changes only if `opponent_id` is given. Raise `RepeatedChallenge` if the interaction
    has already closed a challenge, `ChallengeClosed` if this one is no longer open, and `LookupError`
    if it does not exist.
    """
    if interaction_id is not None and (first := await _find(tx, "closed_by_interaction", interaction_id)):
        raise RepeatedChallenge(first)
    sql = (
        "UPDATE challenge SET status = ?, closed_by_interaction = ?, match_id = ?,"
        " opponent_id = COALESCE(?, opponent_id), opponent_name = COALESCE(?, opponent_name)"
        " WHERE id = ? AND status = 'open'"
    )
    closed = await tx.run(sql, status, interaction_id, match_id, opponent_id, opponent_name, challenge_id)
    challenge = await _existing(tx, "id", challenge_id)
    if closed:
        return challenge
    # Where several processes write, another may have stored the same interaction since the first look.
    if interaction_id is not None and challenge.closed_by_interaction == interaction_id:
        raise RepeatedChallenge(challenge)
    raise ChallengeClosed(challenge)


async def list_open_for_opponent(tx: Transaction, user_id: int, *, limit: int) -> list[ChallengeRow]:
    """Return the open challenges to a user, oldest first."""
    sql = f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND opponent_id = ? ORDER BY id LIMIT ?"
    rows = await tx.all(sql, user_id, limit)
    return [_row(row) for row in rows]


async def list_open_by_challenger(tx: Transaction, user_id: int, *, limit: int) -> list[ChallengeRow]:
    """Return the open challenges that a user has made, oldest first."""
    sql = f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND challenger_id = ? ORDER BY id LIMIT ?"
    rows = await tx.all(sql, user_id, limit)
    return [_row(row) for row in rows]


async def list_open_ids(
    tx: Transaction, *, guild_id: int | None = None, channel_id: int | None = None
) -> list[int]:
    """Return the IDs of the open challenges of a server or of a channel.

    Challenges in places where the bot is not a member are left out.
    """
    name, value = ("channel_id", channel_id) if guild_id is None else ("guild_id", guild_id)
    rows = await tx.all(
        f"SELECT id FROM challenge WHERE status = 'open' AND {name} = ? AND {ON_SERVER}", value
    )
    return [row["id"] for row in rows]


async def list_open_to_anyone(
    tx: Transaction, guild_id: int, now: float, *, limit: int
) -> list[ChallengeRow]:
    """Return the open challenges on a server to anyone, oldest first.

    Challenges from places where the bot is not a member are left out.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND guild_id = ? AND {ON_SERVER}"
        " AND opponent_id IS NULL AND message_id IS NOT NULL AND expires_at > ? ORDER BY id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, now, limit)
    return [_row(row) for row in rows]


async def find_by_interaction(tx: Transaction, interaction_id: int) -> ChallengeRow | None:
    """Return the challenge that a Discord interaction created, or `None`."""
    return await _find(tx, "interaction_id", interaction_id)


async def find_open_duplicate(tx: Transaction, terms: NewChallenge, now: float) -> ChallengeRow | None:
    """Return the newest open challenge with the same terms, or `None`.

    It is in the same channel, by the same challenger, and to the same person or to anyone.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND challenger_id = ? AND game = ? AND options = ?"
        " AND COALESCE(opponent_id, 0) = ? AND channel_id = ? AND COALESCE(clock, '') = ? AND COALESCE(start, '') = ?"
        " AND COALESCE(vote, '') = ? AND side = ? AND rated = ? AND expires_at > ? ORDER BY id DESC LIMIT 1"
    )
    row = await tx.one(
        sql,
        terms.challenger_id,
        terms.game,
        terms.options,
        terms.opponent_id or 0,
        terms.channel_id,
        terms.clock or "",
        terms.start or "",
        terms.vote or "",
        terms.side,
        int(terms.rated),
        now,
    )
    return _row(row) if row else None


async def count_open(
    tx: Transaction,
    *,
    challenger_id: int | None = None,
    opponent_id: int | None = None,
    guild_id: int | None = None,
) -> int:
    """Return the number of open challenges by or to a person, or on a server.

    All given conditions must hold.
    """
    given = {"challenger_id": challenger_id, "opponent_id": opponent_id, "guild_id": guild_id}
    named = {name: value for name, value in given.items() if value is not None}
    where = " AND ".join(f"{name} = ?" for name in named)
    where += "" if guild_id is None else f" AND {ON_SERVER}"
    return await tx.count(
        f"SELECT COUNT(*) AS count FROM challenge WHERE status = 'open' AND {where}", *named.values()
    )


async def list_expired(tx: Transaction, now: float, limit: int) -> list[ChallengeRow]:
    """Return up to `limit` open challenges that have expired, earliest first.

    The rows are locked, because the caller is expected to close them.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND expires_at <= ?"
        f" ORDER BY expires_at, id LIMIT ?{tx.skip_locked}"
    )
    rows = await tx.all(sql, now, limit)
    return [_row(row) for row in rows]


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next open challenge expires, or `None`."""
    return await tx.value("SELECT MIN(expires_at) AS expires_at FROM challenge WHERE status = 'open'")


async def _find(tx: Transaction, key: str, value: int | None) -> ChallengeRow | None:
    row = await tx.one(f"SELECT {_COLUMNS} FROM challenge WHERE {key} = ?", value)
    return _row(row) if row else None


async def _existing(tx: Transaction, key: str, value: int | None) -> ChallengeRow:
    challenge = await _find(tx, key, value)
    if challenge is None:
        raise LookupError(f"there is no challenge of {key} {value}")
    return challenge


def _row(row: Row) -> ChallengeRow:
    opponent = row["opponent_name"]
    names = {
        "challenger_name": display_name(row["challenger_name"]),
        "opponent_name": None if opponent is None else display_name(opponent),
    }
    return from_row(ChallengeRow, row | names)
