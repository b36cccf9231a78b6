"""Direct messages, above all those that show players their hidden hands.

They are opened at a pace that Discord accepts, and no match ever waits for them.
"""

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final

import discord

from bot.cards.kit.kit import Card
from bot.cards.play.guest import guest_match_card
from bot.cards.play.hand import hand_card
from bot.codes import Code
from bot.delivery.claims import Claims
from bot.delivery.own_cards import ON_GUESTS, ON_HANDS, newest_card
from bot.delivery.posts import EDITABLE_FOR, Posts
from bot.delivery.sender import Sender
from bot.delivery.throttle import urgency
from bot.delivery.wire import SentMessage
from club.clocks.rest import Rest
from club.club import Club
from club.competitions.redraws import redraw_match_table
from club.play.after.history import match_context
from club.play.match.board_context import load_postable_match
from club.play.match.matches import Table
from club.play.match.posts import Post, put_board_strip, put_post
from club.running.column import Now
from data.competitions import teams
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.outbox import row_claims
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind, Urgency
from data.play import messages
from data.play.matches import SeatRow
from rules.game import Seat
from words import ENGLISH, Localizer, localizer_for

OPENED_AT_ONCE: Final = 10
"""Direct messages that may be opened in a burst.

Bots that opened some 25 were cut off.
"""
OPENED_EVERY: Final = 2.0
"""Seconds between two openings beyond that."""
HURRIED_FOR: Final = (60.0, 300.0, 900.0)
"""Seconds without opening any after Discord said it was too fast.

They are indexed by how often it said so in a row.
"""
HAND_WAITS: Final = 20.0
"""Seconds for which a hand stays as it was that its player cannot play from."""
TRIED_AGAIN: Final = 7 * 24 * 3600
"""Seconds for which the bot tries no direct message to a player who takes none."""


