"""/hint: where to look, then the move, for one person alone; also by a button of More."""

from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.hint import hint_card
from bot.cogs import completion
from bot.cogs.match import WHICH, of_button, resolve
from club.club import Club
from club.play.matches import Table


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the command of this subject."""

    @tree.command(description=worded("command.hint"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def hint(interaction: Interaction, match: str | None = None) -> None:
        await answer(interaction, partial(_command, match=match))


async def _command(club: Club, request: Request, *, match: str | None) -> None:
    await _look(club, request, await resolve(club, request, match))


async def _look(club: Club, request: Request, table: Table) -> None:
    """Say where to look."""
    hint = await club.hints.of(table, user_id=request.who.id)
    await request.reply.show(hint_card(table, hint, request.say, whole=False))


async def look(club: Club, request: Request) -> None:
    """Give a hint in the match of the button."""
    await _look(club, request, await of_button(club, request))


async def whole(club: Club, request: Request) -> None:
    """Say the move; once the board has moved on, where to look now."""
    table = await of_button(club, request)
    hint = await club.hints.of(table, user_id=request.who.id)
    same = table.row.version == request.custom_id.version
    await request.reply.update(hint_card(table, hint, request.say, whole=same))


HANDLERS: Final[dict[str, Handler]] = {"hint": look, "hint-move": whole}
