"""A server that adds the bot, and the cards by which the bot introduces itself."""

from datetime import timedelta
from typing import Any

import discord

from tests.bot.server import Server, texts


async def add_bot(room: Server, *, minutes_ago: float = 0.0, system: Any = None) -> None:
    """Let Discord tell the bot that it has been added to the room's server."""
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    me: Any = guild.me
    me.joined_at = room.env.now() - timedelta(minutes=minutes_ago)
    guild._system_channel_id = system.id if system else None
    await room.run(room.bot.on_guild_join(guild))


def greetings(channel: Any) -> list[discord.Message]:
    """The cards by which the bot has introduced itself in a channel."""
    return [message for message in channel.history() if "Hello! I am Twotone" in texts(message)]
