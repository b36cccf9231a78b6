"""Direct messages, above all hands.

They are opened at a pace that Discord accepts, and no match ever waits for them.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final

from bot.cards.kit.kit import Card
from bot.cards.play.guest import guest_card
from bot.cards.play.hand import hand_card
from bot.delivery.claims import Claims
from bot.delivery.own_cards import ON_GUESTS, ON_HANDS, newest
from bot.delivery.posts import EDITABLE_FOR, Posts
from bot.delivery.sender import Sender
from bot.delivery.throttle import urgency
from bot.delivery.wire import SentMessage
from club.clocks.rest import Rest
from club.club import Club, Now
from club.competitions.redraws import redraw_table
from club.play.after.history import story_of
from club.play.match.board_context import load_posted
from club.play.match.matches import Table
from club.play.match.posts import Post, put_post, put_strip
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
from words import ENGLISH, Speaker, speaker

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


class OpeningPace:
    """Schedules when the next direct messages may be opened.

    Each user gets a time of their own, so no user's turn is asked for twice.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._full_at = 0.0
        self._paused_until = 0.0
        self._hurried = 0
        self._times: dict[int, float] = {}

    def wait(self, user_id: int) -> float:
        """Return the seconds until this user's direct messages may be opened, 0 for now."""
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
        """Note that Discord opened a channel of direct messages."""
        self._hurried = 0

    def too_fast(self) -> float:
        """Note that Discord found it too fast; return how many seconds none is opened now."""
        pause = HURRIED_FOR[min(self._hurried, len(HURRIED_FOR) - 1)]
        self._hurried += 1
        self._paused_until = self._now() + pause
        # After the pause they are opened one by one: there is no second burst.
        self._full_at = max(self._full_at, self._paused_until + (OPENED_AT_ONCE - 1) * OPENED_EVERY)
        return pause


