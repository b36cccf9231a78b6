"""A match between two teams on several boards, which are all paired at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from club.competitions.absences import control_of, load_absence_deadlines, mark_absent_entrants
from club.competitions.competition_step import load_meetings_to_restart
from club.competitions.crosstable import Crosstable
from club.competitions.kinds.kind import SectionTable
from club.competitions.kinds.tournament import RoundField, TournamentKind
from club.competitions.round_pairing import EntrantPair, RoundPairing
from club.competitions.team_boards import MOST, board_players, leading_side, members_of_side
from club.members.people import Person
from club.refusals import Refusal
from data.competitions import competitions, entrants
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import Meeting
from data.database.transaction import Transaction


class TeamMatchKind(TournamentKind):
    """A team match: each of its two teams needs `least` members."""

    key = "teams"
    least, most = 2, 48
    is_lasting = True
    record_type = "Team: Boards"
    too_few = "team.few"

    async def enter(self, tx: Transaction, stage: StageRow, who: Person, now: float) -> None:
        """Raise `Refusal`: a member joins a team, not the match."""
        raise Refusal("league.gone")

    async def extend_for_replacement(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> None:
        """Extend a match with a live clock so a restarted board has its full time."""
        control = control_of(row)
        closes_at = now + self.round_duration(control, 2)
        if control.is_live and closes_at > stage.closes_at:
            await competitions.update_stage(tx, replace(stage, closes_at=closes_at))

    def field_size(self, people: Sequence[EntrantRow]) -> int:
        """Return the size of the smaller team."""
        return min(len(members_of_side(people, side)) for side in (0, 1))

    def seeded_entrants(
        self, row: CompetitionRow, people: Sequence[EntrantRow], points: Mapping[int, float]
    ) -> Sequence[EntrantRow]:
        """Return both players of board 1, then those of board 2, and so on."""
        return board_players(people, points, row.boards or MOST)

    def winner_ids(self, sheet: Crosstable) -> list[int]:
        """Return the ids of the players of the team that has won."""
        side = leading_side(sheet.team_boards, sheet.scoring)
        return [board.players[side].id for board in sheet.team_boards] if side is not None else []

    def pair(self, field: RoundField) -> RoundPairing:
        """Pair the players board by board.

        Side 0 moves first on boards 1, 3 and so on.
        """
        pairs = zip(field.people[::2], field.people[1::2], strict=True)
        return RoundPairing(
            [
                EntrantPair(number, *((one.id, other.id) if number % 2 == 0 else (other.id, one.id)))
                for number, (one, other) in enumerate(pairs)
            ]
        )

    async def load_meetings_to_restart(self, tx: Transaction, stage: StageRow) -> Sequence[Meeting]:
        """Return the running matches of players who have been replaced."""
        return await load_meetings_to_restart(tx, stage)

    async def plan_next_check(
        self, tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
    ) -> float:
        """Mark absent players, and return the time of the next check."""
        await mark_absent_entrants(tx, row, stage, now, calls=True)
        return min([stage.closes_at, *await load_absence_deadlines(tx, row, stage, now)])

    async def load_table(
        self, tx: Transaction, stage: StageRow, section: SectionRow, people: Sequence[EntrantRow]
    ) -> SectionTable:
        """Load the table with the reserves, for whom no board was left."""
        table = await super().load_table(tx, stage, section, people)
        everybody = await entrants.list_for_stage(tx, stage.id)
        return table._replace(reserves=[each for each in everybody if each.section_id is None])
