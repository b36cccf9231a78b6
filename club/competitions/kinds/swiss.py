"""The Swiss system: in each round, two meet who have as many points."""

from collections.abc import Sequence
from typing import Final

from club.clocks.time_control import HOUR, TimeControl
from club.competitions.kinds.kind import enter_running, only_section
from club.competitions.kinds.tournament import RoundField, RoundsKind
from club.competitions.reckoning import swiss
from club.competitions.reckoning.results import WIN
from club.competitions.reckoning.results import points as points_of
from club.competitions.redraws import redraw_and_step, redraw_stage
from club.competitions.round_pairing import EntrantPair, RoundPairing, counted_result, counting
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import entrants, pairings
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import TableChange, TableChangeRow
from data.database.transaction import Transaction

LONGEST_BANK: Final = HOUR
"""Seconds of a bank with which an evening can still be played."""


class SwissKind(RoundsKind):
    """A Swiss: those who check in before a round play it; others can come late."""

    key = "swiss"
    least, most = 3, 64
    has_page = True
    is_lasting = True
    by_solkoff = True
    call_time = 180.0
    record_type = "Individual: Swiss-System"

    def check_clock(self, control: TimeControl) -> None:
        """Raise `Refusal` unless an evening can be played with it."""
        if not (control.is_live and control.time <= LONGEST_BANK):
            raise Refusal("tournament.clock")

    def chosen_rounds(self, rounds: int | None) -> int | None:
        """Return what the organiser has chosen."""
        return rounds

    def usual_rounds(self, entrants: int) -> int:
        """Return one round more than in a knock-out, if no one meets another twice.

        >>> SwissKind().usual_rounds(17), SwissKind().usual_rounds(4)
        (6, 3)
        """
        return min((entrants - 1).bit_length() + 1, entrants - 1)

    def record_lines(self, stage: StageRow) -> list[str]:
        """Return the number of rounds."""
        return [f"XXR {stage.rounds}"] if stage.rounds else []

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Sign a member up; in a running stage they play from the next round on.

        A member who has withdrawn comes back the same way. Raise `Refusal` if there is no such round.
        """
        if stage.status is not StageStatus.RUNNING:
            await super().enter(tx, stage, who, now)
            return
        section = await only_section(tx, stage)
        known = await entrants.entrant_of(tx, stage.id, who.id)
        if known is not None and not known.withdrawn:
            return
        number = await self.next_round(tx, section, stage)
        people = await entrants.of_section(tx, section.id)
        if known is None and len(people) >= self.most:
            raise Refusal("league.full", limit=self.most)
        if known is None:
            known = await enter_running(tx, section, stage, who, now, seed=len(people))
        else:
            await entrants.come_back(tx, known.id)
        await entrants.set_here(tx, known.id, number, at=now)
        late = TableChangeRow(section.id, now, who.id, TableChange.LATE, known.id, round=number)
        await pairings.log(tx, late)
        await redraw_stage(tx, stage.id, now)
        await redraw_and_step(tx, section, stage, now)

    def waits(self, field: RoundField, now: float) -> bool:
        """Return whether entrants who have not checked in still may."""
        called = now < field.stage.closes_at and not field.competition.stopped
        return called and bool(missing(field.stage, field.people))

    def is_unpaired(self, field: RoundField) -> bool:
        """Return whether the round has no pairings yet."""
        return not self.in_play(field.stage, field.meetings)

    def pair(self, field: RoundField) -> RoundPairing | None:
        """Pair those who are here with those who have as many points."""
        number, counted = field.stage.round, counting(field.meetings)
        here = [each for each in field.people if not each.withdrawn and each.here == number]
        everybody = {entrant.id for entrant in here}.union(
            *((pairing.first_id, pairing.second_id) for pairing in counted)
        )
        points = points_of(list(everybody), map(counted_result, counted))
        met: dict[int, set[int]] = {player: set() for player in everybody}
        firsts = dict.fromkeys(everybody, 0)
        for pairing in counted:
            met[pairing.first_id].add(pairing.second_id)
            met[pairing.second_id].add(pairing.first_id)
            firsts[pairing.first_id] += 1
        if len(here) < 2 or field.competition.stopped:
            return None
        found = swiss.pair(
            [
                swiss.Entrant(
                    entrant.id,
                    points[entrant.id] + (0 if entrant.bye is None else WIN),
                    firsts[entrant.id],
                    met[entrant.id],
                    entrant.bye is not None,
                )
                for entrant in here
            ]
        )
        if found is None:
            return None
        pairs, bye = found
        return RoundPairing(
            [EntrantPair(number, first, second, firsts[first] < firsts[second]) for first, second in pairs],
            bye,
        )


def missing(stage: StageRow, people: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Return the entrants who have not yet checked in for the round being called."""
    return [each for each in people if not each.withdrawn and each.here != stage.round]
