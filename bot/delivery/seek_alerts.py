"""Direct messages about open challenges, to members who look for an opponent."""

import json

from bot.cards.play.games import take_seat_id
from bot.cards.play.seek_alerts import seek_alert_card
from bot.delivery.direct_messages import DirectPosts
from data.members import preferences
from data.members.preferences import Preference
from data.outbox.outbox import OutboxRow
from data.play.challenges import ChallengeRow
from words import ENGLISH, localizer_for


class SeekAlertPosts(DirectPosts):
    """Sends alerts about open challenges, each alert once.

    Each method settles its outbox row, and raises Discord's refusals.
    """

    async def send_alert(self, row: OutboxRow) -> None:
        """Tell a member about a challenge that is still open.

        They must still want to hear of it, and be able to see its channel.
        """
        user_id = json.loads(row.payload)["to"]
        challenge = await self.club.play.seek_alerts.find_wanted_challenge(row, user_id)
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        if challenge is None or self.dms.is_closed_to(known):
            await self.claims.settle(row)
            return
        sees = await self.wire.can_see(challenge, user_id)
        if sees is None:
            await self.leave_to_other_process(row)
        elif not sees:
            unseen = challenge
            await self.claims.settle(
                row, lambda tx: self.club.play.seek_alerts.move_to_back(tx, unseen, user_id)
            )
        elif (channel_id := await self.dms.open_channel(row, user_id, known)) is not None:
            async with self.dms.watch_channel(row, user_id):
                await self._post_alert(row, challenge, known, channel_id)

    async def _post_alert(
        self, row: OutboxRow, challenge: ChallengeRow, known: Preference, channel_id: int
    ) -> None:
        """Send the message, and count it on the challenge's card.

        Nothing is sent if Discord has it already or the member no longer wants it.
        """
        take = str(take_seat_id(challenge.id))
        sent = await self.find_card(row, channel_id, lambda seen: take in seen, challenge.created_at)
        if sent is None:
            if not await self.club.play.seek_alerts.count_alert(row, known.user_id):
                await self.claims.settle(row)
                return
            # One who is kept from this challenger counts as told, or the challenge's card would look different.
            if not await self.club.members.blocks.are_kept_apart(known.user_id, challenge.challenger_id):
                await self.sender.post_in_channel(
                    row,
                    channel_id,
                    seek_alert_card(challenge, localizer_for(known.spoken_language or ENGLISH)),
                )
        await self.claims.settle(row, lambda tx: self.club.play.seek_alerts.count_recipient(tx, challenge))
        self.club.delivery.ring()
