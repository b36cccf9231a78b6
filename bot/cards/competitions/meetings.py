"""A match of a competition: its announcement and its adjudicated result."""

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.kit.kit import ActionButton, Card, framed_view, row, text
from bot.cards.kit.names import safe_name
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from data.competitions.pairings import PairingReason, PairingResult
from words import Localizer


def match_start_card(table: Table, reason: PairingReason | None, say: Localizer) -> Card:
    """Return the channel message that announces a match of a competition.

    The match's thread is created under it.
    """
    first, second = (safe_name(seat.name) for seat in table.row.seats)
    return Card(
        framed_view(
            None,
            text(
                say("card.league.begins", name=first, opponent=second),
                None if reason is None else cards_for_kind(reason.kind).reason_line(table, reason, say),
            ),
            row(ActionButton.create(CustomId("view", table.row.id, 0), say("button.view"))),
        )
    )


def match_start_marker_id(match_id: int) -> str:
    """Return the custom_id that identifies the announcement of a match.

    It is that of the announcement's button.
    """
    return str(CustomId("view", match_id, 0))


def verdict_line(table: Table, reason: PairingReason, say: Localizer) -> str | None:
    """Return the result that a match was given when its season closed.

    Return `None` for a match that was not adjudicated.
    """
    if not reason.judged or reason.result in (None, PairingResult.NONE):
        return None
    if reason.result not in (PairingResult.FIRST, PairingResult.SECOND):
        return say("card.league.verdict.drawn")
    winner = table.row.seats[1 if reason.result is PairingResult.SECOND else 0]
    return say("card.league.verdict.won", name=safe_name(winner.name))
