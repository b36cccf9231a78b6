"""/board and /hand, and the buttons on a match's board."""

from functools import partial
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import COMMAND, Request
from bot.answers.translator import locale_text
from bot.cards.play.board import own_board_card, text_board_card
from bot.cards.play.hand import own_hand_card
from bot.cogs.naming import completion
from club.club import Club
from club.members.preferences import board_theme
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


async def resolve_match(club: Club, request: Request, match: str | None) -> Table:
    """Return the match that a command or a button is about.

    Raise `Refusal` if there is no such match, or if several are possible.
    """
    if request.custom_id is not COMMAND:
        return await load_button_match(club, request)
    return await club.play.resolver.resolve(request.asker, completion.parse_match_id(match))


async def resolve_own_match(club: Club, request: Request, match: str | None) -> Table:
    """Return the match in which a command or a button of a player does something.

    Raise `Refusal` if there is no such match, or if several are possible.
    """
    if request.custom_id is not COMMAND:
        return await load_button_match(club, request)
    named = completion.parse_match_id(match)
    return await club.play.resolver.resolve(request.asker, named, as_player=True)


async def load_button_match(club: Club, request: Request) -> Table:
    """Return the match of a button.

    Raise `Refusal` if the caller may not see it.
    """
    return await club.play.resolver.load_named(request.asker, request.custom_id.id)


async def load_shareable_match(club: Club, request: Request) -> Table:
    """Return the match of a button, if it may be shown to everyone here.

    Raise `Refusal` unless everyone here may see the match's place.
    """
    table = await load_button_match(club, request)
    if not await request.asker.may_share(table.row):
        raise Refusal("share.elsewhere")
    return table


async def resolve_match_or_last(club: Club, request: Request, match: str | None) -> Table:
    """Return the match that a command or a button is about, running or over.

    If the command names no match and the caller has none running, it is the last one that they
    finished.
    """
    try:
        return await resolve_match(club, request, match)
    except Refusal as refusal:
        if refusal.code != "match.none":
            raise
        found = await club.play.lists.list_finished(request.user.id, limit=1)
        if not found:
            raise
        return await club.play.matches.load(found[0].row.id)


@COG.command("command.board")
@app_commands.rename(form="as")
@app_commands.describe(match=WHICH, form=locale_text("command.board.as"))
@app_commands.choices(form=FORMS)
@app_commands.autocomplete(match=completion.complete_matches)
async def show_requested_board(
    club: Club, request: Request, match: str | None = None, form: str = "picture"
) -> None:
    """Show the board of a match from the caller's side, as a picture or as text."""
    table = await resolve_match(club, request, match)
    await show_board(club, request, table, as_text=form == "text")


@COG.action("view")
async def view_board(club: Club, request: Request) -> None:
    """Show the board of the button's match from the caller's side."""
    table = await load_button_match(club, request)
    moved_on = await club.play.matches.has_moved_since(table, request.custom_id.version)
    note = request.say("match.stale") if moved_on else None
    await show_board(club, request, table, note=note)


@COG.action("words")
async def show_board_as_text(club: Club, request: Request) -> None:
    """Show the board of the button's match as text."""
    await show_board(club, request, await load_button_match(club, request), as_text=True)


@COG.action("hand")
@COG.command("command.hand")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_hidden_matches)
async def show_hand(club: Club, request: Request, match: str | None = None) -> None:
    """Show a player their own hidden hand in a match of a card game."""
    table = await resolve_own_match(club, request, match)
    if not table.game.hidden:
        raise Refusal("hand.none", title=table.game.title)
    seat = club.play.matches.require_seat(table, request.user.id)
    theme = await club.members.preferences.load_theme(request.user.id)
    await request.reply.show(own_hand_card(table, seat, request.say, theme=theme))


async def show_board(
    club: Club, request: Request, table: Table, *, note: str | None = None, as_text: bool = False
) -> None:
    """Show the caller the board of a match from their side, below a `note`.

    The board is a picture in the caller's theme, or text if `as_text` is set.
    """
    seat = table.seat_of(request.user.id)
    preference = await club.members.preferences.get(request.user.id)
    table = table.with_facing(preference)
    first = None
    if seat is not None and table.turn == seat:
        look = partial(node_at, table.game, table.match.position, ())
        first = await club.play.crowded_positions.run_on_thread(request.user.id, table.match, look)
    if as_text:
        await request.reply.show(text_board_card(table, seat, request.say, first_node=first, note=note))
        return
    theme = board_theme(preference)
    card = own_board_card(
        table,
        seat,
        request.say,
        theme=theme,
        first_node=first,
        can_open=not request.place.is_private,
        note=note,
    )
    await request.reply.show(card)