class DirectMessagePacer:
    """Schedules when the bot may next open a direct-message channel.

    Each user gets a time of their own, so no user takes two places in the schedule.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._full_at = 0.0
        self._paused_until = 0.0
        self._hurried = 0
        self._times: dict[int, float] = {}

    def delay_for(self, user_id: int) -> float:
        """Return the seconds until this user's direct messages may be opened.

        The result is 0 if they may be opened now.
        """
        now = self._now()
        time = self._times.get(user_id)
        if time is None:
            self._times = {user: kept for user, kept in self._times.items() if kept > now - HURRIED_FOR[-1]}
            time = max(now, self._full_at - (OPENED_AT_ONCE - 1) * OPENED_EVERY)
            self._full_at = max(now, self._full_at) + OPENED_EVERY
        time = max(time, self._paused_until)
        if time > now:
            self._times[user_id] = time
            return time - now
        self._times.pop(user_id, None)
        return 0.0

    def note_opened(self) -> None:
        """Record that Discord opened a direct-message channel."""
        self._hurried = 0

    def note_too_fast(self) -> float:
        """Record that Discord refused because channels were opened too fast.

        Return for how many seconds no further one is opened.
        """
        pause = HURRIED_FOR[min(self._hurried, len(HURRIED_FOR) - 1)]
        self._hurried += 1
        self._paused_until = self._now() + pause
        # After the pause they are opened one by one: there is no second burst.
        self._full_at = max(self._full_at, self._paused_until + (OPENED_AT_ONCE - 1) * OPENED_EVERY)
        return pause


class DirectMessages(Posts):
    """Sends players their hands, and other messages to one person."""

    def __init__(self, club: Club, claims: Claims, sender: Sender) -> None:
        super().__init__(club, claims, sender)
        self.pace = DirectMessagePacer(claims.now)

    async def post_hand(self, row: OutboxRow) -> None:
        """Send a player their hand (the part only they may see), or update it.

        The match never waits for it.
        """
        table = await self.load_table(row)
        assert row.seat is not None  # a hand is some seat's
        if table.turn != row.seat:
            urgency.set(Urgency.SOON)
        seat = table.player(row.seat)
        preference = await self.claims.store.read(lambda tx: preferences.get(tx, seat.user_id))
        newest_shown = seat.dm_version is not None and seat.dm_version >= table.row.version
        if self.is_closed_to(preference) or newest_shown or table.is_suspended or seat.user_id == COMPUTER:
            await self.claims.settle(row)
            return
        if row.attempts == 1 and self._can_wait(table, row.seat):
            await self.claims.give_back(row, "unhurried", delay=HAND_WAITS, unclear=False)
            return
        channel_id = await self.open_channel(row, seat.user_id, preference)
        if channel_id is None:
            return
        if row.unclear and (found := await self._find_unrecorded(table, row.seat, channel_id)):
            await self._record_hand(
                row, table, row.seat, *found, posted_at=min(self.claims.now(), found[0].posted_at)
            )
            return
        if row.unclear and row.version < table.row.version and await self.claims.is_superseded(row):
            # It never came, and the newer one that waits behind it says it all.
            await self.claims.settle(row)
            return
        now, say = self.claims.now(), localizer_for(preference.spoken_language or ENGLISH)
        card, rings = await self._card(table, row.seat, say)
        if seat.dm_posted_at is not None and now - seat.dm_posted_at < EDITABLE_FOR and not rings:
            edited = await self.sender.edit_or_none(row, seat.dm_channel_id, seat.dm_message_id, card)
            if edited:
                await self._record_hand(
                    row, table, row.seat, edited, table.row.version, posted_at=seat.dm_posted_at
                )
                return
        card = replace(card, silent=Rest.parse(preference.rest).is_quiet(now))
        sent = await self.sender.post_in_channel(row, channel_id, card)
        known = newest_card([sent], table.row.id, _identifying_actions(seat), newer_than=None)
        version = known[1] if known else table.row.version
        await self._record_hand(row, table, row.seat, sent, version, posted_at=now)

    async def _card(self, table: Table, seat: Seat, say: Localizer) -> tuple[Card, bool]:
        """Return a player's card, and whether to post it anew so that it alerts them.

        A hand is silent, because a message in the match's thread alerts the player. A guest, who plays from
        another server, does not see that thread.
        """
        if not table.player(seat).guest:
            return hand_card(table, seat, say), False
        posted, now = await load_postable_match(self.club.play.matches, table.row.id), self.claims.now()
        _, events, _, reason = posted
        away = await self.club.play.clocks.load_seconds_given_back(table.row, events)
        vacation = posted.find_vacation(now)
        story = match_context(table, events, now, seconds_given_back=away, reason=reason, vacation=vacation)
        asked = story.offer is not None and story.offer.seat != seat
        team = await self.claims.store.read(lambda tx: teams.find_guest_team(tx, table.row.id, seat))
        return guest_match_card(table, seat, say, story, team), asked or table.is_over or table.turn == seat

    def _can_wait(self, table: Table, seat: Seat) -> bool:
        """Whether a hand that is shown already needs no edit now.

        That is so if its player cannot act: they have just played from it, or wait for the other player,
        whose next action replaces this edit. If they have pressed a button on the hand itself, the edit
        does not wait, because the press's token is exempt from Discord's rate limit.
        """
        shown = table.player(seat).dm_message_id
        return (
            table.is_running
            and table.turn != seat
            and shown is not None
            and not self.sender.tokens.edit_token(shown)
        )

    async def send_card(
        self, row: OutboxRow, user_id: int, make_card: Callable[[Preference, Localizer], Card | None]
    ) -> None:
        """Send a person the card that `make_card` returns, if it returns one.

        The message is only a courtesy, so it is sent at most once.
        """
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        card = make_card(known, localizer_for(known.spoken_language or ENGLISH))
        if card is None or row.unclear or self.is_closed_to(known):
            await self.claims.settle(row)
        elif (channel_id := await self.open_channel(row, user_id, known)) is not None:
            async with self.watch_channel(row, user_id):
                await self.post_at_most_once(row, channel_id, card)

    async def record_closed(self, row: OutboxRow) -> None:
        """Store that a player accepts no direct messages.

        The first time, queue a notice in the match that tells them where to find their hand.
        """
        table, seat = await self.load_table(row), row.seat
        assert seat is not None  # a hand is some seat's
        user_id, guest = table.player(seat).user_id, table.player(seat).guest

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            now = self.claims.now()
            await preferences.put(tx, replace(known, dm_closed_at=now))
            if guest:
                await redraw_match_table(tx, table.row.id, now)  # it says who is not reached
            if known.dm_closed_at is None:
                await put_post(tx, table.row.id, row.version, Post(PostKind.NOTICE, seat), now)

        await self.claims.settle(row, job)

    async def forget_channel(self, row: OutboxRow) -> None:
        """Forget a player's direct-message channel, which Discord no longer knows."""
        table = await self.load_table(row)
        assert row.seat is not None  # a hand is some seat's
        await self._keep_channel(row, table.player(row.seat).user_id, None)

    @asynccontextmanager
    async def watch_channel(self, row: OutboxRow, user_id: int) -> AsyncIterator[None]:
        """Forget a user's direct-message channel if it turns out to be gone.

        The next message to them opens another one.
        """
        try:
            yield
        except discord.NotFound as fault:
            if fault.code == Code.UNKNOWN_CHANNEL:
                await self._keep_channel(row, user_id, None)
            raise

    async def open_channel(self, row: OutboxRow, user_id: int, preference: Preference) -> int | None:
        """Return the channel of a user's direct messages, and open it if necessary.

        Return `None` if it may not be opened yet; the row was then given back.
        """
        if preference.dm_channel_id is not None:
            return preference.dm_channel_id
        if left := self.pace.delay_for(user_id):
            await self.claims.give_back(row, "paced", delay=left, unclear=False)
            return None
        channel_id = await self.wire.open_dm(user_id)
        self.pace.note_opened()
        await self._keep_channel(row, user_id, channel_id)
        return channel_id

    def is_closed_to(self, preference: Preference) -> bool:
        """Whether it is too early to try again a user who refused direct messages.

        A time in the future is ignored, because a wrong clock stored it.
        """
        since = preference.dm_closed_at
        return since is not None and 0 <= self.claims.now() - since < TRIED_AGAIN

    async def _keep_channel(self, row: OutboxRow, user_id: int, channel_id: int | None) -> None:
        """Store a user's direct-message channel, unless the row is gone.

        The user's data may have been deleted meanwhile.
        """

        async def job(tx: Transaction) -> None:
            if not await row_claims.is_held(tx, row.id, self.claims.owner):
                return
            known = await preferences.get(tx, user_id)
            await preferences.put(tx, replace(known, dm_channel_id=channel_id))

        await self.claims.store.write(job)

    async def _find_unrecorded(
        self, table: Table, seat: Seat, channel_id: int
    ) -> tuple[SentMessage, int] | None:
        """Find a player's hand in their direct messages that is not recorded.

        Return the message and the match's version that it shows, or `None`.
        """
        player = table.player(seat)
        known = player.dm_version
        since = table.row.created_at if player.dm_posted_at is None else player.dm_posted_at
        sent = await self.wire.fetch_own_messages(channel_id, since)
        if found := newest_card(sent, table.row.id, _identifying_actions(player), newer_than=known):
            return found
        place = f"/{table.row.guild_id}/{table.row.place_id}"
        if not table.is_over or (known is not None and known >= table.row.version):
            return None
        # The last hand has no button but the one that leads to the match.
        last = next((each for each in sent if each.marks and all(place in mark for mark in each.marks)), None)
        return (last, table.row.version) if last else None

    async def _record_hand(
        self, row: OutboxRow, table: Table, seat: Seat, sent: SentMessage, version: int, *, posted_at: float
    ) -> None:
        """Store the message that shows the hand; its player accepts messages."""
        former = table.player(seat)
        user_id = former.user_id

        async def job(tx: Transaction) -> None:
            await messages.set_dm_message(
                tx,
                table.row.id,
                seat,
                channel_id=sent.channel_id,
                message_id=sent.message_id,
                posted_at=posted_at,
                version=version,
            )
            if former.guest and former.dm_message_id not in (None, sent.message_id):
                await put_board_strip(tx, table.row, _strip_payload(former), self.claims.now())
            known = await preferences.get(tx, user_id)
            if known.dm_closed_at is not None:
                await preferences.put(tx, replace(known, dm_closed_at=None))
                if former.guest:
                    await redraw_match_table(tx, table.row.id, self.claims.now())

        await self.claims.settle(row, job)


class DirectPosts(Posts):
    """Base class for posts that are partly sent by direct message."""

    def __init__(self, club: Club, claims: Claims, sender: Sender, dms: DirectMessages) -> None:
        super().__init__(club, claims, sender)
        self.dms = dms


def _identifying_actions(seat: SeatRow) -> Collection[str]:
    """Return the button actions that identify a player's direct message."""
    return ON_GUESTS if seat.guest else ON_HANDS


def _strip_payload(seat: SeatRow) -> dict[str, Any]:
    """Return the payload of a row that strips a guest's direct message of buttons."""
    return {
        "seat": seat.seat,
        "channel": seat.dm_channel_id,
        "message": seat.dm_message_id,
        "attachment": None,
        "posted": seat.dm_posted_at or 0.0,
        "version": seat.dm_version or 0,
    }
