"""A match in progress: /board, /hand, and the buttons of a board card."""

from functools import partial
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import COMMAND, Request
from bot.answers.translator import locale_text
from bot.cards.play.board import own_board_card, text_board_card
from bot.cards.play.hand import own_hand_card
from bot.cards.play.more import more_card
from bot.cogs.naming import completion
from bot.cogs.naming.members import look_for_opponent
from club.club import Club
from club.members.preferences import theme_of
from club.play.match.matches import Table
from club.refusals import Refusal
from rules.choosing import node_at

COG: Final = Cog()

WHICH: Final = locale_text("command.match")
"""Describes the option `match` of every command about one match."""
FORMS: Final = [
    app_commands.Choice(name=locale_text("choice.picture"), value="picture"),
    app_commands.Choice(name=locale_text("choice.text"), value="text"),
]
"""In which form boards are shown."""


async def resolve(club: Club, request: Request, match: str | None) -> Table:
    """Return the match that a command or a button is about.

    Raise `Refusal` if no match or several are possible.
    """
    if request.custom_id is not COMMAND:
        return await match_of_button(club, request)
    return await club.match_resolver.resolve(request.asker, completion.match_id(match))


async def match_of_button(club: Club, request: Request) -> Table:
    """Return the match of a button; raise `Refusal` if this user may not see it."""
    return await club.match_resolver.load_named(request.asker, request.custom_id.id)


async def match_to_share(club: Club, request: Request) -> Table:
    """Return the match that a button names.

    Raise `Refusal` unless everyone here may see the match's place.
    """
    table = await match_of_button(club, request)
    if not await request.asker.may_share(table.row):
        raise Refusal("share.elsewhere")
    return table


async def resolve_played(club: Club, request: Request, match: str | None) -> Table:
    """Return the match that a command or a button is about.

    If none is named and none is running, return the user's last one.
    """
    try:
        return await resolve(club, request, match)
    except Refusal as refusal:
        if refusal.code != "match.none":
            raise
        found = await club.lists.finished_of(request.who.id, limit=1)
        if not found:
            raise
        return await club.matches.load(found[0].row.id)


@COG.command("command.board")
@app_commands.rename(form="as")
@app_commands.describe(match=WHICH, form=locale_text("command.board.as"))
@app_commands.choices(form=FORMS)
@app_commands.autocomplete(match=completion.matches)
async def board(club: Club, request: Request, match: str | None = None, form: str = "picture") -> None:
    """Show the board from this person's side."""
    table = await resolve(club, request, match)
    await show_board(club, request, table, as_text=form == "text")


@COG.action("view")
async def view(club: Club, request: Request) -> None:
    """Show the board from this person's side."""
    table = await match_of_button(club, request)
    moved_on = await club.matches.has_moved_since(table, request.custom_id.version)
    note = request.say("match.stale") if moved_on else None
    await show_board(club, request, table, note=note)


@COG.action("words")
async def in_words(club: Club, request: Request) -> None:
    """Show the board in characters."""
    await show_board(club, request, await match_of_button(club, request), as_text=True)


@COG.action("hand")
@COG.command("command.hand")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def hand(club: Club, request: Request, match: str | None = None) -> None:
    """Show the hidden hand to its owner, who must play in this match."""
    table = await resolve(club, request, match)
    if not table.game.hidden:
        raise Refusal("hand.none", title=table.game.title)
    seat = club.matches.require_seat(table, request.who.id)
    theme = await club.preferences.theme(request.who.id)
    await request.reply.show(own_hand_card(table, seat, request.say, theme=theme))


@COG.action("more")
async def more(club: Club, request: Request) -> None:
    """Show what else there is to do in this match."""
    table = await look_for_opponent(club, request, await match_of_button(club, request))
    seat, opens = table.seat_of(request.who.id), not request.place.private
    cancels = await club.beginnings.may_cancel(table)
    card = more_card(table, seat, request.say, now=club.now(), opens=opens, cancels=cancels)
    await request.reply.show(card)


async def show_board(
    club: Club, request: Request, table: Table, *, note: str | None = None, as_text: bool = False
) -> None:
    """Show the board from this user's side, in their theme or as text, below a `note`."""
    seat = table.seat_of(request.who.id)
    preference = await club.preferences.get(request.who.id)
    table = table.with_facing(preference)
    first = None
    if seat is not None and table.turn == seat:
        look = partial(node_at, table.game, table.match.position, ())
        first = await club.crowded_positions.beside(request.who.id, table.match, look)
    if as_text:
        await request.reply.show(text_board_card(table, seat, request.say, first=first, note=note))
        return
    theme = theme_of(preference)
    card = own_board_card(
        table, seat, request.say, theme=theme, first=first, opens=not request.place.private, note=note
    )
    await request.reply.show(card)
