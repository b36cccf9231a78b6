"""The card of a private match before its first move: the computer's strength."""

from typing import Any, Final

import discord

from bot.cards.kit.kit import ActionButton, small_print
from bot.cards.kit.unfolding import OWN, more_button
from bot.custom_ids import CustomId
from club.play.after.phrases import strength_phrase
from club.play.match.matches import Table
from club.play.seek.private import GENTLE
from engines.beginner_guide import has_guide
from engines.choose import level_count
from words import Localizer
from words.message import MessagePlace

GUIDE: Final = "guide"
"""The choice in the menu of strengths by which the computer plays as the guide."""


def private_line(table: Table, say: Localizer) -> str | None:
    """Return the line that a match is private, with the computer's strength."""
    level = table.row.level
    if table.is_guided:
        return small_print(say("card.private.guide"))
    return (
        small_print(say("card.private", strength=strength_phrase(level, level_count(table.game))))
        if level
        else None
    )


def first_move_buttons(table: Table, say: Localizer) -> list[ActionButton]:
    """Return the buttons beside the choices before the first move.

    A button leads from the guide to the levels: a menu would push the board out of a phone's sight. The
    button that makes the match public is under More.
    """
    rules = ActionButton.create(CustomId("howto", table.row.id, rest=table.game.key), say("button.howto"))
    more = more_button(table, say, OWN)
    if not table.is_guided:
        return [rules, more]
    stronger = CustomId("strength", table.row.id, table.row.version, str(GENTLE))
    return [rules, ActionButton.create(stronger, say("button.stronger")), more]


def strength_menu(table: Table, say: Localizer) -> discord.ui.Select[Any]:
    """Return the menu of the computer's strengths, with the current one selected."""
    most, chosen = level_count(table.game), table.row.level
    options = [
        discord.SelectOption(
            label=say.text(strength_phrase(level, most))[: MessagePlace.OPTION.limit],
            value=str(level),
            default=level == chosen,
        )
        for level in range(1, most + 1)
    ]
    if has_guide(table.match):
        options.insert(0, discord.SelectOption(label=say("computer.guide"), value=GUIDE))
    return discord.ui.Select(
        custom_id=str(CustomId("strength", table.row.id, table.row.version)), options=options
    )
