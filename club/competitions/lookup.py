"""Loading of parts of competitions by id.

All functions raise `Refusal` if the part no longer exists, or if the member may not use it.
"""

from collections import Counter
from dataclasses import dataclass

from club.competitions.crosstable import JUMPS, Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import CompetitionRow, SectionRow, StageRow
from data.database.transaction import Transaction
from data.play import listing


async def load_stage(tx: Transaction, stage_id: int) -> StageRow:
    """Return a stage; raise `Refusal` if it is gone."""
    stage = await competitions.get_stage(tx, stage_id)
    if stage is None:
        raise Refusal("league.gone")
    return stage


async def load_section(tx: Transaction, section_id: int) -> tuple[SectionRow, StageRow]:
    """Return a section and its stage; raise `Refusal` if it is gone."""
    section = await competitions.get_section(tx, section_id)
    if section is None:
        raise Refusal("league.gone")
    return section, await load_stage(tx, section.stage_id)


async def load_crosstable(tx: Transaction, section: SectionRow) -> Crosstable:
    """Return a section with everything that is shown of it."""
    stage = await load_stage(tx, section.stage_id)
    competition = await competitions.get(tx, stage.competition_id)
    people = await entrants.list_for_section(tx, section.id)
    table = await kind_of(competition).load_table(tx, stage, section, people)
    begun = [pairing.match_id for pairing in table.pairings if pairing.match_id is not None]
    sizes = Counter(
        each.section_id for each in await entrants.list_for_stage(tx, stage.id) if each.section_id
    )
    return Crosstable(
        competition=competition,
        stage=stage,
        section=section,
        section_count=len(await competitions.list_sections(tx, stage.id)),
        smallest_section=min(sizes.values(), default=0),
        lines=table.lines,
        pairings=table.pairings,
        latest_changes=await pairings.list_latest_changes(tx, section.id, JUMPS),
        listed_matches={row.id: row for row in await listing.list_by_ids(tx, begun)},
        teams=await teams.list_for_competition(tx, competition.id),
        unreachable_guests=await teams.list_unreachable_guests(tx, section.id),
        has_rematch=await competitions.find_rematch(tx, competition.id) is not None,
        effects=table.effects,
        reserves=table.reserves,
    )


@dataclass(frozen=True, slots=True)
class Official:
    """A member who wants to act as an organiser.

    `managed_guild_id` is the server that the member may manage, if any.
    """

    user_id: int
    managed_guild_id: int | None = None

    def check_may_organise(self, row: CompetitionRow) -> None:
        """Raise `Refusal` if the member may not act as the organiser.

        Managers of the server may too (`may_organise`), because the organiser can be away, or have deleted
        their data.
        """
        if not self.may_organise(row):
            raise Refusal("league.organiser")

    def may_organise(self, row: CompetitionRow) -> bool:
        """Whether they created a competition, or may manage its server."""
        return self.user_id == row.organiser_id or self.managed_guild_id == row.guild_id


async def load_organised_competition(tx: Transaction, stage: StageRow, official: Official) -> CompetitionRow:
    """Return a stage's competition for a member who may organise it.

    Raise `Refusal` if they may not.
    """
    row = await competitions.get(tx, stage.competition_id)
    official.check_may_organise(row)
    return row
