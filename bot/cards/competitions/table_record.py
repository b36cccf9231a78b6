"""The table of a section as files to take away."""

import discord

from bot.cards.competitions.league import letter_of
from bot.cards.kit.kit import Card, CardFile, framed_view, text
from bot.cards.kit.names import plain
from club.competitions.crosstable import Crosstable
from club.competitions.kinds import kind_of
from words import Speaker


def table_record_card(sheet: Crosstable, files: dict[str, str], say: Speaker) -> Card:
    """Return the table of a section as files, by their endings, which one person sees."""
    league, number = plain(sheet.competition.name), sheet.stage.number + 1
    stem = f"table-{sheet.section.id}"
    uploads: list[discord.File] = [
        CardFile(given.encode(), f"{stem}.{ending}", say(f"file.table.{ending}", league=league))
        for ending, given in files.items()
    ]
    if kind_of(sheet.competition).seasons:
        head = say("card.table.record", league=league, number=number, section=letter_of(sheet.section.number))
    else:
        head = say("card.table.record.tournament", league=league)
    card = framed_view(
        None,
        text(
            head,
            say("card.table.record.files"),
        ),
        *(discord.ui.File[discord.ui.LayoutView](f"attachment://{file.filename}") for file in uploads),
    )
    return Card(card, uploads)
