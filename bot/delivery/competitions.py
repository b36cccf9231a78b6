"""Cards of competitions, such as leagues: the sign-up card and each table.

They are edited, or posted anew if they cannot be; then the former message is deleted.
"""

import json
import logging
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.kit.kit import Card
from bot.codes import Code, NoAnswer, error_code
from bot.delivery.claims import log_facts
from bot.delivery.posts import Posts
from bot.delivery.wire import SentMessage
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.play.course.places import put_place_checks
from data.competitions import competitions
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction
from data.outbox.outbox import OutboxRow

log = logging.getLogger(__name__)

LOOKED_BACK: Final = 24 * 3600.0
"""Seconds in which an earlier try may have posted a card.

No post waits longer for Discord.
"""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card is, or is to be posted.

    `former_id` is the message of an earlier card in the same channel, which must not be mistaken for this
    one.
    """

    guild_id: int
    channel_id: int
    message_id: int | None
    former_id: int | None = None


class CompetitionPosts(Posts):
    """Posts the cards of competitions.

    Each method deletes its outbox row once it is done, and lets an error of Discord's through.
    """

    async def show_season(self, row: OutboxRow) -> None:
        """Show the present state of a season, or another stage, on its card.

        A team from another server gets its own card there.
        """
        await self._show(
            row, await self.club.competitions.all.load_stage_view(json.loads(row.payload)["stage"])
        )

    async def show_section(self, row: OutboxRow) -> None:
        """Show the present table of a section (entrants who all meet one another).

        A team from another server gets its own card there.
        """
        await self._show(
            row, await self.club.competitions.all.load_crosstable(json.loads(row.payload)["section"])
        )

    async def _show(self, row: OutboxRow, view: StageView | Crosstable) -> None:
        """Edit a card, or post it if it is missing or too old; store its message."""
        team_id = json.loads(row.payload).get("team")
        away = next((team for team in view.teams if team.is_away and team.id == team_id), None)
        place = _home_place(view) if team_id is None else _guest_place(view, away)
        if isinstance(view, StageView) and view.is_superseded:
            await self._take_down(row, view, place if away else None)
            return
        if place is None:
            await self.claims.settle(row)  # that server is gone; all of it is shown again once it is back
            return
        card, channel_id = await self._card(view, place, away), place.channel_id
        if card is None:
            await self.claims.settle(row)
            return
        former_id = place.message_id or place.former_id
        sent = await self.sender.edit_or_none(row, channel_id, place.message_id, card)
        if sent is None and (found := await self._find_unrecorded(row, place, _card_mark(view))):
            sent = await self.sender.edit_or_none(row, channel_id, found.message_id, card)
        if sent is None:
            # All rows of a card have the same name: by its nonce Discord would give the card before this one.
            named = replace(row, dedup=f"{row.dedup}r{row.id}")
            sent = await self.sender.post_in_channel(named, channel_id, card)
        new_id = sent.message_id
        await self.claims.settle(row, lambda tx: self._record_card(tx, view, away, new_id))
        if former_id is not None and former_id != new_id:
            await self._delete(row, channel_id, former_id)

    async def _take_down(self, row: OutboxRow, view: StageView, guests: _Place | None) -> None:
        """Delete a card that is out of date.

        It is that of a season whose next one has its own, or of an evening that is over.

        `guests` is where the card of visitors is, if that one is meant.
        """
        if guests is not None:
            await self.claims.settle(row)
            if guests.message_id is not None:
                await self._delete(row, guests.channel_id, guests.message_id)
            return
        stage, channel_id = view.stage, view.competition.channel_id
        await self.claims.settle(row, lambda tx: competitions.set_stage_message(tx, stage.id, None))
        if stage.message_id is not None:
            await self._delete(row, channel_id, stage.message_id)

    async def _delete(self, row: OutboxRow, channel_id: int, message_id: int) -> None:
        """Delete a card that another one has replaced, if it is still there."""
        try:
            await self.wire.delete(channel_id, message_id)
        except (discord.HTTPException, discord.RateLimited, NoAnswer) as fault:
            log.info("former card not deleted", extra=log_facts(row) | {"code": error_code(fault)})

    async def _card(self, view: StageView | Crosstable, place: _Place, away: TeamRow | None) -> Card | None:
        """Return the card of a season or a section, or `None` if it has none.

        `away` is the visiting team whose server the card is in, `None` on the home server.
        """
        say, anew = self.wire.public_speaker(place.guild_id), place.message_id is None
        cards = cards_for_kind(view.competition.kind)
        if isinstance(view, StageView):
            return cards.stage_card(view, say, away, is_new_post=anew)
        page = await self.club.pages.single.make_competition_page(view.competition, self.wire.is_open)
        return cards.section_card(view, say, away, is_new_post=anew, page=page)

    async def _record_card(
        self, tx: Transaction, view: StageView | Crosstable, away: TeamRow | None, message_id: int
    ) -> None:
        """Store the message that shows a season or a section."""
        club = self.club.competitions.all
        if away is not None:
            await club.mark_shown_to_guests(tx, view, away.id, message_id)
        elif isinstance(view, StageView):
            await club.mark_stage_shown(tx, view, message_id)
        else:
            await club.mark_crosstable_shown(tx, view, message_id)

    async def _find_unrecorded(self, row: OutboxRow, place: _Place, mark: str) -> SentMessage | None:
        """Find the card of an earlier try that Discord accepted but was not recorded."""
        since = self.claims.now() - LOOKED_BACK
        found = await self.find_card(row, place.channel_id, lambda seen: mark in seen, since)
        return None if found is None or found.message_id in (place.message_id, place.former_id) else found

    async def leave_unposted(self, row: OutboxRow, error: str) -> None:
        """Give up on a card that its channel refuses; the next change tries again.

        If the channel seems to be gone, queue a check of it, because the competition may have moved to
        another channel meanwhile.
        """
        log.warning("card of a league not posted", extra=log_facts(row) | {"code": error})
        asked: list[int] = []
        what = json.loads(row.payload)
        club = self.club.competitions.all
        of = await (
            club.load_stage_view(what["stage"]) if "stage" in what else club.load_crosstable(what["section"])
        )
        if error == str(int(Code.UNKNOWN_CHANNEL)) and "team" not in what:
            asked = [of.competition.channel_id]
        await self.claims.settle(
            row, lambda tx: put_place_checks(tx, of.competition.guild_id, asked, self.claims.now())
        )


def _home_place(view: StageView | Crosstable) -> _Place | None:
    """Return where a competition has its cards; `None` if its server is gone."""
    row = view.competition
    if row.paused_at is not None or any(team.gone and not team.guest for team in view.teams):
        return None
    if isinstance(view, StageView):
        return _Place(row.guild_id, row.channel_id, view.stage.message_id)
    return _Place(row.guild_id, row.channel_id, view.section.message_id, view.section.former_id)


def _guest_place(view: StageView | Crosstable, team: TeamRow | None) -> _Place | None:
    """Return where the visiting team of a team match has its cards.

    Return `None` if its server is gone.
    """
    if team is None:
        return None
    if isinstance(view, StageView):
        return _Place(*team.place, team.stage_message_id)
    return _Place(*team.place, team.section_message_id, team.former_id)


def _card_mark(view: StageView | Crosstable) -> str:
    """Return the button mark that identifies the card of a season or a section."""
    cards = cards_for_kind(view.competition.kind)
    if isinstance(view, StageView):
        return cards.stage_marker_id(view.stage.id)
    return cards.section_marker_id(view.section.id)
