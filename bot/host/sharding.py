"""The client's shards and their gateway sessions.

It tracks which shards have a session and which servers a session lists. If several processes run the same
bot, they begin sessions in turn.
"""

import logging
from typing import Any, Final

import discord
from discord.state import AutoShardedConnectionState

from bot.codes import reject_garbled
from club.running.sessions import SessionPacer
from data.database.errors import StoreError
from data.database.presence import shard_of_server

log = logging.getLogger(__name__)

DOUBLINGS: Final = 5
"""How often the library doubles a shard's one-second wait to reconnect.

The longest wait is 32 seconds, not 1,024.
"""


class ShardedState(AutoShardedConnectionState[Any]):
    """discord.py's connection state, without servers missing in a new session.

    By itself the library keeps servers that the bot has left unnoticed, and channels that were deleted
    during an outage. The event `servers_named` reports the servers that a session lists.
    """

    def parse_ready(self, data: Any) -> None:
        """Begin a session of a shard: drop its servers, and report those now listed."""
        shard, shards = data["shard"]
        named = frozenset(int(each["id"]) for each in data["guilds"])
        for guild in [each for each in self.guilds if shard_of_server(each.id, shards) == shard]:
            self._remove_guild(guild)
        super().parse_ready(data)
        self.dispatch("servers_named", shard, shards, named)

    def parse_guild_create(self, data: Any) -> None:
        """Replace a server with its full new state; nothing of the old state is kept."""
        known = self._get_guild(int(data["id"]))
        if known and not data.get("unavailable"):
            self._remove_guild(known)
        super().parse_guild_create(data)


class ShardedClient(discord.AutoShardedClient):
    """A client whose shards reconnect within half a minute.

    `sessions` makes all processes of the bot begin sessions in turn. Without it the library's own pacing
    applies, which knows of this process only.
    """

    sessions: SessionPacer | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.shards_with_session: set[int] = set()
        """Shards that have ever had a session; until then a connected one hears nothing."""
        self._buckets = 1
        self._taken: set[int] = set()
        """The shards whose turn it is, before they connect."""

    def _get_state(self, **options: Any) -> ShardedState:
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def launch_shards(self) -> None:
        """Connect all shards for the first time.

        Raise `NoAnswer` if the number of shards cannot be read from Discord.
        """
        with reject_garbled():
            if self.sessions:
                self._buckets = max(1, (await self.fetch_session_start_limits()).max_concurrency)
            await super().launch_shards()

    async def launch_shard(self, gateway: Any, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, and limit its wait between reconnects.

        However often the connection is lost, the wait never grows to minutes.
        """
        if self.sessions:
            # Before it connects: the library gives up a connection that says nothing for a minute.
            await self._turn(self.sessions, shard_id)
            self._taken.add(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        self.shards[shard_id]._parent._backoff._max = DOUBLINGS  # the library offers no other way

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may begin."""
        if self.sessions is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        elif shard_id in self._taken:
            self._taken.discard(shard_id)
        else:
            await self._turn(self.sessions, shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Record that a shard has a session."""
        self.shards_with_session.add(shard_id)

    async def _turn(self, sessions: SessionPacer, shard_id: int) -> None:
        """Wait for a shard's turn to begin a session.

        If the database is unavailable, wait as the library does.
        """
        try:
            await sessions.wait_turn(shard_id % self._buckets)
        except StoreError as fault:
            log.warning("session out of turn", extra={"sentence": str(fault.sentence)})
            await super().before_identify_hook(shard_id)
