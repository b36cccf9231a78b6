"""What people name of competitions, from the store; all raise a `Refusal` where it is not there, or not theirs."""

from club.refusals import Refusal
from data import competitions
from data.competitions import CompetitionRow, SectionRow, StageRow
from data.transaction import Transaction


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


async def organised_by(tx: Transaction, stage: StageRow, user_id: int) -> CompetitionRow:
    """Return the competition of a stage to its organiser alone."""
    row = await competitions.get(tx, stage.competition_id)
    if row.organiser_id != user_id:
        raise Refusal("league.organiser")
    return row
