"""/history and /export: the moves of a match in pages, and its record as files.

The buttons of other cards lead to them too.
"""

import asyncio
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.play.moves import moves_card
from bot.cards.play.records import record_card
from bot.cogs.naming import completion
from bot.cogs.play.match import resolve_played
from club.club import Club
from club.play.after.records import export as record_of

COG: Final = Cog()

WHICH: Final = locale_text("command.replay.match")
"""Describes the option `match` of commands that take matches that are over too."""


@COG.action("moves")
@COG.command("command.history")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.own_matches)
async def history(club: Club, request: Request, match: str | None = None) -> None:
    """Show the last moves of a match; a button on the list itself turns the page."""
    table, page = await resolve_played(club, request, match), request.custom_id.rest
    series = await club.lists.series(table.row.id)
    if page.isdecimal():
        await request.reply.update(moves_card(table, request.say, series, int(page)))
    else:
        await request.reply.show(moves_card(table, request.say, series))


@COG.action("record")
@COG.command("command.export")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.own_matches)
async def export(club: Club, request: Request, match: str | None = None) -> None:
    """Give the record of a match."""
    table = await resolve_played(club, request, match)
    may_lead = table.over and await club.help.may_lead(request.who.id, table.match, whole=True)
    given = await asyncio.to_thread(record_of, table, request.who.id, may_lead=may_lead)
    await request.reply.show(record_card(given, request.say))
