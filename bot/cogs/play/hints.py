"""/hint: first where to look, then the move, shown to one player only."""

from functools import partial
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.play.hint import hint_card, shown_hint
from bot.cogs.naming import completion
from bot.cogs.play.match import WHICH, load_button_match, resolve_own_match
from club.club import Club
from club.members.preferences import board_theme
from club.play.match.matches import Table
from rules.choosing import node_at

COG: Final = Cog()


@COG.action("hint")
@COG.command("command.hint")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_computer_matches)
async def show_hint(club: Club, request: Request, match: str | None = None) -> None:
    """Show the player where on the board to look."""
    table = await resolve_own_match(club, request, match)
    await request.reply.show(await _card(club, request, table, whole=False))


@COG.action("hint-move")
async def show_hinted_move(club: Club, request: Request) -> None:
    """Show the suggested move, or where to look if the board has changed since."""
    table = await load_button_match(club, request)
    same = table.row.version == request.custom_id.version
    await request.reply.update(await _card(club, request, table, whole=same))


async def _card(club: Club, request: Request, table: Table, *, whole: bool) -> Card:
    """Return the card of a hint, with the board turned as the player prefers.

    `whole` reveals the move.
    """
    hint = await club.play.hints.get_hint(table, user_id=request.user.id)
    preference = await club.members.preferences.get(request.user.id)
    seat = club.play.matches.require_turn(table, request.user.id)
    look = partial(node_at, table.game, table.match.position, ())
    begun = await club.play.crowded_positions.run_on_thread(request.user.id, table.match, look)
    assert begun is not None  # a player to move has a move
    return hint_card(
        table.with_facing(preference),
        seat,
        begun,
        shown_hint(hint, begun.choices, shows_move=whole),
        request.say,
        theme=board_theme(preference),
        confirm=preference.confirm,
    )
