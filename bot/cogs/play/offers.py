"""Offers to the opponent: /draw, /takeback, and buttons to make and answer them."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, sentence
from bot.cogs.naming import completion
from bot.cogs.play.match import WHICH, resolve
from bot.cogs.play.picker import show_alone
from club.club import Club
from club.play.course.offers import OfferKind

COG: Final = Cog()


@COG.action("takeback", kind=OfferKind.TAKEBACK)
@COG.action("offer", kind=OfferKind.DRAW)
@COG.command("command.draw", kind=OfferKind.DRAW)
@COG.command("command.takeback", kind=OfferKind.TAKEBACK)
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def offer(club: Club, request: Request, match: str | None = None, *, kind: OfferKind) -> None:
    """Make an offer, or accept the opponent's if it is the same.

    The answer says which of the two it was.
    """
    table = await resolve(club, request, match)
    after = await club.offers.offer(table.row.id, request.act, kind)
    request.reply.mark_stored()
    if after.row.private:
        await show_alone(club, request, after, note=request.say(f"answer.{kind}.agreed"))
        return
    asked = after.running and after.row.computer is None
    await request.reply.say(f"answer.{kind}.offered" if asked else f"answer.{kind}.agreed")


@COG.action("undo", kind=OfferKind.TAKEBACK)
@COG.action("draw", kind=OfferKind.DRAW)
async def agree(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Accept the opponent's offer."""
    await club.offers.accept(request.custom_id.id, request.act, kind)
    request.reply.mark_stored()
    await request.reply.update(Card(sentence(request.public(f"answer.{kind}.agreed"))), public=True)


@COG.action("noundo", kind=OfferKind.TAKEBACK)
@COG.action("nodraw", kind=OfferKind.DRAW)
async def decline(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Decline the opponent's offer."""
    await club.offers.decline(request.custom_id.id, request.act, kind)
    request.reply.mark_stored()
    await request.reply.update(Card(sentence(request.public(f"answer.{kind}.declined"))), public=True)
