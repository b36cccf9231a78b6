"""Posts about challenges: unanswered cards, changes to cards, and withdrawals.

A card is posted if no answer has shown it.
"""

import logging
from dataclasses import replace

from bot.cards.play.challenge import challenge_card, withdrawn_card
from bot.custom_ids import CustomId
from bot.delivery.claims import about
from bot.delivery.direct_messages import DirectPosts
from club.play.match.posts import put_card, put_found_card
from data.database.transaction import Transaction
from data.outbox.outbox import OutboxRow
from data.play import challenges, matches
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow

log = logging.getLogger(__name__)


class ChallengePosts(DirectPosts):
    """Posts about a challenge.

    Each method settles its row and raises Discord's refusals.
    """

    async def card(self, row: OutboxRow) -> None:
        """Post a challenge's card in its channel, unless an answer has shown it there."""
        shown = await self._challenge(row)
        assert shown is not None  # its rows go with it
        sent = found = None
        if shown.message_id is None and row.unclear:
            accept = str(CustomId("accept", shown.id, challenge=True))
            sent = found = await self.find_card(
                row, shown.channel_id, lambda seen: accept in seen, shown.created_at
            )
            if found is None:  # the search takes long: by now a button of the card may have been pressed
                shown = await self._challenge(row) or shown
        due = shown.status is ChallengeStatus.OPEN and shown.expires_at > self.claims.now()
        if sent is None and shown.message_id is None and due:
            computer = self.club.servers.has_computer(shown.home)
            series = await self.club.lists.series(shown.rematch_of)
            say = self.wire.public(shown.guild_id)
            ahead = await self.club.ratings.far_ahead(shown)
            card = challenge_card(shown, say, computer=computer, series=series, ahead=ahead)
            quiet = await self.club.preferences.quiet(shown.opponent_id, self.claims.now())
            sent = await self.sender.post_in(row, shown.channel_id, replace(card, silent=quiet))
        if sent is None:
            await self.claims.settle(row)
            return
        message_id, challenge_id = sent.message_id, shown.id

        async def job(tx: Transaction) -> None:
            now_so = await self.club.challenges.note_card(tx, challenge_id, message_id)
            if found or (now_so and _card_state(now_so) != _card_state(shown)):
                await put_found_card(tx, challenge_id, self.claims.now())

        await self.claims.settle(row, job)

    async def update_card(self, row: OutboxRow) -> None:
        """Bring a challenge's card up to date."""
        challenge, match = await self.claims.store.read(lambda tx: _with_match(tx, row.challenge_id or 0))
        if challenge and challenge.message_id:
            say, computer = (
                self.wire.public(challenge.guild_id),
                self.club.servers.has_computer(challenge.home),
            )
            series = await self.club.lists.series(challenge.rematch_of)
            ahead = await self.club.ratings.far_ahead(challenge)
            await self.sender.edit(
                row,
                challenge.channel_id,
                challenge.message_id,
                challenge_card(challenge, say, match, computer=computer, series=series, ahead=ahead),
            )

        async def job(tx: Transaction) -> None:
            now_so, there = await _with_match(tx, row.challenge_id or 0)
            if challenge and now_so and _card_state(now_so, there) != _card_state(challenge, match):
                # An answer has shown it meanwhile, but this edit may have come after it; or the thread is made now.
                await put_card(tx, now_so.id, self.claims.now())

        await self.claims.settle(row, job)

    async def withdraw(self, row: OutboxRow, error: str) -> None:
        """Close a challenge whose card cannot be posted: no one could ever see it."""
        log.warning("challenge withdrawn", extra=about(row) | {"code": error})
        await self.claims.settle(row, lambda tx: self.club.challenges.withdraw(tx, row.challenge_id or 0))

    async def tell_withdrawn(self, row: OutboxRow) -> None:
        """Tell a challenger by direct message that their challenge is closed.

        It is sent at most once, because it is a courtesy.
        """
        challenge = await self._challenge(row)
        assert challenge is not None  # its rows go with it
        await self.dms.tell(row, challenge.challenger_id, lambda _, say: withdrawn_card(challenge, say))

    async def _challenge(self, row: OutboxRow) -> ChallengeRow | None:
        return await self.claims.store.read(lambda tx: challenges.get(tx, row.challenge_id or 0))


async def _with_match(tx: Transaction, challenge_id: int) -> tuple[ChallengeRow | None, MatchRow | None]:
    """Return a challenge and the match made from it; a missing one is `None`."""
    challenge = await challenges.get(tx, challenge_id)
    match_id = challenge.match_id if challenge else None
    return challenge, await matches.get(tx, match_id) if match_id else None


def _card_state(challenge: ChallengeRow, match: MatchRow | None = None) -> tuple[object, ...]:
    """Return the parts of a challenge that its card shows and that can change.

    The thread of its match is one of them.
    """
    thread = match.thread_id if match else None
    return challenge.status, challenge.options, challenge.clock, challenge.told, thread
