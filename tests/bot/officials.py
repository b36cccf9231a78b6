"""Members of a server who may do more there than others."""

from typing import Any

import discord

from tests.bot.server import Server


def official(room: Server, name: str = "Mo", *, guild: Any = None, **may: bool) -> Any:
    """A member with these permissions, on another server if one is given."""
    where = guild or room.guild
    role = where.create_role("Officials", permissions=discord.Permissions(**may))
    return where.add_member(room.env.create_user(name), roles=[role])


def moderator(room: Server) -> Any:
    """A member who may end and void others' matches."""
    return official(room, manage_messages=True)


def manager(room: Server) -> Any:
    """A member who may manage the server."""
    return official(room, manage_guild=True)
