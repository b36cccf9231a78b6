"""Simuls: one member, the exhibitor, plays many at once, led from board to board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import crosstable_of, section_of
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

    Half points of the exhibitor and of all others together, and the number of boards still played.
    """

    exhibitor: int
    others: int
    running: int


@dataclass(frozen=True, slots=True)
class Queue:
    """The boards of a simul for its exhibitor.

    First the boards that wait for the exhibitor, the one that has waited longest in front.
    """

    sheet: Crosstable
    waiting: Sequence[ListedRow]

    def number(self, match_id: int) -> int:
        """Return the number of a board, from 1."""
        return [pairing.match_id for pairing in self.sheet.pairings].index(match_id) + 1


class Simuls:
    """What the giver of a simul is shown."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def queue(self, section_id: int, user_id: int) -> Queue:
        """Return the boards of a simul to its giver; raise `Refusal` for everybody else."""

        async def job(tx: Transaction) -> Queue:
            section, _ = await section_of(tx, section_id)
            return _queue(await crosstable_of(tx, section))

        queue = await self._store.read(job)
        row = queue.sheet.competition
        if kind_of(row).exhibitor_id(row) != user_id:
            raise Refusal("simul.other")
        return queue

    async def load_queue(self, match_id: int, user_id: int) -> Queue | None:
        """Return the boards of a match's simul, if this user is its exhibitor."""

        async def job(tx: Transaction) -> Queue | None:
            pairing = await pairings.of_match(tx, match_id)
            if pairing is None:
                return None
            section, stage = await section_of(tx, pairing.section_id)
            row = await competitions.get(tx, stage.competition_id)
            if kind_of(row).exhibitor_id(row) != user_id:
                return None
            return _queue(await crosstable_of(tx, section))

        return await self._store.read(job)


def exhibitor_of(sheet: Crosstable) -> EntrantRow:
    """Return who gives a simul: the first of all, by seed."""
    return min((line.entrant for line in sheet.lines), key=lambda each: each.seed or 0)


def score_of(sheet: Crosstable) -> SimulScore:
    """Return how a simul stands, by its boards alone."""
    giver = exhibitor_of(sheet).id
    own = others = running = 0
    for pairing in sheet.pairings:
        points = points_of(pairing, giver)
        running += pairing.counts is None
        own += points or 0
        others += 0 if points is None else WIN - points
    return SimulScore(own, others, running)


def points_of(pairing: PairingRow, giver: int) -> int | None:
    """Return the exhibitor's half points on a board.

    Return `None` if the board counts nothing, or is not finished.
    """
    if pairing.counts in (None, PairingResult.NONE):
        return None
    if pairing.counts is PairingResult.DRAW:
        return DRAW
    return WIN if (pairing.counts is PairingResult.FIRST) == (pairing.first_id == giver) else 0


def _queue(sheet: Crosstable) -> Queue:
    giver = exhibitor_of(sheet)
    seats = {
        pairing.match_id: 0 if pairing.first_id == giver.id else 1
        for pairing in sheet.pairings
        if pairing.match_id is not None and pairing.counts is None
    }
    waiting = [
        row
        for row in sheet.links.values()
        if row.status is MatchStatus.RUNNING and row.id in seats and row.turn == seats[row.id]
    ]
    return Queue(sheet, sorted(waiting, key=lambda row: (row.turn_at, row.id)))
