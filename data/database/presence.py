"""The bot's connection to Discord: heartbeats and absences of its shards.

A shard is one of the connections among which Discord divides the servers. Discord acknowledges the
heartbeats, so the last one is the time when the shard was certainly connected.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database import meta
from data.database.columns import column_list, column_values, insert_statement, upsert_statement
from data.database.transaction import Transaction

AWAY_KEY: Final = "away"
"""Under this key the database keeps until when a shard was away last."""
NO_SHARD: Final = -1
"""Stands for a shard where the clock itself was corrected.

This concerns every server.
"""


@dataclass(frozen=True, slots=True)
class Beat:
    """The time of the last heartbeat of one of the bot's `shards`."""

    shard: int
    shards: int
    at: float


@dataclass(frozen=True, slots=True)
class Absence:
    """A period in which a shard was not connected to Discord.

    If the machine's clock was set back, `until` is earlier than `since`. If the row is a correction, no
    shard was absent: the bot's clock was changed from `since` to `until`.
    """

    id: int
    shard: int
    shards: int
    since: float
    until: float

    def affects(self, guild_id: int) -> bool:
        """Whether the absence affects a server, because the server is on that shard.

        A clock correction affects every server.
        """
        return self.is_correction or shard_of_server(guild_id, self.shards) == self.shard

    @property
    def is_correction(self) -> bool:
        """Whether this is a clock correction rather than an absence."""
        return self.shard == NO_SHARD


def shard_of_server(guild_id: int, shards: int) -> int:
    """Return the number of the shard that Discord assigns a server to.

    Events that belong to no server (ID 0) go to the first shard.
    """
    return (guild_id >> 22) % shards


async def list_beats(tx: Transaction) -> Sequence[Beat]:
    """Return the last heartbeat of each shard, ordered by shard number."""
    return [Beat(**row) for row in await tx.all("SELECT shard, shards, at FROM beat ORDER BY shard")]


async def set_beat(tx: Transaction, beat: Beat) -> None:
    """Store the time of a shard's last acknowledged heartbeat."""
    await tx.run(*upsert_statement("beat", "shard", column_values(beat)))


async def reset_beats(tx: Transaction, shards: int, at: float) -> None:
    """Store a new number of shards, all of them last connected at `at`."""
    await tx.run("DELETE FROM beat")
    for shard in range(shards):
        await set_beat(tx, Beat(shard, shards, at))


async def add_absence(tx: Transaction, beat: Beat, until: float) -> None:
    """Store that a shard has been absent from its last heartbeat until `until`.

    Absences are processed in the order of their IDs, so no two processes may add one at the same time:
    an earlier absence could otherwise become visible after a later one and be skipped.
    """
    await meta.put(tx, AWAY_KEY, str(until))
    away = {"shard": beat.shard, "shards": beat.shards, "since": beat.at, "until": until}
    await tx.run(*insert_statement("away", away))


async def add_correction(tx: Transaction, since: float, until: float) -> None:
    """Store that the bot's clock was changed from `since` to `until`.

    The times of all heartbeats are shifted by the same amount.
    """
    await add_absence(tx, Beat(NO_SHARD, 1, since), until)
    await tx.run("UPDATE beat SET at = at + ?", until - since)


async def list_absences(tx: Transaction, after_id: int) -> Sequence[Absence]:
    """Return the absences with an ID greater than `after_id`, ordered by ID."""
    rows = await tx.all(f"SELECT {column_list(Absence)} FROM away WHERE id > ? ORDER BY id", after_id)
    return [Absence(**row) for row in rows]


async def list_absences_at(tx: Transaction, at: float) -> Sequence[Absence]:
    """Return the absences that had begun by `at` and lasted beyond it."""
    sql = f"SELECT {column_list(Absence)} FROM away WHERE until >= ? AND since < ? AND shard <> ?"
    return [Absence(**row) for row in await tx.all(sql, at, at, NO_SHARD)]


async def last_absence_id(tx: Transaction) -> int:
    """Return the ID of the last absence, or 0 if there is none."""
    return int(await tx.value("SELECT MAX(id) AS id FROM away") or 0)
