"""Posts of the daily puzzle, and notices that a channel no longer takes posts.

Those notices cover other kinds of posts too.
"""

import json
import logging

from bot.cards.competitions.league_lines import adrift_card
from bot.cards.puzzles.daily import daily_card, daily_mark, unposted_card
from bot.cards.standing.club_card import no_club_card
from bot.cards.standing.digest import no_digest_card
from bot.delivery.claims import about
from bot.delivery.direct_messages import DirectPosts
from club.puzzles.daily import DailyPuzzle
from data.outbox.outbox import OutboxRow

log = logging.getLogger(__name__)


class DailyPosts(DirectPosts):
    """Posts about a daily puzzle.

    Each method settles its row and raises Discord's refusals.
    """

    async def puzzle(self, row: OutboxRow) -> None:
        """Post the puzzle, unless Discord has it already or its day is over.

        After that day the next puzzle comes in time.
        """
        posted = await self._load_puzzle(row)
        post, mark = posted.post, daily_mark(posted.post)
        sent = await self.find_card(row, post.channel_id, lambda seen: mark in seen, post.made_at)
        found = sent is not None
        if sent is None and posted.shown is not None and await self.club.daily.is_wanted(post):
            card = daily_card(posted, self.wire.public(post.guild_id))
            sent = await self.sender.post_in(row, post.channel_id, card)
        if sent is None:
            await self.claims.settle(row)
            return
        message_id = sent.message_id
        await self.claims.settle(
            row, lambda tx: self.club.daily.record_message(tx, posted, message_id, found=found)
        )

    async def solvers(self, row: OutboxRow) -> None:
        """Redraw the post: its first solvers, its players, or that the puzzle is gone."""
        posted = await self._load_puzzle(row)
        post, message_id = posted.post, posted.post.message_id
        if message_id is None:
            await self.claims.settle(row)  # as soon as it is posted, it names them
            return
        self.claims.must_hold()
        await self.wire.edit(post.channel_id, message_id, daily_card(posted, self.wire.public(post.guild_id)))
        await self.claims.settle(row, lambda tx: self.club.daily.record_message(tx, posted, message_id))

    async def stop(self, row: OutboxRow, error: str) -> None:
        """Post no more puzzles in a channel that is gone, or where the bot may not write."""
        log.warning("daily puzzle stopped", extra=about(row) | {"code": error})
        post = (await self._load_puzzle(row)).post
        await self.claims.settle(row, lambda tx: self.club.daily.stop(tx, post))
        self.club.delivery.ring()

    async def tell_unposted(self, row: OutboxRow) -> None:
        """Tell by direct message what a channel no longer takes.

        It is sent at most once, because it is a courtesy.
        """
        stopped = json.loads(row.payload)
        if "competition" in stopped:
            league, to = await self.club.competition_places.adrift(stopped["competition"]), stopped["by"]
            await self.dms.tell(row, to, lambda _, say: adrift_card(league, to, say) if league else None)
            return
        kinds = {"card": no_club_card, "digest": no_digest_card}
        card = next((kinds[kind] for kind in kinds if stopped.get(kind)), unposted_card)
        await self.dms.tell(row, stopped["by"], lambda _, say: card(stopped["channel"], say))

    async def _load_puzzle(self, row: OutboxRow) -> DailyPuzzle:
        """Load the daily puzzle of a row."""
        posted = await self.club.daily.load_post(json.loads(row.payload)["post"])
        assert posted is not None  # no post is ever removed
        return posted
