"""Share: the question where, and the match that something shared brings."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import discord

from bot.cards.kit.kit import OFFERED, PRIMARY, ActionButton, Card, framed_view, row, text
from bot.custom_ids import CustomId
from words import Localizer


class Where(StrEnum):
    """Where something is shared; the values stand in custom_ids."""

    HERE = "here"
    UP = "up"
    KEEP = "keep"


CarriedFile = tuple[discord.ui.Item[Any], discord.File]
"""A file that a card carries for its buttons, and the component that shows it."""
PREFIX: Final = "share-"
"""Prefix of the actions of all Share buttons.

What follows it stands in the custom_ids of their question.
"""


def where_card(
    shared: CustomId, places: Sequence[Where], say: Localizer, carried: CarriedFile | None = None
) -> Card:
    """Return the question where to share, of which each answer has a button.

    `shared` is the custom_id of the Share button that was pressed. `carried` is the file that its card
    carries and that the answers need.
    """
    ways = [
        ActionButton.create(
            CustomId(
                "share-to",
                shared.id,
                shared.version,
                f"{where},{shared.action.removeprefix(PREFIX)},{shared.rest}",
            ),
            say(f"button.share.{where}"),
        )
        for where in places
    ]
    shown = None if carried is None else carried[0]
    files: list[discord.File] = [] if carried is None else [carried[1]]
    return Card(framed_view(OFFERED, text(say("card.share.where")), row(*ways), shown), files)


def read_where(pressed: CustomId) -> tuple[Where, CustomId] | None:
    """Return the place and the Share button of an answer; `None` if it is forged."""
    where, _, shared = pressed.rest.partition(",")
    action, _, rest = shared.partition(",")
    if where not in tuple(Where):
        return None
    return Where(where), CustomId(PREFIX + action, pressed.id, pressed.version, rest)


def rival_button(user_id: int, label: str, *, game: str = "", match_id: int | None = None) -> ActionButton:
    """Return the button that challenges a member from something shared.

    Without a `game` it asks for one. `match_id` names the match whose options the challenge takes over.
    """
    rest = game if match_id is None else f"{game},{match_id}"
    return ActionButton.create(CustomId("rival", user_id, rest=rest), label, PRIMARY)


def position_button(custom_id: CustomId, say: Localizer) -> ActionButton:
    """Return the button that plays on against the computer from something shared."""
    return ActionButton.create(custom_id, say("button.share.position"), PRIMARY)
