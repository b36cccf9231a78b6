"""The table of a section as files to take away."""

import discord

from bot.cards.competitions.every_kind import cards_of
from bot.cards.kit.kit import Card, CardFile, framed_view, text
from bot.cards.kit.names import plain
from club.competitions.crosstable import Crosstable
from words import Speaker


def table_record_card(sheet: Crosstable, files: dict[str, str], say: Speaker) -> Card:
    """Return the table of a section as files, by their endings, which one person sees."""
    league = plain(sheet.competition.name)
    stem = f"table-{sheet.section.id}"
    uploads: list[discord.File] = [
        CardFile(given.encode(), f"{stem}.{ending}", say(f"file.table.{ending}", league=league))
        for ending, given in files.items()
    ]
    card = framed_view(
        None,
        text(
            cards_of(sheet.competition.kind).record_line(sheet, say),
            say("card.table.record.files"),
        ),
        *(discord.ui.File[discord.ui.LayoutView](f"attachment://{file.filename}") for file in uploads),
    )
    return Card(card, uploads)
