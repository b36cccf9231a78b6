"""/history and /export: the moves of a match in pages, and its record as files; also by the buttons of other cards."""

import asyncio
from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.moves import moves_card
from bot.cards.records import record_card
from bot.cogs import completion
from bot.cogs.match import of_button, resolve_played
from club.club import Club
from club.play.matches import Table
from club.play.records import export as export_of

WHICH: Final = worded("command.replay.match")
"""Describes the option `match` of commands that take matches that are over too."""


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the commands of this subject."""

    @tree.command(description=worded("command.history"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.played)
    async def history(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            table = await resolve_played(club, request, match)
            await request.reply.show(moves_card(table, request.say))

        await answer(interaction, work)

    @tree.command(description=worded("command.export"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.played)
    async def export(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            await _give(request, await resolve_played(club, request, match))

        await answer(interaction, work)


async def moves(club: Club, request: Request) -> None:
    """Show the last moves of the match of the button; a button on the list itself turns the page."""
    table, page = await of_button(club, request), request.custom_id.rest
    if page.isdecimal():
        await request.reply.update(moves_card(table, request.say, int(page)))
    else:
        await request.reply.show(moves_card(table, request.say))


async def record(club: Club, request: Request) -> None:
    """Give the record of the match of the button."""
    await _give(request, await of_button(club, request))


async def _give(request: Request, table: Table) -> None:
    given = await asyncio.to_thread(export_of, table, request.who.id)
    await request.reply.show(record_card(given, request.say))


HANDLERS: Final[dict[str, Handler]] = {"moves": moves, "record": record}
