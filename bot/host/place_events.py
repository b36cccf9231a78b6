"""Discord's events about servers, channels, threads and roles.

Discord sends them as changes happen, and the full state with each new session. While the bot is away it
misses events, so the stored state is compared with the state in a new session. `club/play/course/places.py`
updates the matches; this module translates the events.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.delivery.greeting import greeting_channel, has_joined_lately
from bot.host.sharding import ShardedClient
from club.club import Club
from club.play.course.places import ServerChannels

log = logging.getLogger(__name__)


class PlaceTrackingClient(ShardedClient):
    """A Discord client that keeps track of the servers and channels of matches.

    It handles events only while `serving`.
    """

    club: Club
    serving: bool

    async def on_servers_named(self, shard: int, shards: int, named: frozenset[int]) -> None:
        """Mark as left all servers that a shard's new session does not list."""
        began = partial(self.club.play.places.suspend_unnamed_servers, shard, shards)
        await self._follow("session", shard, lambda _: began(named))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Retry refused posts: permissions may have changed meanwhile."""
        await self._follow("shard", shard_id, lambda _: self.club.play.places.retry_all_posts())

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Compare a server with its stored state after a new session or an outage.

        In the first seconds it may be a new server: until a shard is ready, the library reports a server
        that has just added the bot like any other.
        """
        await self._compare(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the matches of a server that has added the bot again.

        If the server is new, introduce the bot to it.
        """
        await self._compare(guild)
        if (
            self.serving
            and has_joined_lately(guild, self.club.now())
            and (channel_id := greeting_channel(guild))
        ):
            await self.club.members.servers.queue_greeting(guild.id, channel_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the matches of a server that the bot has left.

        discord.py does not dispatch this event for outages.
        """
        await self._follow("server", guild.id, self.club.play.places.suspend_server)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Suspend the matches of a deleted channel."""
        await self._follow("channel", channel.id, self.club.play.places.suspend_channel)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry posts that a channel refused: the bot may be allowed there now."""
        await self._follow("channel", after.id, self.club.play.places.retry_channel_posts)
        await self._resume_server(after.guild)
        await self._redraw_club_card(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry posts that a server's channels refused."""
        await self._note_role_change(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Retry refused posts: what a channel denied to this role may be allowed now."""
        roles = role.guild.me._roles  # where the library leaves it: the channel would still count as shut
        if roles.has(role.id):
            roles.remove(role.id)
        await self._note_role_change(role.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry refused posts after the bot's own roles have changed.

        Discord does not send this event for other members.
        """
        await self._follow("server", after.guild.id, self.club.play.places.retry_server_posts)
        await self._resume_server(after.guild)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Continue the match of a deleted thread in its channel."""
        await self._follow("thread", thread.thread_id, self.club.play.places.leave_deleted_thread)

    async def _note_role_change(self, guild: discord.Guild) -> None:
        """Retry refused posts and redraw the overview card.

        The bot may write elsewhere than before, and other people may see its channels.
        """
        await self._follow("server", guild.id, self.club.play.places.retry_server_posts)
        await self._resume_server(guild)
        await self._redraw_club_card(guild)

    async def _compare(self, guild: discord.Guild) -> None:
        """Compare a server with its stored state, unless the bot has left it again."""
        if self.get_guild(guild.id) is guild and not guild.unavailable:
            await self._follow(
                "server", guild.id, lambda _: self.club.play.places.sync_server(server_channels(guild))
            )

    async def _resume_server(self, guild: discord.Guild) -> None:
        """Resume suspended matches on a server where the bot may write again."""
        await self._follow(
            "server", guild.id, lambda _: self.club.play.places.resume_writable_places(server_channels(guild))
        )

    async def _redraw_club_card(self, guild: discord.Guild) -> None:
        """Redraw a server's overview card: channel visibility may have changed."""
        if self.serving:
            await self.club.standing.cards.redraw(guild.id)

    async def _follow(self, kind: str, place_id: int, change: Callable[[int], Awaitable[int]]) -> None:
        """Apply a change to the matches that it affects.

        Do nothing while the bot is starting or stopping.
        """
        if not self.serving:
            return
        if concerned := await change(place_id):
            self.club.play.thinking.jobs.ring()
            log.warning("place changed", extra={"kind": kind, "place": place_id, "matches": concerned})


def server_channels(guild: discord.Guild) -> ServerChannels:
    """The channels and active threads that Discord lists for a server."""

    def may_write(place_id: int) -> bool:
        place = guild.get_channel_or_thread(place_id)
        if place is None:
            return False
        given = place.permissions_for(guild.me)
        in_thread = isinstance(place, discord.Thread)
        return given.view_channel and (given.send_messages_in_threads if in_thread else given.send_messages)

    places = frozenset(place.id for place in (*guild.channels, *guild.threads))
    return ServerChannels(guild.id, places, may_write)
