"""Posts what the outbox holds.

A row is deleted when Discord has taken it. What Discord refuses is decided here, by its code and the kind of the post.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.cards.board import board_card, former_card
from bot.cards.challenge import challenge_card
from bot.cards.hand import dms_closed_card, hand_card
from bot.cards.offer import offer_card
from bot.cards.result import result_card
from bot.codes import DMS_CLOSED, NO_THREAD, SHUT, Blame, Code, blame
from bot.posting import PATIENCE, Posting, Sent
from club.club import Club
from club.matches import Table
from club.offers import open_offer
from club.posts import Post, hands, put_card, put_post
from data import challenges, matches, outbox, preferences
from data.matches import EventKind, EventRow
from data.outbox import OutboxRow, PostKind
from data.store import Transaction
from words import ENGLISH, Speaker, choose, speaker

log = logging.getLogger(__name__)

RATE_LIMIT_WAIT: Final = 30.0
"""Seconds that one request waits out a rate limit by itself; a longer limit gives the row back to the outbox."""
REQUESTS_A_ROW: Final = 6
"""Requests that one row needs at most: a thread with its two players, or a look back before a post."""
LEASE: Final = 300.0
"""Seconds for which a claimed row is ours."""

assert LEASE > REQUESTS_A_ROW * RATE_LIMIT_WAIT, "a row must not be claimed again while it is being posted"

CLAIM_LIMIT: Final = 50
"""Rows claimed in one transaction."""
EDITABLE_FOR: Final = 50 * 60
"""Seconds: Discord limits edits of messages older than an hour, so an older card is posted anew."""
PARKED: Final = 3600
"""Seconds until the next try where a permission is missing."""
NAME_LIMIT: Final = 100
"""Characters of a thread's name (Discord)."""
ARCHIVE_AFTER: Final = 7 * 24 * 60
"""Minutes until a silent thread is archived: a week, the longest there is."""

UNARCHIVED_AT_MOST: Final = 3
"""Tries after which a thread that will not open counts as shut."""
DMS_TRIED_AGAIN: Final = 7 * 24 * 3600
"""Seconds for which the bot tries no direct message to a player who takes none."""
LOOKS: Final = (PostKind.STRIP, PostKind.CHALLENGE)
"""Kinds that only change the looks of an old card."""
IN_THREAD: Final = (PostKind.BOARD, PostKind.OFFER, PostKind.NOTICE)
"""Kinds that go to the channel itself where the thread is gone."""


