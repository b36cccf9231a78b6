"""A hint: where to look, then the move."""

from bot.cards.board import ways_on
from bot.cards.kit import OFFERED, Card, Press, framed, row, text
from bot.custom_ids import CustomId
from club.play.hints import Hint
from club.play.matches import Table
from words import Speaker


def hint_card(table: Table, hint: Hint, say: Speaker, *, whole: bool) -> Card:
    """Return where to look, with the way to the move; or the move, with the way to play it."""
    if whole:
        ways = ways_on(table, table.turn, say)
        return Card(
            framed(OFFERED, text(say("card.hint.move", move=hint.move)), row(*ways) if ways else None)
        )
    more = Press.of(CustomId("hint-move", table.row.id, table.row.version), say("button.hint-move"))
    return Card(framed(OFFERED, text(say("card.hint.look", item=hint.look)), row(more)))
