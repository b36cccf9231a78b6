"""Daily direct messages about due exercises from a member's own matches.

They are sent only to members who want them.
"""

import json
from dataclasses import replace

from bot.cards.learning.learn import REMINDER_BUTTON_ID, exercises_due_card
from bot.delivery.direct_messages import DirectPosts
from club.clocks.rest import Rest
from data.members import preferences
from data.outbox.outbox import OutboxRow
from words import ENGLISH, localizer_for


class ExerciseReminderPosts(DirectPosts):
    """Sends the daily reminder of due exercises."""

    async def send_reminder(self, row: OutboxRow) -> None:
        """Tell a member how many exercises are due.

        Nothing is sent if none are due any more or the member no longer wants it today.
        """
        told = json.loads(row.payload)
        user_id, at = told["to"], told["at"]
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        count = await self.club.learning.reminders.load_reminder_count(known, at)
        if not count or self.dms.is_closed_to(known):
            await self.claims.settle(row)
            return
        channel_id = await self.dms.open_channel(row, user_id, known)
        if channel_id is None:
            return
        silent = Rest.parse(known.rest).is_quiet(self.claims.now())
        card = replace(
            exercises_due_card(count, localizer_for(known.spoken_language or ENGLISH)), silent=silent
        )
        async with self.dms.watch_channel(row, user_id):
            await self.post_once(row, channel_id, lambda seen: str(REMINDER_BUTTON_ID) in seen, at, card)
