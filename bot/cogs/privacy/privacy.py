"""/privacy: what is kept about oneself, and an end to it."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, sentence
from bot.cards.privacy.privacy import forget_card, own_data_card
from club.club import Club

COG: Final = Cog(app_commands.Group(name="privacy", description=locale_text("command.privacy")))


@COG.command("command.privacy.export")
async def export(club: Club, request: Request) -> None:
    """Send the caller all data stored about them."""
    files = await club.own_data.files(request.who.id)
    for number, data in enumerate(files, 1):
        await request.reply.show(own_data_card(data, number, len(files), request.say))


@COG.command("command.privacy.delete")
async def delete(club: Club, request: Request) -> None:
    """Ask whether the caller really wants their data deleted."""
    held = await club.privacy.load_stored_data(request.who.id)
    await request.reply.show(forget_card(held, request.say))


@COG.action("forget")
async def forget(club: Club, request: Request) -> None:
    """Begin to forget the person who presses."""
    await club.privacy.delete(request.who.id)
    request.reply.mark_stored()
    await request.reply.update(Card(sentence(request.say("privacy.forgetting"))))


@COG.action("forget-no")
async def stay(club: Club, request: Request) -> None:
    """Say that nothing has happened."""
    await request.reply.update(Card(sentence(request.say("privacy.kept"))))
