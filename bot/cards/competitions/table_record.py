"""The card that offers the table of a section as files to download."""

import discord

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.league_lines import numbered_id
from bot.cards.kit.kit import ActionButton, Card, CardFile, framed_view, row, text
from bot.cards.kit.names import safe_name
from club.competitions.crosstable import Crosstable
from words import Localizer


def table_record_card(sheet: Crosstable, files: dict[str, str], say: Localizer, *, has_games: bool) -> Card:
    """Return the table of a section as files, visible to one person only.

    `files` maps the file name extensions to the contents. With `has_games`, a button gives the games too.
    """
    league = safe_name(sheet.competition.name)
    stem = f"table-{sheet.section.id}"
    uploads: list[discord.File] = [
        CardFile(given.encode(), f"{stem}.{ending}", say(f"file.table.{ending}", league=league))
        for ending, given in files.items()
    ]
    card = framed_view(
        None,
        text(
            cards_for_kind(sheet.competition.kind).table_files_heading(sheet, say),
            say("card.table.record.files"),
        ),
        *(discord.ui.File[discord.ui.LayoutView](f"attachment://{file.filename}") for file in uploads),
        row(ActionButton.create(numbered_id("table-games", sheet.section.id), say("button.table.games")))
        if has_games
        else None,
    )
    return Card(card, uploads)


def event_games_card(sheet: Crosstable, pdn: str, count: int, say: Localizer) -> Card:
    """Return the games of a section as one PDN file, visible to one person only."""
    league = safe_name(sheet.competition.name)
    file = CardFile(pdn.encode(), f"games-{sheet.section.id}.pdn", say("file.games", league=league))
    shown: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{file.filename}")
    return Card(framed_view(None, text(say("card.table.games", count=count, league=league)), shown), [file])
