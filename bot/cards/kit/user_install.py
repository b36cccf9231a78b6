"""What is said where the bot is no member and can only answer presses."""

from bot.cards.kit.kit import Card, Press, sentence
from bot.custom_ids import CustomId
from words import Said, Speaker
from words.message import Place


def unseen_card(say: Speaker) -> Card:
    """Return the word to who has moved that the others do not see the board yet, for the server hides answers."""
    return Card(sentence(say("user_install.unseen", permission=Said("permission.use_external_apps"))))


def board_button(match_id: int, version: int, label: str) -> Press:
    """Return the button that shows a match of a user install: no address leads to a board that is not there yet."""
    return Press.of(CustomId("view", match_id, version), label[: Place.BUTTON.limit])
