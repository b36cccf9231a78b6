"""/cancel and /rematch with their buttons, and the Next button."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.card_lines import challenge_link, listed_name, own_link, place_link
from bot.cogs.naming import completion
from bot.cogs.play.challenges import link_to_challenge
from bot.cogs.play.match import WHICH, resolve_own_match
from bot.cogs.play.picker import open_picker, show_computer_match
from club.club import Club
from club.play.seek.challenges import DuplicateChallenge
from club.refusals import Refusal
from data.play.challenges import ChallengeStatus
from words import relative_timestamp

COG: Final = Cog()


@COG.action("call-off")
@COG.command("command.cancel")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_matches)
async def cancel(club: Club, request: Request, match: str | None = None) -> None:
    """Cancel a match before its first move."""
    table = await resolve_own_match(club, request, match)
    _, opened = await club.play.beginnings.cancel(table.row.id, request.act, channel_id=request.channel_id)
    request.reply.mark_stored()
    if opened is None:
        await request.reply.say("answer.cancelled")
    else:
        await link_to_challenge(club, request, opened, "answer.cancelled.open")


@COG.action("rematch")
@COG.command("command.rematch")
@app_commands.describe(match=locale_text("command.rematch.match"))
@app_commands.autocomplete(match=completion.complete_finished_matches)
async def request_rematch(club: Club, request: Request, match: str | None = None) -> None:
    """Ask for a rematch, or start it if the opponent has already asked.

    If this has been done before, link to the open challenge or to the new match.
    """
    number = request.custom_id.id or completion.parse_match_id(match)
    if number is None:
        number = await club.play.lists.find_rematch_id(request.user.id, request.channel_id)
    table = await club.play.resolver.load_named(request.asker, number)
    if table.row.is_private:
        club.members.servers.check_computer(request.home)
        await club.members.bars.check(request.home, request.user.id)
        again, goes_on = await club.play.private.begin_rematch(table, request.user, interaction_id=request.id)
        request.reply.mark_stored()
        note = request.say("private.goes_on" if goes_on and again.match.plies else "rematch.private")
        await show_computer_match(club, request, again, note=note)
        return
    if not table.row.is_reached_from(request.channel_id):
        raise Refusal("rematch.elsewhere")
    try:
        challenge, begun = await club.play.beginnings.request_rematch(
            number, person=request.user, interaction_id=request.id
        )
    except DuplicateChallenge as first:
        challenge = first.challenge
        if challenge.status is ChallengeStatus.ACCEPTED and challenge.match_id is not None:
            there = await club.play.matches.load(challenge.match_id)
            await request.reply.say("answer.rematch.there", link=place_link(there.row))
            return
        await link_to_challenge(club, request, challenge, "challenge.equal")
        return
    request.reply.mark_stored()
    if begun is not None:
        await request.reply.say("answer.rematch.begun", link=challenge_link(challenge))
        return
    await link_to_challenge(club, request, challenge, "answer.rematch.asked", name=challenge.opponent_name)


@COG.action("next")
async def open_next_match(club: Club, request: Request) -> None:
    """Open the picker of the match that has waited longest for the caller."""
    waiting = await club.play.lists.find_next(request.user.id, excluded_id=request.custom_id.id)
    if waiting is None:
        await request.reply.say("answer.next.none")
        return
    seat = waiting.seat_of(request.user.id) or 0
    note = request.say(
        "answer.next.private" if waiting.row.is_private else "answer.next",
        title=waiting.title,
        name=listed_name(waiting.row, 1 - seat),
        since=relative_timestamp(waiting.row.turn_at),
        link=own_link(waiting.row, seat),
    )
    await open_picker(club, request, waiting.row.id, note=note)
