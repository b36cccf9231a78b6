"""A match in progress: /move, /board, /hand, and the buttons of a board card."""

import asyncio
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.answers.request import Handler, Interaction, Request, answer
from bot.answers.translator import worded
from bot.cards.board import own_board_card, text_board_card
from bot.cards.hand import own_hand_card
from bot.cards.lines import place_link
from bot.cards.more import more_card
from bot.cards.picking import level
from bot.cogs import completion
from bot.cogs.members import look_for_opponent
from club.club import Club
from club.members.preferences import theme_of
from club.play.matches import Table
from club.refusals import Refusal, Stale
from rules.game import TEXT_LIMIT

WHICH: Final = worded("command.match")
"""Describes the option `match` of every command about one match."""


def register(tree: app_commands.CommandTree[discord.Client]) -> None:
    """Add the commands of this subject."""

    @tree.command(description=worded("command.move"))
    @app_commands.describe(move=worded("command.move.move"), match=WHICH)
    @app_commands.autocomplete(move=completion.moves, match=completion.matches)
    async def move(
        interaction: Interaction,
        move: app_commands.Range[str, 1, TEXT_LIMIT],
        match: str | None = None,
    ) -> None:
        await answer(interaction, partial(_move, match=match, text=move))

    @tree.command(description=worded("command.board"))
    @app_commands.rename(form="as")
    @app_commands.describe(match=WHICH, form=worded("command.board.as"))
    @app_commands.choices(
        form=[
            app_commands.Choice(name=worded("choice.picture"), value="picture"),
            app_commands.Choice(name=worded("choice.text"), value="text"),
        ]
    )
    @app_commands.autocomplete(match=completion.matches)
    async def board(
        interaction: Interaction,
        match: str | None = None,
        form: str = "picture",
    ) -> None:
        async def work(club: Club, request: Request) -> None:
            table = await resolve(club, request, match)
            await show_board(club, request, table, as_text=form == "text")

        await answer(interaction, work)

    @tree.command(description=worded("command.hand"))
    @app_commands.describe(match=WHICH)
    @app_commands.autocomplete(match=completion.matches)
    async def hand(interaction: Interaction, match: str | None = None) -> None:
        async def work(club: Club, request: Request) -> None:
            await _show_hand(club, request, await resolve(club, request, match))

        await answer(interaction, work)


async def resolve(club: Club, request: Request, match: str | None) -> Table:
    """Return the match that a command is about; raise `Refusal` if none or several may be meant."""
    return await club.meant.resolve(request.asker, completion.match_id(match))


async def of_button(club: Club, request: Request) -> Table:
    """Return the match that a button names; raise `Refusal` if there is none that this person may see."""
    return await club.meant.named(request.asker, request.custom_id.id)


async def resolve_played(club: Club, request: Request, match: str | None) -> Table:
    """Return the same; where no match is named or goes on, this person's last one."""
    try:
        return await resolve(club, request, match)
    except Refusal as refusal:
        if refusal.code != "match.none":
            raise
        found = await club.lists.finished_of(request.who.id, limit=1)
        if not found:
            raise
        return await club.matches.get(found[0].row.id)


async def view(club: Club, request: Request) -> None:
    """Show the board from this person's side."""
    table = await of_button(club, request)
    moved_on = await club.matches.moved_since(table, request.custom_id.version)
    note = request.say("match.stale") if moved_on else None
    await show_board(club, request, table, note=note)


async def in_words(club: Club, request: Request) -> None:
    """Show the board in characters."""
    await show_board(club, request, await of_button(club, request), as_text=True)


async def hand(club: Club, request: Request) -> None:
    """Show the hidden hand to its owner."""
    await _show_hand(club, request, await of_button(club, request))


async def more(club: Club, request: Request) -> None:
    """Show what else there is to do in this match."""
    table = await look_for_opponent(club, request, await of_button(club, request))
    await request.reply.show(more_card(table, table.seat_of(request.who.id), request.say, now=club.now()))


async def show_board(
    club: Club, request: Request, table: Table, *, note: str | None = None, as_text: bool = False
) -> None:
    """Show the board as this person sees it, in their theme or in text, below a `note`."""
    seat = table.seat_of(request.who.id)
    preference = await club.preferences.get(request.who.id)
    table = table.turned(preference)
    first = None
    if seat is not None and table.turn == seat:
        first = await asyncio.to_thread(level, table.game, table.match.position, ())
    if as_text:
        await request.reply.show(text_board_card(table, seat, request.say, first=first, note=note))
        return
    theme = theme_of(preference)
    await request.reply.show(own_board_card(table, seat, request.say, theme=theme, first=first, note=note))


async def _show_hand(club: Club, request: Request, table: Table) -> None:
    """Show the hidden hand of this person, who must play in this match."""
    if not table.game.hidden:
        raise Refusal("hand.none", title=table.game.title)
    seat = club.matches.seated(table, request.who.id)
    theme = theme_of(await club.preferences.get(request.who.id))
    await request.reply.show(own_hand_card(table, seat, request.say, theme=theme))


async def _move(club: Club, request: Request, *, match: str | None, text: str) -> None:
    """Make a move; if the board has moved on meanwhile, show it as it is now."""
    table = await resolve(club, request, match)
    user_id = request.who.id
    try:
        after = await club.matches.play_on(table, user_id=user_id, text=text, interaction_id=request.id)
    except Stale as stale:
        note = stale.told(request.say.language)
        await show_board(club, request, await club.matches.get(table.row.id), note=note)
        return
    request.reply.stored()
    move, link = after.last_move_of(user_id), place_link(after.row)
    unshown = after.row.abroad is not None and after.row.place_id != request.channel_id
    await request.reply.say("answer.played.abroad" if unshown else "answer.played.link", move=move, link=link)


HANDLERS: Final[dict[str, Handler]] = {
    "view": view,
    "words": in_words,
    "hand": hand,
    "more": more,
}
