"""/resign, and the buttons that confirm or cancel it."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, text_view
from bot.cards.play.offer import resign_card
from bot.cogs.naming import completion
from bot.cogs.play.match import WHICH, resolve_own_match
from bot.cogs.play.picker import show_computer_match
from club.club import Club

COG: Final = Cog()


@COG.action("resign")
@COG.command("command.resign")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.complete_matches)
async def ask_to_confirm_resignation(club: Club, request: Request, match: str | None = None) -> None:
    """Ask the player to confirm that they resign."""
    table = await resolve_own_match(club, request, match)
    seat = club.play.matches.require_seat(table, request.user.id)
    await request.reply.show(resign_card(table, seat, request.say))


@COG.action("resign-yes")
async def resign_match(club: Club, request: Request) -> None:
    """Resign the match, after the player's confirmation."""
    after = await club.play.matches.resign(request.custom_id.id, request.act)
    request.reply.mark_stored()
    if after.row.is_private:
        await show_computer_match(club, request, after)
        return
    await request.reply.update(Card(text_view(request.say("answer.resigned"))))


@COG.action("resign-no")
async def keep_playing(club: Club, request: Request) -> None:
    """Tell the player that they have not resigned and the match continues."""
    await request.reply.update(Card(text_view(request.say("answer.goes_on"))))
