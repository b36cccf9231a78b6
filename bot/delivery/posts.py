"""What all kinds of posts share: loading a row's subject, and earlier tries."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.cards.kit.after import NOWHERE, WebAddresses
from bot.cards.kit.kit import Card
from bot.delivery.claims import Claims
from bot.delivery.sender import Sender
from bot.delivery.wire import SentMessage
from club.club import Club
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.play.matches import EventRow
from words import Localizer

EDITABLE_FOR: Final = 50 * 60
"""Seconds in which a card may be edited; an older one is posted anew.

Discord limits edits of messages older than an hour.
"""
ELSEWHERE: Final = 2.0
"""Seconds until another process may claim a row of a server unknown to this one."""
ELSEWHERE_TRIES: Final = 30
"""Claims after which no process knows the server."""


class Posts:
    """Base of the classes that post some kinds of outbox rows, one method each.

    Each method settles its row, and raises Discord's refusals.
    """

    def __init__(self, club: Club, claims: Claims, sender: Sender) -> None:
        self.club = club
        self.claims = claims
        self.sender = sender
        self.wire = sender.wire
        self.tokens = sender.tokens

    async def load_table(self, row: OutboxRow) -> Table:
        """Load the match that a row is about."""
        assert row.match_id is not None  # rows of this kind are about a match
        return await self.club.play.matches.load(row.match_id)

    async def load_with_events(self, row: OutboxRow, *, after: int = 0) -> tuple[Table, Sequence[EventRow]]:
        """Load the match that a row is about, with all its events `after` a version."""
        assert row.match_id is not None  # rows of this kind are about a match
        return await self.club.play.matches.load_with_events(row.match_id, after_version=after)

    async def find_card(
        self, row: OutboxRow, channel_id: int, is_card: Callable[[frozenset[str]], bool], since: float
    ) -> SentMessage | None:
        """Find the message of an earlier try, if Discord may have accepted one.

        `is_card` recognises it by the marks of its buttons; `since` is the earliest time it may have been
        posted.
        """
        return await self.wire.find_card(channel_id, since, is_card) if row.unclear else None

    async def post_once(
        self,
        row: OutboxRow,
        channel_id: int,
        is_card: Callable[[frozenset[str]], bool],
        since: float,
        card: Card,
    ) -> None:
        """Post a card, unless Discord has it from an earlier try, and settle the row.

        `is_card` recognises an earlier try by the custom_ids of its buttons, among messages posted `since` a
        moment.
        """
        if await self.find_card(row, channel_id, is_card, since) is None:
            await self.sender.post_in_channel(row, channel_id, card)
        await self.claims.settle(row)

    async def post_at_most_once(self, row: OutboxRow, channel_id: int, card: Card) -> None:
        """Post a card and settle the row, unless Discord may have it already.

        Post nothing if an earlier try may have succeeded: these messages are only a courtesy. No process
        that takes the row over posts it, so this one may, however long it was suspended.
        """
        if not row.unclear:
            await self.wire.post(channel_id, card, self.claims.nonce(row))
        await self.claims.settle(row)

    async def leave_to_other_process(self, row: OutboxRow) -> None:
        """Leave a row to the process that serves its server.

        After many tries, settle it, because no process serves the server.
        """
        if row.attempts < ELSEWHERE_TRIES:
            await self.claims.give_back(row, "", delay=ELSEWHERE, unclear=False)
        else:
            await self.claims.settle(row)

    async def make_addresses(self, table: Table) -> WebAddresses:
        """Return the web addresses of a finished match, and make its page if needed."""
        if not table.is_over:
            return NOWHERE
        page = await self.club.pages.single.make_match_page(table, self.wire.is_open)
        return WebAddresses(page, await self.club.pages.lab.link_to_match(table))

    def speaker_for(self, table: Table) -> Localizer:
        """Return the speaker that translates for everyone where a match is played."""
        return table.row.choose_speaker(self.wire.public_speaker(table.row.guild_id))
