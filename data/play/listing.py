"""Matches for use in lists: rows without the records of moves.

They are found through indexes that contain no finished matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.persons import COMPUTER, NOBODY, display_name
from data.database.transaction import Row, Transaction
from data.play import clocks
from data.play.matches import MatchStatus
from data.play.places import NOWHERE, ON_SERVER, ThreadRow
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


GUEST_TABLE: Final = (
    "SELECT team.guild_id, team.channel_id, team.section_message_id FROM pairing"
    " JOIN entrant ON entrant.id = pairing.{side} JOIN stage ON stage.id = entrant.stage_id"
    " JOIN team ON team.competition_id = stage.competition_id AND team.side = entrant.side"
    " WHERE pairing.match_id = ? AND team.guest = 1 AND team.gone = 0 AND team.guild_id IS NOT NULL"
)
"""The table of a match on the server of a guest's team."""
GuestBoard = tuple[int, int, int | None]
"""A server or `NOWHERE`, a channel there, and a message."""


@dataclass(frozen=True, slots=True)
class ListedRow(ThreadRow):
    """One match in a list, without its record of moves.

    `options` is JSON text. `turn` is the seat that has been to move since `turn_at`, `plies` the number
    of moves made, `winner` the seat that won, and `set_aside` the code of the reason why the match
    cannot be read. `user_ids` and `names` are those of seat 0 and seat 1. `control` is the time
    control, `None` if there is none, and at `deadline_at` the player to move runs out of time. In
    `guest_boards` is where a guest at a seat has the board: the message in their direct messages, or else
    the table on their team's server. `teams` are the seats from which teams play; their captains are the users.
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
    guest_boards: tuple[GuestBoard | None, GuestBoard | None] = (None, None)
    teams: tuple[bool, bool] = (False, False)

    @property
    def computer(self) -> int | None:
        """The seat of the computer, or `None` if two people play."""
        return self.user_ids.index(COMPUTER) if COMPUTER in self.user_ids else None


async def list_for_user(
    tx: Transaction, user_id: int, *, guild_id: int | None = None, limit: int
) -> list[ListedRow]:
    """Return a user's running matches, most recently changed first.

    With `guild_id`, only matches on that server are returned.
    """
    where = "seat.user_id = ? AND seat.running = 1"
    where += "" if guild_id is None else f" AND match.guild_id = ? AND match.{ON_SERVER}"
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK} WHERE {where}"
        " ORDER BY match.updated_at DESC, match.id DESC LIMIT ?",
        *(value for value in (user_id, guild_id, limit) if value is not None),
    )


async def list_suspended(tx: Transaction, user_id: int, *, limit: int) -> list[ListedRow]:
    """Return a user's matches that have lost their place, latest change first."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK}"
        " WHERE seat.user_id = ? AND seat.suspended = 1 ORDER BY match.updated_at DESC, match.id DESC LIMIT ?",
        user_id,
        limit,
    )


