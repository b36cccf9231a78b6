"""Offers to the opponent, and the question before resigning."""

from bot.cards.kit import ASKED, DANGER, OFFERED, SUCCESS, Card, Press, framed, plain, row, text
from bot.custom_ids import CustomId
from club.matches import Table
from rules.game import Seat
from words import Speaker


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


def resign_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the question to `seat` whether they really resign."""
    other = plain(table.player(1 - seat).name)
    buttons = row(
        Press.of(CustomId("resign-yes", table.row.id, table.row.version), say("button.resign"), DANGER),
        Press.of(CustomId("resign-no", table.row.id, table.row.version), say("button.keep_playing"), SUCCESS),
    )
    question = say("card.resign", title=table.game.title, name=other)
    return Card(framed(ASKED, text(question), buttons))
