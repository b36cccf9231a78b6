"""Statistics about the stored data, for the host: counts, no personal data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from data.database import meta, scrub
from data.database.transaction import Transaction
from data.outbox.row_claims import IN_ORDER
from data.processes import ProcessRow, list_running


@dataclass(frozen=True, slots=True)
class StoreStatistics:
    """Counts of what is stored and waiting.

    `running` counts running matches by game; `suspended` and `set_aside` count other unfinished
    matches; `challenges` counts open challenges. `waiting` counts messages to be posted, and `due` is
    the time when the oldest of them was due (seconds since the epoch, `None` if none is due). `damage`
    is the number of places where the last check of the database, which ended at `looked_at`, found
    damage. `processes` are the processes that use the database.
    """

    running: Mapping[str, int]
    suspended: int
    set_aside: int
    challenges: int
    waiting: int
    due: float | None
    damage: int
    looked_at: float
    processes: Sequence[ProcessRow] = ()


WEEK: Final = 7 * 24 * 3600.0
DOORS: Final = ("home", "challenge", "seek", "league")
"""How matches begin: alone, by a challenge, by an open one, in a competition."""
DOOR: Final = (
    "CASE WHEN EXISTS (SELECT 1 FROM pairing WHERE pairing.match_id = recent.id) THEN 'league'"
    " WHEN EXISTS (SELECT 1 FROM challenge WHERE challenge.match_id = recent.id AND anyone = 1) THEN 'seek'"
    " WHEN EXISTS (SELECT 1 FROM challenge WHERE challenge.match_id = recent.id) THEN 'challenge' ELSE 'home' END"
)
"""The door of a match."""
WITH_RECENT: Final = (
    "WITH recent AS (SELECT id, guild_id, abroad, created_at, updated_at, 0 AS ended, 0 AS abandoned FROM match"
    " WHERE status <> 'over' UNION ALL SELECT id, guild_id, abroad, created_at, updated_at, 1 AS ended,"
    " CASE WHEN reason IS NULL OR reason IN ('ended.judged', 'ended.season.time', 'ended.season.unmoved',"
    " 'ended.forfeited') THEN 0 ELSE 1 END AS abandoned"
    " FROM match WHERE status = 'over' AND updated_at >= ?)"
)
"""The matches that are not over, or have ended since a time."""


@dataclass(frozen=True, slots=True)
class DoorFigures:
    """Matches of one door: begun in the last week, and how those that ended did.

    They are `abandoned` if they ended without a result.
    """

    begun: int = 0
    finished: int = 0
    abandoned: int = 0


@dataclass(frozen=True, slots=True)
class WeekStatistics:
    """What was played in the last week, with no name of a person or a server.

    `servers` had a match that began in it, `former_servers` in the week before, and `returning` in both.
    `firsts` counts people whose first match of all ended with a result, `firsts_abandoned` without one.
    """

    doors: Mapping[str, DoorFigures] = field(default_factory=dict)
    servers: int = 0
    former_servers: int = 0
    returning: int = 0
    firsts: int = 0
    firsts_abandoned: int = 0


class DatabaseStatistics(NamedTuple):
    """Statistics of a database, with its schema number and its size in bytes.

    `over` is the number of finished matches.
    """

    figures: StoreStatistics
    week: WeekStatistics
    over: int
    schema: int
    bytes: int


async def collect_statistics(tx: Transaction, now: float) -> StoreStatistics:
    """Return statistics of the store at the time `now`.

    The time that this takes does not grow with the number of finished matches.
    """
    running = await tx.all("SELECT game, COUNT(*) AS count FROM match WHERE status = 'running' GROUP BY game")
    # "Not over" is what an index knows.
    suspended = await tx.count(
        "SELECT COUNT(*) AS count FROM match WHERE status <> 'over' AND status = 'suspended'"
    )
    set_aside = await tx.count("SELECT COUNT(*) AS count FROM match WHERE set_aside IS NOT NULL")
    return StoreStatistics(
        running={row["game"]: row["count"] for row in running},
        suspended=suspended - set_aside,
        set_aside=set_aside,
        challenges=await tx.count("SELECT COUNT(*) AS count FROM challenge WHERE status = 'open'"),
        waiting=await tx.count("SELECT COUNT(*) AS count FROM outbox"),
        due=await oldest_due_time(tx, now),
        damage=int(await meta.get(tx, scrub.FOUND) or 0),
        looked_at=await scrub.last_round_at(tx),
        processes=await list_running(tx, now),
    )


async def collect_week(tx: Transaction, now: float) -> WeekStatistics:
    """Return what was played in the week before `now`.

    The time that this takes grows with the matches of two weeks, not with all.
    """
    week, former = now - WEEK, now - 2 * WEEK
    doors = await tx.all(
        f"{WITH_RECENT} SELECT door, SUM(begun) AS begun, SUM(ended - abandoned) AS finished,"
        f" SUM(abandoned) AS abandoned FROM (SELECT ended, abandoned,"
        f" CASE WHEN created_at >= ? THEN 1 ELSE 0 END AS begun, {DOOR} AS door"
        " FROM recent) AS counted GROUP BY door",
        week,
        week,
    )
    servers = await tx.one(
        f"{WITH_RECENT} SELECT SUM(now) AS now, SUM(before) AS before, SUM(now * before) AS both FROM ("
        "SELECT guild_id, MAX(CASE WHEN created_at >= ? THEN 1 ELSE 0 END) AS now,"
        " MAX(CASE WHEN created_at < ? THEN 1 ELSE 0 END) AS before FROM recent"
        " WHERE created_at >= ? AND guild_id > 0 AND abroad IS NULL GROUP BY guild_id) AS counted",
        former,
        week,
        week,
        former,
    )
    firsts = await tx.one(
        f"{WITH_RECENT} SELECT SUM(1 - abandoned) AS finished, SUM(abandoned) AS abandoned FROM recent"
        " JOIN seat ON seat.match_id = recent.id WHERE ended = 1 AND seat.user_id > 0"
        " AND NOT EXISTS (SELECT 1 FROM seat AS older"
        " WHERE older.user_id = seat.user_id AND older.match_id < recent.id)",
        week,
    )
    assert servers is not None and firsts is not None  # a sum is always one row
    return WeekStatistics(
        doors={row["door"]: DoorFigures(row["begun"], row["finished"], row["abandoned"]) for row in doors},
        servers=servers["now"] or 0,
        former_servers=servers["before"] or 0,
        returning=servers["both"] or 0,
        firsts=firsts["finished"] or 0,
        firsts_abandoned=firsts["abandoned"] or 0,
    )


async def oldest_due_time(tx: Transaction, now: float) -> float | None:
    """Return the time since when the longest-waiting outbox row has been due.

    Return `None` if no row is due. A row whose posting failed counts as due since its first attempt,
    even while it waits for a retry. A row that waits for a later time of its own (after a refusal, or
    to limit the rate of direct messages) is not due, nor is any row queued behind it.
    """
    sql = (
        "SELECT MIN(due) AS due FROM ("
        f"SELECT MIN(not_before) AS due FROM outbox WHERE not_before <= ? AND {IN_ORDER}"
        f" UNION ALL SELECT MIN(due_since) AS due FROM outbox WHERE due_since <= ? AND {IN_ORDER}"
        ") AS oldest"
    )
    return await tx.value(sql, now, now)
