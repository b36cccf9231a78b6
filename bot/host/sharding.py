"""The client's shards and their sessions.

It knows which have a session and what that names, and begins sessions in turn if several processes
share the bot.
"""

import logging
from typing import Any, Final

import discord
from discord.state import AutoShardedConnectionState

from bot.codes import reject_garbled
from club.running.sessions import Sessions
from data.database.errors import StoreError
from data.database.presence import shard_of

log = logging.getLogger(__name__)

DOUBLINGS: Final = 5
"""How often the library doubles a shard's one-second wait to reconnect.

The longest wait is 32 seconds, not 1,024.
"""


class ShardedState(AutoShardedConnectionState[Any]):
    """The library's state of Discord, without servers that a new session left out.

    By itself it keeps a server that the bot left unnoticed, and channels deleted in an outage. The
    event `servers_named` reports the servers that a session names.
    """

    def parse_ready(self, data: Any) -> None:
        """Begin a session of a shard."""
        shard, shards = data["shard"]
        named = frozenset(int(each["id"]) for each in data["guilds"])
        for guild in [each for each in self.guilds if shard_of(each.id, shards) == shard]:
            self._remove_guild(guild)
        super().parse_ready(data)
        self.dispatch("servers_named", shard, shards, named)

    def parse_guild_create(self, data: Any) -> None:
        """Hear how a server is, whole: of how it was before nothing is kept."""
        known = self._get_guild(int(data["id"]))
        if known and not data.get("unavailable"):
            self._remove_guild(known)
        super().parse_guild_create(data)


class ShardedClient(discord.AutoShardedClient):
    """A client whose shards reconnect within half a minute and begin sessions in turn.

    `sessions` gives the turns, shared by all processes; without it the library's
    own pace counts, which knows of no other process.
    """

    sessions: Sessions | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.begun: set[int] = set()
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

        Raise `NoAnswer` if their number does not come from Discord.
        """
        with reject_garbled():
            if self.sessions:
                self._buckets = max(1, (await self.fetch_session_start_limits()).max_concurrency)
            await super().launch_shards()

    async def launch_shard(self, gateway: Any, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time.

        However often it loses Discord, it never waits for minutes.
        """
        if self.sessions:
            # Before it connects: the library gives up a connection that says nothing for a minute.
            await self._turn(self.sessions, shard_id)
            self._taken.add(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)
        self.shards[shard_id]._parent._backoff._max = DOUBLINGS  # the library offers no other way

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may be begun."""
        if self.sessions is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        elif shard_id in self._taken:
            self._taken.discard(shard_id)
        else:
            await self._turn(self.sessions, shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that a shard has a session."""
        self.begun.add(shard_id)

    async def _turn(self, sessions: Sessions, shard_id: int) -> None:
        """Wait for a shard's turn; if the store cannot give it, wait as the library does."""
        try:
            await sessions.turn(shard_id % self._buckets)
        except StoreError as fault:
            log.warning("session out of turn", extra={"sentence": str(fault.sentence)})
            await super().before_identify_hook(shard_id)