async def list_finished(tx: Transaction, user_id: int, *, limit: int) -> list[ListedRow]:
    """Return a user's finished matches, newest first."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK}"
        " WHERE seat.user_id = ? AND seat.running = 0 AND match.status = 'over' ORDER BY seat.match_id DESC LIMIT ?",
        user_id,
        limit,
    )


async def list_decided_for_user(
    tx: Transaction, user_id: int, guild_id: int, *, limit: int
) -> list[ListedRow]:
    """Return a user's matches that came to a result on a server, newest first."""
    sql = (
        f"SELECT {COLUMNS} FROM seat JOIN match ON match.id = seat.match_id {CLOCK}"
        " WHERE seat.user_id = ? AND seat.running = 0 AND match.status = 'over'"
        f" AND match.guild_id = ? AND match.{ON_SERVER} AND {DECIDED} ORDER BY seat.match_id DESC LIMIT ?"
    )
    return await _list_matches(tx, sql, user_id, guild_id, limit)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The results of one player against another, as numbers of matches.

    `last` is the ID of their newest finished match.
    """

    won: int
    drawn: int
    lost: int
    last: int


async def get_head_to_head(tx: Transaction, user_id: int, other_id: int, guild_id: int) -> HeadToHead | None:
    """Return a user's results against another user on a server.

    Return `None` if none of their matches has a result.
    """
    sql = (
        "SELECT COUNT(*) AS count, SUM(CASE WHEN match.winner = own.seat THEN 1 ELSE 0 END) AS won,"
        " SUM(CASE WHEN match.winner IS NULL THEN 1 ELSE 0 END) AS drawn, MAX(match.id) AS last"
        " FROM seat AS own JOIN seat AS other ON other.match_id = own.match_id AND other.user_id = ?"
        " JOIN match ON match.id = own.match_id WHERE own.user_id = ? AND own.running = 0 AND match.status = 'over'"
        f" AND match.guild_id = ? AND match.{ON_SERVER}"
        f" AND {DECIDED}"
    )
    row = await tx.one(sql, other_id, user_id, guild_id)
    if row is None or not row["count"]:
        return None
    won, drawn = int(row["won"]), int(row["drawn"])
    return HeadToHead(won, drawn, int(row["count"]) - won - drawn, row["last"])


async def list_for_server(tx: Transaction, guild_id: int, *, limit: int) -> list[ListedRow]:
    """Return a server's unfinished matches, most recently changed first."""
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE guild_id = ? AND status <> 'over' AND match.{ON_SERVER}"
        " ORDER BY updated_at DESC, id DESC LIMIT ?",
        guild_id,
        limit,
    )


async def list_decided_between(
    tx: Transaction, guild_id: int, since: float, until: float, *, limit: int
) -> list[ListedRow]:
    """Return a server's matches that were decided in a period, newest first.

    The period is from `since` up to but not including `until`. Only matches between two people are
    included, and none of anyone with a hidden profile.
    """
    sql = (
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE match.guild_id = ? AND match.status = 'over'"
        f" AND match.updated_at >= ? AND match.updated_at < ? AND match.{ON_SERVER}"
        f" AND {DECIDED}"
        " AND NOT EXISTS (SELECT 1 FROM seat LEFT JOIN preference ON preference.user_id = seat.user_id"
        " WHERE seat.match_id = match.id AND (seat.user_id <= ? OR preference.profile_shown = 0))"
        " ORDER BY match.updated_at DESC, match.id DESC LIMIT ?"
    )
    return await _list_matches(tx, sql, guild_id, since, until, NOBODY, limit)


async def list_for_place(tx: Transaction, channel_id: int, user_id: int | None = None) -> list[ListedRow]:
    """Return the matches of a thread, and the running ones directly in a channel.

    `channel_id` may be the ID of either. Running matches come first, then the newest. With `user_id`,
    only matches of that player are returned.
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


async def list_by_ids(tx: Transaction, ids: Sequence[int]) -> list[ListedRow]:
    """Return those of the given matches that still exist, in any order."""
    marks = ", ".join("?" * len(ids))
    return (
        await _list_matches(tx, f"SELECT {COLUMNS} FROM match {CLOCK} WHERE id IN ({marks})", *ids)
        if ids
        else []
    )


async def find_newest_in_channel(tx: Transaction, channel_id: int) -> list[ListedRow]:
    """Return the newest match played directly in a channel, running or not.

    The list is empty if there is none.
    """
    return await _list_matches(
        tx,
        f"SELECT {COLUMNS} FROM match {CLOCK} WHERE channel_id = ? AND thread_id IS NULL ORDER BY id DESC LIMIT 1",
        channel_id,
    )


async def list_suspended_in_server(tx: Transaction, guild_id: int) -> list[tuple[int, int]]:
    """Return a server's matches that wait for their channel to come back.

    Each is a pair of the match ID and the channel ID.
    """
    sql = (
        "SELECT id, channel_id FROM match WHERE guild_id = ? AND status <> 'over' AND status = 'suspended'"
        " AND set_aside IS NULL ORDER BY id"
    )
    rows = await tx.all(sql, guild_id)
    return [(row["id"], row["channel_id"]) for row in rows]


async def list_running_ids(
    tx: Transaction,
    *,
    guild_id: int | None = None,
    channel_id: int | None = None,
    thread_id: int | None = None,
) -> list[int]:
    """Return the IDs of the running matches in a place.

    The place is a server, a channel with its threads, or a thread. Matches in places where the bot is
    not a member are left out.
    """
    places = {"guild_id": guild_id, "channel_id": channel_id, "thread_id": thread_id}
    (name, value), *_ = [(name, value) for name, value in places.items() if value is not None]
    sql = f"SELECT id FROM match WHERE {name} = ? AND status <> 'over' AND status = 'running' AND {ON_SERVER}"
    rows = await tx.all(sql, value)
    return [row["id"] for row in rows]


async def count_running(tx: Transaction, user_id: int) -> int:
    """Return the number of a user's running matches."""
    return await tx.count("SELECT COUNT(*) AS count FROM seat WHERE user_id = ? AND running = 1", user_id)


