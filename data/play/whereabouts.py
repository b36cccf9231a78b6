"""Data held in places on Discord: some goes on there, some stands still.

It stands still until the place is back. A new session with Discord is compared with this data:
each row of `HELD` is something that a missed event concerns.
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
class PlacedTable:
    """Rows held in the places of servers: table, place column (0 for none), condition.

    `goes` says which of these go on as long as the place is there; the others stand still until it is
    back.
    """

    table: str
    place: str
    where: str
    goes: str = "1 = 1"
    of: str = ""
    """The column that leads to the competition, of which a stage must not be over."""

    @property
    def rows(self) -> tuple[str, str]:
        """Return where its rows are found, and the condition for them."""
        if not self.of:
            return self.table, self.where
        joined = f"{self.table} JOIN stage ON stage.competition_id = {self.table}.{self.of}"
        return joined, f"{self.where} AND stage.status <> 'over'"


IN_MATCHES: Final = f"match.status <> 'over' AND match.set_aside IS NULL AND match.{ON_SERVER}"
RUNS: Final = "match.status = 'running'"
HELD: Final = (
    PlacedTable("match", "match.channel_id", IN_MATCHES, RUNS),
    PlacedTable("match", "match.thread_id", f"{IN_MATCHES} AND match.thread_id IS NOT NULL", RUNS),
    PlacedTable("challenge", "challenge.channel_id", f"challenge.status = 'open' AND challenge.{ON_SERVER}"),
    PlacedTable(
        "competition",
        "competition.channel_id",
        "competition.adrift = 0",
        "competition.paused_at IS NULL",
        of="id",
    ),
    PlacedTable(
        "team", "0", "team.guest = 1 AND team.gone = 0 AND team.guild_id IS NOT NULL", of="competition_id"
    ),
)


async def servers(tx: Transaction, shard: int, shards: int) -> Mapping[int, bool]:
    """Return the servers of a shard in which something is held.

    Each says whether any of it goes on. `shards` is the number of shards.
    """
    sql = (
        f"SELECT guild_id, MAX(goes) AS goes FROM ({_union(1, 0)}) AS held"
        " WHERE guild_id > 0 AND (guild_id >> 22) % ? = ? GROUP BY guild_id"
    )
    rows = await tx.all(sql, shards, shard)
    return {row["guild_id"]: bool(row["goes"]) for row in rows}


async def places(tx: Transaction, guild_id: int) -> Mapping[int, bool]:
    """Return the channels and threads of a server in which something is held.

    Each says whether any of it stands still.
    """
    sql = (
        f"SELECT place, MAX(still) AS still FROM ({_union(0, 1, of_server=True)}) AS held"
        " WHERE place > 0 GROUP BY place ORDER BY place"
    )
    found = await tx.all(sql, *(guild_id for _ in HELD))
    return {row["place"]: bool(row["still"]) for row in found}


async def stranded_matches(tx: Transaction, competition_id: int, limit: int) -> list[tuple[int, int]]:
    """Return a competition's matches that stand still in other channels than its own.

    Each comes after its pairing.
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
    """Return a query for everything that is held, with one of two numbers per row.

    The number is `going` if the row goes on, and `still` if it stands still.
    """
    name = "goes" if going else "still"
    return " UNION ALL ".join(
        f"SELECT {each.table}.guild_id AS guild_id, {each.place} AS place,"
        f" CASE WHEN {each.goes} THEN {going} ELSE {still} END AS {name} FROM {each.rows[0]}"
        f" WHERE {f'{each.table}.guild_id = ? AND ' if of_server else ''}{each.rows[1]}"
        for each in HELD
    )
