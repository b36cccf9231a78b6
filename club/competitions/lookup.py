"""Look-ups of the parts of competitions that members name.

All raise `Refusal` if the part is not there, or not theirs.
"""

from dataclasses import dataclass

from club.competitions.crosstable import JUMPS, Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow
from data.database.transaction import Transaction
from data.play import listing


async def stage_of(tx: Transaction, stage_id: int) -> StageRow:
    """Return a stage."""
    stage = await competitions.stage(tx, stage_id)
    if stage is None:
        raise Refusal("league.gone")
    return stage


async def section_of(tx: Transaction, section_id: int) -> tuple[SectionRow, StageRow]:
    """Return a section, and the stage that it is of."""
    section = await competitions.section(tx, section_id)
    if section is None:
        raise Refusal("league.gone")
    return section, await stage_of(tx, section.stage_id)


async def crosstable_of(tx: Transaction, section: SectionRow) -> Crosstable:
    """Return a section as it is shown."""
    stage = await stage_of(tx, section.stage_id)
    competition = await competitions.get(tx, stage.competition_id)
    people = await entrants.of_section(tx, section.id)
    table = await kind_of(competition).load_table(tx, stage, section, people)
    begun = [pairing.match_id for pairing in table.pairings if pairing.match_id is not None]
    return Crosstable(
        competition=competition,
        stage=stage,
        section=section,
        sections=len(await competitions.sections_of(tx, stage.id)),
        lines=table.lines,
        pairings=table.pairings,
        jumps=await pairings.last_jumps(tx, section.id, JUMPS),
        links={row.id: row for row in await listing.of_ids(tx, begun)},
        teams=await teams.of_competition(tx, competition.id),
        unreached=await teams.unreachable_guests(tx, section.id),
        rematch=await competitions.rematch_of(tx, competition.id) is not None,
        effects=table.effects,
        reserves=table.reserves,
    )


@dataclass(frozen=True, slots=True)
class Official:
    """A member who wants to act as organiser, and the server they may manage, if any."""

    user_id: int
    manages: int | None = None

    def check(self, row: CompetitionRow) -> None:
        """Raise `Refusal` unless the member made the competition or may manage its server.

        An organiser may be away or forgotten, so a manager of the server can always end a competition.
        """
        if not self.may(row):
            raise Refusal("league.organiser")

    def may(self, row: CompetitionRow) -> bool:
        """Return whether they have made a competition, or may manage its server."""
        return self.user_id == row.organiser_id or self.manages == row.guild_id


async def organised_by(tx: Transaction, stage: StageRow, by: Official) -> CompetitionRow:
    """Return a stage's competition if `by` organises it or may manage its server."""
    row = await competitions.get(tx, stage.competition_id)
    by.check(row)
    return row
