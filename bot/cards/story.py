"""What a board says beside the position: an open offer, moves taken back."""

from bot.cards.kit import plain
from club.history import Story
from club.matches import Table
from club.offers import Offer, OfferKind, taken_back
from words import Speaker


def story_lines(table: Table, story: Story, say: Speaker) -> list[str]:
    """Return one line for each thing that happened since the last move."""
    lines = []
    if story.taken_back:
        name = plain(table.player(story.taken_back.by).name)
        lines.append(say("card.taken_back", name=name, count=story.taken_back.count))
    if story.offer:
        lines.append(offer_line(table, story.offer, say))
    return lines


def offer_line(table: Table, offer: Offer, say: Speaker) -> str:
    """Return who offers what."""
    name = plain(table.player(offer.by).name)
    if offer.kind is OfferKind.TAKEBACK:
        return say("card.offer.takeback", name=name, move=taken_back(table.match, offer.by)[0].text)
    return say("card.offer.draw", name=name)
