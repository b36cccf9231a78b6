"""Extras of a private match: the computer's strength, and the way into the open."""

from typing import Any

import discord

from bot.cards.kit.kit import Press, small
from bot.custom_ids import CustomId
from club.play.after.phrases import strength
from club.play.match.matches import Table
from engines.choose import levels
from words import Speaker
from words.message import MessagePlace


def private_line(table: Table, say: Speaker) -> str | None:
    """Return as small print that a match is private, and the computer's strength."""
    level = table.row.level
    return small(say("card.private", strength=strength(level, levels(table.game)))) if level else None


def open_button(table: Table, say: Speaker) -> Press:
    """Return the button that takes a private match into the open, where it is pressed."""
    label = say("button.open.over" if table.over else "button.open")
    return Press.of(CustomId("open", table.row.id, table.row.version), label)


def first_presses(table: Table, say: Speaker) -> list[Press]:
    """Return the buttons beside the choices before the first move.

    The button that makes the match public is under More.
    """
    rules = Press.of(CustomId("howto", table.row.id, rest=table.game.key), say("button.howto"))
    more = Press.of(CustomId("more", table.row.id, table.row.version), say("button.more"))
    return [rules, more]


def strengths(table: Table, say: Speaker) -> discord.ui.Select[Any]:
    """Return the menu of how strong the computer can play, with how strong it does."""
    most, chosen = levels(table.game), table.row.level
    options = [
        discord.SelectOption(
            label=say.text(strength(level, most))[: MessagePlace.OPTION.limit],
            value=str(level),
            default=level == chosen,
        )
        for level in range(1, most + 1)
    ]
    return discord.ui.Select(
        custom_id=str(CustomId("strength", table.row.id, table.row.version)), options=options
    )
