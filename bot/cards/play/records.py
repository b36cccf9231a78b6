"""The record of a match as files, with the link to lidraughts after the end."""

from typing import Final

import discord

from bot.cards.kit.card_lines import players_line, result_line
from bot.cards.kit.kit import Card, CardFile, framed_view, link, row, text
from club.play.after.records import Export
from words import Speaker

ADDRESS_LIMIT: Final = 512
"""Characters of the address of a link button (Discord)."""


def record_card(export: Export, say: Speaker) -> Card:
    """Return the record of a match as files that only one person sees."""
    table = export.table
    files: list[discord.File] = [
        CardFile(file.text.encode(), file.name, say(f"file.{file.form}", title=table.game.title))
        for file in export.files
    ]
    links = _links(export, say)
    card = framed_view(
        None,
        text(
            say("card.record", title=table.game.title),
            players_line(table, say),
            result_line(table, say) if table.over else None,
            say(_contents(export)),
            _missing(export, say),
        ),
        *(discord.ui.File[discord.ui.LayoutView](f"attachment://{file.name}") for file in export.files),
        row(*links) if links else None,
    )
    return Card(card, files)


def _contents(export: Export) -> str:
    """Return the code of what the files hold."""
    hidden = export.table.game.hidden
    if export.table.over:
        return "card.record.dealt" if hidden else "card.record.whole"
    if not hidden:
        return "card.record.so_far"
    return "card.record.watched" if export.seat is None else "card.record.seen"


def _links(export: Export, say: Speaker) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    """Return the ways to lidraughts."""
    found = [("game", export.game), ("position", export.position)]
    return [
        link(say(f"button.lidraughts.{name}"), address)
        for name, address in found
        if address and len(address) <= ADDRESS_LIMIT
    ]


def _missing(export: Export, say: Speaker) -> str | None:
    """Return why only a position has a link and the game has none, or `None`."""
    if export.position is None or not export.table.match.plies:
        return None
    if export.game is None:
        return say("card.record.other_rules")
    return say("card.record.long") if len(export.game) > ADDRESS_LIMIT else None
