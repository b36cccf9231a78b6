"""/history and /export: the moves of a match, and its record as files.

Buttons of other cards also call these handlers.
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
from bot.cogs.play.match import resolve_match_or_last
from club.club import Club
from club.play.after.records import export_record as record_of

COG: Final = Cog()

WHICH: Final = locale_text("command.replay.match")
"""Describes the option `match` of commands that take matches that are over too."""


@COG.action("moves")
@COG.command("command.history")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_own_matches)
async def show_history(club: Club, request: Request, match: str | None = None) -> None:
    """Show the last moves of a match, or turn the page of the list."""
    table, page = await resolve_match_or_last(club, request, match), request.custom_id.rest
    series = await club.play.lists.load_series(table.row.id)
    if page.isdecimal():
        await request.reply.update(moves_card(table, request.say, series, int(page)))
    else:
        await request.reply.show(moves_card(table, request.say, series))


@COG.action("record")
@COG.command("command.export")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_own_matches)
async def export(club: Club, request: Request, match: str | None = None) -> None:
    """Send the record of a match as files."""
    table = await resolve_match_or_last(club, request, match)
    may_link = table.is_over and await club.play.outside_help.may_link_to_engine(
        request.user.id, table.match, all_positions=True
    )
    given = await asyncio.to_thread(record_of, table, request.user.id, may_link=may_link)
    await request.reply.show(record_card(given, request.say))
