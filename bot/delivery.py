"""Posts what the outbox holds, and the one place where Discord's errors are caught.

A row is deleted when Discord has taken it. Edits are idempotent; posts carry a nonce, and beyond the few
minutes that Discord remembers it, the bot first looks for its own last card in the channel.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import discord

from bot import cards
from bot.cards import Card
from bot.invitations import put_card
from bot.tables import Post, Table, Tables, hands, offered_by, put_post
from data import challenges, matches, outbox, preferences
from data.matches import EventRow
from data.outbox import OutboxRow
from data.store import Transaction

if TYPE_CHECKING:
    from bot.client import Twotone

log = logging.getLogger(__name__)

LEASE: Final = 60
"""Seconds for which a claimed row is ours; longer than a post takes."""
CLAIM_LIMIT: Final = 50
"""Rows claimed in one transaction."""
EDITABLE_FOR: Final = 50 * 60
"""Seconds: edits of messages older than an hour are limited (30046), so an older card is posted anew."""
NONCE_REMEMBERED: Final = 120
"""Seconds for which Discord surely knows a nonce: a few minutes, it says."""
PATIENCE: Final = (1, 5, 30, 120, 300)
"""Seconds until the next try, by attempts made."""
PARKED: Final = 3600
"""Seconds until the next try where a permission is missing."""
ARCHIVE_AFTER: Final = 7 * 24 * 60
"""Minutes until a silent thread is archived: a week, the longest there is."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, MISSING_ACCESS, MISSING_PERMISSION = 10003, 10008, 50001, 50013
ARCHIVED, LOCKED, OLD_EDIT, THREAD_EXISTS = 50083, 160005, 30046, 160004
SHUT: Final = {UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSION, ARCHIVED, LOCKED}
"""Discord's codes for a place where we cannot post (any more)."""
UNARCHIVED_AT_MOST: Final = 3
"""Tries after which a thread that will not open counts as shut."""
DMS_TRIED_AGAIN: Final = 7 * 24 * 3600
"""Seconds for which a player who takes no DMs is left in peace."""
DMS_CLOSED: Final = {50007, 50278, 40003}
THREAD_LIMITS: Final = {30033, 160006}


@dataclass(frozen=True, slots=True)
class Sent:
    """Where a post has landed."""

    channel_id: int
    message_id: int


