"""/replay: the moves of a match as an animation, and the buttons that show it."""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, sentence
from bot.cards.play.replay import replay_card
from bot.codes import Code, code_of
from bot.cogs.naming import completion
from bot.cogs.play.match import match_of_button, match_to_share, resolve_played
from club.club import Club
from club.members.preferences import theme_of
from club.play.after.animations import excerpt
from club.play.match.matches import Table
from club.refusals import Refusal
from rendering.themes import DEFAULT

COG: Final = Cog()

HIGHEST: Final = 9999
"""No match has so many moves."""
Number = app_commands.Range[int, 1, HIGHEST]


@COG.action("replay")
@COG.command("command.replay")
@app_commands.rename(first="from", last="to")
@app_commands.describe(
    first=locale_text("command.replay.from"),
    last=locale_text("command.replay.to"),
    match=locale_text("command.replay.match"),
)
@app_commands.autocomplete(first=completion.move_numbers, last=completion.move_numbers)
@app_commands.autocomplete(match=completion.own_matches)
async def replay(
    club: Club,
    request: Request,
    first: Number | None = None,
    last: Number | None = None,
    match: str | None = None,
) -> None:
    """Show some moves of a match, by a button its last ones."""
    await _show(club, request, await resolve_played(club, request, match), first, last)


@COG.action("replay-all")
async def all_moves(club: Club, request: Request) -> None:
    """Show every move of the match of the button."""
    await _show(club, request, await match_of_button(club, request), first=1)


@COG.action("share-replay")
async def share(club: Club, request: Request) -> None:
    """Show everybody here what a replay has shown to one person."""
    table = await match_to_share(club, request)
    first, _, last = request.custom_id.rest.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise Refusal("replay.nothing")
    shown = replace(excerpt(table, request.who.id, int(first), int(last)), seat=None)
    club.animations.line.admit(request.who.id)
    made = await club.animations.animate(shown, theme=DEFAULT, language=request.public.language)
    page = await club.pages.find_address(table)
    notes = await club.notes.beside(table)
    card = replay_card(shown, made, request.public, notes=notes, by=request.who.name, page=page)
    await request.share(card)


async def _show(
    club: Club, request: Request, table: Table, first: int | None = None, last: int | None = None
) -> None:
    """Make a replay beside everything else, with a word about it until it is there."""
    preference = await club.preferences.get(request.who.id)
    shown = excerpt(table.with_facing(preference), request.who.id, first, last)
    club.animations.line.admit(request.who.id)
    await request.reply.say("answer.replay.making")
    made = await club.animations.animate(shown, theme=theme_of(preference), language=request.say.language)
    page, notes = await club.pages.find_address(table), await club.notes.beside(table)
    try:
        await request.reply.instead(replay_card(shown, made, request.say, notes=notes, page=page))
    except discord.HTTPException as refused:
        if code_of(refused) != Code.TOO_LARGE and refused.status != 413:
            raise
        await request.reply.instead(Card(sentence(request.say("replay.too_large"))))
