"""Matches as lists show them: rows without records.

They are found through indexes that hold no match that has ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.persons import COMPUTER, NOBODY, display_name
from data.database.transaction import Row, Transaction
from data.play import clocks
from data.play.matches import MatchStatus
from data.play.places import ThreadRow
from words import Words

OF_MATCH: Final = (
    "id", "game", "options", "secret", "status", "version", "turn", "plies", "guild_id", "channel_id",
    "thread_id", "board_channel_id", "board_message_id", "board_version", "turn_at", "nudged_at", "absent_at",
    "abroad", "winner", "set_aside",
)  # fmt: skip
OF_CLOCK: Final = ("control", "deadline_at")
COLUMNS: Final = ", ".join((*(f"match.{name}" for name in OF_MATCH), *(f"clock.{name}" for name in OF_CLOCK)))
CLOCK: Final = clocks.JOINED
DECIDED: Final = "(match.winner IS NOT NULL OR match.reason NOT LIKE 'ended.%')"
"""Condition: a finished match came to a result.

The reason of the others begins with `ended.`.
"""
STATUSES: Final = frozenset(MatchStatus)
PLACE_LIMIT: Final = 25
"""Maximum number of matches of one thread or channel that a search looks at.

A match that a user did not name must be the only one anyway.
"""


@dataclass(frozen=True, slots=True)
class ListedRow(ThreadRow):
    """One match in a list: the data of its row, without its record.

    `options` is JSON text, `turn` a seat that has been to move since `turn_at`, `plies` the number of
    moves made, `winner` the seat that has won, `set_aside` the code of why the match cannot be read.
    `user_ids` and `names` are those of seat 0 and seat 1. `control` says what its clock is (`None`:
    it has none), and at `deadline_at` the player to move has no time left.
    """

    id: int
    game: str
    options: str
    secret: bytes
    status: MatchStatus
    version: int
    turn: int | None
    plies: int
    guild_id: int
    channel_id: int
    thread_id: int | None
    board_channel_id: int | None
    board_message_id: int | None
    board_version: int | None
    turn_at: float
    nudged_at: float | None
    absent_at: float | None
    abroad: str | None
    user_ids: tuple[int, int]
    names: tuple[Words, Words]
    control: str | None = None
    deadline_at: float | None = None
    winner: int | None = None
    set_aside: str | None = None

    @property
    def computer(self) -> int | None:
        """The computer's seat, `None` where people play."""
        return self.user_ids.index(COMPUTER) if COMPUTER in self.user_ids else None


async def of_user(
    tx: Transaction, user_id: int, *, guild_id: int | None = None, limit: int
) -> list[ListedRow]:
    """Return a user's running matches, the most recently changed first.

    They are all of them, or those of one server of which the bot is a member.
    """
    where = "seat.user_id = ? AND seat.running = 1"
    where += "" if guild_id is None else " AND match.guild_id = ? AND match.abroad IS NULL"
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK} WHERE {where}"
        " ORDER BY match.updated_at DESC, match.id DESC LIMIT ?",
        *(value for value in (user_id, guild_id, limit) if value is not None),
    )


