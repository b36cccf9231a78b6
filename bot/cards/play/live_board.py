"""The door to a match's live board, which is a page for one person."""

from bot.cards.kit.kit import ActionButton, Card, framed_view, link_button, row, text
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from rules.game import Seat
from words import Localizer


def live_board_button(table: Table, seat: Seat | None, say: Localizer) -> ActionButton:
    """Return the button that opens a match on a page, for a player or a spectator."""
    label = say("button.live.watch" if seat is None else "button.live")
    return ActionButton.create(CustomId("live", table.row.id, table.row.version), label)


def live_link_card(url: str, seat: Seat | None, say: Localizer) -> Card:
    """Return the link to a live board, for one person."""
    label = say("button.live.watch" if seat is None else "button.live")
    return Card(framed_view(None, text(say("card.live")), row(link_button(label, url))))
