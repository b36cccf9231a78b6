"""Cancelled matches and rematches: /cancel, /rematch, their buttons, and Next."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.card_lines import challenge_link, place_link
from bot.cards.kit.names import plain
from bot.cogs.naming import completion
from bot.cogs.play.challenges import lead_to
from bot.cogs.play.match import WHICH, resolve
from bot.cogs.play.picker import open_picker, show_alone
from club.club import Club
from club.play.seek.challenges import Equal
from club.refusals import Refusal
from data.play.challenges import ChallengeStatus
from words import ago

COG: Final = Cog()


@COG.action("call-off")
@COG.command("command.cancel")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def cancel(club: Club, request: Request, match: str | None = None) -> None:
    """End a match before its first move."""
    table = await resolve(club, request, match)
    _, opened = await club.beginnings.cancel(table.row.id, request.act, channel_id=request.channel_id)
    request.reply.mark_stored()
    if opened is None:
        await request.reply.say("answer.cancelled")
    else:
        await lead_to(club, request, opened, "answer.cancelled.open")


@COG.action("rematch")
@COG.command("command.rematch")
@app_commands.describe(match=locale_text("command.rematch.match"))
@app_commands.autocomplete(match=completion.finished_matches)
async def rematch(club: Club, request: Request, match: str | None = None) -> None:
    """Ask for a rematch, or begin it; a second press leads to what there is."""
    number = request.custom_id.id or completion.match_id(match)
    if number is None:
        number = await club.lists.last_finished(request.who.id, request.channel_id)
    table = await club.match_resolver.load_named(request.asker, number)
    if table.row.private:
        club.servers.check_computer(request.home)
        again, goes_on = await club.private.rematch(table, request.who, interaction_id=request.id)
        request.reply.mark_stored()
        note = request.say("private.goes_on" if goes_on and again.match.plies else "rematch.private")
        await show_alone(club, request, again, note=note)
        return
    if not table.row.is_reached_from(request.channel_id):
        raise Refusal("rematch.elsewhere")
    try:
        challenge, begun = await club.beginnings.rematch(number, who=request.who, interaction_id=request.id)
    except Equal as first:
        challenge = first.challenge
        if challenge.status is ChallengeStatus.ACCEPTED and challenge.match_id is not None:
            there = await club.matches.load(challenge.match_id)
            await request.reply.say("answer.rematch.there", link=place_link(there.row))
            return
        await lead_to(club, request, challenge, "challenge.equal")
        return
    request.reply.mark_stored()
    if begun is not None:
        await request.reply.say("answer.rematch.begun", link=challenge_link(challenge))
        return
    await lead_to(club, request, challenge, "answer.rematch.asked", name=challenge.opponent_name)


@COG.action("next")
async def go_on(club: Club, request: Request) -> None:
    """Open the picker of the match that has waited longest for this person."""
    waiting = await club.lists.next_for(request.who.id, but=request.custom_id.id)
    if waiting is None:
        await request.reply.say("answer.next.none")
        return
    seat = waiting.seat_of(request.who.id)
    note = request.say(
        "answer.next.private" if waiting.row.private else "answer.next",
        title=waiting.title,
        name=plain(waiting.row.names[1 - (seat or 0)]),
        since=ago(waiting.row.turn_at),
        link=place_link(waiting.row),
    )
    await open_picker(club, request, waiting.row.id, note=note)
