"""Show this match, on a final card: a player's profile shows it from then on, until they want it no more."""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.standings import shown_card
from bot.cogs.match import of_button
from club.club import Club
from club.refusals import Refusal

COG: Final = Cog()


@COG.action("show-match")
async def show(club: Club, request: Request) -> None:
    """Show the match of the card on the profile of the player who pressed."""
    await club.shown.show(await of_button(club, request), request.who.id)
    request.reply.stored()
    await request.reply.show(shown_card(request.say))


@COG.action("hide-match")
async def hide(club: Club, request: Request) -> None:
    """Show no match any more on the profile of who pressed, on this server."""
    if request.home is None:
        raise Refusal("standings.server")
    await club.shown.remove(request.who.id, request.home)
    request.reply.stored()
    await request.reply.say("answer.shown.not")
