"""Posts of competitions: cards that have changed, and the threads of matches."""

from club.play.match.posts import Post
from data.competitions import competitions, pairings, teams
from data.competitions.competitions import SectionRow, StageRow
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind


def pairing_post(pairing_id: int) -> Post:
    """Return the first post of a match of a competition.

    It makes the match's line in the channel, its thread, and everything that goes there.
    """
    return Post(PostKind.PLACE, payload={"pairing": pairing_id})


async def put_season(tx: Transaction, stage_id: int, now: float) -> None:
    """Put an update of a season's card into the outbox, also for the guests' server."""
    about = {"stage": stage_id}
    await outbox.put(tx, PostKind.SEASON, now, payload=about)
    for team_id in await teams.away_of(tx, stage_id=stage_id):
        away = f"season{stage_id}t{team_id}"
        await outbox.put(tx, PostKind.SEASON, now, dedup=away, payload=about | {"team": team_id})


async def put_section(tx: Transaction, section_id: int, now: float, *, wait: float = 0.0) -> None:
    """Put updates of a section's cards into the outbox, the guests' included.

    They are due in `wait` seconds or earlier.
    """
    about = {"section": section_id}
    await outbox.put(tx, PostKind.SECTION, now, payload=about, wait=wait)
    for team_id in await teams.away_of(tx, section_id=section_id):
        away = f"section{section_id}t{team_id}"
        await outbox.put(tx, PostKind.SECTION, now, dedup=away, payload=about | {"team": team_id}, wait=wait)


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
