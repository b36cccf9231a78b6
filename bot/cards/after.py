"""What players may do with a match that has ended with a result, beside playing on: show it on their profile."""

from bot.cards.kit import Press
from bot.custom_ids import CustomId
from club.play.matches import Table
from words import Speaker


def ways_after(table: Table, say: Speaker) -> list[Press]:
    """Return these buttons; none where there is no result, or no server to show it on."""
    row = table.row
    if not (table.over and table.match.outcome and row.home):
        return []
    return [Press.of(CustomId("show-match", row.id, row.version), say("button.show"))]
