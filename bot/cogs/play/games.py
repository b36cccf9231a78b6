"""/games: matches in progress, and challenges that wait."""

from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request, person
from bot.answers.translator import locale_text
from bot.cards.home import way_rows
from bot.cards.play.games import OngoingGames, games_card
from bot.cogs.home import first_board, ways_of
from bot.cogs.naming.members import look_for_opponent
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
async def games(club: Club, request: Request, user: discord.User | None = None) -> None:
    """Show a member's running matches.

    The caller's own list includes the challenges that wait; the server's card leads to it too.
    """
    if user is not None and user.id == request.bot_id:
        raise Refusal("computer.games")
    whose = person(user) if user else request.who
    own = whose.id == request.who.id
    # What others play elsewhere is their own business.
    if own:
        await _look_for_opponents(club, request)
    going = OngoingGames(
        user_id=whose.id,
        name=whose.name,
        matches=await club.lists.by_urgency(whose.id)
        if own
        else await club.lists.visible_to(request.asker, whose.id),
        suspended=await club.lists.suspended_of(whose.id) if own else (),
        waiting=await club.lists.challenges_to(whose.id) if own else (),
        made=await club.lists.challenges_by(whose.id) if own else (),
    )
    if not own:
        await request.reply.show(games_card(going, request.say, now=club.now()))
        return
    waiting = [match for match in going.matches if match.turn == match.seat_of(whose.id)]
    board = await first_board(club, request, waiting)
    home = way_rows(request.say, await ways_of(club, request))
    await request.reply.show(games_card(going, request.say, now=club.now(), board=board, home=home))


async def _look_for_opponents(club: Club, request: Request) -> None:
    """See whether those who keep this person waiting are still on the server."""
    if request.home is None:
        return
    found = await club.lists.by_urgency(request.who.id, guild_id=request.home)
    long = [
        match
        for match in found
        if match.turn not in (None, match.seat_of(request.who.id))
        and club.now() - match.row.turn_at >= ASKED_AFTER
    ]
    for match in long[:LOOKED_FOR]:
        # One that cannot be read goes into quarantine by this, and the others are still listed.
        with suppress(Refusal, Unreadable):
            await look_for_opponent(club, request, await club.matches.load(match.row.id))
