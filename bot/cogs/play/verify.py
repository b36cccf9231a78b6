"""/verify: lets anyone check the deal of a finished match."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.play.result import deal_check_card, deal_details_card
from bot.cogs.naming import completion
from bot.cogs.play.match import load_button_match, resolve_match_or_last
from club.club import Club
from club.play.match.matches import Table
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("verify")
@COG.command("command.verify")
@app_commands.describe(match=locale_text("command.verify.match"))
@app_commands.autocomplete(match=completion.complete_own_matches)
async def verify(club: Club, request: Request, match: str | None = None) -> None:
    """Show whether the deal of a match was fair, or that it is still secret."""
    table = _require_deal(await resolve_match_or_last(club, request, match))
    await request.reply.show(deal_check_card(table, request.say))


@COG.action("deal")
async def show_deal_details(club: Club, request: Request) -> None:
    """Show the numbers with which people can check a deal themselves."""
    table = _require_deal(await load_button_match(club, request))
    await request.reply.show(deal_details_card(table, request.say))


def _require_deal(table: Table) -> Table:
    """Return a match if its game deals cards.

    Raise `Refusal` for any other game.
    """
    if not table.game.hidden:
        raise Refusal("deal.none", title=table.game.title)
    return table
