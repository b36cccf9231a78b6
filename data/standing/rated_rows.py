"""Finished rated matches, in rows that are kept when the matches are deleted.

The ratings are computed from these rows alone, as is the choice of the matches that count
(`club.standing.counted_matches`). The ratings themselves are in `data.standing.ratings`.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement, upsert_statement
from data.database.transaction import Transaction

RATED: Final = "rated"
"""The match counts for the ratings of its players, if they play it to a result."""
OFTEN: Final = "pair"
"""Reason not to count a match: too many between the same two within a week.

They have already played enough rated matches.
"""
ABSENCE: Final = "absence"
"""Reason not to count a match: the loser already lost one on time in this absence."""
NEWCOMERS: Final = "newcomers"
"""Reason not to count a match: too many against newcomers within a week.

A player has already played enough such rated matches.
"""
RULES: Final = frozenset((ABSENCE, NEWCOMERS))
"""Why a match does not count though no moderator has said so."""
MODERATOR: Final = "moderator"
"""Why a match does not count: a moderator said so."""


@dataclass(frozen=True, slots=True)
class RatedRow:
    """One rated match that has ended.

    `number` counts the rated matches of a server, and their times `at` never decrease. `first_id` moved
    first; `winner` is a seat, or `None` for a draw. `edge` is the advantage in rating points of the
    first mover in the expected result. `on_time` says that the loser ran out of time. `void` is the
    reason why the match does not count: one of `RULES`, or `MODERATOR`, with who decided it, when and
    why.
    """

    guild_id: int
    number: int
    match_id: int
    game: str
    first_id: int
    first_name: str
    second_id: int
    second_name: str
    winner: int | None
    at: float
    edge: float
    on_time: bool = False
    void: str | None = None
    void_by: int | None = None
    void_why: str | None = None
    void_at: float | None = None

    @property
    def user_ids(self) -> tuple[int, int]:
        """The user IDs of seat 0 and seat 1."""
        return self.first_id, self.second_id


_COLUMNS: Final = column_list(RatedRow)


async def claim_number(tx: Transaction, guild_id: int, at: float) -> tuple[int, float]:
    """Assign the number and the time of the next rated match of a server.

    The time is `at`, or that of the previous match if that is later.
    """
    sql = (
        "INSERT INTO rating_list (guild_id, last, at) VALUES (?, 1, ?) ON CONFLICT (guild_id) DO UPDATE SET"
        " last = rating_list.last + 1,"
        " at = CASE WHEN excluded.at > rating_list.at THEN excluded.at ELSE rating_list.at END RETURNING last, at"
    )
    [row] = await tx.all(sql, guild_id, at)
    return row["last"], row["at"]


async def get_last_number(tx: Transaction, guild_id: int) -> int:
    """Return the number of a server's last rated match, or 0."""
    return await tx.value("SELECT last FROM rating_list WHERE guild_id = ?", guild_id) or 0


async def add(tx: Transaction, row: RatedRow) -> None:
    """Store a rated match that has ended."""
    await tx.run(*insert_statement("rated", column_values(row)))


async def find_by_match(tx: Transaction, match_id: int) -> RatedRow | None:
    """Return the row of a match, or `None` if it was not rated or has not ended."""
    row = await tx.one(f"SELECT {_COLUMNS} FROM rated WHERE match_id = ?", match_id)
    return from_row(RatedRow, row) if row else None


async def list_for_server(tx: Transaction, guild_id: int, *, after_number: int, limit: int) -> list[RatedRow]:
    """Return up to `limit` rows of a server after a number, in order."""
    sql = f"SELECT {_COLUMNS} FROM rated WHERE guild_id = ? AND number > ? ORDER BY number LIMIT ?"
    rows = await tx.all(sql, guild_id, after_number, limit)
    return [from_row(RatedRow, row) for row in rows]


async def list_servers(tx: Transaction) -> list[int]:
    """Return the IDs of the servers that have rated matches."""
    return [row["guild_id"] for row in await tx.all("SELECT guild_id FROM rating_list ORDER BY guild_id")]


async def have_met(tx: Transaction, guild_id: int, pair: tuple[int, int], game: str | None = None) -> bool:
    """Whether two people have a rated match on a server that is not void.

    With `game`, only matches of that game count.
    """
    where = "" if game is None else " AND game = ?"
    sql = (
        "SELECT 1 AS found FROM rated WHERE guild_id = ? AND void IS NULL"
        f" AND ((first_id = ? AND second_id = ?) OR (first_id = ? AND second_id = ?)){where} LIMIT 1"
    )
    found = await tx.one(sql, guild_id, *pair, *reversed(pair), *(() if game is None else (game,)))
    return found is not None


async def count_for_pair(tx: Transaction, guild_id: int, pair: tuple[int, int], since: float) -> int:
    """Return how many rated matches two people have on a server since a time.

    Running matches count as well as those that have ended.
    """
    sql = (
        "SELECT (SELECT COUNT(*) FROM rated WHERE guild_id = ? AND at > ? AND void IS NULL"
        " AND ((first_id = ? AND second_id = ?) OR (first_id = ? AND second_id = ?)))"
        " + (SELECT COUNT(*) FROM seat AS one JOIN seat AS other ON other.match_id = one.match_id"
        " AND other.user_id = ? JOIN match ON match.id = one.match_id"
        " WHERE one.user_id = ? AND one.running = 1 AND match.guild_id = ? AND match.rated = 'rated') AS count"
    )
    return await tx.count(sql, guild_id, since, *pair, *reversed(pair), pair[1], pair[0], guild_id)


