"""Direct messages that a challenge is open, to members with a seek."""

import json

from bot.cards.play.games import take_seat
from bot.cards.play.seek_alerts import seek_card
from bot.delivery.direct_messages import DirectPosts
from data.members import preferences
from data.members.preferences import Preference
from data.outbox.outbox import OutboxRow
from data.play.challenges import ChallengeRow
from words import ENGLISH, speaker


class SeekAlertPosts(DirectPosts):
    """Sends it once, and settles the row; raises what Discord refuses."""

    async def seat(self, row: OutboxRow) -> None:
        """Tell a member of a challenge that is still open.

        They must still want to hear of it and see its place.
        """
        user_id = json.loads(row.payload)["to"]
        challenge = await self.club.seek_alerts.find_wanted(row, user_id)
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        if challenge is None or self.dms.is_closed_to(known):
            await self.claims.settle(row)
            return
        sees = await self.wire.sees(challenge, user_id)
        if sees is None:
            await self.elsewhere(row)
        elif not sees:
            unseen = challenge
            await self.claims.settle(row, lambda tx: self.club.seek_alerts.pass_over(tx, unseen, user_id))
        elif (channel_id := await self.dms.open(row, user_id, known)) is not None:
            await self._tell(row, challenge, known, channel_id)

    async def _tell(
        self, row: OutboxRow, challenge: ChallengeRow, known: Preference, channel_id: int
    ) -> None:
        """Send the message and count it on the card.

        Nothing is sent if Discord has it already or the member no longer wants it.
        """
        take = str(take_seat(challenge.id))
        sent = await self.find_card(row, channel_id, lambda seen: take in seen, challenge.created_at)
        if sent is None:
            if not await self.club.seek_alerts.count(row, known.user_id):
                await self.claims.settle(row)
                return
            await self.sender.post_in(
                row, channel_id, seek_card(challenge, speaker(known.spoken_language or ENGLISH))
            )
        await self.claims.settle(row, lambda tx: self.club.seek_alerts.count_told(tx, challenge))
        self.club.delivery.ring()
