"""/replay: the moves of a match as an animation, and its buttons."""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.sharing import shareable
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, text_view
from bot.cards.play.replay import replay_card
from bot.codes import Code, error_code
from bot.cogs.naming import completion
from bot.cogs.play.match import load_button_match, load_shareable_match, resolve_match_or_last
from club.club import Club
from club.members.preferences import board_theme
from club.play.after.animations import select_excerpt
from club.play.match.matches import Table
from club.refusals import Refusal
from rendering.themes import DEFAULT_THEME

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
@app_commands.autocomplete(first=completion.complete_move_numbers, last=completion.complete_move_numbers)
@app_commands.autocomplete(match=completion.complete_own_matches)
async def show_replay(
    club: Club,
    request: Request,
    first: Number | None = None,
    last: Number | None = None,
    match: str | None = None,
) -> None:
    """Show an animation of some moves of a match, by default the last few."""
    await _show(club, request, await resolve_match_or_last(club, request, match), first, last)


@COG.action("replay-all")
async def replay_all_moves(club: Club, request: Request) -> None:
    """Show an animation of all moves of the button's match."""
    await _show(club, request, await load_button_match(club, request), first=1)


@shareable(COG, "share-replay")
async def build_shared_replay(club: Club, request: Request) -> Card:
    """Build the replay that the caller is viewing, for everyone in a place."""
    table = await load_shareable_match(club, request)
    first, _, last = request.custom_id.rest.partition("-")
    if not (first.isdecimal() and last.isdecimal()):
        raise Refusal("replay.nothing")
    shown = replace(select_excerpt(table, request.user.id, int(first), int(last)), seat=None)
    club.play.animations.line.admit(request.user.id)
    made = await club.play.animations.animate(
        shown, theme=DEFAULT_THEME, language=request.say_publicly.language
    )
    page = await club.pages.single.find_match_url(table)
    notes = await club.play.notes.load_shared_notes(table)
    return replay_card(
        shown, made, request.say_publicly, notes=notes, sharer_name=request.user.name, page=page
    )


async def _show(
    club: Club, request: Request, table: Table, first: int | None = None, last: int | None = None
) -> None:
    """Make a replay in the background, and show a message until it is ready."""
    preference = await club.members.preferences.get(request.user.id)
    shown = select_excerpt(table.with_facing(preference), request.user.id, first, last)
    club.play.animations.line.admit(request.user.id)
    await request.reply.say("answer.replay.making")
    made = await club.play.animations.animate(
        shown, theme=board_theme(preference), language=request.say.language
    )
    page, notes = (
        await club.pages.single.find_match_url(table),
        await club.play.notes.load_shared_notes(table),
    )
    await show_animation(request, replay_card(shown, made, request.say, notes=notes, page=page))


async def show_animation(request: Request, card: Card) -> None:
    """Replace the message that a replay is being made by the replay."""
    try:
        await request.reply.replace_shown(card)
    except discord.HTTPException as refused:
        if error_code(refused) != Code.TOO_LARGE and refused.status != 413:
            raise
        await request.reply.replace_shown(Card(text_view(request.say("replay.too_large"))))
