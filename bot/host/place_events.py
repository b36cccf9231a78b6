"""Discord's events about servers, channels, threads and roles.

They come as things happen, and in full at each new session. There are no events while the bot is
away, so the stored state is compared with what a session names. `club/play/course/places.py`
handles both; this module interprets each event.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.delivery.greeting import first_channel, joined_lately
from bot.host.sharding import ShardedClient
from club.club import Club
from club.play.course.places import ServerChannels

log = logging.getLogger(__name__)


class PlaceFollowingClient(ShardedClient):
    """A client that follows what becomes of places, while it is `serving`."""

    club: Club
    serving: bool

    async def on_servers_named(self, shard: int, shards: int, named: frozenset[int]) -> None:
        """Treat as left the servers that a new session of a shard does not name."""
        began = partial(self.club.places.session_began, shard, shards)
        await self._follow("session", shard, lambda _: began(named))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Try again what was refused: whether that has changed meanwhile is not known."""
        await self._follow("shard", shard_id, lambda _: self.club.places.all_changed())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Compare a server with the stored state: at each session and after an outage.

        In the first seconds it may be a new server: until a shard is ready, the library reports one that
        has just added the bot like any other.
        """
        await self._compare(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the matches of a server that the bot has returned to.

        Introduce the bot to a new server.
        """
        await self._compare(guild)
        if self.serving and joined_lately(guild, self.club.now()) and (channel_id := first_channel(guild)):
            await self.club.servers.greet(guild.id, channel_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the matches of a server that the bot has left.

        discord.py does not send this event for outages.
        """
        await self._follow("server", guild.id, self.club.places.server_gone)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Suspend the matches of a deleted channel."""
        await self._follow("channel", channel.id, self.club.places.channel_gone)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try again at once what a channel has refused: the bot may be allowed there now."""
        await self._follow("channel", after.id, self.club.places.channel_changed)
        await self._resume_server(after.guild)
        await self._seen_otherwise(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again at once what a server's channels have refused."""
        await self._follow("server", after.guild.id, self.club.places.server_changed)
        await self._resume_server(after.guild)
        await self._seen_otherwise(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Have a server's card drawn anew: other people may see its channels."""
        await self._seen_otherwise(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry when the bot itself has other roles.

        It gets no such event for other members.
        """
        await self._follow("server", after.guild.id, self.club.places.server_changed)
        await self._resume_server(after.guild)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Let the match of a deleted thread go on in its channel."""
        await self._follow("thread", thread.thread_id, self.club.places.thread_gone)

    async def _compare(self, guild: discord.Guild) -> None:
        """Compare a server with its stored state, unless the bot has left it again."""
        if self.get_guild(guild.id) is guild and not guild.unavailable:
            await self._follow(
                "server", guild.id, lambda _: self.club.places.server_there(named_places(guild))
            )

    async def _resume_server(self, guild: discord.Guild) -> None:
        """Resume what stands still in a server in which the bot may write again."""
        await self._follow("server", guild.id, lambda _: self.club.places.server_opened(named_places(guild)))

    async def _seen_otherwise(self, guild: discord.Guild) -> None:
        """Have a server's card looked at: other people may see it, or what is on it."""
        if self.serving:
            await self.club.club_cards.look_again(guild.id)

    async def _follow(self, kind: str, place_id: int, change: Callable[[int], Awaitable[int]]) -> None:
        """Apply a place's change to its matches, unless the bot is starting or stopping."""
        if not self.serving:
            return
        if concerned := await change(place_id):
            self.club.thinking.jobs.ring()
            log.warning("place changed", extra={"kind": kind, "place": place_id, "matches": concerned})


def named_places(guild: discord.Guild) -> ServerChannels:
    """Return the places that Discord names of a server: channels and active threads."""

    def may_write(place_id: int) -> bool:
        place = guild.get_channel_or_thread(place_id)
        if place is None:
            return False
        given = place.permissions_for(guild.me)
        in_thread = isinstance(place, discord.Thread)
        return given.view_channel and (given.send_messages_in_threads if in_thread else given.send_messages)

    places = frozenset(place.id for place in (*guild.channels, *guild.threads))
    return ServerChannels(guild.id, places, may_write)
