"""Offers to the opponent and their outcome; the question before resigning."""

from collections.abc import Mapping
from typing import Final

from bot.cards.kit.card_lines import player_name
from bot.cards.kit.kit import (
    ASKED,
    DANGER,
    OFFERED,
    OVER,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import safe_name
from bot.custom_ids import CustomId
from club.play.course.offers import Offer, OfferKind, plies_to_take_back
from club.play.match.matches import Table
from data.play.matches import EventKind
from rules.game import Seat
from words import Localizer

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


def offer_card(table: Table, offer: Offer, say: Localizer) -> Card:
    """Return the question to the opponent whether they accept an offer.

    A guest is only named: they do not see the match's place, and answer in their direct messages.
    """
    version = table.row.version
    asked = table.player(1 - offer.seat)
    answers = row(
        ActionButton.create(
            accept_offer_id(table, offer, version), say(f"button.accept_{offer.kind}"), SUCCESS
        ),
        ActionButton.create(
            CustomId(DECLINE[offer.kind], table.row.id, version), say(f"button.decline_{offer.kind}")
        ),
    )
    pings = () if asked.guest else (asked.user_id,)
    return Card(framed_view(OFFERED, text(_question(table, offer, say)), answers), pings=pings)


def accept_offer_id(table: Table, offer: Offer, version: int) -> CustomId:
    """Return the custom_id that accepts an offer.

    `version` is the version of the match at which the offer was made.
    """
    return CustomId(ACCEPT[offer.kind], table.row.id, version)


def _question(table: Table, offer: Offer, say: Localizer) -> str:
    facts: dict[str, object] = {
        "name": safe_name(table.player(offer.seat).name),
        "side": table.side(offer.seat),
        "opponent": player_name(table.player(1 - offer.seat)),
    }
    if offer.kind is OfferKind.DRAW:
        return say("card.offer.draw.question", **facts)
    first, *after = plies_to_take_back(table.match, offer.seat)
    if not after:
        return say("card.offer.takeback.question", move=first.notation, **facts)
    moves = ", ".join(ply.notation for ply in after)
    return say("card.offer.takeback.question.answered", move=first.notation, moves_after=moves, **facts)


def closed_offer_card(answer: EventKind | None, say: Localizer, *, is_open: bool = False) -> Card:
    """Return the card of an offer that can no longer be answered there.

    `answer` is the event that closed the offer, if any. It may still be open (`is_open`), and has another
    card then.
    """
    outcome = ANSWERED.get(answer, "card.offer.lapsed") if answer else "card.offer.lapsed"
    return Card(framed_view(OVER, text(say("card.offer.renewed" if is_open else outcome))))


def resign_card(table: Table, seat: Seat, say: Localizer) -> Card:
    """Return the question to the player at `seat` whether they really resign."""
    other = safe_name(table.player(1 - seat).name)
    buttons = row(
        ActionButton.create(
            CustomId("resign-yes", table.row.id, table.row.version), say("button.resign"), DANGER
        ),
        ActionButton.create(
            CustomId("resign-no", table.row.id, table.row.version), say("button.keep_playing"), SUCCESS
        ),
    )
    question = say("card.resign", title=table.game.title, name=other)
    return Card(framed_view(ASKED, text(question), buttons))
