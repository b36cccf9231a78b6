"""What the bot itself must be allowed to do in a channel before anything is played there."""

from typing import Final

import discord

from bot.answers.request import Request
from club.refusals import Refusal
from words import Said, chain

NEEDED_BY_INSTALL: Final = ("attach_files",)
"""Permissions without which no match can be played by a user install, where the bot only answers."""
NEEDED: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""Permissions without which no match can be played in a channel; threads are used where they may be made."""


def check_permissions(request: Request, permissions: discord.Permissions | None = None) -> None:
    """Raise a `Refusal` that names what the bot may not do in this channel; `permissions` are those of another one."""
    given = request.bot_permissions if permissions is None else permissions
    needed = NEEDED if not request.user_install else NEEDED_BY_INSTALL
    missing = [Said(f"permission.{name}") for name in needed if not getattr(given, name)]
    if missing:
        raise Refusal("challenge.permissions", permissions=chain("series.more", missing))
