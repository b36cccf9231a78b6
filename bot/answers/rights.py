"""What Discord allows a person in the place of a match, wherever they ask from.

The cache knows channels and roles, but no members; an interaction brings its own member with their
roles. Discord itself is asked only for facts that the cache lacks: a thread without recent
messages, and the members of a private thread.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from club.members.quotas import REQUEST
from club.play.match.access import Asker, Rights
from data.play.places import PlacedRow

Interaction = discord.Interaction[Any]
Who = discord.Member | discord.Role
"""One person, or everybody who has a role, such as a server's default role."""

RightsCheck = Callable[[], bool]
"""Returns whether Discord may be asked once more."""

UNANSWERED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What comes of a request instead of an answer."""


class _Gone(Exception):  # noqa: N818 - an answer, not an error
    """A channel or thread has been deleted."""


def asker_of(interaction: Interaction, *, asks: bool = True) -> Asker:
    """Return the person who acts, with their place.

    Without `asks`, no request goes to Discord, as during autocompletion.

    Each request counts as several of the person's presses; once those are used up, nothing more is
    looked up.
    """
    known: dict[int, discord.Permissions] = {}
    may_ask = partial(interaction.client.club.presses.take, interaction.user.id, REQUEST) if asks else never

    async def on_server(place: PlacedRow) -> Rights:
        if place.place_id == interaction.channel_id:
            return _rights(interaction.permissions, in_thread=isinstance(interaction.channel, discord.Thread))
        guild, who = interaction.guild, interaction.user
        if guild is None or not isinstance(who, discord.Member):
            return Rights()
        return await rights_in(guild, place, who, asks=may_ask, known=known)

    async def everybody(place: PlacedRow) -> Rights:
        guild = interaction.guild
        return Rights() if guild is None else await rights_in(guild, place, guild.default_role)

    return Asker(interaction.user.id, interaction.guild_id, interaction.channel_id, on_server, everybody)


def never() -> bool:
    """Ask Discord nothing."""
    return False


async def is_open(client: discord.Client, place: PlacedRow) -> bool:
    """Return whether every member of the server may see a place.

    Return `False` if this process does not serve that server.
    """
    guild = client.get_guild(place.guild_id)
    if guild is None or guild.unavailable:
        return False
    return (await rights_in(guild, place, guild.default_role)).sees


async def rights_in(
    guild: discord.Guild,
    place: PlacedRow,
    who: Who,
    *,
    asks: RightsCheck = never,
    known: dict[int, discord.Permissions] | None = None,
) -> Rights:
    """Return a person's rights in a place of a server.

    There are none if neither the cache nor Discord knows them. No one sees a deleted place, but people
    who may manage messages on the whole server still manage its matches. `known` caches permissions by
    channel, for callers who ask about many places.
    """
    try:
        channel = await _channel(guild, place, asks=asks)
    except _Gone:
        everywhere = who.guild_permissions if isinstance(who, discord.Member) else who.permissions
        return Rights(manages=everywhere.manage_messages)
    thread = channel if isinstance(channel, discord.Thread) else None
    home = thread.parent if thread else channel
    if not isinstance(home, discord.abc.GuildChannel):
        return Rights()
    known = {} if known is None else known
    if home.id not in known:
        known[home.id] = home.permissions_for(who)
    given = known[home.id]
    if (
        thread
        and thread.is_private()
        and not given.manage_threads
        and not await _within(thread, who, asks=asks)
    ):
        return Rights()
    return _rights(given, in_thread=thread is not None or place.place_id != place.channel_id)


async def member_sees(guild: discord.Guild, place: PlacedRow, user_id: int) -> bool:
    """Return whether a user is a member of a server and sees a place there.

    Discord is asked for their roles. The answer is always `False` for a private thread.
    """
    try:
        member = await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    return (await rights_in(guild, place, member)).sees


async def _channel(guild: discord.Guild, place: PlacedRow, *, asks: RightsCheck) -> object:
    """Return the channel or thread of a place, or `None` if it is not known.

    Raise `_Gone` if it has been deleted. For a thread of the bot's own that is not cached, return its
    channel, because such threads are public.
    """
    if found := guild.get_channel_or_thread(place.place_id):
        return found
    if place.place_id != place.channel_id:
        if parent := guild.get_channel(place.channel_id):
            return parent
        raise _Gone  # a thread has no life without its channel, and channels are all at hand
    if not asks():
        return None
    try:
        return await guild.fetch_channel(place.place_id)
    except discord.NotFound:
        raise _Gone from None
    except UNANSWERED:
        return None


async def _within(thread: discord.Thread, who: Who, *, asks: RightsCheck) -> bool:
    """Return whether a member is in a private thread; `False` if that is not known."""
    if not isinstance(who, discord.Member) or not asks():
        return False
    try:
        await thread.fetch_member(who.id)
    except UNANSWERED:
        return False
    return True


def _rights(given: discord.Permissions, *, in_thread: bool) -> Rights:
    writes = given.send_messages_in_threads if in_thread else given.send_messages
    return Rights(
        given.view_channel, given.view_channel and writes, given.view_channel and given.manage_messages
    )
