"""The record of a match as files, with links to lidraughts."""

from typing import Final

import discord

from bot.cards.kit.card_lines import players_line, result_line
from bot.cards.kit.kit import Card, CardFile, framed_view, link_button, row, text
from club.play.after.records import RecordExport
from words import Localizer

ADDRESS_LIMIT: Final = 512
"""Characters of the address of a link button (Discord)."""


def record_card(export: RecordExport, say: Localizer) -> Card:
    """Return the record of a match as files that only one person sees."""
    table = export.table
    files: list[discord.File] = [
        CardFile(file.text.encode(), file.name, say(f"file.{file.format}", title=table.game.title))
        for file in export.files
    ]
    links = _links(export, say)
    card = framed_view(
        None,
        text(
            say("card.record", title=table.game.title),
            players_line(table, say),
            result_line(table, say) if table.is_over else None,
            say(_contents_code(export)),
            _missing_link_line(export, say),
        ),
        *(discord.ui.File[discord.ui.LayoutView](f"attachment://{file.name}") for file in export.files),
        row(*links) if links else None,
    )
    return Card(card, files)


def _contents_code(export: RecordExport) -> str:
    """Return the message code that says what the files contain."""
    hidden = export.table.game.hidden
    if export.table.is_over:
        return "card.record.dealt" if hidden else "card.record.whole"
    if not hidden:
        return "card.record.so_far"
    return "card.record.watched" if export.seat is None else "card.record.seen"


def _links(export: RecordExport, say: Localizer) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Return the buttons that open the game or the position in lidraughts."""
    found = [("game", export.game_url), ("position", export.position_url)]
    return [
        link_button(say(f"button.lidraughts.{name}"), address)
        for name, address in found
        if address and len(address) <= ADDRESS_LIMIT
    ]


def _missing_link_line(export: RecordExport, say: Localizer) -> str | None:
    """Return why only the position and not the game has a link, or `None`."""
    if export.position_url is None or not export.table.match.plies:
        return None
    if export.game_url is None:
        return say("card.record.other_rules")
    return say("card.record.long") if len(export.game_url) > ADDRESS_LIMIT else None
