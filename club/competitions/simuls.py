"""Simuls: one member, the exhibitor, plays many at once, board after board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import load_crosstable, load_section
from club.competitions.reckoning.results import DRAW, WIN
from club.refusals import Refusal
from data.competitions import competitions, pairings
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow
from data.database.store import Store
from data.database.transaction import Transaction
from data.play.listing import ListedRow
from data.play.matches import MatchStatus

SIDES: Final = ("first", "second", "turns")
"""Ways for an exhibitor to play.

They move first on all boards, second, or first on every other one.
"""


@dataclass(frozen=True, slots=True)
class SimulScore:
    """The score of a simul.

    It has the half points of the exhibitor, those of all others together, and the number of boards
    still being played.
    """

    exhibitor: int
    others: int
    open_boards: int


@dataclass(frozen=True, slots=True)
class SimulQueue:
    """The boards of a simul that wait for the exhibitor's move.

    The one that has waited longest comes first.
    """

    sheet: Crosstable
    waiting: Sequence[ListedRow]

    def board_number(self, match_id: int) -> int:
        """Return the number of a match's board, counted from 1."""
        return [pairing.match_id for pairing in self.sheet.pairings].index(match_id) + 1


class Simuls:
    """Loads what the exhibitor of a simul is shown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def load_section_queue(self, section_id: int, user_id: int) -> SimulQueue:
        """Return the exhibitor's waiting boards in a section.

        Raise `Refusal` if the user is not the exhibitor.
        """

        async def job(tx: Transaction) -> SimulQueue:
            section, _ = await load_section(tx, section_id)
            return _queue(await load_crosstable(tx, section))

        queue = await self._store.read(job)
        row = queue.sheet.competition
        if kind_of(row).exhibitor_id(row) != user_id:
            raise Refusal("simul.other")
        return queue

    async def load_match_queue(self, match_id: int, user_id: int) -> SimulQueue | None:
        """Return the exhibitor's waiting boards in the simul of a match.

        Return `None` if the match belongs to no simul that this user gives.
        """

        async def job(tx: Transaction) -> SimulQueue | None:
            pairing = await pairings.find_by_match(tx, match_id)
            if pairing is None:
                return None
            section, stage = await load_section(tx, pairing.section_id)
            row = await competitions.get(tx, stage.competition_id)
            if kind_of(row).exhibitor_id(row) != user_id:
                return None
            return _queue(await load_crosstable(tx, section))

        return await self._store.read(job)


def exhibitor_of(sheet: Crosstable) -> EntrantRow:
    """Return the exhibitor of a simul, who is the first seed."""
    return min((line.entrant for line in sheet.lines), key=lambda each: each.seed or 0)


def simul_score(sheet: Crosstable) -> SimulScore:
    """Return the score of a simul, computed from its boards."""
    giver = exhibitor_of(sheet).id
    own = others = running = 0
    for pairing in sheet.pairings:
        points = exhibitor_points(pairing, giver)
        running += pairing.effective_result is None
        own += points or 0
        others += 0 if points is None else WIN - points
    return SimulScore(own, others, running)


def exhibitor_points(pairing: PairingRow, exhibitor_id: int) -> int | None:
    """Return the exhibitor's half points on a board.

    Return `None` if the board counts nothing, or is not finished.
    """
    if pairing.effective_result in (None, PairingResult.NONE):
        return None
    if pairing.effective_result is PairingResult.DRAW:
        return DRAW
    return (
        WIN if (pairing.effective_result is PairingResult.FIRST) == (pairing.first_id == exhibitor_id) else 0
    )


def _queue(sheet: Crosstable) -> SimulQueue:
    giver = exhibitor_of(sheet)
    seats = {
        pairing.match_id: 0 if pairing.first_id == giver.id else 1
        for pairing in sheet.pairings
        if pairing.match_id is not None and pairing.effective_result is None
    }
    waiting = [
        row
        for row in sheet.listed_matches.values()
        if row.status is MatchStatus.RUNNING and row.id in seats and row.turn == seats[row.id]
    ]
    return SimulQueue(sheet, sorted(waiting, key=lambda row: (row.turn_at, row.id)))
