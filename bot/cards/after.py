"""What players may do with a match that has ended with a result: share it, and show it on their profile."""

from bot.cards.kit import Press
from bot.custom_ids import CustomId
from club.play.matches import Table
from words import Speaker


def ways_after(table: Table, say: Speaker) -> list[Press]:
    """Return these buttons: none where there is no result; profiles are on servers alone."""
    row = table.row
    if not (table.over and table.match.outcome):
        return []
    share = Press.of(CustomId("share-end", row.id, row.version), say("button.share"))
    show = Press.of(CustomId("show-match", row.id, row.version), say("button.show"))
    return [share, show] if row.home else [share]
