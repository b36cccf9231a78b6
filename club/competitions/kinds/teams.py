"""A match of two teams on boards, all paired at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from club.competitions.absences import absences, control_of, name_absent
from club.competitions.competition_step import left_behind
from club.competitions.kinds.kind import SectionTable
from club.competitions.kinds.tournament import RoundField, TournamentKind
from club.competitions.round_pairing import EntrantPair, RoundPairing
from club.competitions.team_boards import MOST, lined_up, of_side
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import competitions, entrants
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting
from data.database.transaction import Transaction


class TeamMatchKind(TournamentKind):
    """A team match: `least` is for each of the two teams."""

    key = "teams"
    least, most = 2, 48
    is_lasting = True
    record_type = "Team: Boards"
    too_few = "team.few"

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Raise `Refusal`, because one joins a team."""
        raise Refusal("league.gone")

    async def replace_entrant(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> None:
        """Give a board that begins anew its whole time under a live clock."""
        control = control_of(row)
        closes_at = now + self.round_time(control, 2)
        if control.is_live and closes_at > stage.closes_at:
            await competitions.set_stage(tx, replace(stage, closes_at=closes_at))

    def field_size(self, people: Sequence[EntrantRow]) -> int:
        """Return the size of the smaller team."""
        return min(len(of_side(people, side)) for side in (0, 1))

    def seeds(
        self, row: CompetitionRow, people: Sequence[EntrantRow], points: Mapping[int, float]
    ) -> Sequence[EntrantRow]:
        """Return both of board 1, then those of board 2, and so on."""
        return lined_up(people, points, row.boards or MOST)

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair people board by board; side 0 moves first on boards 1, 3 and so on."""
        pairs = zip(field.people[::2], field.people[1::2], strict=True)
        return RoundPairing(
            [
                EntrantPair(number, *((one.id, other.id) if number % 2 == 0 else (other.id, one.id)))
                for number, (one, other) in enumerate(pairs)
            ]
        )

    async def left_behind(self, tx: Transaction, stage: StageRow) -> Sequence[Meeting]:
        """Return the boards on which a reserve has stepped in."""
        return await left_behind(tx, stage)

    async def next_look(self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> float:
        """Free the places of the absent, and return when to look again."""
        await name_absent(tx, row, stage, now)
        return min([stage.closes_at, *await absences(tx, row, stage, now)])

    async def load_table(
        self, tx: Transaction, stage: StageRow, section: SectionRow, people: Sequence[EntrantRow]
    ) -> SectionTable:
        """Load the reserves, too: those for whom no board was left."""
        table = await super().load_table(tx, stage, section, people)
        everybody = await entrants.of_stage(tx, stage.id)
        return table._replace(reserves=[each for each in everybody if each.section_id is None])
