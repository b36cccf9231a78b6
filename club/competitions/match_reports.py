"""Reporting of finished matches to their competition.

The report is part of the transaction that ends the match.
"""

from collections.abc import Callable
from typing import Final

from club.competitions.judge import WON
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import load_section
from club.competitions.reckoning.results import SCORINGS, Scoring
from club.competitions.redraws import redraw_section
from club.play.match.followers import ChangedMatch, Follower
from club.refusals import Refusal
from club.running.alarm import Alarm
from data.competitions import competitions, entrants, pairings
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult, TableChange, TableChangeRow
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.play.matches import EventKind, MatchRow, MatchStatus
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
        """Record the result, if the match has ended and belongs to a competition.

        If its end was undone, take that result back.
        """
        if changed.kind is EventKind.REOPEN:
            await self._reopen(tx, changed.row)
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

    async def _reopen(self, tx: Transaction, match: MatchRow) -> None:
        """Take the result of a match back that goes on again.

        Raise `Refusal` if its competition has gone on without it, or if a player has left that.
        """
        pairing = await pairings.find_by_match(tx, match.id)
        if pairing is None:
            return
        section, stage = await load_section(tx, pairing.section_id)
        kind = kind_of(await competitions.get(tx, stage.competition_id))
        people = await entrants.list_for_section(tx, section.id)
        theirs = [each for each in people if each.id in (pairing.first_id, pairing.second_id)]
        if (
            stage.status is not StageStatus.RUNNING
            or pairing.void
            or pairing.effective_result is not PairingResult.NONE
            or any(each.withdrawn for each in theirs)
            or sorted(each.user_id for each in theirs) != sorted(match.user_ids)
            or await pairings.list_rulings(tx, pairing)
            or await kind.is_followed(tx, stage, pairing)
        ):
            raise Refusal("end.undo.late")
        await pairings.reopen(tx, pairing)
        await redraw_section(tx, section.id, self._now())
        await competitions.bring_forward(tx, stage.competition_id, self._now())

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
