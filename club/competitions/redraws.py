"""Cards of competitions that have changed: a new version, and a post of it."""

from club.play.match.posts import put_season, put_section
from data.competitions import competitions, pairings
from data.competitions.competitions import SectionRow, StageRow
from data.database.transaction import Transaction


async def redraw_stage(tx: Transaction, stage_id: int, now: float) -> None:
    """Have the card of a stage show how it is now."""
    await competitions.touch_stage(tx, stage_id)
    await put_season(tx, stage_id, now)


async def redraw_section(
    tx: Transaction, section_id: int, now: float, *, anew: bool = False, wait: float = 0.0
) -> None:
    """Redraw a section's card as it is now, in `wait` seconds or earlier.

    With `anew` it is posted as a new message.
    """
    await competitions.touch_section(tx, section_id, anew=anew)
    await put_section(tx, section_id, now, wait=wait)


async def redraw_sections(tx: Transaction, stage_id: int, now: float, *, anew: bool = False) -> None:
    """Redraw the cards of all sections of a stage; with `anew`, as new messages."""
    for section in await competitions.sections_of(tx, stage_id):
        await redraw_section(tx, section.id, now, anew=anew)


async def redraw_and_step(
    tx: Transaction, section: SectionRow, stage: StageRow, now: float, *, anew: bool = False
) -> None:
    """Redraw the card of a section as it is now, and check whether a step is due."""
    await redraw_section(tx, section.id, now, anew=anew)
    await competitions.hurry(tx, stage.competition_id, now)


async def redraw_table(tx: Transaction, match_id: int, now: float) -> None:
    """Have the card with the table of a match's competition show how it is now."""
    if (pairing := await pairings.of_match(tx, match_id)) is not None:
        await redraw_section(tx, pairing.section_id, now)
