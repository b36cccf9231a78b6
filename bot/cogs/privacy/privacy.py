"""/privacy: the caller's stored data, and its deletion."""

from typing import Final

from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card, text_view
from bot.cards.privacy.privacy import deletion_question_card, own_data_card
from club.club import Club

COG: Final = Cog(app_commands.Group(name="privacy", description=locale_text("command.privacy")))


@COG.command("command.privacy.export")
async def export(club: Club, request: Request) -> None:
    """Send the caller all data stored about them."""
    files = await club.privacy.export.export_files(request.user.id)
    held = await club.privacy.deletion.load_stored_data(request.user.id)
    for number, data in enumerate(files, 1):
        await request.reply.show(own_data_card(data, number, len(files), held, request.say))


@COG.command("command.privacy.delete")
async def ask_to_confirm_deletion(club: Club, request: Request) -> None:
    """Ask the caller to confirm that their data should be deleted."""
    held = await club.privacy.deletion.load_stored_data(request.user.id)
    await request.reply.show(deletion_question_card(held, request.say))


@COG.action("forget")
async def delete_own_data(club: Club, request: Request) -> None:
    """Start to delete the caller's data, after their confirmation."""
    await club.privacy.deletion.begin_deletion(request.user.id)
    request.reply.mark_stored()
    await request.reply.update(Card(text_view(request.say("privacy.forgetting"))))


@COG.action("forget-no")
async def cancel_deletion(club: Club, request: Request) -> None:
    """Tell the caller that their data has not been deleted."""
    await request.reply.update(Card(text_view(request.say("privacy.kept"))))
