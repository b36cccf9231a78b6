"""Posts by an interaction's token if possible, else by the channel.

Where the bot is only user-installed there is no second way: a card that no token can show stays unsent
until the next press.
"""

import json
import logging
from typing import Final

import discord

from bot.answers.tokens import Token, TokenStore
from bot.cards.kit.kit import Card
from bot.cards.kit.pictures import draw_card
from bot.cards.kit.user_install import unseen_move_card
from bot.codes import NoAnswer, error_code
from bot.delivery.claims import Claims
from bot.delivery.decisions import Fate, decide, decide_by_token
from bot.delivery.wire import SentMessage, Wire
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind

log = logging.getLogger(__name__)

REFUSED: Final = (discord.HTTPException, discord.RateLimited)
"""What Discord says when it has not taken a request, failures of its own apart."""


class NoUsableToken(Exception):  # noqa: N818 - what happened, not what is wrong
    """No interaction token can show a post where the bot is only user-installed.

    The next press there will show it.
    """


class Sender:
    """Posts and edits messages.

    Each method raises Discord's refusals of requests by the channel, and `NoAnswer` if the outcome is
    unknown. A message that may have been accepted is never sent again at once: its outbox row is marked as
    unclear, and before the next try the bot looks for the message in the channel.
    """

    def __init__(self, wire: Wire, claims: Claims, tokens: TokenStore) -> None:
        self.wire = wire
        self.claims = claims
        self.tokens = tokens

    async def post(self, row: OutboxRow, table: Table, card: Card) -> SentMessage:
        """Post a card in a match's place, as a follow-up if possible.

        The follow-up uses the token of the interaction that caused the post. Raise `NoUsableToken` if that
        is impossible and the bot is only user-installed there.
        """
        if not table.row.has_route:
            return await self._post_by_install(row, table, card)
        place_id, channel_id = table.row.place_id, table.row.channel_id
        by = json.loads(row.payload).get("by")
        if not row.unclear and not self.tokens.is_channel_disabled(channel_id):
            token = await self.tokens.wait_for_token(by, place_id)
            if token and (sent := await self._follow_up(token, channel_id, card)):
                self.tokens.drop(by)
                return sent
            self.tokens.drop(by)
        return await self.post_in_channel(row, place_id, card)

    async def post_in_channel(self, row: OutboxRow, channel_id: int, card: Card) -> SentMessage:
        """Post a card in a channel, unless another process may have the row."""
        await draw_card(card)
        self.claims.check_held()
        return await self.wire.post(channel_id, card, self.claims.nonce(row))

    async def _follow_up(self, token: Token, channel_id: int, card: Card) -> SentMessage | None:
        """Post a card by a token; return `None` if that fails.

        It also counts as a failure if only the token's person may have seen the card.
        """
        await draw_card(card)
        self.claims.check_held()
        try:
            sent = await self.wire.follow_up(token, card)
        except REFUSED as fault:
            self._handle_refusal(fault, channel_id)
            return None
        if not sent.ephemeral:
            return sent
        self.tokens.disable_channel(channel_id, 0)
        await self._take_back(token, sent)
        return None

    async def _take_back(self, token: Token, sent: SentMessage) -> None:
        """Delete a follow-up that only one person can see."""
        try:
            await self.wire.delete_follow_up(token, sent.message_id)
        except (*REFUSED, NoAnswer) as fault:
            log.info("follow-up not taken back", extra={"place": token.channel_id, "code": error_code(fault)})

    async def _post_by_install(self, row: OutboxRow, table: Table, card: Card) -> SentMessage:
        """Post a card by the token of the press that caused it.

        If that fails, a board replaces the board whose button was pressed. If the server shows replies only
        to the person who pressed, a notice tells them so.
        """
        by = json.loads(row.payload).get("by")
        token = None if row.unclear else await self.tokens.wait_for_token(by, table.row.place_id)
        sent = None
        if token:
            await draw_card(card)
            self.claims.check_held()
            try:
                sent = await self.wire.follow_up(token, card)
            except REFUSED as fault:
                if decide_by_token(fault) is Fate.LOOK:
                    raise
                log.info("follow-up not taken", extra={"place": token.channel_id, "code": error_code(fault)})
            self.tokens.count_follow_up(by)
        if sent and not sent.ephemeral:
            return sent
        if token and sent:
            await self._take_back(token, sent)
        if row.kind is PostKind.BOARD and not row.unclear:
            pressed_on = table.row.board_message_id
            if pressed_on is not None and self.tokens.edit_token(pressed_on):
                return await self.edit(row, table.row.place_id, pressed_on, card, has_route=False)
        if token and sent:
            say = table.row.choose_speaker(self.wire.public_speaker(table.row.guild_id))
            await self._whisper(token, unseen_move_card(say))
            self.tokens.count_follow_up(by)
        raise NoUsableToken

    async def _whisper(self, token: Token, card: Card) -> None:
        """Send a card only to the person who pressed; ignore failures."""
        try:
            await self.wire.follow_up(token, card, private=True)
        except (*REFUSED, NoAnswer) as fault:
            log.info("word not taken", extra={"place": token.channel_id, "code": error_code(fault)})

    async def edit(
        self,
        row: OutboxRow,
        channel_id: int,
        message_id: int,
        card: Card,
        *,
        attachment_id: int | None = None,
        has_route: bool = True,
    ) -> SentMessage:
        """Edit a message to show a card, by the token of a press if there is one.

        Raise `NoUsableToken` if there is no other way, because the bot has no route to the channel.
        """
        await draw_card(card)
        self.claims.check_held()
        if not row.unclear and (token := self.tokens.edit_token(message_id)):
            try:
                return await self.wire.edit_by_token(token, card, attachment_id=attachment_id)
            except REFUSED as fault:
                if decide_by_token(fault) is Fate.LOOK:
                    raise
                self.tokens.drop_edit_token(
                    message_id
                )  # whether posts are taken there, the next one finds out
        if not has_route:
            raise NoUsableToken
        return await self.wire.edit(channel_id, message_id, card, attachment_id=attachment_id)

    async def edit_or_none(
        self,
        row: OutboxRow,
        channel_id: int | None,
        message_id: int | None,
        card: Card,
        *,
        has_route: bool = True,
    ) -> SentMessage | None:
        """Edit a message to show a card; return `None` if it must be posted anew.

        Raise Discord's other refusals.
        """
        if channel_id is None or message_id is None:
            return None
        try:
            return await self.edit(row, channel_id, message_id, card, has_route=has_route)
        except REFUSED as fault:
            if decide(row.kind, fault, editing=True) is Fate.ANEW:
                return None
            raise

    def _handle_refusal(self, fault: Exception, channel_id: int) -> None:
        """Apply the table of decisions to a refused post by token.

        Raise the exception again if Discord may have accepted the post.
        """
        match decide_by_token(fault):
            case Fate.LOOK:
                raise fault
            case Fate.SHUN:
                self.tokens.disable_channel(channel_id, error_code(fault))
            case _:
                pass  # the bot's own post follows
