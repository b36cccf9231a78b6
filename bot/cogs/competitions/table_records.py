"""The table of a section as files, by the button on its card.

Everyone who sees the card may use it.
"""

import asyncio
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.competitions.table_record import table_record_card
from bot.cogs.competitions.competitions import numbers
from club.club import Club
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.table_files import as_json, trf

COG: Final = Cog()


@COG.action("table-record")
async def record(club: Club, request: Request) -> None:
    """Give the table of a section as TRF16 and JSON."""
    sheet = await club.competitions.crosstable(numbers(request)[0])
    kind_of(sheet.competition).check_record()
    files = {"trf": await asyncio.to_thread(trf, sheet), "json": await asyncio.to_thread(as_json, sheet)}
    await request.reply.show(table_record_card(sheet, files, request.say))
