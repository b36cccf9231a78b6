"""What is said where the bot is no member and can only answer presses."""

from bot.cards.kit.kit import Card, Press, sentence
from bot.custom_ids import CustomId
from words import Phrase, Speaker
from words.message import MessagePlace


def unseen_card(say: Speaker) -> Card:
    """Return the note to a player whose move the others cannot see yet.

    The server hides the bot's answers from them.
    """
    return Card(sentence(say("user_install.unseen", permission=Phrase("permission.use_external_apps"))))


def board_button(match_id: int, version: int, label: str) -> Press:
    """Return the button that shows a match of a user install.

    A link does not serve, because the new board has no address yet.
    """
    return Press.of(CustomId("view", match_id, version), label[: MessagePlace.BUTTON.limit])
