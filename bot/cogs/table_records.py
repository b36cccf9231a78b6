"""The table of a section as files, by the button of its card: for everybody who sees that."""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.table_record import table_record_card
from club.club import Club
from club.competitions.exports import as_json, trf
from club.competitions.kinds import kind_of
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("table-record")
async def record(club: Club, request: Request) -> None:
    """Give the table of a section as TRF16 and JSON."""
    number = request.custom_id.rest
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise Refusal("league.gone")
    sheet = await club.competitions.sheet(int(number))
    if kind_of(sheet.competition).ladder:
        raise Refusal("league.gone")  # it has a history, and no table to count anew
    places = [(sheet.competition.guild_id, sheet.competition.channel_id)]
    places += [(team.guild_id or 0, team.channel_id or 0) for team in sheet.teams if team.away]
    if (request.guild_id, request.parent_id or request.channel_id) not in places:
        raise Refusal("league.gone")  # its card is there alone
    files = {"trf": await asyncio.to_thread(trf, sheet), "json": await asyncio.to_thread(as_json, sheet)}
    await request.reply.show(table_record_card(sheet, files, request.say))
