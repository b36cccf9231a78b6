"""Discord's scheduled events that announce competitions.

They are created, moved and cancelled with the competitions, if the bot may do so.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.kit.card_lines import message_link
from bot.codes import Code
from bot.delivery.claims import log_facts
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
    """Creates, changes and cancels scheduled events, one request at a time.

    Each method settles its outbox row, and raises Discord's refusals.
    """

    async def update_event(self, row: OutboxRow) -> None:
        """Make the next request for the scheduled events of a competition's stage.

        Make none if the bot may not manage events.
        """
        stage_id = json.loads(row.payload)["stage"]
        told = await self.club.competitions.announcements.load_next(stage_id)
        if told is None or told.request is None:
            await self.claims.settle(row)
            return
        may = self.wire.may_make_events(told.competition.guild_id)
        if may is None:
            await self.leave_to_other_process(row)
            return
        # Every member sees an event: it must not tell what goes on in a channel that only some may see.
        place = Place(told.competition.guild_id, told.competition.channel_id)
        if may and not await self.wire.is_open(place):
            told = await self.club.competitions.announcements.load_next(stage_id, visible=False)
        if not may or told is None or told.request is None:
            await self.claims.settle(row)
            return
        due = told.request
        try:
            event_id = await self._send_request(row, told, due)
        except discord.HTTPException as refused:
            if refused.code == Code.UNKNOWN_EVENT:
                event_id = None  # a moderator has deleted it, and may have had a reason
            elif refused.code in LEFT:
                log.info("event left", extra=log_facts(row) | {"code": refused.code})
                await self.claims.settle(row)
                return
            else:
                raise
        await self.claims.settle(
            row, lambda tx: self.club.competitions.announcements.record_done(tx, stage_id, due, event_id)
        )

    async def _send_request(
        self, row: OutboxRow, announcement: StageAnnouncement, due: EventRequest
    ) -> int | None:
        """Create, move or cancel an event, and return its id."""
        guild_id = announcement.competition.guild_id
        if due.action is EventAction.CANCEL:
            await self.wire.cancel_event(guild_id, due.event_id)
            return due.event_id
        said = self._event_fields(announcement, due)
        if due.action is EventAction.MOVE:
            await self.wire.change_event(guild_id, due.event_id, said)
            return due.event_id
        return await self._create_event(row, announcement, due, said)

    async def _create_event(
        self, row: OutboxRow, announcement: StageAnnouncement, due: EventRequest, fields: dict[str, Any]
    ) -> int:
        """Create an event unless an earlier try did, and cancel duplicates.

        Events have no nonce, so a repeated request creates a duplicate.
        """
        guild_id = announcement.competition.guild_id

        async def same() -> list[int]:
            return [
                event.id
                for event in await self.wire.fetch_own_events(guild_id)
                if event.id not in announcement.server_event_ids
                and (event.name, event.starts_at) == (fields["name"], due.at)
            ]

        found = await same() if row.unclear else []
        made = found[0] if found else await self.wire.create_event(guild_id, fields)
        first, *others = await same() or [made]  # the library sends again what Discord has failed to answer
        for event_id in others:
            await self.wire.cancel_event(guild_id, event_id)
        return first

    def _event_fields(self, announcement: StageAnnouncement, due: EventRequest) -> dict[str, Any]:
        """Return the fields of a request that creates or changes an event."""
        row, stage = announcement.competition, announcement.stage
        say, link = (
            self.wire.public_speaker(row.guild_id),
            message_link(row.guild_id, row.channel_id, stage.message_id),
        )
        name = cards_for_kind(row.kind).event_name(row, stage, due.moment, say)
        return {
            "name": name[:NAME_LIMIT],
            "description": say("event.description", title=title_of(row.game), link=link),
            "entity_metadata": {"location": link},
            "scheduled_start_time": datetime.fromtimestamp(due.at, UTC).isoformat(),
            "scheduled_end_time": datetime.fromtimestamp(due.at + LENGTH, UTC).isoformat(),
        }
