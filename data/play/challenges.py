"""Challenges: a card that waits for a player to take the other seat."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from data.database.columns import columns, from_row, insert, values
from data.database.errors import sound_rows
from data.database.persons import display_name
from data.database.transaction import Row, Transaction
from data.play.places import ON_SERVER, PlacedRow
from words import Words


class ChallengeStatus(StrEnum):
    """Whether a challenge is still open, and how it was closed if not."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge(PlacedRow):
    """The terms of a challenge.

    `opponent_id` is `None` while anyone may take it. `options` is JSON text. `start` is the position
    that the match begins from, as JSON text, `None` for the usual one. `rematch_of` is the match that
    it would play again. `clock` is the clock in its stored form, `None` for none. `side` is the side
    that the challenger asked for. `rated` says whether the match is to count for ratings. `vote` is
    how its teams vote, in its stored form, `None` if two people play.
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

    `anyone` is true if anyone could have taken it; `closed_by_interaction` is the interaction that
    ended it. `told` is how many members with a seek have been told of it.
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

    def again(self, **other: Any) -> NewChallenge:
        """Return what asks for the same once more, but for what is `other`, by field."""
        return NewChallenge(
            **{field.name: getattr(self, field.name) for field in fields(NewChallenge)} | other
        )

    def to_anyone(self) -> NewChallenge:
        """Return what asks for the same of anyone once more."""
        return self.again(opponent_id=None, opponent_name=None, rematch_of=None)


_COLUMNS: Final = columns(ChallengeRow)


class RepeatedChallenge(Exception):  # noqa: N818 - an answer, not an error
    """This interaction has already made or closed `challenge`."""

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__(f"the interaction has been answered by challenge {challenge.id}")
        self.challenge = challenge


class Closed(Exception):  # noqa: N818 - an answer, not an error
    """The challenge is not open any more; its status says what became of it."""

    def __init__(self, challenge: ChallengeRow) -> None:
        super().__init__(f"challenge {challenge.id} is {challenge.status}")
        self.challenge = challenge


async def create(
    tx: Transaction, asked: NewChallenge, *, at: float, expires_at: float, interaction_id: int | None
) -> ChallengeRow:
    """Create an open challenge and return it.

    Raises `RepeatedChallenge` with the first challenge if the interaction has already created one.
    """
    stored = values(asked) | {
        "challenger_name": str(asked.challenger_name),
        "opponent_name": None if asked.opponent_name is None else str(asked.opponent_name),
        "status": ChallengeStatus.OPEN,
        "created_at": at,
        "expires_at": expires_at,
        "interaction_id": interaction_id,
        "anyone": asked.opponent_id is None,
    }
    row = await tx.one(*insert("challenge", stored, "ON CONFLICT (interaction_id) DO NOTHING RETURNING id"))
    if row is None:
        raise RepeatedChallenge(await _existing(tx, "interaction_id", interaction_id))
    return await _existing(tx, "id", row["id"])


async def get(tx: Transaction, challenge_id: int) -> ChallengeRow | None:
    """Return the challenge with this id, `None` if there is none."""
    return await _find(tx, "id", challenge_id)


async def of_match(tx: Transaction, match_id: int) -> ChallengeRow | None:
    """Return the challenge that became this match, `None` if there is none."""
    with sound_rows(match_id):
        return await _find(tx, "match_id", match_id)


async def rematch_of(tx: Transaction, match_id: int) -> ChallengeRow | None:
    """Return the challenge to play a match again.

    It is open or became a match; `None` if there is none.
    """
    row = await tx.one(
        f"SELECT {_COLUMNS} FROM challenge WHERE rematch_of = ? AND status IN ('open', 'accepted')", match_id
    )
    return _row(row) if row else None


async def set_message(tx: Transaction, challenge_id: int, message_id: int | None) -> None:
    """Remember the message that shows the challenge."""
    await tx.run("UPDATE challenge SET message_id = ? WHERE id = ?", message_id, challenge_id)


async def set_options(
    tx: Transaction, challenge_id: int, options: str, *, clock: str | None, side: str, rated: bool
) -> bool:
    """Change options, clock, side and rating of an open challenge.

    `options` is JSON text. Return false if the challenge is closed.
    """
    sql = "UPDATE challenge SET options = ?, clock = ?, side = ?, rated = ? WHERE id = ? AND status = 'open'"
    changed = await tx.run(sql, options, clock, side, int(rated), challenge_id)
    return bool(changed)


async def add_told(tx: Transaction, challenge_id: int) -> None:
    """Count one more person who has been told of a challenge."""
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

    The opponent changes only if `opponent_id` is given. Raise `RepeatedChallenge` if the interaction has ended
    a challenge already, `Closed` if this one is no longer open, and `LookupError` if there is none.
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
    raise Closed(challenge)


async def open_for(tx: Transaction, user_id: int, *, limit: int) -> list[ChallengeRow]:
    """Return the open challenges to this user, the oldest first."""
    sql = f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND opponent_id = ? ORDER BY id LIMIT ?"
    rows = await tx.all(sql, user_id, limit)
    return [_row(row) for row in rows]


async def open_by(tx: Transaction, user_id: int, *, limit: int) -> list[ChallengeRow]:
    """Return the open challenges by this user, the oldest first."""
    sql = f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND challenger_id = ? ORDER BY id LIMIT ?"
    rows = await tx.all(sql, user_id, limit)
    return [_row(row) for row in rows]


async def open_in(
    tx: Transaction, *, guild_id: int | None = None, channel_id: int | None = None
) -> list[int]:
    """Return the IDs of the open challenges of a server, or of a channel there.

    It is a server of which the bot is a member.
    """
    name, value = ("channel_id", channel_id) if guild_id is None else ("guild_id", guild_id)
    rows = await tx.all(
        f"SELECT id FROM challenge WHERE status = 'open' AND {name} = ? AND {ON_SERVER}", value
    )
    return [row["id"] for row in rows]


async def open_to_anyone(tx: Transaction, guild_id: int, now: float, *, limit: int) -> list[ChallengeRow]:
    """Return the open challenges of a server that anyone may take, oldest first.

    It is a server of which the bot is a member; their cards are there.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND guild_id = ? AND {ON_SERVER}"
        " AND opponent_id IS NULL AND message_id IS NOT NULL AND expires_at > ? ORDER BY id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, now, limit)
    return [_row(row) for row in rows]


