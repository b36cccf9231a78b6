"""/hint: where to look, then the move, seen by one player; also a button of More."""

from functools import partial
from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card
from bot.cards.play.hint import hint_card, shown_hint
from bot.cogs.naming import completion
from bot.cogs.play.match import WHICH, match_of_button, resolve
from club.club import Club
from club.members.preferences import theme_of
from club.play.match.matches import Table
from rules.choosing import node_at

COG: Final = Cog()


@COG.action("hint")
@COG.command("command.hint")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def hint(club: Club, request: Request, match: str | None = None) -> None:
    """Say where to look."""
    table = await resolve(club, request, match)
    await request.reply.show(await _card(club, request, table, whole=False))


@COG.action("hint-move")
async def whole(club: Club, request: Request) -> None:
    """Say the move; once the board has moved on, where to look now."""
    table = await match_of_button(club, request)
    same = table.row.version == request.custom_id.version
    await request.reply.update(await _card(club, request, table, whole=same))


async def _card(club: Club, request: Request, table: Table, *, whole: bool) -> Card:
    """Return a hint for the position of a match, as its player turns the board."""
    hint = await club.hints.of(table, user_id=request.who.id)
    preference = await club.preferences.get(request.who.id)
    seat = club.matches.require_turn(table, request.who.id)
    look = partial(node_at, table.game, table.match.position, ())
    begun = await club.crowded_positions.beside(request.who.id, table.match, look)
    assert begun is not None  # a player to move has a move
    return hint_card(
        table.with_facing(preference),
        seat,
        begun,
        shown_hint(hint, begun.choices, whole=whole),
        request.say,
        theme=theme_of(preference),
        confirm=preference.confirm,
    )
