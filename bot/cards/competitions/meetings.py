"""A match of a competition: its adjudicated result."""

from typing import Final

from bot.cards.kit.names import safe_name
from club.competitions.judge import TIME_UP, UNMOVED
from club.play.match.matches import Table
from data.competitions.pairings import PairingReason, PairingResult
from words import Localizer

VERDICTS: Final = {TIME_UP: "card.league.verdict.time", UNMOVED: "card.league.verdict.unmoved"}
"""The lines on results at the close that no analysis has decided."""


def verdict_line(table: Table, reason: PairingReason, say: Localizer) -> str | None:
    """Return the result that a match was given when its season closed.

    Return `None` for a match that was not adjudicated.
    """
    if not reason.judged or reason.result in (None, PairingResult.NONE):
        return None
    if reason.result not in (PairingResult.FIRST, PairingResult.SECOND):
        return say("card.league.verdict.drawn")
    seats = table.row.seats
    winner, loser = seats if reason.result is PairingResult.FIRST else reversed(seats)
    if table.row.reason not in VERDICTS:
        return say("card.league.verdict.won", name=safe_name(winner.name))
    facts = {"name": safe_name(winner.name), "opponent": safe_name(loser.name)}
    return say(VERDICTS[table.row.reason], **facts)
