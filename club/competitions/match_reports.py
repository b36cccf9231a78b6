"""A match that ends reports to its competition, in its own transaction."""

from collections.abc import Callable

from club.competitions.judge import WON
from club.competitions.redraws import redraw_section
from club.play.match.followers import ChangedMatch, Follower
from club.running.alarm import Alarm
from data.competitions import competitions, pairings
from data.competitions.pairings import PairingResult, TableChange, TableChangeRow
from data.database.persons import NOBODY
from data.database.transaction import Transaction
from data.play.matches import MatchStatus

UNCLAIMED = "ended.unclaimed"
"""End code of a match whose player ran out of time without a claim by the other."""


class PairingFollower(Follower):
    """Records the result of a pairing and redraws its table.

    Then `alarm` rings: other matches may begin.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Store it, if the match has ended and is of a competition."""
        if changed.row.status is not MatchStatus.OVER:
            return
        pairing = await pairings.of_match(tx, changed.row.id)
        if pairing is None or pairing.void:
            return
        await pairings.decide(tx, pairing.id, result_of(changed))
        if pairing.challenged_seat is not None:
            played = TableChangeRow(
                pairing.section_id, self._now(), NOBODY, TableChange.PLAYED, pairing_id=pairing.id
            )
            await pairings.log(tx, played)
        await redraw_section(tx, pairing.section_id, self._now())
        own = await pairings.competition_of(tx, pairing.section_id)
        await competitions.hurry(tx, own, self._now())  # its round may be over
        for user_id in changed.row.user_ids:
            for competition_id in await pairings.waiting_for(tx, user_id):
                await competitions.hurry(tx, competition_id, self._now())

    def after(self, changed: ChangedMatch) -> None:
        """Ring."""
        if changed.row.status is MatchStatus.OVER:
            self._alarm.ring()


def result_of(changed: ChangedMatch) -> PairingResult:
    """Return the result for which an ended match counts.

    A match without a result counts nothing, but a player whose time ran out has lost, even if the other
    does not claim it.
    """
    outcome, turn = changed.match.outcome, changed.match.turn
    if outcome is not None:
        return PairingResult.DRAW if outcome.winner is None else WON[outcome.winner]
    if changed.row.reason == UNCLAIMED and turn is not None:
        return WON[1 - turn]
    return PairingResult.NONE
