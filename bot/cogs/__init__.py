"""The bot's commands and button handlers, one subject per module.

Handlers only translate between Discord and the club, which holds the logic. Every module with a `COG`
is found and loaded.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Handler

_NAMES: Final = [found.name for found in walk_packages(__path__, f"{__name__}.") if not found.ispkg]
_FILES: Final = [import_module(name) for name in sorted(_NAMES, key=lambda name: name.rpartition(".")[2])]
COGS: Final[list[Cog]] = [file.COG for file in _FILES if hasattr(file, "COG")]
HANDLERS: Final[Mapping[str, Handler]] = {name: work for cog in COGS for name, work in cog.actions.items()}
"""Answers every action that a custom_id can name."""


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Add all commands to a command tree."""
    for cog in COGS:
        for command in cog.commands:
            tree.add_command(command)
