"""Discord events that announce competitions.

They are created, moved and cancelled with them, where the bot may do so.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.cards.competitions.every_kind import cards_of
from bot.cards.kit.card_lines import message_link
from bot.codes import Code
from bot.delivery.claims import about
from bot.delivery.posts import Posts
from bot.delivery.wire import NAME_LIMIT
from club.competitions.announcements import LENGTH, EventAction, EventRequest, StageAnnouncement
from data.outbox.outbox import OutboxRow
from data.play.places import Place
from rules.catalogue import title_of

log = logging.getLogger(__name__)

LEFT: Final = frozenset({Code.EVENTS_FULL, Code.EVENT_OVER})
"""Codes with which Discord leaves a server's events as they are.

The server has a hundred events, or that one is over.
"""


class EventPosts(Posts):
    """Requests one event at a time. It settles the row and raises Discord's refusals."""

    async def event(self, row: OutboxRow) -> None:
        """Make the next request that a stage's events need; none if the bot may not."""
        stage_id = json.loads(row.payload)["stage"]
        told = await self.club.announcements.next(stage_id)
        if told is None or told.due is None:
            await self.claims.settle(row)
            return
        may = self.wire.may_make_events(told.competition.guild_id)
        if may is None:
            await self.elsewhere(row)
            return
        # Every member sees an event: it must not tell what goes on in a channel that only some may see.
        place = Place(told.competition.guild_id, told.competition.channel_id)
        if may and not await self.wire.is_open(place):
            told = await self.club.announcements.next(stage_id, shown=False)
        if not may or told is None or told.due is None:
            await self.claims.settle(row)
            return
        due = told.due
        try:
            event_id = await self._ask(row, told, due)
        except discord.HTTPException as refused:
            if refused.code == Code.UNKNOWN_EVENT:
                event_id = None  # a moderator has deleted it, and may have had a reason
            elif refused.code in LEFT:
                log.info("event left", extra=about(row) | {"code": refused.code})
                await self.claims.settle(row)
                return
            else:
                raise
        await self.claims.settle(
            row, lambda tx: self.club.announcements.record_done(tx, stage_id, due, event_id)
        )

    async def _ask(self, row: OutboxRow, told: StageAnnouncement, due: EventRequest) -> int | None:
        """Make, move or cancel an event, and return which it is."""
        guild_id = told.competition.guild_id
        if due.do is EventAction.CANCEL:
            await self.wire.cancel_event(guild_id, due.event_id)
            return due.event_id
        said = self._event_fields(told, due)
        if due.do is EventAction.MOVE:
            await self.wire.move_event(guild_id, due.event_id, said)
            return due.event_id
        return await self._make(row, told, due, said)

    async def _make(
        self, row: OutboxRow, told: StageAnnouncement, due: EventRequest, said: dict[str, Any]
    ) -> int:
        """Create an event unless an earlier try has; cancel duplicates: it has no nonce."""
        guild_id = told.competition.guild_id

        async def same() -> list[int]:
            return [
                event.id
                for event in await self.wire.own_events(guild_id)
                if event.id not in told.taken and (event.name, event.at) == (said["name"], due.at)
            ]

        found = await same() if row.unclear else []
        made = found[0] if found else await self.wire.make_event(guild_id, said)
        first, *others = await same() or [made]  # the library sends again what Discord has failed to answer
        for event_id in others:
            await self.wire.cancel_event(guild_id, event_id)
        return first

    def _event_fields(self, told: StageAnnouncement, due: EventRequest) -> dict[str, Any]:
        """Return the fields of a request that creates or changes an event."""
        row, stage = told.competition, told.stage
        say, link = (
            self.wire.public(row.guild_id),
            message_link(row.guild_id, row.channel_id, stage.message_id),
        )
        name = cards_of(row.kind).event_name(row, stage, due.what, say)
        return {
            "name": name[:NAME_LIMIT],
            "description": say("event.description", title=title_of(row.game), link=link),
            "entity_metadata": {"location": link},
            "scheduled_start_time": datetime.fromtimestamp(due.at, UTC).isoformat(),
            "scheduled_end_time": datetime.fromtimestamp(due.at + LENGTH, UTC).isoformat(),
        }
