"""More: the button on a card of a match that unfolds further actions."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.kit import ActionButton
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from words import Localizer

ALL: Final = "all"
"""In a custom_id of More: it unfolds everything."""
OWN: Final = "own"
"""In a custom_id of More: it unfolds in the player's own card, below the board."""

MoreRows = Sequence[discord.ui.ActionRow[Any]]
"""The rows of buttons that More has unfolded."""


def more_button(table: Table, say: Localizer, *marks: str) -> ActionButton:
    """Return the button that unfolds further actions; `marks` are `OWN` and `ALL`."""
    custom_id = CustomId("more", table.row.id, table.row.version, ",".join(marks))
    return ActionButton.create(custom_id, say("button.more"))