async def suspended_of(tx: Transaction, user_id: int, *, limit: int) -> list[ListedRow]:
    """Return a user's matches that wait for a place, the most recently changed first."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK}"
        " WHERE seat.user_id = ? AND seat.suspended = 1 ORDER BY match.updated_at DESC, match.id DESC LIMIT ?",
        user_id,
        limit,
    )


async def finished_of(tx: Transaction, user_id: int, *, limit: int) -> list[ListedRow]:
    """Return a user's matches that are over, the newest first."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK}"
        " WHERE seat.user_id = ? AND seat.running = 0 AND match.status = 'over' ORDER BY seat.match_id DESC LIMIT ?",
        user_id,
        limit,
    )


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Results of the finished matches of two people, as the first of them sees them.

    `last` is the ID of the newest.
    """

    won: int
    drawn: int
    lost: int
    last: int


async def head_to_head(tx: Transaction, user_id: int, other_id: int, guild_id: int) -> HeadToHead | None:
    """Return the results of a user's matches with another on a server.

    Return `None` if none of them has a result.
    """
    row = await tx.one(
        "SELECT COUNT(*) AS count, SUM(CASE WHEN match.winner = own.seat THEN 1 ELSE 0 END) AS won,"
        " SUM(CASE WHEN match.winner IS NULL THEN 1 ELSE 0 END) AS drawn, MAX(match.id) AS last"
        " FROM seat AS own JOIN seat AS other ON other.match_id = own.match_id AND other.user_id = ?"
        " JOIN match ON match.id = own.match_id WHERE own.user_id = ? AND own.running = 0 AND match.status = 'over'"
        " AND match.guild_id = ? AND match.abroad IS NULL"
        f" AND {DECIDED}",
        other_id,
        user_id,
        guild_id,
    )
    if row is None or not row["count"]:
        return None
    won, drawn = int(row["won"]), int(row["drawn"])
    return HeadToHead(won, drawn, int(row["count"]) - won - drawn, row["last"])


async def of_guild(tx: Transaction, guild_id: int, *, limit: int) -> list[ListedRow]:
    """Return a server's matches that are not over, the most recently changed first."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE guild_id = ? AND status <> 'over' AND match.abroad IS NULL"
        " ORDER BY updated_at DESC, id DESC LIMIT ?",
        guild_id,
        limit,
    )


async def decided_within(
    tx: Transaction, guild_id: int, since: float, until: float, *, limit: int
) -> list[ListedRow]:
    """Return a server's matches that came to a result within a time, newest first.

    They are matches between two people. Matches of people with a hidden profile are left out.
    """
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE match.guild_id = ? AND match.status = 'over'"
        " AND match.updated_at >= ? AND match.updated_at < ? AND match.abroad IS NULL"
        f" AND {DECIDED}"
        " AND NOT EXISTS (SELECT 1 FROM seat LEFT JOIN preference ON preference.user_id = seat.user_id"
        " WHERE seat.match_id = match.id AND (seat.user_id <= ? OR preference.profile_shown = 0))"
        " ORDER BY match.updated_at DESC, match.id DESC LIMIT ?",
        guild_id, since, until, NOBODY, limit,
    )  # fmt: skip


async def in_place(tx: Transaction, channel_id: int, user_id: int | None = None) -> list[ListedRow]:
    """Return the matches of a thread and those in that very channel.

    Running ones come first, then the newest. With `user_id`, only the matches at which this user sits
    are returned.
    """
    found = await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE thread_id = ?"
        " ORDER BY CASE status WHEN 'running' THEN 0 ELSE 1 END, id DESC LIMIT ?",
        channel_id,
        PLACE_LIMIT,
    )
    if user_id is None:
        found += await _list_matches(
            tx,
            f"SELECT {COLUMNS} FROM match {CLOCK} WHERE status = 'running' AND channel_id = ? AND thread_id IS NULL"
            " ORDER BY id DESC LIMIT ?",
            channel_id,
            PLACE_LIMIT,
        )
    else:
        found = [row for row in found if user_id in row.user_ids]
        found += await _list_matches(
            tx,
            f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK}"
            " WHERE seat.user_id = ? AND seat.running = 1 AND match.channel_id = ? AND match.thread_id IS NULL"
            " ORDER BY match.id DESC LIMIT ?",
            user_id,
            channel_id,
            PLACE_LIMIT,
        )
    return sorted(found, key=lambda row: (row.status is not MatchStatus.RUNNING, -row.id))


async def of_ids(tx: Transaction, ids: Sequence[int]) -> list[ListedRow]:
    """Return the matches with these ids that are still there, in any order."""
    marks = ", ".join("?" * len(ids))
    return (
        await _list_matches(tx, f"SELECT {COLUMNS} FROM match {CLOCK} WHERE id IN ({marks})", *ids)
        if ids
        else []
    )


