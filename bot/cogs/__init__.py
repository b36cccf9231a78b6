"""One subject a file: its commands and what answers its buttons, both thin. Every file with a `COG` is found."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Handler

_FILES: Final = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
COGS: Final[list[Cog]] = [file.COG for file in _FILES if hasattr(file, "COG")]
HANDLERS: Final[Mapping[str, Handler]] = {name: work for cog in COGS for name, work in cog.actions.items()}
"""Answers every action that a custom_id can name."""


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to `tree`."""
    for cog in COGS:
        for command in cog.commands:
            tree.add_command(command)
