"""/hint: where to look, then the move, for one person alone; also by a button of More."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.hint import hint_card
from bot.cogs import completion
from bot.cogs.match import WHICH, of_button, resolve
from club.club import Club

COG: Final = Cog()


@COG.action("hint")
@COG.command("command.hint")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def hint(club: Club, request: Request, match: str | None = None) -> None:
    """Say where to look."""
    table = await resolve(club, request, match)
    given = await club.hints.of(table, user_id=request.who.id)
    await request.reply.show(hint_card(table, given, request.say, whole=False))


@COG.action("hint-move")
async def whole(club: Club, request: Request) -> None:
    """Say the move; once the board has moved on, where to look now."""
    table = await of_button(club, request)
    given = await club.hints.of(table, user_id=request.who.id)
    same = table.row.version == request.custom_id.version
    await request.reply.update(hint_card(table, given, request.say, whole=same))