async def count_running_on_server(tx: Transaction, user_id: int, guild_id: int) -> int:
    """Return the number of a user's running matches on a server."""
    sql = (
        "SELECT COUNT(*) AS count FROM seat JOIN match ON match.id = seat.match_id"
        f" WHERE seat.user_id = ? AND seat.running = 1 AND match.guild_id = ? AND match.{ON_SERVER}"
    )
    return await tx.count(sql, user_id, guild_id)


async def count_running_in_server(tx: Transaction, guild_id: int, *, limit: int) -> int:
    """Return the number of running matches on a server, at most `limit`."""
    sql = (
        "SELECT COUNT(*) AS count FROM (SELECT 1 FROM match"
        f" WHERE guild_id = ? AND status <> 'over' AND status = 'running' AND {ON_SERVER} LIMIT ?) AS counted"
    )
    return await tx.count(sql, guild_id, limit)


async def _list_matches(tx: Transaction, sql: str, *args: object) -> list[ListedRow]:
    """Return the readable matches that a query finds, with their players."""
    rows = await tx.all(sql, *args)
    if not rows:
        return []
    marks = ", ".join("?" * len(rows))
    sql = (
        "SELECT match_id, seat, user_id, name, team, guest, dm_channel_id, dm_message_id FROM seat"
        f" WHERE match_id IN ({marks}) ORDER BY match_id, seat"
    )
    found = await tx.all(sql, *(row["id"] for row in rows))
    seats: dict[int, list[Row]] = {}
    for row in found:
        seats.setdefault(row["match_id"], []).append(row)
    return [
        _row(row, seats[row["id"]], [await _guest_board(tx, seat) for seat in seats[row["id"]]])
        for row in rows
        if _is_readable(row, seats.get(row["id"], ()))
    ]


def _is_readable(row: Row, seats: Sequence[Row]) -> bool:
    """Whether a row and its seats are a valid match, not damaged.

    A damaged row is left out of the list so that the others can be shown.
    """
    return row["status"] in STATUSES and len(seats) == 2


def _row(row: Row, seats: Sequence[Row], guest_boards: Sequence[GuestBoard | None]) -> ListedRow:
    first, second = seats
    return ListedRow(
        **row | {"status": MatchStatus(row["status"])},
        user_ids=(first["user_id"], second["user_id"]),
        names=(display_name(first["name"]), display_name(second["name"])),
        guest_boards=(guest_boards[0], guest_boards[1]),
        teams=(bool(first["team"]), bool(second["team"])),
    )


async def _guest_board(tx: Transaction, seat: Row) -> GuestBoard | None:
    """Return where a guest at a seat finds the board.

    Return their team's table while no direct message reaches them, and `None` for other players.
    """
    if not seat["guest"]:
        return None
    if seat["dm_channel_id"] is not None:
        return NOWHERE, seat["dm_channel_id"], seat["dm_message_id"]
    table = await tx.one(GUEST_TABLE.format(side=("first_id", "second_id")[seat["seat"]]), seat["match_id"])
    return None if table is None else (table["guild_id"], table["channel_id"], table["section_message_id"])
