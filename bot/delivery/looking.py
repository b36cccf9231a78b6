"""Word by direct message, to those who look for a game, that a challenge waits for somebody."""

import json

from bot.cards.looking import seat_card
from bot.delivery.claims import Claims
from bot.delivery.direct_messages import DirectMessages
from bot.delivery.posts import Posts
from bot.delivery.sender import Sender
from club.club import Club
from data import preferences
from data.outbox import OutboxRow
from words import ENGLISH, speaker


class SeatPosts(Posts):
    """Sends it, at most once, for it is a courtesy, and settles the row; raises what Discord refuses."""

    def __init__(self, club: Club, claims: Claims, sender: Sender, dms: DirectMessages) -> None:
        super().__init__(club, claims, sender)
        self.dms = dms

    async def seat(self, row: OutboxRow) -> None:
        """Tell somebody of a challenge that is still open, if they still want that and may see its place."""
        user_id = json.loads(row.payload)["to"]
        challenge = await self.club.looking.wanted(row.challenge_id or 0, user_id)
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        if challenge is None or row.unclear or self.dms.closed_to(known):
            await self.claims.settle(row)
            return
        if not await self.wire.sees(challenge, user_id):
            await self.claims.settle(row)
            return
        channel_id = await self.dms.open(row, user_id, known)
        if channel_id is None:
            return
        await self.wire.post(
            channel_id, seat_card(challenge, speaker(known.spoken or ENGLISH)), self.claims.nonce(row)
        )
        told = challenge
        await self.claims.settle(row, lambda tx: self.club.looking.told(tx, told, user_id))
        self.club.delivery.ring()
