"""Private matches against the computer, which only their player can see.

A button makes them public.
"""

from typing import Final

from bot.answers.cog import Cog
from bot.answers.permissions import check_permissions
from bot.answers.request import Request
from bot.cards.play.private import GUIDE
from bot.cogs.play.match import load_button_match
from bot.cogs.play.picker import show_computer_match
from club.club import Club
from club.refusals import Refusal
from rules.catalogue import GAMES

COG: Final = Cog()


@COG.action("private")
async def begin(club: Club, request: Request) -> None:
    """Begin a private match of the button's game, or continue the current one."""
    if request.custom_id.rest not in GAMES:
        raise Refusal("game.gone")
    club.members.servers.check_computer(request.home, "computer.off.try")
    await club.members.bars.check(request.home, request.user.id)
    game = GAMES[request.custom_id.rest]
    table, goes_on = await club.play.private.begin_or_resume(game, request.user, interaction_id=request.id)
    request.reply.mark_stored()
    note = request.say("private.goes_on") if goes_on and table.match.plies else None
    await show_computer_match(club, request, table, note=note)


@COG.action("strength")
async def set_level(club: Club, request: Request) -> None:
    """Set the level at which the computer plays, before the first move."""
    chosen = request.fields.get("choice", request.custom_id.rest)
    level = None if chosen == GUIDE else int(chosen) if chosen.isdecimal() else 0
    table = await club.play.private.set_level(request.custom_id.id, request.act, level)
    request.reply.mark_stored()
    await show_computer_match(club, request, table)


@COG.action("open")
async def make_match_public(club: Club, request: Request) -> None:
    """Make a private match public, so that everyone in this channel can see it."""
    table = await load_button_match(club, request)
    if request.place.is_private:
        raise Refusal("open.nowhere")
    check_permissions(request)
    if not (await request.asker.find_rights(request.place)).may_write:
        raise Refusal("open.writing")
    club.members.servers.check_computer(request.home)
    await club.members.bars.check(request.home, request.user.id)
    await club.members.servers.check_place(request.home, (request.channel_id, request.parent_id))
    after = await club.play.mover.publish(table.row.id, request.act, place=request.place)
    request.reply.mark_stored()
    await show_computer_match(club, request, after, note=request.say("answer.opened"))
