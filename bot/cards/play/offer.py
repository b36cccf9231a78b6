"""Offers to the opponent, what became of them, and the question before resigning."""

from collections.abc import Mapping
from typing import Final

from bot.cards.kit.kit import (
    ASKED,
    DANGER,
    OFFERED,
    OVER,
    SUCCESS,
    Card,
    Press,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import plain
from bot.custom_ids import CustomId
from club.play.course.offers import Offer, OfferKind, plies_to_take_back
from club.play.match.matches import Table
from data.play.matches import EventKind
from rules.game import Seat
from words import Speaker

ANSWERED: Final[Mapping[EventKind, str]] = {
    EventKind.DRAW: "answer.draw.agreed",
    EventKind.DRAW_DECLINE: "answer.draw.declined",
    EventKind.TAKEBACK: "answer.takeback.agreed",
    EventKind.TAKEBACK_DECLINE: "answer.takeback.declined",
}
"""Outcome on an offer's card, by the event that answered the offer.

Any other event has let the offer lapse.
"""


ACCEPT: Final[Mapping[OfferKind, str]] = {OfferKind.DRAW: "draw", OfferKind.TAKEBACK: "undo"}
DECLINE: Final[Mapping[OfferKind, str]] = {OfferKind.DRAW: "nodraw", OfferKind.TAKEBACK: "noundo"}
"""The actions of the two buttons."""


def offer_card(table: Table, offer: Offer, say: Speaker) -> Card:
    """Return the question to the opponent whether they accept an offer."""
    version = table.row.version
    asked = table.player(1 - offer.by)
    answers = row(
        Press.of(accepting(table, offer, version), say(f"button.accept_{offer.kind}"), SUCCESS),
        Press.of(CustomId(DECLINE[offer.kind], table.row.id, version), say(f"button.decline_{offer.kind}")),
    )
    return Card(framed_view(OFFERED, text(_question(table, offer, say)), answers), pings=(asked.user_id,))


def accepting(table: Table, offer: Offer, version: int) -> CustomId:
    """Return what the button means that accepts an offer made at a version."""
    return CustomId(ACCEPT[offer.kind], table.row.id, version)


def _question(table: Table, offer: Offer, say: Speaker) -> str:
    facts: dict[str, object] = {
        "name": plain(table.player(offer.by).name),
        "side": table.side(offer.by),
        "opponent": f"<@{table.player(1 - offer.by).user_id}>",
    }
    if offer.kind is OfferKind.DRAW:
        return say("card.offer.draw.question", **facts)
    first, *after = plies_to_take_back(table.match, offer.by)
    if not after:
        return say("card.offer.takeback.question", move=first.text, **facts)
    moves = ", ".join(ply.text for ply in after)
    return say("card.offer.takeback.question.answered", move=first.text, moves_after=moves, **facts)


def lapsed_card(answer: EventKind | None, say: Speaker) -> Card:
    """Return an offer's card once it is no longer open.

    `answer` is the event that followed it in the match.
    """
    lapsed = "card.offer.lapsed"
    return Card(framed_view(OVER, text(say(ANSWERED.get(answer, lapsed) if answer else lapsed))))


def resign_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the question to `seat` whether they really resign."""
    other = plain(table.player(1 - seat).name)
    buttons = row(
        Press.of(CustomId("resign-yes", table.row.id, table.row.version), say("button.resign"), DANGER),
        Press.of(CustomId("resign-no", table.row.id, table.row.version), say("button.keep_playing"), SUCCESS),
    )
    question = say("card.resign", title=table.game.title, name=other)
    return Card(framed_view(ASKED, text(question), buttons))
