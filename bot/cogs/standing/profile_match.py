"""Matches that members show on their profiles, and the profile's web page.

A match is put there from its final card.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.standing.standings import paged_card, shown_card
from bot.cogs.play.match import match_of_button
from club.club import Club

COG: Final = Cog()


@COG.action("show-match")
async def show(club: Club, request: Request) -> None:
    """Show the match of the card on the profile of the player who pressed."""
    await club.profile_matches.show(await match_of_button(club, request), request.who.id)
    request.reply.mark_stored()
    await request.reply.show(shown_card(request.say))


@COG.action("hide-match")
async def hide(club: Club, request: Request) -> None:
    """Show no match any more on the profile of who pressed, on this server."""
    await club.profile_matches.remove(request.who.id, request.require_home("standings.server"))
    request.reply.mark_stored()
    await request.reply.say("answer.shown.not")


@COG.action("page-make")
async def make_page(club: Club, request: Request) -> None:
    """Make a page of the profile of who pressed, on this server."""
    address = await club.page_lists.make_profile(request.who.id, request.require_home("standings.server"))
    request.reply.mark_stored()
    await request.reply.show(paged_card(address, request.say))


@COG.action("page-remove")
async def remove_page(club: Club, request: Request) -> None:
    """Remove the page of the profile of who pressed."""
    await club.page_lists.remove_profile(request.who.id, request.require_home("standings.server"))
    request.reply.mark_stored()
    await request.reply.say("answer.profile.unpaged")
