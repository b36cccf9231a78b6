"""The More button of a match: further actions, unfolded step by step."""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.unfolding import OWN
from bot.cards.play.more import more_actions_card, more_rows
from bot.cogs.naming.members import check_opponent_membership
from bot.cogs.play.match import load_button_match
from bot.cogs.play.picker import load_own_card
from club.club import Club

COG: Final = Cog()


@COG.action("more")
async def show_more_actions(club: Club, request: Request) -> None:
    """Show the further actions that the caller has in this match.

    A card for the player alone unfolds in place. Beside a card for everyone, the actions are a card of their
    own, which unfolds in place too.
    """
    table = await check_opponent_membership(club, request, await load_button_match(club, request))
    seat, marks = table.seat_of(request.user.id), request.custom_id.rest.split(",")
    rows = more_rows(
        table,
        seat,
        request.say,
        now=club.now(),
        can_open=not request.place.is_private,
        has_board=club.pages.live.is_on,
        can_cancel=await club.play.beginnings.may_cancel(table),
        marks=marks,
    )
    if OWN in marks and seat is not None and (table.is_over or table.turn == seat):
        await request.reply.update(await load_own_card(club, request, table, more_rows=rows))
    elif request.custom_id.rest:
        await request.reply.update(more_actions_card(table, seat, request.say, rows))
    else:
        await request.reply.show(more_actions_card(table, seat, request.say, rows))
