"""Checks that the bot has the permissions it needs before a match is played."""

from typing import Final

import discord

from bot.answers.request import Request
from club.club import Club
from club.refusals import Refusal
from words import Phrase, join_phrases

NEEDED_BY_INSTALL: Final = ("attach_files",)
"""Permissions that a match in a user install needs; there the bot only answers."""
NEEDED: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Permissions that a match in a channel needs.

Threads are used if the bot may create them.
"""


def check_permissions(request: Request, permissions: discord.Permissions | None = None) -> None:
    """Raise a `Refusal` naming the permissions that the bot lacks here.

    Pass the bot's `permissions` in another channel to check that one instead.
    """
    given = request.bot_permissions if permissions is None else permissions
    needed = NEEDED if request.place.has_route else NEEDED_BY_INSTALL
    missing = [Phrase(f"permission.{name}") for name in needed if not getattr(given, name)]
    if missing:
        raise Refusal("challenge.permissions", permissions=join_phrases("series.more", missing))


async def check_posting(club: Club, request: Request) -> None:
    """Raise a `Refusal` if no match may be posted in this channel.

    The bot needs its permissions, the person must be allowed to write here, and the channel must be one
    in which the server allows games.
    """
    check_permissions(request)
    await request.check_writing()
    await club.members.servers.check_place(request.home, (request.channel_id, request.parent_id))
