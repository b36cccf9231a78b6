"""What all kinds of posts share: what a row is about, who speaks there, and what Discord may have of it already."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.cards.kit.after import NOWHERE, Addresses
from bot.cards.kit.kit import Card
from bot.delivery.claims import Claims
from bot.delivery.sender import Sender
from bot.delivery.wire import Sent
from club.club import Club
from club.play.match.matches import Table
from data.outbox.outbox import OutboxRow
from data.play.matches import EventRow
from words import Speaker, speaker

EDITABLE_FOR: Final = 50 * 60
"""Seconds: Discord limits edits of messages older than an hour, so an older card is posted anew."""
ELSEWHERE: Final = 2.0
"""Seconds until another process may claim what this one does not know the server of."""
ELSEWHERE_TRIES: Final = 30
"""Claims after which no process knows the server."""


class Posts:
    """Sends some kinds of rows, a method each, and settles the row; raises what Discord refuses."""

    def __init__(self, club: Club, claims: Claims, sender: Sender) -> None:
        self.club = club
        self.claims = claims
        self.sender = sender
        self.wire = sender.wire
        self.tokens = sender.tokens

    async def table(self, row: OutboxRow) -> Table:
        """Return the match that a row is about."""
        assert row.match_id is not None  # rows of this kind are about a match
        return await self.club.matches.get(row.match_id)

    async def with_events(self, row: OutboxRow, *, after: int = 0) -> tuple[Table, Sequence[EventRow]]:
        """Return the match that a row is about, with all that happened in it `after` a version."""
        assert row.match_id is not None  # rows of this kind are about a match
        return await self.club.matches.with_events(row.match_id, after=after)

    async def found(
        self, row: OutboxRow, channel_id: int, known: Callable[[frozenset[str]], bool], since: float
    ) -> Sent | None:
        """Return the card of an earlier try that Discord may have taken, by its marks; `None` if there is none."""
        return await self.wire.found(channel_id, since, known) if row.unclear else None

    async def post_once(
        self,
        row: OutboxRow,
        channel_id: int,
        known: Callable[[frozenset[str]], bool],
        since: float,
        card: Card,
    ) -> None:
        """Post a card unless Discord has it of an earlier try, known by its marks, and settle the row."""
        if await self.found(row, channel_id, known, since) is None:
            await self.sender.post_in(row, channel_id, card)
        await self.claims.settle(row)

    async def post_at_most_once(self, row: OutboxRow, channel_id: int, card: Card) -> None:
        """Post a card, unless Discord may have it of an earlier try, and settle the row: it is a courtesy.

        Nobody who takes the row over posts it, so this process may, however long it stood still.
        """
        if not row.unclear:
            await self.wire.post(channel_id, card, self.claims.nonce(row))
        await self.claims.settle(row)

    async def elsewhere(self, row: OutboxRow) -> None:
        """Leave a row to the process that hears of its server; settle it where none does."""
        if row.attempts < ELSEWHERE_TRIES:
            await self.claims.again(row, "", delay=ELSEWHERE, unclear=False)
        else:
            await self.claims.settle(row)

    async def outside(self, table: Table) -> Addresses:
        """Return where a match that is over is shown outside of Discord; its page is made with its final card."""
        if not table.over:
            return NOWHERE
        page = await self.club.pages.make(table, self.wire.is_open)
        return Addresses(page, await self.club.lab.of_match(table))

    def say(self, table: Table) -> Speaker:
        """Return who speaks the language of a match's server, or by a user install the match's own."""
        return speaker(table.row.abroad) if table.row.abroad else self.wire.public(table.row.guild_id)
