"""Cards of leagues and tournaments: what people sign up for, and each table; edited, or posted anew."""

import json
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import Final

from bot.cards.kit import Card
from bot.cards.league import season_card, season_mark, section_card, section_mark
from bot.cards.tournament import round_card, tournament_card
from bot.delivery.claims import about
from bot.delivery.posts import Posts
from bot.delivery.wire import Sent
from club.competitions.kinds import kind_of
from data.competitions import CompetitionRow
from data.outbox import OutboxRow
from data.transaction import Transaction

log = logging.getLogger(__name__)

LOOKED_BACK: Final = 24 * 3600.0
"""Seconds in which an earlier try may have posted a card: for longer no post waits for Discord."""


class LeaguePosts(Posts):
    """Sends what is about a league, and settles the row; raises what Discord refuses."""

    async def season(self, row: OutboxRow) -> None:
        """Show a season as it is now."""
        season = await self.club.competitions.season(json.loads(row.payload)["stage"])
        say, message_id = self.wire.public(season.competition.guild_id), season.stage.message_id
        await self._show(
            row,
            season.competition,
            message_id,
            (
                season_card(season, say, anew=message_id is None)
                if kind_of(season.competition).seasons
                else tournament_card(season, say)
            ),
            season_mark(season.stage.id),
            lambda tx, shown: self.club.competitions.season_shown(tx, season, shown),
        )

    async def section(self, row: OutboxRow) -> None:
        """Show a section as it is now."""
        sheet = await self.club.competitions.sheet(json.loads(row.payload)["section"])
        say, message_id = self.wire.public(sheet.competition.guild_id), sheet.section.message_id
        await self._show(
            row,
            sheet.competition,
            message_id,
            (section_card if kind_of(sheet.competition).seasons else round_card)(
                sheet, say, anew=message_id is None
            ),
            section_mark(sheet.section.id),
            lambda tx, shown: self.club.competitions.sheet_shown(tx, sheet, shown),
            former_id=sheet.section.former_id,
        )

    async def _show(
        self,
        row: OutboxRow,
        league: CompetitionRow,
        message_id: int | None,
        card: Card,
        mark: str,
        shown: Callable[[Transaction, int], Awaitable[None]],
        *,
        former_id: int | None = None,
    ) -> None:
        """Edit a card, or post it where it has none or that is too old, and note the message that shows it."""
        if league.paused_at is not None:
            await self.claims.settle(row)  # all of it is shown again once the server is back
            return
        channel_id = league.channel_id
        sent = await self.sender.edit_or_none(row, channel_id, message_id, card)
        known = {message_id, former_id}
        if sent is None and (found := await self._unrecorded(row, channel_id, mark, known)):
            sent = await self.sender.edit_or_none(row, channel_id, found.message_id, card)
        if sent is None:
            # All rows of a card have the same name: by its nonce Discord would give the card before this one.
            named = replace(row, dedup=f"{row.dedup}r{row.id}")
            sent = await self.wire.post(channel_id, card, self.claims.nonce(named))
        new_id = sent.message_id
        await self.claims.settle(row, lambda tx: shown(tx, new_id))

    async def _unrecorded(
        self, row: OutboxRow, channel_id: int, mark: str, known: Collection[int | None]
    ) -> Sent | None:
        """Return the card of an earlier try that Discord has taken, but none that is known already."""
        since = self.claims.now() - LOOKED_BACK
        found = await self.found(row, channel_id, lambda seen: mark in seen, since)
        return None if found is None or found.message_id in known else found

    async def unposted(self, row: OutboxRow, error: str) -> None:
        """Leave a card unposted whose channel takes none: the next change tries it again."""
        log.warning("card of a league not posted", extra=about(row) | {"code": error})
        await self.claims.settle(row)