async def made_by_interaction(tx: Transaction, interaction_id: int) -> ChallengeRow | None:
    """Return the challenge that this interaction made, `None` if it made none."""
    return await _find(tx, "interaction_id", interaction_id)


async def open_equal(tx: Transaction, asked: NewChallenge, now: float) -> ChallengeRow | None:
    """Return the newest open challenge in a channel with the same terms.

    It asks the same of the same person, with the same side.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND challenger_id = ? AND game = ? AND options = ?"
        " AND COALESCE(opponent_id, 0) = ? AND channel_id = ? AND COALESCE(clock, '') = ? AND COALESCE(start, '') = ?"
        " AND COALESCE(vote, '') = ? AND side = ? AND rated = ? AND expires_at > ? ORDER BY id DESC LIMIT 1"
    )
    row = await tx.one(
        sql,
        asked.challenger_id,
        asked.game,
        asked.options,
        asked.opponent_id or 0,
        asked.channel_id,
        asked.clock or "",
        asked.start or "",
        asked.vote or "",
        asked.side,
        int(asked.rated),
        now,
    )
    return _row(row) if row else None


async def open_count(
    tx: Transaction,
    *,
    challenger_id: int | None = None,
    opponent_id: int | None = None,
    guild_id: int | None = None,
) -> int:
    """Return how many challenges are open: by a person, to a person, on a server.

    Conditions that are given together must all hold.
    """
    given = {"challenger_id": challenger_id, "opponent_id": opponent_id, "guild_id": guild_id}
    named = {name: value for name, value in given.items() if value is not None}
    where = " AND ".join(f"{name} = ?" for name in named)
    where += "" if guild_id is None else f" AND {ON_SERVER}"
    row = await tx.one(
        f"SELECT COUNT(*) AS count FROM challenge WHERE status = 'open' AND {where}", *named.values()
    )
    return int(row["count"]) if row else 0


async def due(tx: Transaction, now: float) -> list[ChallengeRow]:
    """Return the open challenges that have expired at `now`, earliest first.

    They are to be changed.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM challenge WHERE status = 'open' AND expires_at <= ?"
        f" ORDER BY expires_at, id{tx.unheld}"
    )
    rows = await tx.all(sql, now)
    return [_row(row) for row in rows]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next open challenge expires; `None` if none is open."""
    row = await tx.one("SELECT MIN(expires_at) AS expires_at FROM challenge WHERE status = 'open'")
    return row["expires_at"] if row else None


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
