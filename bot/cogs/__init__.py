"""One subject a file: its slash commands and its buttons, both thin.

`register` adds all commands to a client's tree; `HANDLERS` answers every action that a custom_id can name.
"""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands

from bot.answers.request import Handler
from bot.cogs import (
    admin,
    beginnings,
    challenges,
    daily,
    endings,
    following,
    games,
    guide,
    hints,
    imports,
    insight,
    match,
    moving,
    offers,
    picker,
    privacy,
    puzzles,
    records,
    replay,
    rest,
    settings,
    try_it,
    verify,
    waiting,
)

HANDLERS: Final[Mapping[str, Handler]] = {
    **challenges.HANDLERS,
    **match.HANDLERS,
    **picker.HANDLERS,
    **offers.HANDLERS,
    **endings.HANDLERS,
    **waiting.HANDLERS,
    **moving.HANDLERS,
    **following.HANDLERS,
    **beginnings.HANDLERS,
    **hints.HANDLERS,
    **guide.HANDLERS,
    **settings.HANDLERS,
    **privacy.HANDLERS,
    **rest.HANDLERS,
    **verify.HANDLERS,
    **replay.HANDLERS,
    **records.HANDLERS,
    **imports.HANDLERS,
    **insight.HANDLERS,
    **try_it.HANDLERS,
    **puzzles.HANDLERS,
    **daily.HANDLERS,
}


def register(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to `tree`."""
    for subject in (
        challenges,
        match,
        offers,
        endings,
        waiting,
        beginnings,
        hints,
        verify,
        replay,
        records,
        imports,
        insight,
        games,
        guide,
        settings,
        privacy,
        puzzles,
        admin,
    ):
        subject.register(tree)
