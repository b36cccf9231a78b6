"""/games: a member's running matches and open challenges."""

from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request, person
from bot.answers.translator import locale_text
from bot.cards.home import action_rows
from bot.cards.play.games import OngoingGames, games_card
from bot.cogs.home import load_available_actions, load_home_picture
from bot.cogs.naming.members import check_opponent_membership
from club.club import Club
from club.play.match.waiting import ASKED_AFTER
from club.refusals import Refusal
from data.database.errors import Unreadable

COG: Final = Cog()

LOOKED_FOR: Final = 3
"""Number of opponents to look up when a member lists their matches.

They are the ones who have kept the member waiting longest.
"""


@COG.action("club-mine")
@COG.command("command.games")
@app_commands.describe(user=locale_text("command.games.user"))
async def show_games(club: Club, request: Request, user: discord.User | None = None) -> None:
    """Show a member's running matches.

    The caller's own list also has their open challenges. Of another member it has only matches that the
    caller may see. A button on the server's card shows the caller's own list too.
    """
    if user is not None and user.id == request.bot_id:
        raise Refusal("computer.games")
    whose = person(user) if user else request.user
    own = whose.id == request.user.id
    # What others play elsewhere is their own business.
    if own:
        await _check_opponents(club, request)
    going = OngoingGames(
        user_id=whose.id,
        name=whose.name,
        matches=await club.play.lists.list_by_urgency(whose.id)
        if own
        else await club.play.lists.list_visible(request.asker, whose.id),
        suspended_matches=await club.play.lists.list_suspended(whose.id) if own else (),
        received_challenges=await club.play.lists.list_challenges_to(whose.id) if own else (),
        own_challenges=await club.play.lists.list_challenges_by(whose.id) if own else (),
    )
    if not own:
        await request.reply.show(games_card(going, request.say, now=club.now()))
        return
    waiting = [match for match in going.matches if match.waits_for(whose.id)]
    board = await load_home_picture(club, request, waiting)
    home = action_rows(request.say, await load_available_actions(club, request))
    await request.reply.show(games_card(going, request.say, now=club.now(), board=board, home_rows=home))


async def _check_opponents(club: Club, request: Request) -> None:
    """Check whether long-idle opponents of the caller are still members."""
    if request.home is None:
        return
    found = await club.play.lists.list_by_urgency(request.user.id, guild_id=request.home)
    long = [
        match
        for match in found
        if match.turn not in (None, match.seat_of(request.user.id))
        and club.now() - match.row.turn_at >= ASKED_AFTER
    ]
    for match in long[:LOOKED_FOR]:
        # One that cannot be read goes into quarantine by this, and the others are still listed.
        with suppress(Refusal, Unreadable):
            await check_opponent_membership(club, request, await club.play.matches.load(match.row.id))
