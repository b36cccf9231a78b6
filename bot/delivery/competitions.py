"""Cards of leagues and tournaments: the sign-up and each table.

They are edited, or posted anew.
"""

import json
import logging
from dataclasses import dataclass, replace
from typing import Final

from bot.cards.competitions.every_kind import cards_of
from bot.cards.kit.kit import Card
from bot.codes import Code
from bot.delivery.claims import about
from bot.delivery.posts import Posts
from bot.delivery.wire import SentMessage
from club.competitions.competitions import StageView
from club.competitions.crosstable import Crosstable
from club.play.course.places import put_whereabouts
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
    """Where a card is, or is to be; `former_id` as with a section."""

    guild_id: int
    channel_id: int
    message_id: int | None
    former_id: int | None = None


class CompetitionPosts(Posts):
    """Sends what is about a league, and settles the row; raises what Discord refuses."""

    async def season(self, row: OutboxRow) -> None:
        """Show the present state of a season, on the guests' server too."""
        await self._show(row, await self.club.competitions.stage_view(json.loads(row.payload)["stage"]))

    async def section(self, row: OutboxRow) -> None:
        """Show a section as it is now, in the server of guests too."""
        await self._show(row, await self.club.competitions.crosstable(json.loads(row.payload)["section"]))

    async def _show(self, row: OutboxRow, of: StageView | Crosstable) -> None:
        """Edit a card, or post it if there is none or it is too old; store its message."""
        team_id = json.loads(row.payload).get("team")
        away = next((team for team in of.teams if team.away and team.id == team_id), None)
        place = _home(of) if team_id is None else _guest(of, away)
        if place is None:
            await self.claims.settle(row)  # that server is gone; all of it is shown again once it is back
            return
        card, channel_id = await self._card(of, place, away), place.channel_id
        if card is None:
            await self.claims.settle(row)
            return
        sent = await self.sender.edit_or_none(row, channel_id, place.message_id, card)
        if sent is None and (found := await self._find_unrecorded(row, place, _mark(of))):
            sent = await self.sender.edit_or_none(row, channel_id, found.message_id, card)
        if sent is None:
            # All rows of a card have the same name: by its nonce Discord would give the card before this one.
            named = replace(row, dedup=f"{row.dedup}r{row.id}")
            sent = await self.sender.post_in(named, channel_id, card)
        new_id = sent.message_id
        await self.claims.settle(row, lambda tx: self._record_card(tx, of, away, new_id))

    async def _card(self, of: StageView | Crosstable, place: _Place, away: TeamRow | None) -> Card | None:
        """Return the card of a season or a section, `None` if it has none.

        `away` is the team whose server it is in.
        """
        say, anew = self.wire.public(place.guild_id), place.message_id is None
        cards = cards_of(of.competition.kind)
        if isinstance(of, StageView):
            return cards.stage_card(of, say, away, anew=anew)
        page = await self.club.pages.make_competition(of.competition, self.wire.is_open)
        return cards.section_card(of, say, away, anew=anew, page=page)

    async def _record_card(
        self, tx: Transaction, of: StageView | Crosstable, away: TeamRow | None, message_id: int
    ) -> None:
        """Store the message that shows a season or a section."""
        club = self.club.competitions
        if away is not None:
            await club.mark_shown_away(tx, of, away.id, message_id)
        elif isinstance(of, StageView):
            await club.mark_stage_shown(tx, of, message_id)
        else:
            await club.mark_crosstable_shown(tx, of, message_id)

    async def _find_unrecorded(self, row: OutboxRow, place: _Place, mark: str) -> SentMessage | None:
        """Find the card of an earlier try that Discord has taken, except a recorded one."""
        since = self.claims.now() - LOOKED_BACK
        found = await self.find_card(row, place.channel_id, lambda seen: mark in seen, since)
        return None if found is None or found.message_id in (place.message_id, place.former_id) else found

    async def leave_unposted(self, row: OutboxRow, error: str) -> None:
        """Give up on a card whose channel refuses it: the next change tries again.

        If the channel seems to be gone, Discord is asked for it: the league may have moved elsewhere
        meanwhile.
        """
        log.warning("card of a league not posted", extra=about(row) | {"code": error})
        what, asked = json.loads(row.payload), []
        club = self.club.competitions
        of = await (club.stage_view(what["stage"]) if "stage" in what else club.crosstable(what["section"]))
        if error == str(int(Code.UNKNOWN_CHANNEL)) and "team" not in what:
            asked = [of.competition.channel_id]
        await self.claims.settle(
            row, lambda tx: put_whereabouts(tx, of.competition.guild_id, asked, self.claims.now())
        )


def _home(of: StageView | Crosstable) -> _Place | None:
    """Return where a competition has its cards, `None` while its server is gone."""
    row = of.competition
    if row.paused_at is not None or any(team.gone and not team.guest for team in of.teams):
        return None
    if isinstance(of, StageView):
        return _Place(row.guild_id, row.channel_id, of.stage.message_id)
    return _Place(row.guild_id, row.channel_id, of.section.message_id, of.section.former_id)


def _guest(of: StageView | Crosstable, team: TeamRow | None) -> _Place | None:
    """Return where the guests of a team match have its cards.

    Return `None` if their server is gone.
    """
    if team is None:
        return None
    place = team.guild_id or 0, team.channel_id or 0
    if isinstance(of, StageView):
        return _Place(*place, team.stage_message_id)
    return _Place(*place, team.section_message_id, team.former_id)


def _mark(of: StageView | Crosstable) -> str:
    """Return by which component the card of a season or a section is known."""
    cards = cards_of(of.competition.kind)
    if isinstance(of, StageView):
        return cards.stage_mark(of.stage.id)
    return cards.section_mark(of.section.id)
