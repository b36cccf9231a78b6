"""Offers to the opponent, what became of them, and the question before resigning."""

from collections.abc import Mapping
from typing import Final

from bot.cards.kit import ASKED, DANGER, OFFERED, OVER, SUCCESS, Card, Press, framed, plain, row, text
from bot.custom_ids import CustomId
from club.matches import Table
from data.matches import EventKind
from rules.game import Seat
from words import Speaker

ANSWERED: Final[Mapping[EventKind, str]] = {
    EventKind.DRAW: "answer.draw.agreed",
    EventKind.DRAW_DECLINE: "answer.draw.declined",
}
"""What an offer's card says after the event that answered it; any other event has let the offer lapse."""


def offer_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the question to `seat` whether they accept the opponent's offer of a draw."""
    asked, offering = table.player(seat), table.player(1 - seat)
    answers = row(
        Press.of(CustomId("draw", table.row.id, table.row.version), say("button.accept_draw"), SUCCESS),
        Press.of(CustomId("nodraw", table.row.id, table.row.version), say("button.decline_draw")),
    )
    words = say(
        "card.offer.draw.question",
        name=plain(offering.name),
        side=table.side(1 - seat),
        opponent=f"<@{asked.user_id}>",
    )
    return Card(framed(OFFERED, text(words), answers), pings=(asked.user_id,))


def lapsed_card(answer: EventKind | None, say: Speaker) -> Card:
    """Return what an offer's card says once it is open no more; `answer` is what happened in the match after it."""
    lapsed = "card.offer.lapsed"
    return Card(framed(OVER, text(say(ANSWERED.get(answer, lapsed) if answer else lapsed))))


def resign_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the question to `seat` whether they really resign."""
    other = plain(table.player(1 - seat).name)
    buttons = row(
        Press.of(CustomId("resign-yes", table.row.id, table.row.version), say("button.resign"), DANGER),
        Press.of(CustomId("resign-no", table.row.id, table.row.version), say("button.keep_playing"), SUCCESS),
    )
    question = say("card.resign", title=table.game.title, name=other)
    return Card(framed(ASKED, text(question), buttons))
