"""A match of a competition: its first line, and what was judged."""

from bot.cards.competitions.every_kind import cards_of
from bot.cards.kit.kit import Card, Press, framed_view, row, text
from bot.cards.kit.names import plain
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from data.competitions.pairings import PairingResult, Reason
from words import Speaker


def begins_card(table: Table, reason: Reason | None, say: Speaker) -> Card:
    """Return the channel message of a league match, under which its thread is created."""
    first, second = (plain(seat.name) for seat in table.row.seats)
    return Card(
        framed_view(
            None,
            text(
                say("card.league.begins", name=first, opponent=second),
                None if reason is None else cards_of(reason.kind).reason_line(table, reason, say),
            ),
            row(Press.of(CustomId("view", table.row.id, 0), say("button.view"))),
        )
    )


def begins_mark(match_id: int) -> str:
    """Return by which component the line of a match is known."""
    return str(CustomId("view", match_id, 0))


def verdict_line(table: Table, reason: Reason, say: Speaker) -> str | None:
    """Return the score given to a match at the close of its season.

    Return `None` for any other match.
    """
    if not reason.judged or reason.result in (None, PairingResult.NONE):
        return None
    if reason.result is PairingResult.DRAW:
        return say("card.league.verdict.drawn")
    winner = table.row.seats[1 if reason.result is PairingResult.SECOND else 0]
    return say("card.league.verdict.won", name=plain(winner.name))
