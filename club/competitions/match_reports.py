"""Reporting of finished matches to their competition.

The report is part of the transaction that ends the match.
"""

from collections.abc import Callable
from typing import Final

from club.competitions.judge import WON
from club.competitions.reckoning.results import SCORINGS, Scoring
from club.competitions.redraws import redraw_section
from club.play.match.followers import ChangedMatch, Follower
from club.running.alarm import Alarm
from data.competitions import competitions, pairings
from data.competitions.pairings import PairingResult, TableChange, TableChangeRow
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.play.matches import MatchStatus
from rules.checkers.plus_draws import find_seat_ahead
from rules.checkers.position import Position

AHEAD: Final = (PairingResult.FIRST_AHEAD, PairingResult.SECOND_AHEAD)
"""By the seat that has ended a draw ahead."""
UNCLAIMED = "ended.unclaimed"
"""End code of a match whose player ran out of time without a claim by the other."""


class PairingFollower(Follower):
    """Records the results of pairings when their matches end.

    It also redraws the table, and then rings the `alarm`, because other matches may begin.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Record the result, if the match has ended and belongs to a competition."""
        if changed.row.status is not MatchStatus.OVER:
            return
        pairing = await pairings.find_by_match(tx, changed.row.id)
        if pairing is None or pairing.void:
            return
        scoring = SCORINGS[await pairings.get_scoring(tx, pairing.id)]
        await pairings.set_result(tx, pairing.id, pairing_result(changed, scoring))
        if pairing.challenged_seat is not None:
            played = TableChangeRow(
                pairing.section_id, self._now(), NOBODY, TableChange.PLAYED, pairing_id=pairing.id
            )
            await pairings.log_change(tx, played)
        await redraw_section(tx, pairing.section_id, self._now())
        own = await pairings.get_competition_id(tx, pairing.section_id)
        await competitions.bring_forward(tx, own, self._now())  # its round may be over
        for user_id in changed.row.user_ids:
            for competition_id in await pairings.list_waiting_competitions(tx, user_id):
                await competitions.bring_forward(tx, competition_id, self._now())

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Ring the alarm if the match has ended."""
        if changed.row.status is MatchStatus.OVER:
            self._alarm.ring()


def pairing_result(changed: ChangedMatch, scoring: Scoring) -> PairingResult:
    """Return the result that an ended match counts for.

    A match without an outcome counts nothing, except that a player whose time ran out has lost, even if
    the opponent has not claimed the win. A draw may be a plus draw, if the scoring knows any.
    """
    outcome, turn = changed.match.outcome, changed.match.turn
    if outcome is not None and outcome.winner is not None:
        return WON[outcome.winner]
    if outcome is not None:
        position = changed.match.position
        plus = scoring.knows_plus_draws and isinstance(position, Position)
        seat = find_seat_ahead(position) if plus else None
        return PairingResult.DRAW if seat is None else AHEAD[seat]
    if changed.row.reason == UNCLAIMED and turn is not None:
        return WON[1 - turn]
    return PairingResult.NONE