async def newest_in_channel(tx: Transaction, channel_id: int) -> list[ListedRow]:
    """Return the newest match played in a channel itself, whatever its state."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE channel_id = ? AND thread_id IS NULL ORDER BY id DESC LIMIT 1",
        channel_id,
    )


async def suspended_in(tx: Transaction, guild_id: int) -> list[tuple[int, int]]:
    """Return the IDs of a server's matches that wait for their channel.

    Each comes with the ID of that channel.
    """
    rows = await tx.all(
        "SELECT id, channel_id FROM match WHERE guild_id = ? AND status <> 'over' AND status = 'suspended'"
        " AND set_aside IS NULL ORDER BY id",
        guild_id,
    )
    return [(row["id"], row["channel_id"]) for row in rows]


async def running_in(
    tx: Transaction,
    *,
    guild_id: int | None = None,
    channel_id: int | None = None,
    thread_id: int | None = None,
) -> list[int]:
    """Return the IDs of the running matches of a place.

    A place is a server, a channel with its threads, or a thread. Matches of user installs follow no
    place, because the bot hears of none.
    """
    places = {"guild_id": guild_id, "channel_id": channel_id, "thread_id": thread_id}
    (name, value), *_ = [(name, value) for name, value in places.items() if value is not None]
    rows = await tx.all(
        f"SELECT id FROM match WHERE {name} = ? AND status <> 'over' AND status = 'running' AND abroad IS NULL",
        value,
    )
    return [row["id"] for row in rows]


async def running_of(tx: Transaction, user_id: int) -> int:
    """Return how many running matches a user has."""
    row = await tx.one("SELECT COUNT(*) AS count FROM seat WHERE user_id = ? AND running = 1", user_id)
    return int(row["count"]) if row else 0


async def running_of_on(tx: Transaction, user_id: int, guild_id: int) -> int:
    """Return how many running matches a user has on a server."""
    row = await tx.one(
        "SELECT COUNT(*) AS count FROM seat JOIN match ON match.id = seat.match_id"
        " WHERE seat.user_id = ? AND seat.running = 1 AND match.guild_id = ? AND match.abroad IS NULL",
        user_id,
        guild_id,
    )
    return int(row["count"]) if row else 0


async def running_in_server(tx: Transaction, guild_id: int, *, limit: int) -> int:
    """Return how many matches of a server are running, counting only up to `limit`."""
    row = await tx.one(
        "SELECT COUNT(*) AS count FROM (SELECT 1 FROM match"
        " WHERE guild_id = ? AND status <> 'over' AND status = 'running' AND abroad IS NULL LIMIT ?) AS counted",
        guild_id,
        limit,
    )
    return int(row["count"]) if row else 0


async def _list_matches(tx: Transaction, sql: str, *args: object) -> list[ListedRow]:
    """Return the readable matches that a query finds, with their players."""
    rows = await tx.all(sql, *args)
    if not rows:
        return []
    marks = ", ".join("?" * len(rows))
    found = await tx.all(
        f"SELECT match_id, user_id, name FROM seat WHERE match_id IN ({marks}) ORDER BY match_id, seat",
        *(row["id"] for row in rows),
    )
    seats: dict[int, list[Row]] = {}
    for row in found:
        seats.setdefault(row["match_id"], []).append(row)
    return [_row(row, seats[row["id"]]) for row in rows if _is_readable(row, seats.get(row["id"], ()))]


def _is_readable(row: Row, seats: Sequence[Row]) -> bool:
    """Whether damage has left a row a valid match.

    If it has not, the others are listed without it.
    """
    return row["status"] in STATUSES and len(seats) == 2


def _row(row: Row, seats: Sequence[Row]) -> ListedRow:
    first, second = seats
    return ListedRow(
        **row | {"status": MatchStatus(row["status"])},
        user_ids=(first["user_id"], second["user_id"]),
        names=(display_name(first["name"]), display_name(second["name"])),
    )
