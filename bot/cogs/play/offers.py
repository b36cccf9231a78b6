"""Draw and takeback offers: /draw, /takeback, and buttons to answer them."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, text_view
from bot.cogs.naming import completion
from bot.cogs.play.match import WHICH, resolve_own_match
from bot.cogs.play.picker import show_computer_match
from club.club import Club
from club.play.course.offers import OfferKind

COG: Final = Cog()


@COG.action("takeback", kind=OfferKind.TAKEBACK)
@COG.action("offer", kind=OfferKind.DRAW)
@COG.command("command.draw", kind=OfferKind.DRAW)
@COG.command("command.takeback", kind=OfferKind.TAKEBACK)
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_matches)
async def offer(club: Club, request: Request, match: str | None = None, *, kind: OfferKind) -> None:
    """Offer the opponent a draw or a takeback, or accept their equal offer.

    The answer says which of the two has happened.
    """
    table = await resolve_own_match(club, request, match)
    after = await club.play.offers.offer(table.row.id, request.act, kind)
    request.reply.mark_stored()
    if after.row.is_private:
        await show_computer_match(club, request, after, note=request.say(f"answer.{kind}.agreed"))
        return
    asked = after.is_running and after.row.computer is None
    await request.reply.say(f"answer.{kind}.offered" if asked else f"answer.{kind}.agreed")


@COG.action("undo", kind=OfferKind.TAKEBACK)
@COG.action("draw", kind=OfferKind.DRAW)
async def accept(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Accept the opponent's draw or takeback offer."""
    await club.play.offers.accept(request.custom_id.id, request.act, kind)
    request.reply.mark_stored()
    await request.reply.update(Card(text_view(request.say_publicly(f"answer.{kind}.agreed"))), public=True)


@COG.action("noundo", kind=OfferKind.TAKEBACK)
@COG.action("nodraw", kind=OfferKind.DRAW)
async def decline(club: Club, request: Request, *, kind: OfferKind) -> None:
    """Decline the opponent's draw or takeback offer."""
    await club.play.offers.decline(request.custom_id.id, request.act, kind)
    request.reply.mark_stored()
    await request.reply.update(Card(text_view(request.say_publicly(f"answer.{kind}.declined"))), public=True)
