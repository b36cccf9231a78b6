"""Permissions that the bot needs in a channel before a match can be played there."""

from typing import Final

import discord

from bot.answers.request import Request
from club.club import Club
from club.refusals import Refusal
from words import Phrase, chain

NEEDED_BY_INSTALL: Final = ("attach_files",)
"""Permissions that a match in a user install needs; there the bot only answers."""
NEEDED: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Permissions that a match in a channel needs.

Threads are used if the bot may create them.
"""


def check_permissions(request: Request, permissions: discord.Permissions | None = None) -> None:
    """Raise a `Refusal` that names the permissions the bot lacks in this channel.

    Pass `permissions` to check another channel.
    """
    given = request.bot_permissions if permissions is None else permissions
    needed = NEEDED if request.place.has_route else NEEDED_BY_INSTALL
    missing = [Phrase(f"permission.{name}") for name in needed if not getattr(given, name)]
    if missing:
        raise Refusal("challenge.permissions", permissions=chain("series.more", missing))


async def check_posting(club: Club, request: Request) -> None:
    """Raise a `Refusal` if the bot or the person may not post here.

    It may also be no game channel of the server.
    """
    check_permissions(request)
    await request.check_writing()
    await club.servers.check_place(request.home, (request.channel_id, request.parent_id))
