"""Giving up: /resign, and the buttons that ask once before it counts."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.cards.kit.kit import Card, sentence
from bot.cards.play.offer import resign_card
from bot.cogs.naming import completion
from bot.cogs.play.match import WHICH, resolve
from bot.cogs.play.picker import show_alone
from club.club import Club

COG: Final = Cog()


@COG.action("resign")
@COG.command("command.resign")
@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=completion.matches)
async def resign(club: Club, request: Request, match: str | None = None) -> None:
    """Ask whether a player really means it."""
    table = await resolve(club, request, match)
    seat = club.matches.require_seat(table, request.who.id)
    await request.reply.show(resign_card(table, seat, request.say))


@COG.action("resign-yes")
async def give_up(club: Club, request: Request) -> None:
    """Resign the match."""
    after = await club.matches.resign(request.custom_id.id, request.act)
    request.reply.mark_stored()
    if after.row.private:
        await show_alone(club, request, after)
        return
    await request.reply.update(Card(sentence(request.say("answer.resigned"))))


@COG.action("resign-no")
async def play_on(club: Club, request: Request) -> None:
    """Say that nothing has happened."""
    await request.reply.update(Card(sentence(request.say("answer.goes_on"))))
