"""The Swiss system: in each round, entrants with equal points meet."""

from collections.abc import Sequence
from typing import Final

from club.clocks.time_control import HOUR, TimeControl
from club.competitions.kinds.kind import load_only_section, seat_newcomer
from club.competitions.kinds.tournament import RoundField, RoundsKind
from club.competitions.reckoning import fide, swiss
from club.competitions.reckoning.fide import FideEntrant, FideRound
from club.competitions.reckoning.results import SCORINGS, WIN
from club.competitions.reckoning.results import points_by_player as points_of
from club.competitions.redraws import redraw_and_step, redraw_stage
from club.competitions.round_pairing import EntrantPair, RoundPairing, counted_pairings, counted_result
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import entrants, pairings
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import TableChange, TableChangeRow
from data.database.transaction import Transaction

FIDE: Final = "fide"
"""The system of a stage that is paired by FIDE's rules."""
LONGEST_BANK: Final = HOUR
"""Seconds of a bank with which an evening can still be played."""


class SwissKind(RoundsKind):
    """A Swiss tournament: entrants check in for each round, and may join late."""

    key = "swiss"
    least, most = 3, 64
    has_page = True
    is_lasting = True
    by_solkoff = True
    counts_points = True
    call_time = 180.0
    record_type = "Individual: Swiss-System"

    def check_clock(self, control: TimeControl) -> None:
        """Raise `Refusal` if the clock is too slow for one evening."""
        if not (control.is_live and control.time <= LONGEST_BANK):
            raise Refusal("tournament.clock")

    def check_can_go_on(self) -> None:
        """Do nothing: each round is paired by what was played before it."""

    def check_system(self, system: str) -> None:
        """Raise `Refusal` if the host has not installed the rules of `system`."""
        if system == FIDE and not fide.is_installed():
            raise Refusal("system.missing")

    def chosen_rounds(self, rounds: int | None) -> int | None:
        """Return the number of rounds that the organiser has chosen."""
        return rounds

    def default_rounds(self, entrants: int) -> int:
        """Return one round more than a knock-out has.

        There are never so many rounds that two entrants would have to meet twice.

        >>> SwissKind().default_rounds(17), SwissKind().default_rounds(4)
        (6, 3)
        """
        return min((entrants - 1).bit_length() + 1, entrants - 1)

    def trf_header_lines(self, stage: StageRow) -> list[str]:
        """Return the number of rounds as a header line of TRF16."""
        return [f"XXR {stage.rounds}"] if stage.rounds else []

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Sign a member up; in a running stage they play from the next round on.

        A member who has withdrawn comes back the same way. Raise `Refusal` if the stage is full, or if
        there is no further round.
        """
        if stage.status is not StageStatus.RUNNING:
            await super().enter(tx, stage, who, now)
            return
        section = await load_only_section(tx, stage)
        known = await entrants.find_entrant(tx, stage.id, who.id)
        if known is not None and not known.withdrawn:
            return
        number = await self.next_round(tx, section, stage)
        people = await entrants.list_for_section(tx, section.id)
        if known is None and len(people) >= self.most:
            raise Refusal("league.full", limit=self.most)
        if known is None:
            last = max((each.seed or 0 for each in people), default=-1)
            known = await seat_newcomer(tx, section, stage, who, now, seed=last + 1)
        else:
            await entrants.rejoin(tx, known.id)
        await entrants.set_present(tx, known.id, number, at=now)
        late = TableChangeRow(section.id, now, who.id, TableChange.LATE, known.id, round=number)
        await pairings.log_change(tx, late)
        await redraw_stage(tx, stage.id, now)
        await redraw_and_step(tx, section, stage, now)

    def lacks_check_ins(self, field: RoundField) -> bool:
        """Whether some entrants have not checked in for the round."""
        return not field.competition.stopped and bool(missing_entrants(field.stage, field.people))

    def is_unpaired(self, field: RoundField) -> bool:
        """Whether the round has no pairings yet."""
        return not self.pairings_in_play(field.stage, field.meetings)

    def pair(self, field: RoundField) -> RoundPairing | None:
        """Pair the entrants who have checked in, by points.

        Return `None` if no round can be paired.
        """
        number, here = field.stage.round, self._entrants_here(field)
        taking_part = {each.player: each for each in here}
        found = swiss.pair_round(here) if here else None
        if found is None:
            return None
        pairs, bye = found
        return RoundPairing(
            [
                EntrantPair(number, *pair, turned=swiss.is_due_first(*(taking_part[each] for each in pair)))
                for pair in pairs
            ],
            bye,
        )

    def slow_round(self, field: RoundField) -> FideRound | None:
        """Return the round to pair by FIDE's rules, if the stage is paired so."""
        if field.stage.system != FIDE or not (here := self._entrants_here(field)):
            return None
        known = {entrant.id: entrant for entrant in field.people}
        scoring = SCORINGS[field.stage.scoring]
        entrants_here = tuple(
            FideEntrant(
                each.player,
                (known[each.player].seed or 0) + 1,
                each.points * WIN // scoring.win,
                each.sides,
                each.floats,
                known[each.player].bye,
            )
            for each in here
        )
        met = frozenset((min(each), max(each)) for each in _list_met(field))
        stage = field.stage
        return FideRound(entrants_here, met, stage.round + 1, stage.rounds or stage.round + 1)

    def _entrants_here(self, field: RoundField) -> list[swiss.SwissEntrant[int]]:
        """Return those who have checked in, in order of seed.

        Return none of them if they are too few for a round, or if none is to come.
        """
        number, counted = field.stage.round, counted_pairings(field.meetings)
        here = [each for each in field.people if not each.withdrawn and each.here == number]
        if len(here) < 2 or field.competition.stopped:
            return []
        everybody = {entrant.id for entrant in here}.union(*_list_met(field))
        scoring = SCORINGS[field.stage.scoring]
        points = points_of(list(everybody), map(counted_result, counted), scoring)
        met: dict[int, set[int]] = {player: set() for player in everybody}
        firsts = dict.fromkeys(everybody, 0)
        for first, second in _list_met(field):
            met[first].add(second)
            met[second].add(first)
            firsts[first] += 1
        histories = swiss.collect_histories(
            (
                (
                    [counted_result(pairing) for pairing in counted if pairing.round == earlier],
                    [entrant.id for entrant in field.people if entrant.bye == earlier],
                )
                for earlier in range(number)
            ),
            scoring,
        )
        return [
            swiss.SwissEntrant(
                entrant.id,
                points[entrant.id] + (0 if entrant.bye is None else scoring.win),
                firsts[entrant.id],
                met[entrant.id],
                entrant.bye is not None,
                *histories.get(entrant.id, ("", "")),
            )
            for entrant in here
        ]


def _list_met(field: RoundField) -> list[tuple[int, int]]:
    """Return the ids of those who have met, the first mover first."""
    return [(pairing.first_id, pairing.second_id) for pairing in counted_pairings(field.meetings)]


def missing_entrants(stage: StageRow, people: Sequence[EntrantRow]) -> list[EntrantRow]:
    """Return the entrants who have not checked in for the current round."""
    return [each for each in people if not each.withdrawn and each.here != stage.round]
