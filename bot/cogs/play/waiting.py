"""Idle opponents: /claim, and the buttons to nudge, claim the win or adjourn."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, sentence
from bot.cards.play.waiting import claim_card, nudge_card
from bot.cogs.naming import completion
from bot.cogs.naming.members import look_for_opponent
from bot.cogs.play.match import WHICH, match_of_button, resolve
from club.clocks.time_control import read_control, span
from club.club import Club
from club.play.match.waiting import silence_of

COG: Final = Cog()


@COG.action("claim")
@COG.command("command.claim")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def claim(club: Club, request: Request, match: str | None = None) -> None:
    """Show what the player who waits can do, or say from when they can do something."""
    table = await look_for_opponent(club, request, await resolve(club, request, match))
    seat = club.silences.waiting(table, request.who.id)
    if silence_of(table.row).may_nudge(club.now()):
        await request.reply.show(nudge_card(table, seat, request.say))
        return
    club.silences.check_claim(table)
    await request.reply.show(claim_card(table, seat, request.say))


@COG.action("nudge")
async def nudge(club: Club, request: Request) -> None:
    """Ask the opponent to move, with one ping."""
    table = await look_for_opponent(club, request, await match_of_button(club, request))
    after = await club.silences.nudge(table.row.id, request.act)
    request.reply.mark_stored()
    name = after.player(1 - (after.seat_of(request.who.id) or 0)).name
    await request.reply.say("answer.nudged", name=name)


@COG.action("adjourn", win=False)
@COG.action("claim-win", win=True)
async def end(club: Club, request: Request, *, win: bool) -> None:
    """End the match, won or without a result."""
    table = await look_for_opponent(club, request, await match_of_button(club, request))
    await club.silences.claim(table.row.id, request.act, win=win)
    request.reply.mark_stored()
    words = request.say("answer.claimed" if win else "answer.adjourned")
    await request.reply.update(Card(sentence(words)))


@COG.action("give-time")
async def give_time(club: Club, request: Request) -> None:
    """Give the opponent, whose time is up, more of it."""
    after = await club.clocks.give_time(request.custom_id.id, request.act)
    request.reply.mark_stored()
    control = read_control(after.row.control or "")
    name = after.player(1 - (after.seat_of(request.who.id) or 0)).name
    given = span(control.grant) if control else None
    await request.reply.say("answer.time_given", name=name, span=given)
