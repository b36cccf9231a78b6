"""Opening trees: the replies chosen in finished matches, with results.

Each finished match becomes a job. The process that claims it for a limited time (a lease of
`data.outbox.leases`) counts the match once for each player and stores what was counted and where.
So the match can be subtracted when it is deleted, and counted again when its visibility changes.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from data.database.columns import column_list, insert_statement
from data.database.persons import NOBODY
from data.database.transaction import Row, Transaction
from data.members import preferences
from data.outbox import leases
from data.play.listing import ListedRow
from data.play.matches import MatchRow
from data.play.places import PRIVATE

START: Final = 0
"""The node of the position that every match of a kind begins with."""
SHOWN: Final = "user_id NOT IN (SELECT user_id FROM preference WHERE profile_shown = 0)"
"""Condition for a server's counts: members with a hidden profile are left out."""
ENDS: Final = "SUM(first) AS first, SUM(drawn) AS drawn, SUM(second) AS second"

CountedMatch = MatchRow | ListedRow
"""A match that is over, in either form that is counted or subtracted."""


@dataclass(frozen=True, slots=True, order=True)
class GameKind:
    """A game with certain options, which are JSON text."""

    id: int
    game: str
    options: str


@dataclass(frozen=True, slots=True)
class TreeLine:
    """The line of moves that a match adds to the opening tree of a game.

    Each step is a position (a node of the tree) and the reply to it in written form. If the line is
    `turned`, seat 0 of the match plays the second side of the tree.
    """

    game: str
    options: str
    turned: bool
    steps: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """How many matches the first side won, were drawn, and the second side won."""

    first: int = 0
    drawn: int = 0
    second: int = 0

    @property
    def total(self) -> int:
        """The total number of matches."""
        return self.first + self.drawn + self.second

    def __add__(self, other: "ResultCounts") -> "ResultCounts":
        """Return the sums of both counts."""
        return ResultCounts(self.first + other.first, self.drawn + other.drawn, self.second + other.second)


Key = TypeVar("Key")
TreeCount = tuple[int, Key, ResultCounts]
"""Results of the matches of a channel that share a key: channel, key, counts."""


@dataclass(frozen=True, slots=True)
class MatchScope:
    """The set of matches to consider in an opening tree.

    They are the matches of the person `user_id`, or those that count for a server if that is `None`;
    only those played on the server `guild_id`, or anywhere if that is `None`; and only those in which
    the person played `side`, or either side if that is `None`.
    """

    user_id: int | None = None
    guild_id: int | None = None
    side: int | None = None

    def sql_condition(self, node: int, kind_id: int | None = None) -> tuple[str, list[object]]:
        """Return the SQL condition for these matches at a node, with arguments."""
        found: list[tuple[str, tuple[object, ...]]] = [("node = ?", (node,))]
        if kind_id is not None:
            found.append(("kind_id = ?", (kind_id,)))
        if self.user_id is None:
            found.append((f"stands = 1 AND {SHOWN}", ()))
        else:
            found.append(("user_id = ?", (self.user_id,)))
        if self.guild_id is not None:
            found.append(("guild_id = ?", (self.guild_id,)))
        if self.side is not None:
            found.append(("side = ?", (self.side,)))
        return " AND ".join(sql for sql, _ in found), [value for _, args in found for value in args]


async def put(tx: Transaction, match_id: int, at: float) -> None:
    """Schedule a finished match to be counted as it is now, from `at` on."""
    await leases.restart(tx, "tree_job", match_id)
    sql = "INSERT INTO tree_job (match_id, not_before) VALUES (?, ?) ON CONFLICT (match_id) DO NOTHING"
    await tx.run(sql, match_id, at)


async def put_all(tx: Transaction, user_id: int, at: float) -> None:
    """Schedule all counted matches of a member to be counted again from `at` on."""
    await leases.restart_of_user(tx, "tree_job", user_id)
    sql = (
        "INSERT INTO tree_job (match_id, not_before) SELECT tree_line.match_id, ? FROM seat"
        " JOIN tree_line ON tree_line.match_id = seat.match_id WHERE seat.user_id = ?"
        " ON CONFLICT (match_id) DO NOTHING"
    )
    await tx.run(sql, at, user_id)


async def has_waiting(tx: Transaction, user_id: int) -> bool:
    """Whether a finished match of a member is waiting to be counted."""
    found = "SELECT 1 AS found FROM tree_job JOIN seat ON seat.match_id = tree_job.match_id"
    return await tx.one(f"{found} WHERE seat.user_id = ? LIMIT 1", user_id) is not None


async def add(tx: Transaction, match: CountedMatch, line: TreeLine) -> None:
    """Count a finished match for each of its players, unless that has been done.

    If the visibility of the match has changed, it is counted again.
    """
    where = _place(match) | {"stands": int(not await preferences.hidden_users(tx, match.user_ids))}
    known = await tx.one(f"SELECT {', '.join(where)} FROM tree_line WHERE match_id = ?", match.id)
    if known == where:
        return
    if known is not None:
        await subtract(tx, match)
    kind_id = await _kind_id(tx, line.game, line.options)
    told = {"match_id": match.id, "kind_id": kind_id, "turned": line.turned, "told": json.dumps(line.steps)}
    if await tx.run(*insert_statement("tree_line", told | where, "ON CONFLICT (match_id) DO NOTHING")):
        await _change(tx, _rows(match, where, kind_id, line.turned, line.steps, 1))