class DirectMessages(Posts):
    """Sends hands, and words to one person."""

    def __init__(self, club: Club, claims: Claims, sender: Sender) -> None:
        super().__init__(club, claims, sender)
        self.pace = OpeningPace(claims.now)

    async def hand(self, row: OutboxRow) -> None:
        """Send a player their hand, or update the one they have.

        The match never waits for it.
        """
        table = await self.table(row)
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
        channel_id = await self.open(row, seat.user_id, preference)
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
        now, say = self.claims.now(), speaker(preference.spoken_language or ENGLISH)
        card, rings = await self._card(table, row.seat, say)
        if seat.dm_posted_at is not None and now - seat.dm_posted_at < EDITABLE_FOR and not rings:
            edited = await self.sender.edit_or_none(row, seat.dm_channel_id, seat.dm_message_id, card)
            if edited:
                await self._record_hand(
                    row, table, row.seat, edited, table.row.version, posted_at=seat.dm_posted_at
                )
                return
        card = replace(card, silent=Rest.parse(preference.rest).quiet(now))
        sent = await self.sender.post_in(row, channel_id, card)
        known = newest([sent], table.row.id, _marks(seat), newer_than=None)
        version = known[1] if known else table.row.version
        await self._record_hand(row, table, row.seat, sent, version, posted_at=now)

    async def _card(self, table: Table, seat: Seat, say: Speaker) -> tuple[Card, bool]:
        """Return the card of a seat's side, and whether to post it anew as an alert.

        A hand is silent, because its match's place alerts its player. A guest does not see that place.
        """
        if not table.player(seat).guest:
            return hand_card(table, seat, say), False
        _, events, _, reason = await load_posted(self.club.matches, table.row.id)
        away = await self.club.clocks.time_given_back(table.row, events)
        story = story_of(table, events, self.claims.now(), given_back=away, reason=reason)
        asked = story.offer is not None and story.offer.by != seat
        return guest_card(table, seat, say, story), asked or table.over or table.turn == seat

    def _can_wait(self, table: Table, seat: Seat) -> bool:
        """Whether a hand already shown needs no edit now, because its player cannot act.

        They have just played from it, or wait for the other player, whose next action replaces this edit.
        If they have pressed a button on the hand itself, its token updates it outside Discord's limit.
        """
        shown = table.player(seat).dm_message_id
        return table.running and table.turn != seat and shown is not None and not self.sender.tokens.on(shown)

    async def tell(
        self, row: OutboxRow, user_id: int, make: Callable[[Preference, Speaker], Card | None]
    ) -> None:
        """Send a person a card, if there is one for them.

        It is sent at most once, because it is a courtesy.
        """
        known = await self.claims.store.read(lambda tx: preferences.get(tx, user_id))
        card = make(known, speaker(known.spoken_language or ENGLISH))
        if card is None or row.unclear or self.is_closed_to(known):
            await self.claims.settle(row)
        elif (channel_id := await self.open(row, user_id, known)) is not None:
            await self.post_at_most_once(row, channel_id, card)

    async def record_closed(self, row: OutboxRow) -> None:
        """Store that this player takes no direct messages.

        Tell them once where their hand is.
        """
        table, seat = await self.table(row), row.seat
        assert seat is not None  # a hand is some seat's
        user_id, guest = table.player(seat).user_id, table.player(seat).guest

        async def job(tx: Transaction) -> None:
            known = await preferences.get(tx, user_id)
            now = self.claims.now()
            await preferences.put(tx, replace(known, dm_closed_at=now))
            if guest:
                await redraw_table(tx, table.row.id, now)  # it says who is not reached
            if known.dm_closed_at is None:
                await put_post(tx, table.row.id, row.version, Post(PostKind.NOTICE, seat), now)

        await self.claims.settle(row, job)

    async def forget(self, row: OutboxRow) -> None:
        """Forget a player's direct-message channel, which Discord no longer knows."""
        table = await self.table(row)
        assert row.seat is not None  # a hand is some seat's
        await self._keep_channel(row, table.player(row.seat).user_id, None)

    async def open(self, row: OutboxRow, user_id: int, preference: Preference) -> int | None:
        """Return the channel of a user's direct messages.

        Return `None` if the row was given back to wait for its turn.
        """
        if preference.dm_channel_id is not None:
            return preference.dm_channel_id
        if left := self.pace.wait(user_id):
            await self.claims.give_back(row, "paced", delay=left, unclear=False)
            return None
        channel_id = await self.wire.open_dm(user_id)
        self.pace.note_opened()
        await self._keep_channel(row, user_id, channel_id)
        return channel_id

    def is_closed_to(self, preference: Preference) -> bool:
        """Whether it is too early to retry this user, who refused direct messages.

        A time in the future was stored by a wrong clock.
        """
        since = preference.dm_closed_at
        return since is not None and 0 <= self.claims.now() - since < TRIED_AGAIN

    async def _keep_channel(self, row: OutboxRow, user_id: int, channel_id: int | None) -> None:
        """Store a user's channel, unless the row is gone.

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
        """Find a hand in the direct messages that is not recorded.

        Return it with its version, or `None`.
        """
        player = table.player(seat)
        known = player.dm_version
        since = table.row.created_at if player.dm_posted_at is None else player.dm_posted_at
        sent = await self.wire.own_messages(channel_id, since)
        if found := newest(sent, table.row.id, _marks(player), newer_than=known):
            return found
        place = f"/{table.row.guild_id}/{table.row.place_id}"
        if not table.over or (known is not None and known >= table.row.version):
            return None
        # The last hand has no button but the one that leads to the match.
        last = next((each for each in sent if each.marks and all(place in mark for mark in each.marks)), None)
        return (last, table.row.version) if last else None

    async def _record_hand(
        self, row: OutboxRow, table: Table, seat: Seat, sent: SentMessage, version: int, *, posted_at: float
    ) -> None:
        """Store the message that shows the hand; its player does take direct messages."""
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
                await put_strip(tx, table.row, _strip_payload(former), self.claims.now())
            known = await preferences.get(tx, user_id)
            if known.dm_closed_at is not None:
                await preferences.put(tx, replace(known, dm_closed_at=None))
                if former.guest:
                    await redraw_table(tx, table.row.id, self.claims.now())

        await self.claims.settle(row, job)


class DirectPosts(Posts):
    """Posts of which some go by direct message."""

    def __init__(self, club: Club, claims: Claims, sender: Sender, dms: DirectMessages) -> None:
        super().__init__(club, claims, sender)
        self.dms = dms


def _marks(seat: SeatRow) -> Collection[str]:
    """Return the actions that identify the direct message with a seat's side."""
    return ON_GUESTS if seat.guest else ON_HANDS


def _strip_payload(seat: SeatRow) -> dict[str, Any]:
    """Return the row payload for a direct message that is to lose its buttons.

    It becomes a message of words only.
    """
    return {
        "channel": seat.dm_channel_id,
        "message": seat.dm_message_id,
        "attachment": None,
        "posted": seat.dm_posted_at or 0.0,
        "version": seat.dm_version or 0,
    }