class Delivery:
    """Drains the outbox; `work` is to be done whenever something new is in it, and when it says so."""

    def __init__(self, client: "Twotone", tables: Tables) -> None:
        self.client = client
        self.tables = tables
        self.store = tables.store
        self.clock = tables.clock
        self._posting: set[asyncio.Task[None]] = set()
        self._kinds = {
            "place": self._place,
            "board": self._board,
            "strip": self._strip,
            "offer": self._offer,
            "hand": self._hand,
            "notice": self._notice,
            "result": self._result,
            "challenge": self._challenge,
        }

    async def work(self) -> float | None:
        """Begin to post what is due; when there is more to do."""

        async def claim(tx: Transaction) -> tuple[list[OutboxRow], float | None]:
            claimed = await outbox.claim(tx, self.clock(), CLAIM_LIMIT, LEASE)
            return claimed, await outbox.next_due(tx)

        rows, due = await self.store.write(claim)
        for row in rows:
            task = asyncio.create_task(self._deliver(row), name=f"deliver {row.kind} {row.dedup}")
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)
        return due

    async def finish(self) -> None:
        """Let the posts under way end; the rest waits in the outbox for the next start."""
        if self._posting:
            await asyncio.wait(self._posting, timeout=5)

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            await self._kinds[row.kind](row)
        except discord.HTTPException as fault:
            await self._failed(row, fault)
        except discord.RateLimited as fault:
            await self._again(row, "429", delay=fault.retry_after)
        except Exception as fault:
            log.exception("%s of match %s could not be posted", row.kind, row.match_id)
            await self._again(row, type(fault).__name__)
        self.tables.wake()

    async def _failed(self, row: OutboxRow, fault: discord.HTTPException) -> None:
        """Decide by Discord's code whether a post is retried, moved elsewhere, parked or given up."""
        table = await self.tables.get(row.match_id) if row.match_id is not None else None
        if table and fault.code == ARCHIVED and row.attempts < UNARCHIVED_AT_MOST:
            try:
                await self._unarchive(table.row.place_id)
            except discord.HTTPException as locked:
                fault = locked
            else:
                await self._again(row, str(fault.code), at_once=True)
                return
        shut = fault.code in SHUT
        if row.kind in ("strip", "challenge") and (shut or fault.status == 400):
            # Only the looks of an old card were at stake.
            await self._done(row)
        elif table and table.row.thread_id and shut and row.kind in ("board", "offer", "notice"):
            # The thread is gone or closed to us: the match goes on in the channel itself.
            await self.store.write(lambda tx: matches.set_thread(tx, table.row.id, None))
            await self._again(row, str(fault.code), at_once=True)
        elif table and table.running and fault.code == UNKNOWN_CHANNEL and row.kind != "hand":
            await self.store.write(lambda tx: _suspend(tx, table.row.id, self.clock()))
            log.warning("match %s is suspended: its channel is gone", row.match_id)
        elif shut and fault.code != UNKNOWN_CHANNEL:
            log.warning("%s of match %s: permission missing in channel", row.kind, row.match_id)
            await self._again(row, str(fault.code), delay=PARKED)
        elif fault.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
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
        not_before = self.clock() + (0 if at_once else wait)
        await self.store.write(lambda tx: outbox.retry(tx, row.id, error, not_before))

    async def _place(self, row: OutboxRow) -> None:
        """Make the thread of a new match, under its challenge card; without threads the channel serves."""
        table = await self._table(row)
        challenge_id = json.loads(row.payload)["challenge"]
        challenge = await self.store.read(lambda tx: challenges.get(tx, challenge_id))
        assert challenge is not None  # matches are only made from challenges
        channel = await self._channel(table.row.channel_id)
        thread_id = None
        if isinstance(channel, discord.TextChannel) and challenge.message_id is not None:
            first, second = table.row.seats
            name = f"{table.game.title} · {first.name} – {second.name}"[:100]
            try:
                thread_id = await self._thread(channel, challenge.message_id, name)
            except discord.HTTPException as fault:
                if fault.code not in (MISSING_ACCESS, MISSING_PERMISSION, UNKNOWN_MESSAGE, *THREAD_LIMITS):
                    raise
                log.info("no thread for match %s (%s): it is played in the channel", table.row.id, fault.code)
        if thread_id is not None:
            await self._add_members(thread_id, [seat.user_id for seat in table.row.seats])

        async def job(tx: Transaction) -> None:
            await matches.set_thread(tx, table.row.id, thread_id)
            # Hands come only now, for they link to the place.
            for post in (Post("board", payload={"since": 0}), *hands(table.match)):
                await put_post(tx, table.row.id, table.row.version, post, self.clock())
            await put_card(tx, challenge_id, self.clock())
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _thread(self, channel: discord.TextChannel, message_id: int, name: str) -> int:
        message = channel.get_partial_message(message_id)
        try:
            return (await message.create_thread(name=name, auto_archive_duration=ARCHIVE_AFTER)).id
        except discord.HTTPException as fault:
            if fault.code == THREAD_EXISTS:  # made before a crash: a thread has its message's id
                return message_id
            raise

    async def _add_members(self, thread_id: int, user_ids: list[int]) -> None:
        thread = await self._channel(thread_id)
        assert isinstance(thread, discord.Thread)
        for user_id in user_ids:
            try:
                await thread.add_user(discord.Object(user_id))
            except discord.HTTPException as fault:
                log.info("a player could not be added to thread %s: %s", thread_id, fault.code)

    async def _board(self, row: OutboxRow) -> None:
        """Show how the match stands: a new card after a move, else an edit of the one there is."""
        assert row.match_id is not None  # a board is some match's
        table, events = await self.tables.with_events(row.match_id)
        shown = table.row
        if shown.board_version is not None and shown.board_version >= shown.version:
            await self._done(row)
            return
        if shown.board_version is None and await self._place_is_pending(shown.id):
            await self._again(row, "its place is not there yet")
            return
        card = cards.board_card(table, offered_by(events) if table.running else None)
        fresh = shown.board_version is not None and json.loads(row.payload)["since"] <= shown.board_version
        posted_at = shown.board_posted_at or 0
        if fresh and self.clock() - posted_at < EDITABLE_FOR:
            sent = await self._edit(shown.board_channel_id, shown.board_message_id, card)
            if sent:
                await self._shown(row, table, events, sent, posted_at)
                return
            card = cards.board_card(table, offered_by(events) if table.running else None)
        await self._shown(row, table, events, await self._post(row, table.row.place_id, card), self.clock())

    async def _place_is_pending(self, match_id: int) -> bool:
        """Whether the thread of a match is still to be made: a quick first move must not go elsewhere."""
        rows = await self.store.read(lambda tx: outbox.for_match(tx, match_id))
        return any(row.kind == "place" for row in rows)

    async def _shown(
        self, row: OutboxRow, table: Table, events: Sequence[EventRow], sent: Sent, posted_at: float
    ) -> None:
        """Remember the new board; the former one is to lose its buttons."""
        former = table.row
        plies = sum(event.kind == "move" and event.version <= (former.board_version or 0) for event in events)

        async def job(tx: Transaction) -> None:
            await matches.set_board_message(
                tx, former.id, channel_id=sent.channel_id, message_id=sent.message_id, posted_at=posted_at,
                version=former.version,
            )  # fmt: skip
            if former.board_message_id not in (None, sent.message_id):
                where = {"channel": former.board_channel_id, "message": former.board_message_id}
                post = Post("strip", payload={**where, "posted": former.board_posted_at, "plies": plies})
                await put_post(tx, former.id, former.version, post, self.clock())
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _strip(self, row: OutboxRow) -> None:
        """Take the buttons off a board that has been succeeded."""
        where = json.loads(row.payload)
        table = await self._table(row)
        if self.clock() - where["posted"] < EDITABLE_FOR:
            await self._edit(where["channel"], where["message"], cards.former_card(table, where["plies"]))
        await self._done(row)

    async def _offer(self, row: OutboxRow) -> None:
        table = await self._table(row)
        if table.running and table.row.version == row.version and row.seat is not None:
            await self._post(row, table.row.place_id, cards.offer_card(table, row.seat))
        await self._done(row)

    async def _result(self, row: OutboxRow) -> None:
        """One card with the final picture in the channel that the match's thread belongs to."""
        table = await self._table(row)
        if table.row.thread_id is not None:
            await self._post(row, table.row.channel_id, cards.result_card(table))
        await self._done(row)

    async def _challenge(self, row: OutboxRow) -> None:
        """Show on its card what became of a challenge."""
        challenge = await self.store.read(lambda tx: challenges.get(tx, row.challenge_id or 0))
        if challenge and challenge.message_id:
            match_id = challenge.match_id
            match = await self.store.read(lambda tx: matches.get(tx, match_id)) if match_id else None
            await self._edit(
                challenge.channel_id, challenge.message_id, cards.challenge_card(challenge, match)
            )
        await self._done(row)

    async def _hand(self, row: OutboxRow) -> None:
        """Send a player his hand, or bring the one he has up to date; the game never waits for it."""
        table = await self._table(row)
        assert row.seat is not None  # hands belong to seats
        seat = table.player(row.seat)
        preference = await self.store.read(lambda tx: preferences.get(tx, seat.user_id))
        if preference.dm_closed_at is not None and self.clock() - preference.dm_closed_at < DMS_TRIED_AGAIN:
            await self._done(row)
            return
        fresh = seat.dm_posted_at is not None and self.clock() - seat.dm_posted_at < EDITABLE_FOR
        try:
            if fresh and await self._edit(
                seat.dm_channel_id, seat.dm_message_id, cards.hand_card(table, row.seat)
            ):
                await self._done(row)
                return
            dm = await self.client.create_dm(discord.Object(seat.user_id))
            sent = await self._post(row, dm.id, cards.hand_card(table, row.seat))
        except discord.HTTPException as fault:
            if fault.code not in DMS_CLOSED:
                raise
            await self._dms_closed(row, table, seat.user_id)
            return

        async def job(tx: Transaction) -> None:
            await matches.set_dm_message(
                tx, table.row.id, seat.seat, channel_id=sent.channel_id, message_id=sent.message_id,
                posted_at=self.clock(),
            )  # fmt: skip
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _dms_closed(self, row: OutboxRow, table: Table, user_id: int) -> None:
        """Remember that this player takes no DMs, and tell him once where his hand is."""

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, dm_closed_at=self.clock()))
            await put_post(tx, table.row.id, row.version, Post("notice", row.seat), self.clock())
            await outbox.done(tx, row.id)

        await self.store.write(job)

    async def _notice(self, row: OutboxRow) -> None:
        table = await self._table(row)
        assert row.seat is not None  # it is one player's DMs that are closed
        await self._post(row, table.row.place_id, cards.dms_closed_card(table, row.seat))
        await self._done(row)

    async def _table(self, row: OutboxRow) -> Table:
        assert row.match_id is not None  # all kinds but "challenge" are about a match
        return await self.tables.get(row.match_id)

    async def _channel(self, channel_id: int) -> Any:
        return self.client.get_channel(channel_id) or await self.client.fetch_channel(channel_id)

    async def _post(self, row: OutboxRow, channel_id: int, card: Card) -> Sent:
        """Post a card once, whatever happened to earlier tries."""
        channel = self.client.get_partial_messageable(channel_id)
        if self._nonce_forgotten(row) and (found := await self._own_card(channel, card)):
            return found
        aloud = discord.AllowedMentions(users=[discord.Object(user) for user in card.pings])
        message = await channel.send(
            view=card.view, files=card.files, nonce=row.dedup, allowed_mentions=aloud
        )
        return Sent(channel_id, message.id)

    def _nonce_forgotten(self, row: OutboxRow) -> bool:
        """Whether an earlier try may have been taken without our knowing, too long ago for the nonce to tell."""
        if row.attempts < 2:
            return False
        waited = PATIENCE[min(row.attempts - 2, len(PATIENCE) - 1)] if row.last_error else 0
        return waited + self.clock() - row.not_before >= NONCE_REMEMBERED

    async def _own_card(self, channel: discord.PartialMessageable, card: Card) -> Sent | None:
        """The same card of ours, known by its buttons, among the channel's last messages."""
        assert self.client.user is not None  # logged in, or nothing could be posted
        wanted = _marks(card.view)
        async for message in channel.history(limit=25):
            ours = message.author.id == self.client.user.id
            if ours and _marks(discord.ui.LayoutView.from_message(message)) == wanted:
                return Sent(channel.id, message.id)
        return None

    async def _edit(self, channel_id: int | None, message_id: int | None, card: Card) -> Sent | None:
        """Edit a card; `None` if it is not there or may not be edited any more."""
        if channel_id is None or message_id is None:
            return None
        message = self.client.get_partial_messageable(channel_id).get_partial_message(message_id)
        kept: dict[str, Any] = {"attachments": card.files} if card.files else {}
        try:
            await message.edit(view=card.view, allowed_mentions=discord.AllowedMentions.none(), **kept)
        except discord.HTTPException as fault:
            if fault.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, OLD_EDIT):
                return None
            raise
        except discord.RateLimited:
            # Discord answers 30046 as a 429 with a long wait, which the library does not take upon itself.
            return None
        return Sent(channel_id, message_id)

    async def _unarchive(self, channel_id: int) -> None:
        thread = await self.client.fetch_channel(channel_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)


def _marks(view: discord.ui.LayoutView | discord.ui.View) -> set[str]:
    """What a card's buttons stand for (or lead to, where there are only links): it tells our cards apart."""
    items = list(view.walk_children())
    named = {name for item in items if (name := getattr(item, "custom_id", None))}
    return named or {url for item in items if (url := getattr(item, "url", None))}


async def _suspend(tx: Transaction, match_id: int, now: float) -> None:
    """A match whose channel is gone waits, and nothing more is posted for it."""
    await matches.set_status(tx, match_id, "suspended", at=now)
    await outbox.drop_match(tx, match_id)
