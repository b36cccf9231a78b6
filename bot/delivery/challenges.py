"""Posts about challenges: their cards, changes to cards, and withdrawals.

A challenge's card is posted here only if no reply to a command has shown it.
"""

import logging
from dataclasses import replace

from bot.cards.kit.kit import Card
from bot.cards.play.challenge import challenge_card, withdrawn_challenge_card
from bot.custom_ids import CustomId
from bot.delivery.claims import log_facts
from bot.delivery.direct_messages import DirectPosts
from club.play.match.posts import put_card_update, put_found_card_update
from data.database.transaction import Transaction
from data.outbox.outbox import OutboxRow
from data.play import challenges, matches
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.play.matches import MatchRow

log = logging.getLogger(__name__)


class ChallengePosts(DirectPosts):
    """Posts about a challenge, which waits for a member to take the other seat.

    Each method settles its outbox row, and raises Discord's refusals.
    """

    async def post_card(self, row: OutboxRow) -> None:
        """Post a challenge's card in its channel, unless a reply has shown it there."""
        shown = await self._load_challenge(row)
        assert shown is not None  # its rows go with it
        sent = found = None
        if shown.message_id is None and row.unclear:
            accept = str(CustomId("accept", shown.id, is_challenge=True))
            sent = found = await self.find_card(
                row, shown.channel_id, lambda seen: accept in seen, shown.created_at
            )
            if found is None:  # the search takes long: by now a button of the card may have been pressed
                shown = await self._load_challenge(row) or shown
        due = shown.status is ChallengeStatus.OPEN and shown.expires_at > self.claims.now()
        if sent is None and shown.message_id is None and due:
            card = await self._card(shown, None)
            quiet = await self.club.members.preferences.is_quiet(shown.opponent_id, self.claims.now())
            sent = await self.sender.post_in_channel(row, shown.channel_id, replace(card, silent=quiet))
        if sent is None:
            await self.claims.settle(row)
            return
        message_id, challenge_id = sent.message_id, shown.id

        async def job(tx: Transaction) -> None:
            now_so = await self.club.play.challenges.set_card_message(tx, challenge_id, message_id)
            if found or (now_so and _card_state(now_so) != _card_state(shown)):
                await put_found_card_update(tx, challenge_id, self.claims.now())

        await self.claims.settle(row, job)

    async def _card(self, challenge: ChallengeRow, match: MatchRow | None) -> Card:
        """Return the card of a challenge, and of the match that it has become."""
        club = self.club
        return challenge_card(
            challenge,
            self.wire.public_speaker(challenge.guild_id),
            match,
            computer=club.members.servers.has_computer(challenge.home_server_id),
            series=await club.play.lists.load_series(challenge.rematch_of),
            stronger_id=await club.standing.ratings.find_much_stronger_player(challenge),
            rated_code=await club.play.challenges.load_rated_status(challenge),
        )

    async def update_card(self, row: OutboxRow) -> None:
        """Bring a challenge's card up to date."""
        challenge, match = await self.claims.store.read(
            lambda tx: _load_with_match(tx, row.challenge_id or 0)
        )
        if challenge and challenge.message_id:
            card = await self._card(challenge, match)
            await self.sender.edit(row, challenge.channel_id, challenge.message_id, card)

        async def job(tx: Transaction) -> None:
            now_so, there = await _load_with_match(tx, row.challenge_id or 0)
            if challenge and now_so and _card_state(now_so, there) != _card_state(challenge, match):
                # An answer has shown it meanwhile, but this edit may have come after it; or the thread is made now.
                await put_card_update(tx, now_so.id, self.claims.now())

        await self.claims.settle(row, job)

    async def withdraw(self, row: OutboxRow, error: str) -> None:
        """Close a challenge whose card cannot be posted, because no one could see it."""
        log.warning("challenge withdrawn", extra=log_facts(row) | {"code": error})
        await self.claims.settle(
            row, lambda tx: self.club.play.challenges.close_unpostable(tx, row.challenge_id or 0)
        )

    async def notify_challenger(self, row: OutboxRow) -> None:
        """Tell a challenger by direct message that their challenge was closed.

        The message is only a courtesy, so it is sent at most once.
        """
        challenge = await self._load_challenge(row)
        assert challenge is not None  # its rows go with it
        await self.dms.send_card(
            row, challenge.challenger_id, lambda _, say: withdrawn_challenge_card(challenge, say)
        )

    async def _load_challenge(self, row: OutboxRow) -> ChallengeRow | None:
        return await self.claims.store.read(lambda tx: challenges.get(tx, row.challenge_id or 0))


async def _load_with_match(tx: Transaction, challenge_id: int) -> tuple[ChallengeRow | None, MatchRow | None]:
    """Load a challenge and the match made from it; either is `None` if missing."""
    challenge = await challenges.get(tx, challenge_id)
    match_id = challenge.match_id if challenge else None
    return challenge, await matches.get(tx, match_id) if match_id else None


def _card_state(challenge: ChallengeRow, match: MatchRow | None = None) -> tuple[object, ...]:
    """Return everything shown on a challenge's card that can change.

    This includes the thread of its match.
    """
    thread = match.thread_id if match else None
    terms = challenge.options, challenge.clock, challenge.side, challenge.rated
    return challenge.status, terms, challenge.told, thread
