"""A server's overview card: one message that follows what happens there.

Requests for a card are at least half a minute apart. Each update makes the first of these requests that is
needed: delete a card in the wrong channel, post it, pin it, check whether it has scrolled away, edit it. An
update that has made a request is followed by another one; if nothing is left to do, the next one comes with
the next change.
"""

import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import discord

from bot.cards.kit.kit import Card
from bot.cards.standing.club_card import club_card, club_marker_id
from bot.delivery.claims import log_facts
from bot.delivery.posts import Posts
from club.play.match.matches import Table
from data.database.transaction import Transaction
from data.members.servers import ServerRow
from data.outbox.outbox import OutboxRow
from data.play.places import PlacedRow
from data.standing import club_cards
from data.standing.club_cards import ClubCardRow

log = logging.getLogger(__name__)

ANEW_AFTER: Final = 24 * 3600.0
"""Seconds until the card of a server may be posted anew."""
LOOKED_AFTER: Final = 3600.0
"""Seconds until the bot checks again whether the card has scrolled away.

It is also the wait after Discord limited an edit.
"""


class ClubCardPosts(Posts):
    """Keeps the overview cards of servers up to date.

    Each method settles its outbox row, and raises Discord's refusals.
    """

    async def update_card(self, row: OutboxRow) -> None:
        """Make the next request that a server's overview card needs."""
        guild_id = json.loads(row.payload)["guild"]
        server, card = await self.club.standing.cards.load_card(guild_id)
        if card is None:
            await self.claims.settle(row)
            return
        wait = min(card.acted_at + club_cards.EVERY - self.claims.now(), club_cards.EVERY)
        if wait > 0:
            await self.claims.give_back(row, "", delay=wait, unclear=False)
            return
        if card.message_id is not None and (
            card.channel_id != server.card_channel or self._needs_reposting(card)
        ):
            await self._take_away(row, card)
            return
        if server.card_channel is None:
            await self.claims.settle(row, lambda tx: club_cards.drop(tx, guild_id))
            return
        shows = self.wire.place_filter(guild_id, server.card_channel)
        if shows is None:
            await self.leave_to_other_process(row)
        else:
            await self._show(row, server, card, server.card_channel, shows)

    async def _show(
        self,
        row: OutboxRow,
        server: ServerRow,
        card: ClubCardRow,
        channel_id: int,
        shows: Callable[[PlacedRow], bool],
    ) -> None:
        """Bring the card up to date, or make the request that must come first."""
        going = await self.club.standing.cards.load_activity(server.guild_id, shows)
        drawn = club_card(going, card.number or row.id, self.wire.public_speaker(server.guild_id))
        said = content_hash(drawn, going.board)
        if card.message_id is None:
            await self._post(row, card, channel_id, replace(drawn, silent=True), said)
        elif not card.pinned and self.wire.may_pin(server.guild_id, channel_id):
            await self._pin(row, card, channel_id, card.message_id)
        elif said == card.shown:
            await self._settle_unchanged(row, card)
        elif self._may_check_position(card):
            await self._check_scrolled_away(row, card, channel_id, card.message_id)
        else:
            edited = await self.sender.edit_or_none(row, channel_id, card.message_id, drawn)
            if edited is None:
                await self._record_request(row, card, wait=LOOKED_AFTER, away=True)
            else:
                await self._record_request(row, card, shown=said)

    async def _post(self, row: OutboxRow, card: ClubCardRow, channel_id: int, drawn: Card, said: str) -> None:
        """Post the card, unless Discord has it already."""
        mark = club_marker_id(row.id)
        sent = await self.find_card(row, channel_id, lambda seen: mark in seen, card.acted_at)
        if sent is None:
            # A row is put again and again under one name: what is posted by another one is another card.
            sent = await self.sender.post_in_channel(replace(row, dedup=f"club{row.id}"), channel_id, drawn)
        else:
            said = ""  # as it was when it was sent
        await self._record_request(
            row,
            card,
            channel_id=channel_id,
            message_id=sent.message_id,
            number=row.id,
            posted_at=self.claims.now(),
            looked_at=self.claims.now(),
            away=False,
            pinned=False,
            shown=said,
        )

    async def _take_away(self, row: OutboxRow, card: ClubCardRow) -> None:
        """Delete the card; nothing is needed if it or its channel is gone."""
        assert card.channel_id is not None and card.message_id is not None  # it is posted
        self.claims.check_held()
        try:
            await self.wire.delete(card.channel_id, card.message_id)
        except (discord.Forbidden, discord.NotFound):
            log.info("club card not taken away", extra=log_facts(row))
        await self._record_request(row, card, message_id=None, number=0)

    async def _pin(self, row: OutboxRow, card: ClubCardRow, channel_id: int, message_id: int) -> None:
        """Pin the card, if the channel has room for another pinned message.

        A refusal is ignored, because pinning is only a courtesy.
        """
        self.claims.check_held()
        try:
            await self.wire.pin(channel_id, message_id)
        except (discord.Forbidden, discord.NotFound) as fault:
            log.info("club card not pinned", extra=log_facts(row) | {"code": fault.code})
        except discord.HTTPException as fault:
            if fault.status != 400:
                raise
            log.info("club card not pinned", extra=log_facts(row) | {"code": fault.code})
        await self._record_request(row, card, pinned=True)

    async def _check_scrolled_away(
        self, row: OutboxRow, card: ClubCardRow, channel_id: int, message_id: int
    ) -> None:
        """Check whether the card has scrolled away; Discord sends no event for that."""
        near = await self.wire.is_among_newest(channel_id, message_id)
        await self._record_request(row, card, looked_at=self.claims.now(), away=not near)

    def _needs_reposting(self, card: ClubCardRow) -> bool:
        """Whether the card must be posted anew, and may be.

        That is so if it has scrolled away or is not editable, and is old enough.
        """
        return card.away and self.claims.now() - (card.posted_at or 0.0) >= ANEW_AFTER

    def _may_check_position(self, card: ClubCardRow) -> bool:
        """Whether it makes sense to ask Discord if the card has scrolled away.

        It must be old enough to be posted anew, and the last check must be long enough ago.
        """
        now = self.claims.now()
        return now - (card.posted_at or 0.0) >= ANEW_AFTER and now - card.looked_at >= LOOKED_AFTER

    async def _record_request(
        self, row: OutboxRow, card: ClubCardRow, *, wait: float = club_cards.EVERY, **changed: Any
    ) -> None:
        """Store the effects of a request, and schedule the next update."""
        now = self.claims.now()

        async def job(tx: Transaction) -> None:
            await club_cards.put(tx, replace(card, acted_at=now, **changed))
            await club_cards.put_update(tx, card.guild_id, now, wait=wait)

        await self.claims.settle(row, job)

    async def _settle_unchanged(self, row: OutboxRow, card: ClubCardRow) -> None:
        """Settle the row without a request.

        Schedule another update if something has happened since the card was read.
        """
        now = self.claims.now()

        async def job(tx: Transaction) -> None:
            if not await club_cards.is_unchanged(tx, card):
                await club_cards.put_update(tx, card.guild_id, now, wait=0.0)

        await self.claims.settle(row, job)

    async def stop(self, row: OutboxRow, error: str) -> None:
        """Stop updating a server's card.

        Its channel is gone, or the bot may not write there.
        """
        log.warning("club card stopped", extra=log_facts(row) | {"code": error})
        server, _ = await self.club.standing.cards.load_card(json.loads(row.payload)["guild"])
        await self.claims.settle(row, lambda tx: self.club.standing.cards.stop_showing(tx, server, row.id))
        self.club.delivery.ring()


def content_hash(card: Card, board: Table | None) -> str:
    """Return a hash of a card's contents, the same only for the same contents.

    Its picture is not drawn yet, and shows `board`.
    """
    parts: Any = card.view.to_components()
    said = json.dumps([parts, board and (board.row.id, board.row.version)], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()
