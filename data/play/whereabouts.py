"""Data bound to places on Discord, and whether it is active or suspended.

Suspended data waits for its place to come back. When a session with Discord begins, its places are
compared with this data: each entry of `HELD` is something that may have missed a change.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from data.database.transaction import Transaction
from data.play.places import ON_SERVER

ASKED_AT_MOST: Final = 25
"""How many places of one server Discord is asked about in one session.

For any other place, the next post there finds out.
"""


@dataclass(frozen=True, slots=True)
class BoundTable:
    """A table whose rows are bound to a server and perhaps to a place there.

    `place` is the column of the place (0 if there is none), and `where` is the condition for rows that
    matter. Rows that meet `active_where` are active as long as the place exists; the others are
    suspended until it is back.
    """

    table: str
    place: str
    where: str
    active_where: str = "1 = 1"
    competition_column: str = ""
    """The column that leads to the competition, of which a stage must not be over."""

    @property
    def from_and_where(self) -> tuple[str, str]:
        """The FROM clause and the WHERE condition that find the rows."""
        if not self.competition_column:
            return self.table, self.where
        joined = f"{self.table} JOIN stage ON stage.competition_id = {self.table}.{self.competition_column}"
        return joined, f"{self.where} AND stage.status <> 'over'"


IN_MATCHES: Final = f"match.status <> 'over' AND match.set_aside IS NULL AND match.{ON_SERVER}"
RUNS: Final = "match.status = 'running'"
HELD: Final = (
    BoundTable("match", "match.channel_id", IN_MATCHES, RUNS),
    BoundTable("match", "match.thread_id", f"{IN_MATCHES} AND match.thread_id IS NOT NULL", RUNS),
    BoundTable("challenge", "challenge.channel_id", f"challenge.status = 'open' AND challenge.{ON_SERVER}"),
    BoundTable(
        "competition",
        "competition.channel_id",
        "competition.adrift = 0",
        "competition.paused_at IS NULL",
        competition_column="id",
    ),
    BoundTable(
        "team",
        "0",
        "team.guest = 1 AND team.gone = 0 AND team.guild_id IS NOT NULL",
        competition_column="competition_id",
    ),
)


async def list_servers(tx: Transaction, shard: int, shards: int) -> Mapping[int, bool]:
    """Return the servers of a shard to which data is bound.

    Each server ID maps to whether any of its data is active. `shards` is the total number of shards.
    """
    sql = (
        f"SELECT guild_id, MAX(goes) AS goes FROM ({_union(1, 0)}) AS held"
        " WHERE guild_id > 0 AND (guild_id >> 22) % ? = ? GROUP BY guild_id"
    )
    rows = await tx.all(sql, shards, shard)
    return {row["guild_id"]: bool(row["goes"]) for row in rows}


async def list_places(tx: Transaction, guild_id: int) -> Mapping[int, bool]:
    """Return the channels and threads of a server to which data is bound.

    Each ID maps to whether any of its data is suspended.
    """
    sql = (
        f"SELECT place, MAX(still) AS still FROM ({_union(0, 1, of_server=True)}) AS held"
        " WHERE place > 0 GROUP BY place ORDER BY place"
    )
    found = await tx.all(sql, *(guild_id for _ in HELD))
    return {row["place"]: bool(row["still"]) for row in found}


async def list_stranded_matches(tx: Transaction, competition_id: int, limit: int) -> list[tuple[int, int]]:
    """Return a competition's suspended matches in channels other than its own.

    Each is a pair of the pairing ID and the match ID.
    """
    sql = (
        "SELECT pairing.id AS pairing, match.id AS id FROM stage JOIN section ON section.stage_id = stage.id"
        " JOIN pairing ON pairing.section_id = section.id JOIN match ON match.id = pairing.match_id"
        " JOIN competition ON competition.id = stage.competition_id"
        " WHERE competition.id = ? AND stage.status <> 'over' AND pairing.result IS NULL AND pairing.void = 0"
        " AND match.status = 'suspended' AND match.set_aside IS NULL AND match.channel_id <> competition.channel_id"
        " ORDER BY match.id LIMIT ?"
    )
    rows = await tx.all(sql, competition_id, limit)
    return [(row["pairing"], row["id"]) for row in rows]


def _union(going: int, still: int, *, of_server: bool = False) -> str:
    """Return a query for all bound rows, each with a number for its state.

    The number is `going` if the row is active, and `still` if it is suspended.
    """
    name = "goes" if going else "still"
    return " UNION ALL ".join(
        f"SELECT {each.table}.guild_id AS guild_id, {each.place} AS place,"
        f" CASE WHEN {each.active_where} THEN {going} ELSE {still} END AS {name} FROM {each.from_and_where[0]}"
        f" WHERE {f'{each.table}.guild_id = ? AND ' if of_server else ''}{each.from_and_where[1]}"
        for each in HELD
    )
