"""Matches that members show on their profiles, and the profile's web page.

A menu of the profile chooses the match; so did a button on final cards of older versions.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.standing.standings import profile_match_card, profile_page_card
from bot.cogs.naming.completion import parse_match_id
from club.club import Club

COG: Final = Cog()


@COG.action("show-match")
async def show(club: Club, request: Request) -> None:
    """Show a match on the profile of the player who pressed: the card's, or a menu's."""
    match_id = parse_match_id(request.fields.get("choice")) or request.custom_id.id
    table = await club.play.resolver.load_named(request.asker, match_id)
    await club.standing.shown_matches.show_on_profile(table, request.user.id)
    request.reply.mark_stored()
    await request.reply.show(profile_match_card(request.say))


@COG.action("hide-match")
async def hide(club: Club, request: Request) -> None:
    """Remove the match from the caller's profile on this server."""
    await club.standing.shown_matches.remove(request.user.id, request.require_home("standings.server"))
    request.reply.mark_stored()
    await request.reply.say("answer.shown.not")


@COG.action("page-make")
async def make_page(club: Club, request: Request) -> None:
    """Create a web page of the caller's profile on this server."""
    address = await club.pages.lists.make_profile_page(
        request.user.id, request.require_home("standings.server")
    )
    request.reply.mark_stored()
    await request.reply.show(profile_page_card(address, request.say))


@COG.action("page-remove")
async def remove_page(club: Club, request: Request) -> None:
    """Remove the web page of the caller's profile on this server."""
    await club.pages.lists.remove_profile_page(request.user.id, request.require_home("standings.server"))
    request.reply.mark_stored()
    await request.reply.say("answer.profile.unpaged")
