"""What else there is to do in a match, as it applies to the person who asks."""

from typing import Any

import discord

from bot.cards.kit import DANGER, Card, Press, framed, heading, row, text
from bot.custom_ids import CustomId
from club.matches import Table
from club.offers import OfferKind, may_offer
from rules.game import Seat
from words import Speaker

IN_A_ROW = 5
"""Buttons side by side (Discord)."""


def more_card(table: Table, seat: Seat | None, say: Speaker) -> Card:
    """Return what else there is to do in a match; `seat` is that of the person who asks, if they play in it."""
    items = [
        Press.of(CustomId("moves", table.row.id, table.row.version), say("button.moves")),
        Press.of(CustomId("howto", 0, rest=table.game.key), say("button.rules")),
    ]
    if table.running and seat is not None:
        items += _for_players(table, seat, say)
    return Card(framed(None, text(heading(say.told(table.game.title))), *_rows(items)))


def _for_players(table: Table, seat: Seat, say: Speaker) -> list[Press]:
    """Return what a player can do beside their moves."""

    def button(action: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Press:
        return Press.of(CustomId(action, table.row.id, table.row.version), say(f"button.{action}"), style)

    items = [Press.of(CustomId("offer", table.row.id, table.row.version), say("button.offer_draw"))]
    if may_offer(table, OfferKind.TAKEBACK, seat):
        items.append(button("takeback"))
    return [*items, button("resign", DANGER)]


def _rows(items: list[Press]) -> list[discord.ui.ActionRow[Any]]:
    """Return buttons in rows as wide as there may be."""
    return [row(*items[start : start + IN_A_ROW]) for start in range(0, len(items), IN_A_ROW)]
