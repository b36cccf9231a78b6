"""Cards about a match that has moved, or that has lost its channel."""

from bot.cards.kit.kit import ASKED, OVER, PRIMARY, ActionButton, Card, framed_view, row, text
from bot.custom_ids import CustomId
from words import Localizer


def suspended_card(match_id: int, words: str, say: Localizer) -> Card:
    """Return the reason why a match is suspended, with a button to move it here."""
    return Card(framed_view(ASKED, text(words), row(resume_button(match_id, say("button.resume")))))


def resume_button(match_id: int, label: str) -> ActionButton:
    """Return the button that moves a match to where it is pressed."""
    return ActionButton.create(CustomId("resume", match_id), label, PRIMARY)


def moved_card(moderator_id: int, channel_id: int, say: Localizer) -> Card:
    """Return the line left behind when a moderator moves a match elsewhere."""
    return Card(
        framed_view(OVER, text(say("card.moved.to", name=f"<@{moderator_id}>", channel=f"<#{channel_id}>")))
    )
