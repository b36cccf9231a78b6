"""A person's Discord permissions in the place of a match.

The person may be asking from another place. discord.py's cache has channels and roles, but no members;
an interaction brings its own member with their roles. Requests to Discord are made only for facts that
the cache lacks: a thread without recent messages, and the members of a private thread.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import aiohttp
import discord

from club.members.quotas import REQUEST, PressLimiter
from club.play.match.access import Asker, Rights
from data.play.places import PlacedRow

Interaction = discord.Interaction[Any]
MemberOrRole = discord.Member | discord.Role
"""One person, or everybody who has a role, such as a server's default role."""

FetchCheck = Callable[[], bool]
"""Returns whether Discord may be asked once more."""

UNANSWERED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What comes of a request instead of an answer."""


class _Gone(Exception):  # noqa: N818 - an answer, not an error
    """A channel or thread has been deleted."""


def asker_of(interaction: Interaction, *, may_fetch: bool = True) -> Asker:
    """Return the person who acts, with access to their rights in other places.

    If `may_fetch` is false, as during autocompletion, no request goes to Discord.

    Each request counts as several presses in the person's quota. Once the quota is used up, only the
    cache is consulted.
    """
    known: dict[int, discord.Permissions] = {}
    presses: PressLimiter = interaction.client.club.members.presses
    may_ask = partial(presses.try_take, interaction.user.id, REQUEST) if may_fetch else never_fetch

    async def on_server(place: PlacedRow) -> Rights:
        if place.place_id == interaction.channel_id:
            return _rights(interaction.permissions, in_thread=isinstance(interaction.channel, discord.Thread))
        guild, who = interaction.guild, interaction.user
        if guild is None or not isinstance(who, discord.Member):
            return Rights()
        return await load_rights(guild, place, who, may_fetch=may_ask, permission_cache=known)

    async def everybody(place: PlacedRow) -> Rights:
        guild = interaction.guild
        return Rights() if guild is None else await load_rights(guild, place, guild.default_role)

    return Asker(interaction.user.id, interaction.guild_id, interaction.channel_id, on_server, everybody)


def never_fetch() -> bool:
    """Return `False`: make no request to Discord."""
    return False


async def is_visible_to_everyone(client: discord.Client, place: PlacedRow) -> bool:
    """Whether every member of the server may see a place.

    Return `False` if this process does not serve that server.
    """
    guild = client.get_guild(place.guild_id)
    if guild is None or guild.unavailable:
        return False
    return (await load_rights(guild, place, guild.default_role)).may_see


async def load_rights(
    guild: discord.Guild,
    place: PlacedRow,
    member_or_role: MemberOrRole,
    *,
    may_fetch: FetchCheck = never_fetch,
    permission_cache: dict[int, discord.Permissions] | None = None,
) -> Rights:
    """Return the rights of a member or role in a place of a server.

    The rights are empty if neither the cache nor Discord knows them. No one sees a deleted place, but
    members who may manage messages on the whole server can still manage its matches. `may_fetch`
    decides before each request to Discord whether it may be made. `permission_cache` stores permissions
    by channel id, for callers who ask about many places.
    """
    try:
        channel = await _find_channel(guild, place, may_fetch=may_fetch)
    except _Gone:
        everywhere = (
            member_or_role.guild_permissions
            if isinstance(member_or_role, discord.Member)
            else member_or_role.permissions
        )
        return Rights(may_manage=everywhere.manage_messages)
    thread = channel if isinstance(channel, discord.Thread) else None
    home = thread.parent if thread else channel
    if not isinstance(home, discord.abc.GuildChannel):
        return Rights()
    permission_cache = {} if permission_cache is None else permission_cache
    if home.id not in permission_cache:
        permission_cache[home.id] = home.permissions_for(member_or_role)
    given = permission_cache[home.id]
    if (
        thread
        and thread.is_private()
        and not given.manage_threads
        and not await _is_in_thread(thread, member_or_role, may_fetch=may_fetch)
    ):
        return Rights()
    return _rights(given, in_thread=thread is not None or place.place_id != place.channel_id)


async def can_member_see(guild: discord.Guild, place: PlacedRow, user_id: int) -> bool:
    """Whether a user is a member of a server and can see a place there.

    Their roles are fetched from Discord. The answer is always `False` for a private thread.
    """
    try:
        member = await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    return (await load_rights(guild, place, member)).may_see


async def can_member_see_elsewhere(client: discord.Client, place: PlacedRow, user_id: int) -> bool:
    """Do the same for a server that another process is connected to.

    All is fetched from Discord.
    """
    try:
        guild = await client.fetch_guild(place.guild_id, with_counts=False)
        member = await guild.fetch_member(user_id)
        found = await guild.fetch_channel(place.place_id)
        if isinstance(found, discord.Thread):
            if found.is_private():
                return False
            found = await guild.fetch_channel(found.parent_id)
    except discord.NotFound:
        return False
    return isinstance(found, discord.abc.GuildChannel) and found.permissions_for(member).view_channel


async def _find_channel(guild: discord.Guild, place: PlacedRow, *, may_fetch: FetchCheck) -> object:
    """Return the channel or thread of a place, or `None` if it is not known.

    Raise `_Gone` if it has been deleted. For a thread that is not cached but was created by the bot,
    return its parent channel, because such threads are public.
    """
    if found := guild.get_channel_or_thread(place.place_id):
        return found
    if place.place_id != place.channel_id:
        if parent := guild.get_channel(place.channel_id):
            return parent
        raise _Gone  # a thread has no life without its channel, and channels are all at hand
    if not may_fetch():
        return None
    try:
        return await guild.fetch_channel(place.place_id)
    except discord.NotFound:
        raise _Gone from None
    except UNANSWERED:
        return None


async def _is_in_thread(
    thread: discord.Thread, member_or_role: MemberOrRole, *, may_fetch: FetchCheck
) -> bool:
    """Whether a member is in a private thread; `False` if that is not known."""
    if not isinstance(member_or_role, discord.Member) or not may_fetch():
        return False
    try:
        await thread.fetch_member(member_or_role.id)
    except UNANSWERED:
        return False
    return True


def _rights(given: discord.Permissions, *, in_thread: bool) -> Rights:
    writes = given.send_messages_in_threads if in_thread else given.send_messages
    return Rights(
        given.view_channel, given.view_channel and writes, given.view_channel and given.manage_messages
    )
