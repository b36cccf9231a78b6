"""Shared by all kinds of posts: a row's subject, its language, earlier tries."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.cards.kit.after import NOWHERE, Addresses
from bot.cards.kit.kit import Card
from bot.delivery.claims import Claims
from bot.delivery.sender import Sender
from bot.delivery.wire import SentMessage
from club.club import Club
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.play.matches import EventRow
from words import Speaker

EDITABLE_FOR: Final = 50 * 60
"""Seconds in which a card may be edited; an older one is posted anew.

Discord limits edits of messages older than an hour.
"""
ELSEWHERE: Final = 2.0
"""Seconds until another process may claim a row of a server unknown to this one."""
ELSEWHERE_TRIES: Final = 30
"""Claims after which no process knows the server."""


class Posts:
    """Sends some kinds of rows, one method each.

    Each method settles its row and raises Discord's refusals.
    """

    def __init__(self, club: Club, claims: Claims, sender: Sender) -> None:
        self.club = club
        self.claims = claims
        self.sender = sender
        self.wire = sender.wire
        self.tokens = sender.tokens

    async def table(self, row: OutboxRow) -> Table:
        """Return the match that a row is about."""
        assert row.match_id is not None  # rows of this kind are about a match
        return await self.club.matches.load(row.match_id)

    async def with_events(self, row: OutboxRow, *, after: int = 0) -> tuple[Table, Sequence[EventRow]]:
        """Return the match of a row, with all its events `after` a version."""
        assert row.match_id is not None  # rows of this kind are about a match
        return await self.club.matches.load_with_events(row.match_id, after=after)

    async def find_card(
        self, row: OutboxRow, channel_id: int, known: Callable[[frozenset[str]], bool], since: float
    ) -> SentMessage | None:
        """Find the card of an earlier try, by its marks, if Discord may have taken it."""
        return await self.wire.find_card(channel_id, since, known) if row.unclear else None

    async def post_once(
        self,
        row: OutboxRow,
        channel_id: int,
        known: Callable[[frozenset[str]], bool],
        since: float,
        card: Card,
    ) -> None:
        """Post a card and settle the row.

        Do not post it if Discord has it from an earlier try, known by its marks.
        """
        if await self.find_card(row, channel_id, known, since) is None:
            await self.sender.post_in(row, channel_id, card)
        await self.claims.settle(row)

    async def post_at_most_once(self, row: OutboxRow, channel_id: int, card: Card) -> None:
        """Post a card, unless Discord may have it from an earlier try, and settle the row.

        It is a courtesy. No process that takes the row over posts it, so this one may, however long it
        stood still.
        """
        if not row.unclear:
            await self.wire.post(channel_id, card, self.claims.nonce(row))
        await self.claims.settle(row)

    async def elsewhere(self, row: OutboxRow) -> None:
        """Leave a row to the process that hears of its server; settle it where none does."""
        if row.attempts < ELSEWHERE_TRIES:
            await self.claims.give_back(row, "", delay=ELSEWHERE, unclear=False)
        else:
            await self.claims.settle(row)

    async def outside(self, table: Table) -> Addresses:
        """Return the web addresses of a finished match.

        Its page is made with its final card.
        """
        if not table.over:
            return NOWHERE
        page = await self.club.pages.make(table, self.wire.is_open)
        return Addresses(page, await self.club.lab.of_match(table))

    def say(self, table: Table) -> Speaker:
        """Return the speaker for everyone where a match is played."""
        return table.row.choose_speaker(self.wire.public(table.row.guild_id))
