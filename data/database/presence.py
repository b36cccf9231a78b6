"""Presence of the bot: the last heartbeat of each shard, and its absences.

Discord acknowledges the heartbeats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database import meta
from data.database.columns import columns, insert, upsert, values
from data.database.transaction import Transaction

AWAY_KEY: Final = "away"
"""Under this key the database keeps until when a shard was away last."""
NO_SHARD: Final = -1
"""Stands for a shard where the clock itself was corrected.

This concerns every server.
"""


@dataclass(frozen=True, slots=True)
class Beat:
    """One of so many shards, and when it surely was connected last."""

    shard: int
    shards: int
    at: float


@dataclass(frozen=True, slots=True)
class Absence:
    """An absence of one of several shards.

    `until` is the earlier of the two times if the machine's clock was set back. If it `corrects`, no
    shard was absent: the bot's time was changed from `since` to `until`.
    """

    id: int
    shard: int
    shards: int
    since: float
    until: float

    def concerns(self, guild_id: int) -> bool:
        """Return whether a server is that shard's, as Discord shares them out."""
        return self.corrects or shard_of(guild_id, self.shards) == self.shard

    @property
    def corrects(self) -> bool:
        """Return whether this is how far the bot's time was put forward or back."""
        return self.shard == NO_SHARD


def shard_of(guild_id: int, shards: int) -> int:
    """Return the shard that Discord assigns a server to.

    Anything that belongs to no server goes to the first shard.
    """
    return (guild_id >> 22) % shards


async def beats(tx: Transaction) -> Sequence[Beat]:
    """Return the shards that were ever connected, as many as there were last time."""
    return [Beat(**row) for row in await tx.all("SELECT shard, shards, at FROM beat ORDER BY shard")]


async def set_beat(tx: Transaction, beat: Beat) -> None:
    """Store when a shard surely was connected last."""
    await tx.run(*upsert("beat", "shard", values(beat)))


async def share_out(tx: Transaction, shards: int, at: float) -> None:
    """Store the new number of shards; none has been connected since `at`."""
    await tx.run("DELETE FROM beat")
    for shard in range(shards):
        await set_beat(tx, Beat(shard, shards, at))


async def add_absence(tx: Transaction, beat: Beat, until: float) -> None:
    """Store that a shard was away since its last heartbeat.

    What gives absences back goes by the last one's id: so no two processes store one at a time, lest the earlier be
    seen after the later.
    """
    await meta.put(tx, AWAY_KEY, str(until))
    away = {"shard": beat.shard, "shards": beat.shards, "since": beat.at, "until": until}
    await tx.run(*insert("away", away))


async def add_correction(tx: Transaction, since: float, until: float) -> None:
    """Store that the bot's time was changed from `since` to `until`.

    All heartbeats keep their age.
    """
    await add_absence(tx, Beat(NO_SHARD, 1, since), until)
    await tx.run("UPDATE beat SET at = at + ?", until - since)


async def absences(tx: Transaction, after: int) -> Sequence[Absence]:
    """Return the absences after the one with this id, in order."""
    rows = await tx.all(f"SELECT {columns(Absence)} FROM away WHERE id > ? ORDER BY id", after)
    return [Absence(**row) for row in rows]


async def last_absence(tx: Transaction) -> int:
    """Return the id of the last absence, 0 if there was none."""
    row = await tx.one("SELECT MAX(id) AS id FROM away")
    return int(row["id"] or 0) if row else 0
