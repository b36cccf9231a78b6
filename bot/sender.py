"""The two ways to Discord: by the token of an interaction where one serves, else by the channel's route."""

import json
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.cards.kit import Card
from bot.codes import NoAnswer
from bot.decisions import Do, code_of, decide, decide_by_token
from bot.desk import Desk
from bot.tokens import Token, Tokens
from bot.wire import Sent, Wire
from club.matches import Table
from data.outbox import OutboxRow

log = logging.getLogger(__name__)

REFUSED: Final = (discord.HTTPException, discord.RateLimited)
"""What Discord says when it has not taken a request, failures of its own apart."""


class Sender:
    """Posts and edits; raises what Discord refuses by the channel's route, and `NoAnswer` where nobody knows.

    What may have been taken is never sent again at once, by neither way: the row becomes unclear, and by the next try,
    which is by the channel's route, it has been looked for. Cards are made anew for each request.
    """

    def __init__(self, wire: Wire, desk: Desk, tokens: Tokens) -> None:
        self.wire = wire
        self.desk = desk
        self.tokens = tokens

    async def post(self, row: OutboxRow, table: Table, card: Callable[[], Card]) -> Sent:
        """Post a card in a match's place, as a follow-up of the interaction that it comes of where that serves."""
        place_id, channel_id = table.row.place_id, table.row.channel_id
        by = json.loads(row.payload).get("by")
        if not row.unclear and not self.tokens.shuns(channel_id):
            token = await self.tokens.of(by, place_id)
            if token and (sent := await self._followed_up(token, channel_id, card())):
                self.tokens.spent(by)
                return sent
            self.tokens.spent(by)
        return await self.wire.post(place_id, card(), self.desk.nonce(row))

    async def _followed_up(self, token: Token, channel_id: int, card: Card) -> Sent | None:
        """Post a card by a token; return `None` where it does not serve: nobody but its person may have seen it."""
        try:
            sent = await self.wire.follow_up(token, card)
        except REFUSED as fault:
            self._refused(fault, channel_id)
            return None
        if not sent.ephemeral:
            return sent
        self.tokens.shun(channel_id, 0)
        try:
            await self.wire.take_back(token, sent.message_id)
        except (*REFUSED, NoAnswer) as fault:
            log.info("follow-up not taken back", extra={"place": channel_id, "code": code_of(fault)})
        return None

    async def edit(
        self,
        row: OutboxRow,
        channel_id: int,
        message_id: int,
        card: Callable[[], Card],
        *,
        attachment_id: int | None = None,
    ) -> Sent:
        """Put a card into a message, by the token of a press on it where there is one."""
        if not row.unclear and (token := self.tokens.on(message_id)):
            try:
                return await self.wire.edit_by(token, card(), attachment_id=attachment_id)
            except REFUSED as fault:
                if decide_by_token(fault) is Do.LOOK:
                    raise
                self.tokens.lift(message_id)  # whether posts are taken there, the next one finds out
        return await self.wire.edit(channel_id, message_id, card(), attachment_id=attachment_id)

    async def edit_or_none(
        self, row: OutboxRow, channel_id: int | None, message_id: int | None, card: Callable[[], Card]
    ) -> Sent | None:
        """Edit a card; return `None` where it has to be posted anew. Raises what Discord refuses otherwise."""
        if channel_id is None or message_id is None:
            return None
        try:
            return await self.edit(row, channel_id, message_id, card)
        except REFUSED as fault:
            if decide(row.kind, fault, editing=True) is Do.ANEW:
                return None
            raise

    def _refused(self, fault: Exception, channel_id: int) -> None:
        """Do what the table says of a post by token that was refused; raise it again if it may have been taken."""
        match decide_by_token(fault):
            case Do.LOOK:
                raise fault
            case Do.SHUN:
                self.tokens.shun(channel_id, code_of(fault))