async def is_excused(
    tx: Transaction, guild_id: int, user_id: int, *, match_id: int, not_since: float
) -> bool:
    """Whether a member's loss on time is excused because they are absent.

    An excused match does not count for the rating. The member must not have moved since they lost
    another counting match on time on that server (a conditional move is no sign of presence), and no
    earlier absence may have been excused since `not_since`. Only the match that is ending, their
    running matches and the rated ones that ended since that loss are read, so the cost does not grow
    with the number of past matches.
    """
    sql = (
        "SELECT MAX(at) AS at FROM rated WHERE guild_id = ? AND on_time = 1 AND void IS NULL"
        " AND ((first_id = ? AND winner = 1) OR (second_id = ? AND winner = 0))"
    )
    lost = await tx.one(sql, guild_id, user_id, user_id)
    since = lost["at"] if lost else None
    if since is None:
        return False
    sql = (
        "SELECT 1 AS found FROM event WHERE kind = 'move' AND advance = 0 AND user_id = ? AND at > ? AND match_id IN"
        " (SELECT ? AS match_id UNION ALL SELECT match_id FROM seat WHERE user_id = ? AND running = 1"
        " UNION ALL SELECT match_id FROM rated WHERE first_id = ? AND guild_id = ? AND at >= ?"
        " UNION ALL SELECT match_id FROM rated WHERE second_id = ? AND guild_id = ? AND at >= ?) LIMIT 1"
    )
    moved = await tx.one(
        sql, user_id, since, match_id, user_id, user_id, guild_id, since, user_id, guild_id, since
    )
    if moved is not None:
        return False
    sql = (
        "SELECT 1 AS found FROM rated WHERE guild_id = ? AND void = ? AND at > ? AND at < ?"
        " AND ((first_id = ? AND winner = 1) OR (second_id = ? AND winner = 0)) LIMIT 1"
    )
    earlier = await tx.one(sql, guild_id, ABSENCE, not_since, since, user_id, user_id)
    return earlier is None


async def list_newest_ids(tx: Transaction, guild_id: int, void: str | None, limit: int) -> list[int]:
    """Return a server's newest rated matches, void for a reason or counting."""
    asked = "void IS NULL" if void is None else "void = ?"
    sql = f"SELECT match_id FROM rated WHERE guild_id = ? AND {asked} ORDER BY number DESC LIMIT ?"
    rows = await tx.all(sql, guild_id, *(() if void is None else (void,)), limit)
    return [row["match_id"] for row in rows]


async def set_void(
    tx: Transaction, match_id: int, void: str | None, *, by: int | None, why: str | None, at: float | None
) -> None:
    """Store that a rated match does not count, or with `None` that it does."""
    sql = "UPDATE rated SET void = ?, void_by = ?, void_why = ?, void_at = ? WHERE match_id = ?"
    await tx.run(sql, void, by, why, at, match_id)


async def get_edge(tx: Transaction, game: str) -> float:
    """Return the first mover's advantage in a game, in rating points.

    It is 0 if it was never measured.
    """
    return await tx.value("SELECT points FROM edge WHERE game = ?", game) or 0.0


async def set_edge(tx: Transaction, game: str, points: float, *, matches: int, at: float) -> None:
    """Store the first mover's advantage in a game, measured from past matches.

    `matches` is their number. The value applies to matches that end from now on.
    """
    stored = {"game": game, "points": points, "matches": matches, "at": at}
    await tx.run(*upsert_statement("edge", "game", stored))


async def anonymise_on_server(tx: Transaction, user_id: int) -> bool:
    """Replace a member's ID with an opaque number in the data of one server.

    Return whether any server had such data; call it again until none has. The number is negative, was
    never used on that server, and is different on every server, so that the rows cannot be linked.
    """
    sql = (
        "SELECT guild_id FROM rated WHERE first_id = ? UNION ALL SELECT guild_id FROM rated WHERE second_id = ?"
        " UNION ALL SELECT guild_id FROM rating WHERE user_id = ? LIMIT 1"
    )
    there = await tx.one(sql, user_id, user_id, user_id)
    if there is None:
        return False
    guild_id = there["guild_id"]
    [taken] = await tx.all(
        "UPDATE rating_list SET opaque = opaque - 1 WHERE guild_id = ? RETURNING opaque", guild_id
    )
    opaque = taken["opaque"]
    for side in ("first", "second"):
        sql = f"UPDATE rated SET {side}_id = ?, {side}_name = '', void_why = NULL WHERE {side}_id = ? AND guild_id = ?"
        await tx.run(sql, opaque, user_id, guild_id)
    sql = "UPDATE rating SET user_id = ?, name = '' WHERE user_id = ? AND guild_id = ?"
    await tx.run(sql, opaque, user_id, guild_id)
    # A recount under way has read who they were, and whose matches wait is to be known under the number.
    await tx.run("UPDATE rating_list SET recount = recount + 1 WHERE guild_id = ?", guild_id)
    return True
