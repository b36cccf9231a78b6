"""Matches that are called off or played again: /cancel, /rematch, their buttons, and Next."""

from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.lines import challenge_link, place_link
from bot.cogs import completion
from bot.cogs.challenges import post_abroad
from bot.cogs.match import WHICH, resolve
from club.club import Club
from club.play.challenges import Equal
from club.refusals import Refusal
from data.challenges import ChallengeStatus
from words import when


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the commands of this subject."""

    @tree.command(description=worded("command.cancel"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def cancel(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            await _call_off(club, request, (await resolve(club, request, match)).row.id)

        await answer(interaction, work)

    @tree.command(description=worded("command.rematch"))
    @app_commands.describe(match=worded("command.rematch.match"))
    @app_commands.autocomplete(match=completion.finished)
    async def rematch(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            number = completion.match_id(match)
            if number is None:
                number = await club.lists.last_finished(request.who.id, request.channel_id)
            await _rematch(club, request, number)

        await answer(interaction, work)


async def _call_off(club: Club, request: Request, match_id: int) -> None:
    """End a match before its first move."""
    _, opened = await club.beginnings.cancel(
        match_id, user_id=request.who.id, interaction_id=request.id, channel_id=request.channel_id
    )
    request.reply.stored()
    if opened is not None and opened.abroad is not None:
        await post_abroad(club, request, opened)
        return
    await request.reply.say("answer.cancelled.open" if opened else "answer.cancelled")


async def _rematch(club: Club, request: Request, match_id: int) -> None:
    """Ask for a rematch, or begin it; whoever presses again is led to what there is."""
    table = await club.meant.named(request.asker, match_id)
    if table.row.abroad is not None and table.row.place_id != request.channel_id:
        raise Refusal("rematch.elsewhere")
    try:
        challenge, begun = await club.beginnings.rematch(match_id, who=request.who, interaction_id=request.id)
    except Equal as first:
        challenge = first.challenge
        if challenge.status is ChallengeStatus.ACCEPTED and challenge.match_id is not None:
            there = await club.matches.get(challenge.match_id)
            await request.reply.say("answer.rematch.there", link=place_link(there.row))
            return
        if challenge.abroad is not None and challenge.status is ChallengeStatus.OPEN:
            await post_abroad(club, request, challenge)
            return
        await request.reply.say("challenge.equal", link=challenge_link(challenge))
        return
    request.reply.stored()
    if begun is not None:
        await request.reply.say("answer.rematch.begun", link=challenge_link(challenge))
        return
    if challenge.abroad is not None:
        await post_abroad(club, request, challenge)
        return
    await request.reply.say(
        "answer.rematch.asked", name=challenge.opponent_name, link=challenge_link(challenge)
    )


async def call_off(club: Club, request: Request) -> None:
    """Cancel the match of the button."""
    await _call_off(club, request, request.custom_id.id)


async def again(club: Club, request: Request) -> None:
    """Play the match of the button again."""
    await _rematch(club, request, request.custom_id.id)


async def go_on(club: Club, request: Request) -> None:
    """Lead to the match that has waited longest for this person."""
    waiting = await club.lists.next_for(request.who.id, but=request.custom_id.id)
    if waiting is None:
        await request.reply.say("answer.next.none")
        return
    seat = waiting.seat_of(request.who.id)
    name = waiting.row.names[1 - (seat or 0)]
    await request.reply.say(
        "answer.next",
        title=waiting.title,
        name=name,
        since=when(waiting.row.turn_at),
        link=place_link(waiting.row),
    )


HANDLERS: Final[dict[str, Handler]] = {"call-off": call_off, "rematch": again, "next": go_on}
