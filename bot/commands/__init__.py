"""Slash commands and the context menu: thin. `register` adds them all to a client's tree."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.commands import admin, guide, lists, play, turn

if TYPE_CHECKING:
    from bot.client import Twotone


def register(tree: "app_commands.CommandTree[Twotone]") -> None:
    """Add every command to `tree`."""
    for part in (play, turn, lists, guide, admin):
        part.register(tree)
