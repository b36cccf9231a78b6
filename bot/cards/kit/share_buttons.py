"""Share: the question where, and the challenge that something shared brings."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from bot.cards.kit.kit import OFFERED, PRIMARY, ActionButton, Card, framed_view, row, text
from bot.custom_ids import CustomId
from words import Localizer


class Where(StrEnum):
    """Where something is shared; the values stand in custom_ids."""

    HERE = "here"
    UP = "up"
    KEEP = "keep"


PREFIX: Final = "share-"
"""Prefix of the actions of all Share buttons.

What follows it stands in the custom_ids of their question.
"""


def where_card(shared: CustomId, places: Sequence[Where], say: Localizer) -> Card:
    """Return the question where to share, of which each answer has a button.

    `shared` is the custom_id of the Share button that was pressed.
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
    return Card(framed_view(OFFERED, text(say("card.share.where")), row(*ways)))


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
