"""Updates of a competition's cards, and the threads of its matches."""

from typing import Final

from club.play.match.posts import Post
from data.competitions import competitions, entrants, pairings, teams
from data.competitions.competitions import SectionRow, StageRow
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind

CARDS: Final = 20
"""The newest cards from which a forgotten person's name is taken."""
FORGOTTEN: Final = 60.0
"""Seconds after which a person has been forgotten, and their cards are drawn anew."""


def pairing_post(pairing_id: int) -> Post:
    """Return the first post of a competition match.

    It creates the match's line in the channel, its thread, and everything that goes into it.
    """
    return Post(PostKind.PLACE, payload={"pairing": pairing_id})


async def queue_season_cards(tx: Transaction, stage_id: int, now: float) -> None:
    """Queue an update of a stage's card, also on the guests' server."""
    about = {"stage": stage_id}
    await outbox.put(tx, PostKind.SEASON, now, payload=about)
    for team_id in await teams.list_guest_ids(tx, stage_id=stage_id):
        away = f"season{stage_id}t{team_id}"
        await outbox.put(tx, PostKind.SEASON, now, dedup=away, payload=about | {"team": team_id})


async def queue_section_cards(tx: Transaction, section_id: int, now: float, *, wait: float = 0.0) -> None:
    """Queue updates of a section's card, also on the guests' server.

    They are due in `wait` seconds at the latest.
    """
    about = {"section": section_id}
    await outbox.put(tx, PostKind.SECTION, now, payload=about, wait=wait)
    for team_id in await teams.list_guest_ids(tx, section_id=section_id):
        away = f"section{section_id}t{team_id}"
        await outbox.put(tx, PostKind.SECTION, now, dedup=away, payload=about | {"team": team_id}, wait=wait)


async def redraw_without(tx: Transaction, user_id: int, now: float) -> None:
    """Queue updates of a person's newest cards, once they are forgotten.

    Those on a guest server are updated too.
    """
    for stage_id, section_id in await entrants.list_cards_of_user(tx, user_id, CARDS):
        for team_id in (None, *await teams.list_guest_ids(tx, stage_id=stage_id)):
            away, guests = ("", {}) if team_id is None else (f"t{team_id}", {"team": team_id})
            late, about = f"season{stage_id}{away}late", {"stage": stage_id} | guests
            await outbox.put(tx, PostKind.SEASON, now, dedup=late, payload=about, wait=FORGOTTEN)
            if section_id is not None:
                late, about = f"section{section_id}{away}late", {"section": section_id} | guests
                await outbox.put(tx, PostKind.SECTION, now, dedup=late, payload=about, wait=FORGOTTEN)


async def redraw_stage(tx: Transaction, stage_id: int, now: float) -> None:
    """Mark a stage as changed, and queue an update of its card."""
    await competitions.touch_stage(tx, stage_id)
    await queue_season_cards(tx, stage_id, now)


async def redraw_section(
    tx: Transaction, section_id: int, now: float, *, repost: bool = False, wait: float = 0.0
) -> None:
    """Mark a section as changed, and queue an update of its card.

    The update is due in `wait` seconds at the latest. With `repost` the card is posted as a new
    message.
    """
    await competitions.touch_section(tx, section_id, repost=repost)
    await queue_section_cards(tx, section_id, now, wait=wait)


async def redraw_sections(tx: Transaction, stage_id: int, now: float, *, repost: bool = False) -> None:
    """Queue updates of the cards of all sections of a stage.

    With `repost` they are posted as new messages.
    """
    for section in await competitions.list_sections(tx, stage_id):
        await redraw_section(tx, section.id, now, repost=repost)


async def redraw_and_step(
    tx: Transaction, section: SectionRow, stage: StageRow, now: float, *, repost: bool = False
) -> None:
    """Redraw a section's card, and check at once whether a step is due."""
    await redraw_section(tx, section.id, now, repost=repost)
    await competitions.bring_forward(tx, stage.competition_id, now)


async def redraw_match_table(tx: Transaction, match_id: int, now: float) -> None:
    """Redraw the table of a match's competition, if the match has one."""
    if (pairing := await pairings.find_by_match(tx, match_id)) is not None:
        await redraw_section(tx, pairing.section_id, now)
