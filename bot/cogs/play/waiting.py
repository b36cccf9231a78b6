"""Idle opponents: /claim, and buttons to nudge, claim the win or adjourn."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, text_view
from bot.cards.play.waiting import claim_card, nudge_card
from bot.cogs.naming import completion
from bot.cogs.naming.members import check_opponent_membership
from bot.cogs.play.match import WHICH, load_button_match, resolve_own_match
from club.clocks.time_control import duration_phrase, parse_control
from club.club import Club
from club.play.match.waiting import waiting_options

COG: Final = Cog()


@COG.action("claim")
@COG.command("command.claim")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_matches)
async def show_claim_options(club: Club, request: Request, match: str | None = None) -> None:
    """Show what a waiting player can do about an idle opponent.

    If it is too early for that, say when it becomes possible.
    """
    table = await check_opponent_membership(club, request, await resolve_own_match(club, request, match))
    seat = club.play.silences.require_waiting_seat(table, request.user.id)
    if waiting_options(table.row).may_nudge(club.now()):
        await request.reply.show(nudge_card(table, seat, request.say))
        return
    club.play.silences.check_claim(table)
    await request.reply.show(claim_card(table, seat, request.say))


@COG.action("nudge")
async def nudge(club: Club, request: Request) -> None:
    """Ask the opponent to move, with one ping."""
    table = await check_opponent_membership(club, request, await load_button_match(club, request))
    after = await club.play.silences.nudge(table.row.id, request.act)
    request.reply.mark_stored()
    name = after.player(1 - (after.seat_of(request.user.id) or 0)).name
    await request.reply.say("answer.nudged", name=name)


@COG.action("adjourn", win=False)
@COG.action("claim-win", win=True)
async def end(club: Club, request: Request, *, win: bool) -> None:
    """End a match with an idle opponent, as a win or without a result."""
    table = await check_opponent_membership(club, request, await load_button_match(club, request))
    await club.play.silences.claim(table.row.id, request.act, win=win)
    request.reply.mark_stored()
    words = request.say("answer.claimed" if win else "answer.adjourned")
    await request.reply.update(Card(text_view(words)))


@COG.action("give-time")
async def give_time(club: Club, request: Request) -> None:
    """Give more time to an opponent who has run out of it."""
    after = await club.play.clocks.give_time(request.custom_id.id, request.act)
    request.reply.mark_stored()
    control = parse_control(after.row.control or "")
    name = after.player(1 - (after.seat_of(request.user.id) or 0)).name
    given = duration_phrase(control.grant_seconds) if control else None
    await request.reply.say("answer.time_given", name=name, span=given)
