"""The button that sends the table of a section as files.

Everyone who sees the card may use it.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.table_record import event_games_card, table_record_card
from bot.cards.competitions.tournament import TournamentCards
from bot.cogs.competitions.competitions import require_numbers
from club.club import Club
from club.competitions.event_games import finished_pairings, to_pdn
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.table_files import to_csv, to_json, to_trf
from club.play.match.matches import Table
from club.refusals import Refusal
from data.competitions.pairings import PairingRow
from data.database.errors import Unreadable

COG: Final = Cog()

FILES: Final = {"trf": to_trf, "json": to_json, "csv": to_csv}
"""The files of a table, by the ends of their names."""


@COG.action("table-record")
async def send_table_files(club: Club, request: Request) -> None:
    """Send the table of a section as TRF16, JSON and CSV files."""
    sheet = await club.competitions.all.load_crosstable(require_numbers(request)[0])
    kind_of(sheet.competition).check_exportable()
    files = {ending: await asyncio.to_thread(write, sheet) for ending, write in FILES.items()}
    has_games = bool(finished_pairings(sheet))
    await request.reply.show(table_record_card(sheet, files, request.say, has_games=has_games))


@COG.action("table-whole")
async def show_whole_table(club: Club, request: Request) -> None:
    """Show all lines of a tournament's table, of which its card has the first."""
    sheet = await club.competitions.all.load_crosstable(require_numbers(request)[0])
    cards = cards_for_kind(sheet.competition.kind)
    if not isinstance(cards, TournamentCards):
        raise Refusal("league.gone")
    await request.reply.show(cards.whole_table_card(sheet, request.say))


@COG.action("table-games")
async def send_games(club: Club, request: Request) -> None:
    """Send the finished games of a section as one PDN file.

    It has those that the user may see.
    """
    club.members.presses.check_rate(request.user.id, 0)
    sheet = await club.competitions.all.load_crosstable(require_numbers(request)[0])
    games: list[tuple[PairingRow, Table]] = []
    for pairing in finished_pairings(sheet):
        with suppress(Refusal, Unreadable):  # deleted meanwhile, or in quarantine
            table = await club.play.matches.load(pairing.match_id or 0)
            if await request.asker.may_see(table.row):
                games.append((pairing, table))
    if not games:
        raise Refusal("table.games.none")
    text = await club.members.presses.run_on_thread(request.user.id, partial(to_pdn, sheet, games))
    await request.reply.show(event_games_card(sheet, text, len(games), request.say))
