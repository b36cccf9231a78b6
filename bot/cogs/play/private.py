"""Private matches against the computer, seen by their player only.

A button makes them public.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions
from bot.answers.request import Request
from bot.cogs.play.match import match_of_button
from bot.cogs.play.picker import show_alone
from club.club import Club
from club.refusals import Refusal
from rules.catalogue import GAMES

COG: Final = Cog()


@COG.action("private")
async def begin(club: Club, request: Request) -> None:
    """Begin a private match of the button's game, or go on with the present one."""
    if request.custom_id.rest not in GAMES:
        raise Refusal("game.gone")
    club.servers.check_computer(request.home, "computer.off.try")
    game = GAMES[request.custom_id.rest]
    table, goes_on = await club.private.begin(game, request.who, interaction_id=request.id)
    request.reply.mark_stored()
    note = request.say("private.goes_on") if goes_on and table.match.plies else None
    await show_alone(club, request, table, note=note)


@COG.action("strength")
async def set_level(club: Club, request: Request) -> None:
    """Have the computer play as strong as was chosen, before the first move."""
    chosen = request.fields.get("choice", "")
    level = int(chosen) if chosen.isdecimal() else 0
    table = await club.private.set_level(request.custom_id.id, request.act, level)
    request.reply.mark_stored()
    await show_alone(club, request, table)


@COG.action("open")
async def take_out(club: Club, request: Request) -> None:
    """Make a private match public: from now on everyone who reads here sees it."""
    table = await match_of_button(club, request)
    if request.place.private:
        raise Refusal("open.nowhere")
    check_permissions(request)
    if not (await request.asker.rights(request.place)).writes:
        raise Refusal("open.writing")
    club.servers.check_computer(request.home)
    await club.servers.check_place(request.home, (request.channel_id, request.parent_id))
    after = await club.match_mover.open(table.row.id, request.act, place=request.place)
    request.reply.mark_stored()
    await show_alone(club, request, after, note=request.say("answer.opened"))
