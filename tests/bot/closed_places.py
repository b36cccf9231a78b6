"""Places that some members cannot see or write in."""

from typing import Any, Final

import discord
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle, RoleHandle
from simcord.enums import ChannelType, OverwriteType

from tests.bot.server import Server

SECRET_PLACES: Final = ("channel", "thread", "private thread", "forgotten private thread")


def overwrite(room: Server, place: Any, who: Any, **permissions: bool) -> None:
    """Allow or deny a member something in a channel.

    If `who` is a role, the permission is the role's.
    """
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    kind = OverwriteType.ROLE if isinstance(who, RoleHandle) else OverwriteType.MEMBER
    room.env.backend.set_overwrite(place.id, Overwrite(who.id, kind, allow.value, deny.value))


def shut_channel(room: Server) -> Any:
    """A channel in which members and the bot attach no files."""
    denied = discord.PermissionOverwrite(attach_files=False)
    return room.guild.create_text_channel("shut", overwrites={room.guild.default_role: denied})


async def secret_match(room: Server, kind: str) -> tuple[Any, Any]:
    """Ann and Ben play where Cleo cannot look; returns the place, and Dora, who can."""
    dora = room.guild.add_member(room.env.create_user("Dora"))
    games = room.channel
    if kind.endswith("private thread"):
        backend = room.env.backend
        made = backend.create_thread(games.id, "secret", room.twotone.id, type=ChannelType.PRIVATE_THREAD)
        for member in (room.ann, room.ben, dora):
            backend.add_thread_member(made.id, member.id)
        await room.env.settle()
        secret = ChannelHandle(room.env, room.guild, made)
    else:
        secret = room.guild.create_text_channel("secret")
        overwrite(room, secret, room.guild.default_role, view_channel=False)
        for member in (room.ann, room.ben, dora, room.twotone):
            overwrite(room, secret, member, view_channel=True)
        if kind == "channel":
            overwrite(room, secret, room.twotone, view_channel=True, create_public_threads=False)
    room.channel = secret
    await room.begin("binar", side="Even")
    place = room.place if kind == "thread" else secret
    room.channel = games
    assert (await room.bot.club.play.matches.load(1)).row.place_id == place.id
    if kind.startswith("forgotten"):
        room.bot.get_guild(room.guild.id)._remove_thread(discord.Object(secret.id))  # pyrefly: ignore[missing-attribute]
    return place, dora


def forbid(room: Server, **permissions: bool) -> None:
    """Take permissions from the bot in the channel of the games."""
    denied = discord.Permissions(**permissions).value
    bot = room.env.backend.bot_user.id
    room.env.backend.set_overwrite(room.channel.id, Overwrite(bot, OverwriteType.MEMBER, 0, denied))


async def channel_gone_unseen(room: Server, thread: Any) -> Any:
    """Delete the channel while no one tells the bot.

    It learns of that by what it posts.
    """
    for place in (thread, room.channel):
        for path in (f"/channels/{place.id}", f"/channels/{place.id}/*"):
            room.env.inject_error("*", path, status=404, code=10003, times=None)
    return room.guild.create_text_channel("elsewhere")
