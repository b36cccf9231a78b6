"""Posts of the daily puzzle, and notices that a channel refuses posts.

The notices cover other kinds of posts too.
"""

import json
import logging

from bot.cards.competitions.league_lines import channel_deleted_card
from bot.cards.puzzles.daily import daily_marker_id, daily_puzzle_card, daily_puzzle_stopped_card
from bot.cards.standing.club_card import club_card_stopped_card
from bot.cards.standing.digest import digest_stopped_card
from bot.delivery.claims import log_facts
from bot.delivery.direct_messages import DirectPosts
from club.puzzles.daily import DailyPuzzle
from data.outbox.outbox import OutboxRow

log = logging.getLogger(__name__)


class DailyPosts(DirectPosts):
    """Posts about a daily puzzle.

    Each method settles its outbox row, and raises Discord's refusals.
    """

    async def post_puzzle(self, row: OutboxRow) -> None:
        """Post the puzzle, unless Discord has it already or its day is over.

        The next puzzle comes by itself after that day.
        """
        posted = await self._load_puzzle(row)
        post, mark = posted.post, daily_marker_id(posted.post)
        sent = await self.find_card(row, post.channel_id, lambda seen: mark in seen, post.made_at)
        found = sent is not None
        if sent is None and posted.view is not None and await self.club.puzzles.daily.is_wanted(post):
            card = daily_puzzle_card(posted, self.wire.public_speaker(post.guild_id))
            sent = await self.sender.post_in_channel(row, post.channel_id, card)
        if sent is None:
            await self.claims.settle(row)
            return
        message_id = sent.message_id
        await self.claims.settle(
            row, lambda tx: self.club.puzzles.daily.record_message(tx, posted, message_id, was_found=found)
        )

    async def redraw_puzzle(self, row: OutboxRow) -> None:
        """Redraw the posted puzzle, for example after its first solvers have changed.

        It is also redrawn when a player of its match is to be shown or hidden, or when the puzzle is
        withdrawn.
        """
        posted = await self._load_puzzle(row)
        post, message_id = posted.post, posted.post.message_id
        if message_id is None:
            await self.claims.settle(row)  # as soon as it is posted, it names them
            return
        self.claims.check_held()
        await self.wire.edit(
            post.channel_id, message_id, daily_puzzle_card(posted, self.wire.public_speaker(post.guild_id))
        )
        await self.claims.settle(
            row, lambda tx: self.club.puzzles.daily.record_message(tx, posted, message_id)
        )

    async def stop(self, row: OutboxRow, error: str) -> None:
        """Stop posting puzzles in a channel that is gone or refuses them."""
        log.warning("daily puzzle stopped", extra=log_facts(row) | {"code": error})
        post = (await self._load_puzzle(row)).post
        await self.claims.settle(row, lambda tx: self.club.puzzles.daily.stop_posting(tx, post))
        self.club.delivery.ring()

    async def report_stopped_posts(self, row: OutboxRow) -> None:
        """Tell a person by direct message which posts a channel no longer accepts.

        It is the person who chose the channel. The message is only a courtesy, so it is sent at most once.
        """
        stopped = json.loads(row.payload)
        if "competition" in stopped:
            league, to = (
                await self.club.competitions.places.load_stranded(stopped["competition"]),
                stopped["by"],
            )
            await self.dms.send_card(
                row, to, lambda _, say: channel_deleted_card(league, to, say) if league else None
            )
            return
        kinds = {"card": club_card_stopped_card, "digest": digest_stopped_card}
        card = next((kinds[kind] for kind in kinds if stopped.get(kind)), daily_puzzle_stopped_card)
        await self.dms.send_card(row, stopped["by"], lambda _, say: card(stopped["channel"], say))

    async def _load_puzzle(self, row: OutboxRow) -> DailyPuzzle:
        """Load the daily puzzle that a row is about."""
        posted = await self.club.puzzles.daily.load_post(json.loads(row.payload)["post"])
        assert posted is not None  # no post is ever removed
        return posted