class Delivery:
    """Drains the outbox; `work` is done whenever something new is in it, and when it says so."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self.client = client
        self.club = club
        self.store = club.store
        self.now = club.now
        self._posting = Posting(client, club.now)
        self._under_way: set[asyncio.Task[None]] = set()
        self._kinds = {
            PostKind.PLACE: self._place,
            PostKind.BOARD: self._board,
            PostKind.STRIP: self._strip,
            PostKind.OFFER: self._offer,
            PostKind.HAND: self._hand,
            PostKind.NOTICE: self._notice,
            PostKind.RESULT: self._result,
            PostKind.CHALLENGE: self._challenge,
        }

    async def work(self) -> float | None:
        """Begin to post what is due; return when there is more to do."""

        async def claim(tx: Transaction) -> tuple[list[OutboxRow], float | None]:
            claimed = await outbox.claim(tx, self.now(), CLAIM_LIMIT, LEASE)
            return claimed, await outbox.next_due(tx)

        rows, due = await self.store.write(claim)
        for row in rows:
            task = asyncio.create_task(self._deliver(row), name=f"deliver {row.kind} {row.dedup}")
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        return due

    async def finish(self) -> None:
        """Let the posts under way end; the rest waits in the outbox for the next start."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=5)

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            await self._kinds[row.kind](row)
        except Exception as fault:
            if blame(fault) is Blame.DISCORD:
                await self._refused(row, fault)
            else:
                log.exception("post failed", extra=_about(row))
                await self._again(row, type(fault).__name__)
        self.club.delivery.ring()

    async def _refused(self, row: OutboxRow, fault: Exception) -> None:
        """Give the row back for as long as Discord says, or decide by its code."""
        if isinstance(fault, discord.HTTPException):
            await self._decide(row, fault)
        else:
            delay = fault.retry_after if isinstance(fault, discord.RateLimited) else None
            await self._again(row, "429", delay=delay)

    async def _decide(self, row: OutboxRow, fault: discord.HTTPException) -> None:
        """Decide by Discord's code whether a post is retried, moved elsewhere, parked or given up."""
        table = await self.club.matches.get(row.match_id) if row.match_id is not None else None
        if table and fault.code == Code.ARCHIVED and row.attempts < UNARCHIVED_AT_MOST:
            try:
                await self._posting.unarchive(table.row.place_id)
            except discord.HTTPException as locked:
                fault = locked
            else:
                await self._again(row, str(fault.code), at_once=True)
                return
        shut = fault.code in SHUT
        if row.kind in LOOKS and (shut or fault.status == 400):
            # Only the looks of an old card were at stake.
            await self._done(row)
        elif table and table.row.thread_id and shut and row.kind in IN_THREAD:
            # The thread is gone or closed to us: the match goes on in the channel itself.
            await self.store.write(lambda tx: matches.set_thread(tx, table.row.id, None))
            await self._again(row, str(fault.code), at_once=True)
        elif table and table.running and fault.code == Code.UNKNOWN_CHANNEL and row.kind is not PostKind.HAND:
            await self.club.matches.suspend(table.row.id)
            log.warning("match suspended", extra=_about(row) | {"code": fault.code})
        elif shut and fault.code != Code.UNKNOWN_CHANNEL:
            log.warning("post parked", extra=_about(row) | {"code": fault.code})
            await self._again(row, str(fault.code), delay=PARKED)
        elif fault.code in (Code.UNKNOWN_MESSAGE, Code.UNKNOWN_CHANNEL):
            await self._done(row)
        else:
            await self._again(row, str(fault.code or fault.status))

    async def _done(self, row: OutboxRow) -> None:
        """There is nothing (more) to tell of this row."""
        await self.store.write(lambda tx: outbox.done(tx, row.id))

    async def _again(
        self, row: OutboxRow, error: str, *, delay: float | None = None, at_once: bool = False
    ) -> None:
        wait = PATIENCE[min(row.attempts - 1, len(PATIENCE) - 1)] if delay is None else delay
        not_before = self.now() + (0 if at_once else wait)
        await self.store.write(lambda tx: outbox.retry(tx, row.id, error, not_before))

    async def _place(self, row: OutboxRow) -> None:
        """Make the thread of a new match, under its challenge card; without threads the channel serves."""
        table = await self._table(row)
        challenge_id = json.loads(row.payload)["challenge"]
        challenge = await self.store.read(lambda tx: challenges.get(tx, challenge_id))
        assert challenge is not None  # matches are only made from challenges
        channel = await self._posting.channel(table.row.channel_id)
        thread_id = None
        if isinstance(channel, discord.TextChannel) and challenge.message_id is not None:
            first, second = table.row.seats
            say = self._public(table.row.guild_id)
            name = say("thread.name", title=table.game.title, name=first.name, opponent=second.name)
            try:
                thread_id = await self._thread(channel, challenge.message_id, name[:NAME_LIMIT])
            except discord.HTTPException as fault:
                if fault.code not in NO_THREAD:
                    raise
                log.info("no thread made", extra=_about(row) | {"code": fault.code})
        if thread_id is not None:
            await self._add_members(thread_id, [seat.user_id for seat in table.row.seats])

        async def job(tx: Transaction) -> None:
            await matches.set_thread(tx, table.row.id, thread_id)
            # Hands come only now, for they link to the place.
            for post in (Post(PostKind.BOARD, payload={"since": 0}), *hands(table.match)):
                await put_post(tx, table.row.id, table.row.version, post, self.now())
            await put_card(tx, challenge_id, self.now())
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _thread(self, channel: discord.TextChannel, message_id: int, name: str) -> int:
        message = channel.get_partial_message(message_id)
        try:
            return (await message.create_thread(name=name, auto_archive_duration=ARCHIVE_AFTER)).id
        except discord.HTTPException as fault:
            if fault.code == Code.THREAD_EXISTS:  # made before a crash: a thread has its message's id
                return message_id
            raise

    async def _add_members(self, thread_id: int, user_ids: list[int]) -> None:
        thread = await self._posting.channel(thread_id)
        assert isinstance(thread, discord.Thread)
        for user_id in user_ids:
            try:
                await thread.add_user(discord.Object(user_id))
            except discord.HTTPException as fault:
                log.info("player not added to thread", extra={"place": thread_id, "code": fault.code})

    async def _board(self, row: OutboxRow) -> None:
        """Show how the match stands: a new card after a move, else an edit of the one there is."""
        assert row.match_id is not None  # a board is some match's
        table, events = await self.club.matches.with_events(row.match_id)
        shown = table.row
        if shown.board_version is not None and shown.board_version >= shown.version:
            await self._done(row)
            return
        if shown.board_version is None and await self._place_is_pending(shown.id):
            await self._again(row, "placeless")
            return
        say = self._public(shown.guild_id)
        card = board_card(table, say, open_offer(events) if table.running else None)
        fresh = shown.board_version is not None and json.loads(row.payload)["since"] <= shown.board_version
        posted_at = shown.board_posted_at or 0
        if fresh and self.now() - posted_at < EDITABLE_FOR:
            sent = await self._posting.edit(shown.board_channel_id, shown.board_message_id, card)
            if sent:
                await self._shown(row, table, events, sent, posted_at)
                return
            card = board_card(table, say, open_offer(events) if table.running else None)
        await self._shown(
            row, table, events, await self._posting.post(row, table.row.place_id, card), self.now()
        )

    async def _place_is_pending(self, match_id: int) -> bool:
        """Whether the thread of a match is still to be made: a quick first move must not go elsewhere."""
        rows = await self.store.read(lambda tx: outbox.for_match(tx, match_id))
        return any(row.kind is PostKind.PLACE for row in rows)

    async def _shown(
        self, row: OutboxRow, table: Table, events: Sequence[EventRow], sent: Sent, posted_at: float
    ) -> None:
        """Remember the new board; the former one is to lose its buttons."""
        former = table.row
        plies = sum(
            event.kind is EventKind.MOVE and event.version <= (former.board_version or 0) for event in events
        )

        async def job(tx: Transaction) -> None:
            await matches.set_board_message(
                tx, former.id, channel_id=sent.channel_id, message_id=sent.message_id, posted_at=posted_at,
                version=former.version,
            )  # fmt: skip
            if former.board_message_id not in (None, sent.message_id):
                where = {"channel": former.board_channel_id, "message": former.board_message_id}
                post = Post(
                    PostKind.STRIP, payload={**where, "posted": former.board_posted_at, "plies": plies}
                )
                await put_post(tx, former.id, former.version, post, self.now())
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _strip(self, row: OutboxRow) -> None:
        """Take the buttons off a board that has been succeeded."""
        where = json.loads(row.payload)
        table = await self._table(row)
        if self.now() - where["posted"] < EDITABLE_FOR:
            card = former_card(table, where["plies"], self._public(table.row.guild_id))
            await self._posting.edit(where["channel"], where["message"], card)
        await self._done(row)

    async def _offer(self, row: OutboxRow) -> None:
        table = await self._table(row)
        if table.running and table.row.version == row.version and row.seat is not None:
            await self._posting.post(
                row, table.row.place_id, offer_card(table, row.seat, self._public(table.row.guild_id))
            )
        await self._done(row)

    async def _result(self, row: OutboxRow) -> None:
        """One card with the final picture in the channel that the match's thread belongs to."""
        table = await self._table(row)
        if table.row.thread_id is not None:
            await self._posting.post(
                row, table.row.channel_id, result_card(table, self._public(table.row.guild_id))
            )
        await self._done(row)

    async def _challenge(self, row: OutboxRow) -> None:
        """Show on its card what became of a challenge."""
        challenge = await self.store.read(lambda tx: challenges.get(tx, row.challenge_id or 0))
        if challenge and challenge.message_id:
            match_id = challenge.match_id
            match = await self.store.read(lambda tx: matches.get(tx, match_id)) if match_id else None
            await self._posting.edit(
                challenge.channel_id,
                challenge.message_id,
                challenge_card(challenge, self._public(challenge.guild_id), match),
            )
        await self._done(row)

    async def _hand(self, row: OutboxRow) -> None:
        """Send a player their hand, or bring the one they have up to date; the game never waits for it."""
        table = await self._table(row)
        assert row.seat is not None  # hands belong to seats
        seat = table.player(row.seat)
        preference = await self.store.read(lambda tx: preferences.get(tx, seat.user_id))
        if preference.dm_closed_at is not None and self.now() - preference.dm_closed_at < DMS_TRIED_AGAIN:
            await self._done(row)
            return
        say = speaker(preference.language or ENGLISH)
        fresh = seat.dm_posted_at is not None and self.now() - seat.dm_posted_at < EDITABLE_FOR
        try:
            if fresh and await self._posting.edit(
                seat.dm_channel_id, seat.dm_message_id, hand_card(table, row.seat, say)
            ):
                await self._done(row)
                return
            dm = await self.client.create_dm(discord.Object(seat.user_id))
            sent = await self._posting.post(row, dm.id, hand_card(table, row.seat, say))
        except discord.HTTPException as fault:
            if fault.code not in DMS_CLOSED:
                raise
            await self._dms_closed(row, table, seat.user_id)
            return

        async def job(tx: Transaction) -> None:
            await matches.set_dm_message(
                tx, table.row.id, seat.seat, channel_id=sent.channel_id, message_id=sent.message_id,
                posted_at=self.now(),
            )  # fmt: skip
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _dms_closed(self, row: OutboxRow, table: Table, user_id: int) -> None:
        """Store that this player takes no direct messages, and tell them once where their hand is."""

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, dm_closed_at=self.now()))
            await put_post(tx, table.row.id, row.version, Post(PostKind.NOTICE, row.seat), self.now())
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _notice(self, row: OutboxRow) -> None:
        table = await self._table(row)
        assert row.seat is not None  # it is one player's DMs that are closed
        await self._posting.post(
            row, table.row.place_id, dms_closed_card(table, row.seat, self._public(table.row.guild_id))
        )
        await self._done(row)

    def _public(self, guild_id: int) -> Speaker:
        """Return who speaks the language of a server; English while the server is not known."""
        guild = self.client.get_guild(guild_id)
        return speaker(choose(guild.preferred_locale.value) if guild else ENGLISH)

    async def _table(self, row: OutboxRow) -> Table:
        assert row.match_id is not None  # all kinds but challenges are about a match
        return await self.club.matches.get(row.match_id)


def _about(row: OutboxRow) -> dict[str, object]:
    """Return what the log says of a post: which it is, never what is in it."""
    return {"kind": row.kind, "match": row.match_id, "attempts": row.attempts}