async def subtract(tx: Transaction, match: CountedMatch) -> None:
    """Subtract a match from all counts to which it was added."""
    sql = "SELECT kind_id, turned, told, guild_id, channel_id, stands FROM tree_line WHERE match_id = ?"
    row = await tx.one(sql, match.id)
    if row is None:
        return
    steps = tuple((node, reply) for node, reply in json.loads(row["told"]))
    known = {name: row[name] for name in ("guild_id", "channel_id", "stands")}
    where = known if row["guild_id"] is not None else _place(match) | {"stands": 1}
    await _change(tx, _rows(match, where, row["kind_id"], bool(row["turned"]), steps, -1))
    for user_id in match.user_ids:
        nodes = [node for node, _ in steps]
        marks = ", ".join("?" * len(nodes))
        sql = (
            f"DELETE FROM tree_count WHERE user_id = ? AND node IN ({marks}) AND kind_id = ?"
            " AND first <= 0 AND drawn <= 0 AND second <= 0"
        )
        await tx.run(sql, user_id, *nodes, row["kind_id"])
    await tx.run("DELETE FROM tree_line WHERE match_id = ?", match.id)


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all counts of a member."""
    await tx.run("DELETE FROM tree_count WHERE user_id = ?", user_id)


async def get_kind(tx: Transaction, kind_id: int) -> GameKind | None:
    """Return a game with its options by ID, or `None`."""
    row = await tx.one(f"SELECT {column_list(GameKind)} FROM tree_kind WHERE id = ?", kind_id)
    return GameKind(**row) if row else None


async def count_by_kind(
    tx: Transaction, scope: MatchScope, *, game: str | None = None
) -> Sequence[TreeCount[GameKind]]:
    """Return the results of the matches in a scope, by game and options.

    With `game`, only that game is included.
    """
    where, args = scope.sql_condition(START)
    only, named = ("", ()) if game is None else (" WHERE game = ?", (game,))
    sql = (
        "SELECT tree_kind.id AS id, game, options, channel_id, first, drawn, second FROM tree_kind JOIN"
        f" (SELECT kind_id, channel_id, {ENDS} FROM tree_count WHERE {where} GROUP BY kind_id, channel_id)"
        f" AS counted ON counted.kind_id = tree_kind.id{only}"
    )
    rows = await tx.all(sql, *args, *named)
    return [
        (row["channel_id"], GameKind(row["id"], row["game"], row["options"]), _counts(row)) for row in rows
    ]


async def count_by_reply(
    tx: Transaction, scope: MatchScope, kind_id: int, node: int
) -> Sequence[TreeCount[str]]:
    """Return the results of the matches that continued from a position, by reply.

    The position is the given node of the tree. Replies are in written form.
    """
    where, args = scope.sql_condition(node, kind_id)
    rows = await tx.all(
        f"SELECT channel_id, reply, {ENDS} FROM tree_count WHERE {where} GROUP BY channel_id, reply", *args
    )
    return [(row["channel_id"], row["reply"], _counts(row)) for row in rows]


def _counts(row: Row) -> ResultCounts:
    return ResultCounts(int(row["first"]), int(row["drawn"]), int(row["second"]))


async def _kind_id(tx: Transaction, game: str, options: str) -> int:
    told = {"game": game, "options": options}
    await tx.run(*insert_statement("tree_kind", told, "ON CONFLICT (game, options) DO NOTHING"))
    row = await tx.one("SELECT id FROM tree_kind WHERE game = ? AND options = ?", game, options)
    assert row is not None  # it was there, or is now
    return int(row["id"])


def _place(match: CountedMatch) -> Row:
    """Return the place for which a match counts.

    A match that only its player may see, or that was played in a user install, counts for no server.
    """
    place = PRIVATE if match.home_server_id is None else match
    return {"guild_id": place.guild_id, "channel_id": place.channel_id}


async def _change(tx: Transaction, changes: Iterable[tuple[Any, ...]]) -> None:
    """Add rows to the stored counts."""
    rows = sorted(changes)  # so no two processes wait for each other
    if not rows:
        return
    marks = ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
    sql = (
        "INSERT INTO tree_count (user_id, node, kind_id, guild_id, channel_id, side, stands, reply, first, drawn,"
        f" second) VALUES {marks} ON CONFLICT (user_id, node, kind_id, guild_id, channel_id, side, stands, reply)"
        " DO UPDATE SET first = tree_count.first + excluded.first, drawn = tree_count.drawn + excluded.drawn,"
        " second = tree_count.second + excluded.second"
    )
    await tx.run(sql, *(value for row in rows for value in row))


def _rows(
    match: CountedMatch, where: Row, kind_id: int, turned: bool, steps: Sequence[tuple[int, str]], by: int
) -> Iterator[tuple[Any, ...]]:
    """Yield the count rows that a match changes, for each player who is a person.

    With `by` 1 the match is added, with -1 it is subtracted. For the server, only one row of each match
    counts: that of the player of the first side, or that of the person who played against the computer.
    """
    winner = None if match.winner is None else match.winner ^ turned
    ends = [by * (winner == 0), by * (winner is None), by * (winner == 1)]
    for seat, user_id in enumerate(match.user_ids):
        if user_id <= NOBODY:
            continue
        side = seat ^ turned
        stands = int(where["stands"] and (side == 0 or match.computer is not None))
        for node, reply in steps:
            yield (
                *(user_id, node, kind_id, where["guild_id"], where["channel_id"], side, stands, reply),
                *ends,
            )
