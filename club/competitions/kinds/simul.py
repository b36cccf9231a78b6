"""A simul: its organiser, the exhibitor, plays all others at the same time."""

from collections.abc import Mapping, Sequence
from math import inf

from club.clocks.time_control import TimeControl
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.tournament import MOVES, ROUND, RoundField, TournamentKind
from club.competitions.round_pairing import EntrantPair, RoundPairing
from club.refusals import Refusal
from data.competitions import competitions, pairings
from data.competitions.competitions import CompetitionRow, NewCompetition, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting
from data.competitions.stage_events import StageMoment
from data.database.transaction import Transaction


class SimulKind(TournamentKind):
    """A simul: the exhibitor plays everyone, and the others do not meet."""

    key = "simul"
    least, most = 2, 21
    is_lasting = True
    too_many = "simul.many"
    too_few = "simul.few"

    def exhibitor_id(self, row: CompetitionRow) -> int:
        """Return the organiser's user id."""
        return row.organiser_id

    async def check_new(self, tx: Transaction, new: NewCompetition) -> None:
        """Raise `Refusal` if the organiser already gives a simul on this server."""
        if await competitions.has_ongoing(tx, new.guild_id, new.organiser_id, new.kind):
            raise Refusal("simul.own")

    def winner_ids(self, sheet: Crosstable) -> list[int]:
        """Return the id of the exhibitor, whose score is told whatever it is."""
        return [min((line.entrant for line in sheet.lines), key=lambda each: each.seed or 0).id]

    def event_times(self, stage: StageRow) -> dict[StageMoment, float]:
        """Return no times: a simul has no scheduled events."""
        return {}

    def round_duration(self, control: TimeControl, entrants: int) -> float:
        """Return the seconds for all boards, which are played side by side."""
        if not control.is_live:
            return ROUND
        return entrants * control.time + 2.0 * MOVES * (control.increment or 0)

    def concurrent_match_limit(self, control: TimeControl | None) -> float:
        """Return infinity: all boards begin together."""
        return inf

    async def extra_time(
        self, tx: Transaction, row: CompetitionRow, meeting: Meeting, control: TimeControl | None
    ) -> tuple[float, float]:
        """Return the exhibitor's additional seconds, by seat (0 for the other)."""
        bank = exhibitor_bank(control, len(await pairings.list_for_section(tx, meeting.section_id)))
        first, second = (bank if user_id == row.organiser_id else 0.0 for user_id in meeting.user_ids)
        return first, second

    def may_start(self, row: CompetitionRow, people: Sequence[EntrantRow]) -> bool:
        """Whether there are enough entrants, and the exhibitor is among them."""
        return super().may_start(row, people) and any(each.user_id == row.organiser_id for each in people)

    def seeded_entrants(
        self, row: CompetitionRow, people: Sequence[EntrantRow], points: Mapping[int, float]
    ) -> Sequence[EntrantRow]:
        """Return the entrants, with the exhibitor first."""
        return sorted(people, key=lambda each: (each.user_id != row.organiser_id, -points[each.id]))

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair the exhibitor, who is the first entrant, with each of the others."""
        giver, *others = (each.id for each in field.people)
        sides = field.competition.sides
        return RoundPairing(
            [
                EntrantPair(0, giver, other)
                if sides == "first" or (sides == "turns" and not at % 2)
                else EntrantPair(0, other, giver)
                for at, other in enumerate(others)
            ]
        )


def exhibitor_bank(control: TimeControl | None, boards: int) -> float:
    """Return how many extra seconds a simul's exhibitor has on each board.

    With a live clock, the exhibitor has the bank of all boards on each of them, because all clocks run
    while they go from one board to the next. If moves take days, the exhibitor has the same time as
    everyone else.

    >>> exhibitor_bank(TimeControl(600, 5), 10), exhibitor_bank(None, 10)
    (5400.0, 0.0)
    """
    if control is None or not control.is_live:
        return 0.0
    return float(control.time * (boards - 1))
