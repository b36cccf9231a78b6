"""The button that opens a match on a page, where it is played by touch."""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.play.live_board import live_link_card
from bot.cogs.play.match import load_button_match
from club.club import Club

COG: Final = Cog()


@COG.action("live")
async def give_live_link(club: Club, request: Request) -> None:
    """Open the live board of a match that the caller may see.

    It opens in Discord or by a link. In Discord the window finds the match by the link, which need not be shown.
    """
    table = await load_button_match(club, request)
    url = await club.pages.live.make_link(table, request.user.id)
    if club.pages.live.in_window and await request.reply.open_window():
        return
    await request.reply.show(live_link_card(url, table.seat_of(request.user.id), request.say))
