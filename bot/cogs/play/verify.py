"""/verify: the deal of a finished match, for anyone to check."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.play.result import deal_card, deal_details_card
from bot.cogs.play.match import match_of_button, resolve
from club.club import Club
from club.play.match.matches import Table
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("verify")
@COG.command("command.verify")
@app_commands.describe(match=locale_text("command.verify.match"))
async def verify(club: Club, request: Request, match: str | None = None) -> None:
    """Say whether the deal of a match was fair, or that it is sealed."""
    await request.reply.show(deal_card(_require_deal(await resolve(club, request, match)), request.say))


@COG.action("deal")
async def details(club: Club, request: Request) -> None:
    """Show the figures behind a deal to people who want to check it."""
    table = _require_deal(await match_of_button(club, request))
    await request.reply.show(deal_details_card(table, request.say))


def _require_deal(table: Table) -> Table:
    """Return a match if its game deals cards; raise `Refusal` for any other."""
    if not table.game.hidden:
        raise Refusal("deal.none", title=table.game.title)
    return table
