"""Parts for places where the bot is not a member (user installs).

There it can only answer interactions.
"""

from bot.cards.kit.kit import ActionButton, Card, text_view
from bot.custom_ids import CustomId
from words import Localizer, Phrase
from words.message import MessagePlace


def unseen_move_card(say: Localizer) -> Card:
    """Return the notice that a player's move is not visible to the others yet.

    The server hides the bot's answers from them.
    """
    return Card(text_view(say("user_install.unseen", permission=Phrase("permission.use_external_apps"))))


def board_button(match_id: int, version: int, label: str) -> ActionButton:
    """Return the button that shows the board of a match in a user install.

    A link cannot be used, because the new board has no address yet.
    """
    return ActionButton.create(CustomId("view", match_id, version), label[: MessagePlace.BUTTON.limit])
