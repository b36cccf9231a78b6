"""Where and when the bot introduces itself to a server."""

from typing import Final

import discord

LATELY: Final = 15 * 60.0
"""Seconds after the bot was added within which it introduces itself.

A server that only came back, or that was there before, gets no card.
"""
NEEDED: Final = discord.Permissions(view_channel=True, send_messages=True)


def has_joined_lately(guild: discord.Guild, now: float) -> bool:
    """Whether the bot was added to a server within the last 15 minutes."""
    me = guild.me
    return bool(me and me.joined_at and now - me.joined_at.timestamp() < LATELY)


def greeting_channel(guild: discord.Guild) -> int | None:
    """Return the server's system channel, or the first the bot may write in.

    Return `None` if there is none.
    """
    system = [guild.system_channel] if guild.system_channel else []
    open_to_us = [channel for channel in (*system, *guild.text_channels) if _may_write(channel)]
    return open_to_us[0].id if open_to_us else None


def _may_write(channel: discord.TextChannel) -> bool:
    return channel.permissions_for(channel.guild.me).is_superset(NEEDED)
