"""Offers to the opponent, and the question before resigning."""

from bot.cards.kit import ASKED, DANGER, OFFERED, SUCCESS, Card, Press, framed, plain, row, text
from bot.custom_ids import CustomId
from club.matches import Table
from rules.game import Seat


def offer_card(table: Table, seat: Seat) -> Card:
    """Return the question to `seat` whether they accept the opponent's offer of a draw."""
    asked, offering = table.player(seat), table.player(1 - seat)
    answers = row(
        Press.of(CustomId("draw", table.row.id, table.row.version), "Accept the draw", SUCCESS),
        Press.of(CustomId("nodraw", table.row.id, table.row.version), "Decline"),
    )
    words = (
        f"{plain(offering.name)} ({table.side(1 - seat)}) offers a draw. <@{asked.user_id}>, do you accept?"
    )
    return Card(framed(OFFERED, text(words), answers), pings=(asked.user_id,))


def resign_card(table: Table, seat: Seat) -> Card:
    """Return the question to `seat` whether they really resign."""
    other = plain(table.player(1 - seat).name)
    buttons = row(
        Press.of(CustomId("resign-yes", table.row.id, table.row.version), "Resign", DANGER),
        Press.of(CustomId("resign-no", table.row.id, table.row.version), "Keep playing", SUCCESS),
    )
    return Card(framed(ASKED, text(f"Resign your match of {table.game.title} against {other}?"), buttons))
