"""/import: a record from elsewhere, as a board to page through.

A new match can begin from it.
"""

from typing import Final

import discord
from discord import app_commands

from bot.answers.cog import Cog
from bot.answers.request import Request
from bot.answers.translator import locale_text
from bot.cards.kit.kit import Card
from bot.cards.play.imports import RECORD_FILE, import_card, import_form
from bot.cogs.play.challenges import challenge
from club.club import Club
from club.play.after.imports import SIZE_LIMIT, ImportedRecord, too_large
from club.play.seek.proposals import Proposal
from club.refusals import Refusal

COG: Final = Cog()


@COG.command("command.import")
@app_commands.describe(record=locale_text("command.import.record"))
async def import_record(club: Club, request: Request, record: discord.Attachment | None = None) -> None:
    """Show an attached record; without a file, open the form to paste one into."""
    if record is None:
        await request.reply.ask(import_form(request.say))
    else:
        await _show(club, request, await _read_file(club, request, record))


@COG.action("import")
async def show_pasted(club: Club, request: Request) -> None:
    """Show the record pasted into the form."""
    data = request.fields.get("record", "").encode(errors="replace")
    await _show(club, request, await club.imports.read_record(data, request.who.id))


@COG.action("import-at")
async def turn(club: Club, request: Request) -> None:
    """Show another position of the record of the card."""
    imported = await record_of_card(club, request)
    await request.reply.update(await _card(club, request, imported, request.custom_id.version))


@COG.action("import-play")
async def play_on(club: Club, request: Request) -> None:
    """Post a challenge to anyone that begins from the position of the card."""
    imported = await record_of_card(club, request)
    match = imported.match.copy_at(request.custom_id.version)
    if match.game.hidden:
        raise Refusal("import.hidden", title=match.game.title)
    if match.turn is None:
        raise Refusal("import.over")
    proposal = Proposal(game=match.game, options=match.settled_options)
    await challenge(club, request, proposal, start=match)


async def record_of_card(club: Club, request: Request) -> ImportedRecord:
    """Return the record on the pressed card, from memory or from the card's file."""
    key = request.custom_id.rest.partition(",")[0]
    if kept := club.imports.at_hand(key):
        return kept
    carried = next((file for file in request.attached if file.filename == RECORD_FILE), None)
    if carried is None:
        raise Refusal("import.gone")
    found = await _read_file(club, request, carried)
    if found.key != key:
        raise Refusal("import.gone")
    return found


async def _read_file(club: Club, request: Request, file: discord.Attachment) -> ImportedRecord:
    """Parse the record in a file."""
    if file.size > SIZE_LIMIT:
        raise too_large()
    return await club.imports.read_record(await file.read(), request.who.id)


async def _show(club: Club, request: Request, imported: ImportedRecord) -> None:
    await request.reply.show(await _card(club, request, imported, 0))


async def _card(club: Club, request: Request, imported: ImportedRecord, ply: int) -> Card:
    """Return the board after so many plies."""
    theme = await club.preferences.theme(request.who.id)
    return import_card(imported, ply, request.say, theme=theme)
