"""What is said of a match whose place has changed, or is gone."""

from bot.cards.kit.kit import ASKED, OVER, PRIMARY, Card, Press, framed_view, row, text
from bot.custom_ids import CustomId
from words import Speaker


def suspended_card(match_id: int, words: str, say: Speaker) -> Card:
    """Return the reason why a match cannot go on where it was.

    It has the button that moves the match here.
    """
    return Card(framed_view(ASKED, text(words), row(resume_button(match_id, say("button.resume")))))


def resume_button(match_id: int, label: str) -> Press:
    """Return the button that takes a match to where it is pressed."""
    return Press.of(CustomId("resume", match_id), label, PRIMARY)


def moved_card(by: int, to: int, say: Speaker) -> Card:
    """Return the line that a match leaves behind when a moderator moves it."""
    return Card(framed_view(OVER, text(say("card.moved.to", name=f"<@{by}>", channel=f"<#{to}>"))))
