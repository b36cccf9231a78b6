"""The direct message that says whose turn it is, for those who want one."""

from bot.cards.kit import RUNNING, Card, framed, link, plain, row, text
from bot.cards.lines import last_move_line, place_link
from club.matches import Table
from rules.game import Seat
from words import Speaker


def turn_card(table: Table, seat: Seat, say: Speaker) -> Card:
    """Return the message to the player at `seat` that they are to move, with the way to the match."""
    other = plain(table.player(1 - seat).name)
    words = text(
        say("card.turn", title=table.game.title, name=other), last_move_line(table, table.view(seat), say)
    )
    return Card(framed(RUNNING, words, row(link(say("button.to_match"), place_link(table.row)))))
