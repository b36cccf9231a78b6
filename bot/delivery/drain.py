"""Posts the outbox: claims its rows, has them posted, and handles refusals.

A row is deleted once Discord has accepted its post. Edits are idempotent. Posts carry a nonce, and if a
response was lost, the bot looks for its own message before it posts again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Self

import discord

from bot.answers.tokens import TokenStore
from bot.codes import Blame, Code, NoAnswer, blame_for, error_code, retry_delay
from bot.delivery.boards import BoardPosts
from bot.delivery.challenges import ChallengePosts
from bot.delivery.claims import REFUSAL_WAITS, ClaimLost, Claims, claimed_at, log_facts
from bot.delivery.club_cards import ClubCardPosts
from bot.delivery.competitions import CompetitionPosts
from bot.delivery.daily import DailyPosts
from bot.delivery.decisions import Fate, decide
from bot.delivery.digests import DigestPosts
from bot.delivery.direct_messages import HURRIED_FOR, DirectMessages
from bot.delivery.exercise_reminders import ExerciseReminderPosts
from bot.delivery.in_place import PlacePosts
from bot.delivery.notices import NoticePosts
from bot.delivery.own_cards import version_time
from bot.delivery.scheduled_events import EventPosts
from bot.delivery.seek_alerts import SeekAlertPosts
from bot.delivery.sender import NoUsableToken, Sender
from bot.delivery.throttle import LONGEST_DELAY, PER_SECOND, urgency
from bot.delivery.wire import Wire
from club.club import Club
from club.play.course.places import put_place_checks
from club.play.match.matches import Table
from club.refusals import Refusal
from club.running.column import DELIVERY_RETRY_AFTER
from data.database.errors import StoreError
from data.database.transaction import Transaction
from data.outbox import refused_posts, row_claims
from data.outbox.outbox import OutboxRow
from data.outbox.post_kinds import PostKind, Purpose
from data.outbox.refused_posts import LIMITED

log = logging.getLogger(__name__)

AT_ONCE: Final = 32
"""Most posts in flight; more would only wait for one another in Discord's limits."""
LEASE: Final = 60.0
"""Seconds for which a claimed row is ours without renewal."""
RENEWED_EVERY: Final = 15.0
"""Seconds between two renewals of the leases of all rows in flight."""
RATE_LIMIT_WAIT: Final = 30.0
"""Seconds for which one request waits out a rate limit by itself.

A longer limit gives the row back to the outbox.
"""
LEFT_AFTER: Final = len(REFUSAL_WAITS)
"""Refusals after which a thread is left and a challenge is withdrawn.

That takes two and a half minutes.
"""
GONE: Final = (str(int(Code.UNKNOWN_CHANNEL)),)
"""Refusals that say of a channel that it was deleted."""
LEFT_WITHIN: Final = sum(REFUSAL_WAITS[: LEFT_AFTER - 1])
"""Seconds that a thread has at least.

Moves made in it let its posts be tried more often.
"""
HOPED_FOR: Final = 15 * 60.0
"""Seconds for which a refusing channel is tried about once a minute.

There may be no event when it takes posts again.
"""
EACH_MINUTE: Final = 60.0
AT_MOST_A_MINUTE: Final = 100
"""Refused posts that are tried in a minute, whatever refuses them.

Discord bars a bot that is refused 10,000 times in ten minutes.
"""
PARKED: Final = 3600.0
"""Seconds until the next try where the channel itself has refused for longer."""
HELD_TRIES: Final = len(REFUSAL_WAITS) + 18
"""Refusals that a channel has at least.

They last most of a day for posts that are refused only once there is little hope.
"""
HELD_FOR: Final = 24 * 3600.0
"""Seconds that a channel has at least."""
REOPENED_AT_MOST: Final = 3
"""Refusals after which a thread that will not open counts as shut."""
OUR_TRIES: Final = 5
"""Tries of a post that fails by our mistake, or that needs something remade first."""
LONGEST_WAIT: Final = 2 * 3600.0
"""Longest wait of a row, in seconds; a later due time was stored by a wrong clock."""
LAST_POSTS: Final = 1.5
"""Seconds that posts in flight have when the bot stops.

A post that is cut short is looked for at the next start.
"""

assert RENEWED_EVERY + 8 * DELIVERY_RETRY_AFTER < LEASE, "eight renewals may fail before a row is anybody's"
assert LONGEST_DELAY + AT_ONCE / PER_SECOND < RENEWED_EVERY, (
    "nobody's lease runs out while they wait for their turn"
)
assert max(*REFUSAL_WAITS, *HURRIED_FOR, PARKED, *(kind.rule.wait for kind in PostKind)) < LONGEST_WAIT


class Delivery:
    """Posts the rows of the outbox.

    `work` runs whenever the outbox has new rows, and at the time that it last returned.
    """

    def __init__(self, wire: Wire, claims: Claims, club: Club, tokens: TokenStore) -> None:
        self.wire = wire
        self.claims = claims
        self.club = club
        self.now = claims.now
        sender = Sender(wire, claims, tokens)
        self.boards = BoardPosts(club, claims, sender)
        self.in_place = PlacePosts(club, claims, sender)
        self.dms = DirectMessages(club, claims, sender)
        self.challenges = ChallengePosts(club, claims, sender, self.dms)
        self.notices = NoticePosts(club, claims, sender, self.dms)
        self.daily = DailyPosts(club, claims, sender, self.dms)
        self.club_cards = ClubCardPosts(club, claims, sender)
        self.digests = DigestPosts(club, claims, sender)
        self.leagues = CompetitionPosts(club, claims, sender)
        self.events = EventPosts(club, claims, sender)
        self.seats = SeekAlertPosts(club, claims, sender, self.dms)
        self.lessons = ExerciseReminderPosts(club, claims, sender, self.dms)
        self.flying: dict[int, asyncio.Task[None]] = {}
        self._renewed_at = 0.0
        self._unsettled: dict[int, float] = {}
        """Rows still claimed but not being sent, with the times to give them back."""
        self.kinds: dict[PostKind, Callable[[OutboxRow], Awaitable[None]]] = {
            PostKind.PLACE: self.in_place.open_place,
            PostKind.BOARD: self.boards.post_board,
            PostKind.STRIP: self.boards.strip_buttons,
            PostKind.OFFER: self.in_place.post_offer,
            PostKind.LAPSE: self.in_place.close_offer,
            PostKind.NOTICE: self.in_place.post_notice,
            PostKind.RESULT: self.in_place.post_result,
            PostKind.CARD: self.challenges.post_card,
            PostKind.CHALLENGE: self.challenges.update_card,
            PostKind.WITHDRAWN: self.challenges.notify_challenger,
            PostKind.MOVED: self.in_place.post_moved_notice,
            PostKind.ARCHIVE: self.in_place.archive_thread,
            PostKind.WHEREABOUTS: self.in_place.check_place,
            PostKind.UNPLAYABLE: self.in_place.post_quarantine_notice,
            PostKind.TURN: self.notices.send_turn_notice,
            PostKind.REMINDER: self.notices.send_reminder,
            PostKind.GREETING: self.notices.post_greeting,
            PostKind.HAND: self.dms.post_hand,
            PostKind.PUZZLE: self.daily.post_puzzle,
            PostKind.SOLVERS: self.daily.redraw_puzzle,
            PostKind.UNPOSTED: self.daily.report_stopped_posts,
            PostKind.CLUB: self.club_cards.update_card,
            PostKind.DIGEST: self.digests.post_digest,
            PostKind.SEASON: self.leagues.show_season,
            PostKind.SECTION: self.leagues.show_section,
            PostKind.EVENT: self.events.update_event,
            PostKind.SEAT: self.seats.send_alert,
            PostKind.LEARN: self.lessons.send_reminder,
        }
        self._cards: dict[PostKind, Callable[[OutboxRow, str], Awaitable[None]]] = {
            PostKind.CARD: self.challenges.withdraw,
            PostKind.PUZZLE: self.daily.stop,
            PostKind.CLUB: self.club_cards.stop,
            PostKind.DIGEST: self.digests.stop,
            PostKind.SEASON: self.leagues.leave_unposted,
            PostKind.SECTION: self.leagues.leave_unposted,
        }
        """What becomes of a card that its channel does not take."""

    @classmethod
    async def open(cls, client: discord.Client, club: Club, tokens: TokenStore) -> Self:
        """Create the delivery of one process."""
        claims = await Claims.open(
            club.store,
            now=club.now,
            owner=club.processes.name,
            chance=club.chance,
            has_kept_claims=club.processes.has_kept_claims,
        )
        return cls(Wire(client, club.members.servers, club.commands), claims, club, tokens)

    async def work(self) -> float | None:
        """Start to post due rows; return when there is more to do.

        Only a limited number of posts is in flight at a time.
        """
        flying = tuple(self.flying)
        room = AT_ONCE - len(flying)
        now = self.now()
        renewing = bool(flying) and now - self._renewed_at >= RENEWED_EVERY
        left = [row_id for row_id, at in self._unsettled.items() if at <= now]
        if not room and not renewing:
            return self._renewed_at + RENEWED_EVERY

        async def claim(tx: Transaction) -> tuple[list[OutboxRow], float | None]:
            owner = self.claims.owner
            if left:
                await row_claims.give_back(tx, owner, left)
            if renewing:
                await row_claims.renew(tx, flying, owner=owner, until=now + LEASE)
            if not room:
                return [], None
            claimed = await row_claims.claim(tx, now, room, owner=owner, lease=LEASE, in_flight=flying)
            taken = (*flying, *(row.id for row in claimed))
            return claimed, await row_claims.next_due_time(tx, now, owner, taken) if len(
                claimed
            ) < room else None

        rows, due = await self.claims.store.write(claim)
        for row_id in left:
            del self._unsettled[row_id]
        due = min((at for at in (due, *self._unsettled.values()) if at is not None), default=None)
        if renewing or not flying:
            self._renewed_at = now
        for row in rows:
            self.flying[row.id] = asyncio.create_task(
                self._deliver(row, now), name=f"deliver {row.kind} {row.dedup}"
            )
        if not self.flying:
            return due
        renewal = self._renewed_at + RENEWED_EVERY
        return renewal if due is None else min(due, renewal)

    async def close(self) -> None:
        """Start no more posts, and let those in flight finish.

        Give all other rows back, for other processes or the next start.
        """
        await self.club.delivery.stop()
        if not self.flying:
            return
        _, late = await asyncio.wait(self.flying.values(), timeout=LAST_POSTS)
        for post in late:
            post.cancel()
        if late:
            await asyncio.wait(late)
            await self.claims.store.write(lambda tx: row_claims.give_back(tx, self.claims.owner))

    async def _deliver(self, row: OutboxRow, claimed: float) -> None:
        urgency.set(row.kind.rule.urgency)
        claimed_at.set(claimed)
        try:
            await self._attempt(row)
        except Exception:
            # Not even how it ended could be stored: as soon as something can be, the row is given back.
            log.exception("post not settled", extra=log_facts(row))
            self._unsettled[row.id] = self.now() + DELIVERY_RETRY_AFTER
        finally:
            del self.flying[row.id]
            self.club.delivery.ring()

    async def _attempt(self, row: OutboxRow) -> None:
        try:
            await self.kinds[row.kind](row)
        except Refusal:
            await self.claims.settle(
                row
            )  # its match was put into quarantine meanwhile, which has been logged
        except NoUsableToken:
            log.info("post left unsaid", extra=log_facts(row))
            await self.claims.settle(row)
        except ClaimLost:
            log.warning("post left to others", extra=log_facts(row))
            self.club.processes.announce_shards()  # others are to see at once that this process is there again
            await self.claims.give_back(row, ClaimLost.__name__)
        except Exception as fault:
            if blame_for(fault) is Blame.DISCORD:
                await self._handle_refusal(row, fault)
                return
            counts = not _is_passing(fault)
            if counts and _refusals(row) >= OUR_TRIES:
                log.exception("post given up", extra=log_facts(row))
                await self._give_up_post(row, type(fault).__name__)
            else:
                log.exception("post failed", extra=log_facts(row))
                await self.claims.give_back(row, type(fault).__name__, refused=counts)

    async def _handle_refusal(self, row: OutboxRow, fault: Exception) -> None:
        """Apply the table of decisions to a post that Discord did not accept.

        Refusals are counted, and after many of them the post is given up. A failure on Discord's side says
        nothing about the post, so it is tried again for as long as the failure lasts.
        """
        error, refusals = str(error_code(fault)), _refusals(row)
        do = decide(row.kind, fault)
        limits_looks = do is Fate.WAIT and row.kind.rule.purpose is Purpose.LOOKS
        if limits_looks and refusals >= HELD_TRIES:
            do = Fate.DROP  # so old a card may never be edited again
        match do:
            case Fate.RETRY | Fate.LOOK | Fate.IN_CHANNEL | Fate.THERE:
                await self.claims.give_back(row, error)
            case Fate.WAIT:
                await self.claims.give_back(row, LIMITED, delay=retry_delay(fault), refused=limits_looks)
            case Fate.ANEW if refusals < OUR_TRIES:
                if row.kind is PostKind.HAND:
                    await self.dms.forget_channel(row)
                await self.claims.give_back(row, error, refused=True)
            case Fate.HURRIED:
                log.warning("direct messages opened too fast", extra=log_facts(row) | {"code": error})
                await self.claims.give_back(row, error, delay=self.dms.pace.note_too_fast(), unclear=False)
            case Fate.CLOSED:
                await self.dms.record_closed(row)
            case Fate.DROP:
                await self.claims.settle(row)
            case Fate.FAIL | Fate.ANEW:
                log.error("post given up", extra=log_facts(row) | {"code": error, "status": _status(fault)})
                await self._give_up_post(row, error)
            case Fate.WITHDRAW_LATER if refusals < LEFT_AFTER:
                await self.claims.give_back(row, error, refused=True)
            case Fate.WITHDRAW | Fate.WITHDRAW_LATER:
                await self._cards[row.kind](row, error)
            case shut:
                await self._handle_shut_place(row, shut, error)

    async def _give_up_post(self, row: OutboxRow, error: str) -> None:
        """Give up a post; if it is a challenge's card, also withdraw the challenge.

        A match's next post shows everything anyway, but no one would ever see a challenge without a card.
        """
        if row.kind is PostKind.CARD:
            await self.challenges.withdraw(row, error)
        else:
            await self.claims.settle(row)

    async def _handle_shut_place(self, row: OutboxRow, do: Fate, error: str) -> None:
        """Handle a channel or thread that is gone or does not accept the post."""
        table, refusals = await self.in_place.load_table(row), _refusals(row)
        in_thread = table.row.thread_id is not None and row.kind is not PostKind.RESULT
        if do is Fate.REOPEN:
            if await self._reopen_thread(row, table):
                await self.claims.give_back(row, error, delay=0, refused=True)
                return
            do = Fate.LEAVE
        waited = self.now() - await self._changed_at(row)
        soon = refusals < LEFT_AFTER or waited < LEFT_WITHIN
        if do is Fate.LEAVE_LATER and in_thread and soon and _has_been_shown(table):
            await self.claims.give_back(row, error, refused=True)
        elif do in (Fate.GONE, Fate.LEAVE, Fate.LEAVE_LATER) and in_thread:
            log.warning("thread left", extra=log_facts(row) | {"code": error})
            await self.club.play.places.leave_thread(table.row.id)
            await self.claims.give_back(row, error, delay=0, refused=True)
        elif do in (Fate.GONE, Fate.SUSPEND) and table.is_running and error in GONE and refusals < LEFT_AFTER:
            # It may have been its thread, which it has left meanwhile: so Discord is asked for the channel itself.
            channel = [table.row.channel_id]
            await self.claims.store.write(
                lambda tx: put_place_checks(tx, table.row.guild_id, channel, self.now())
            )
            await self.claims.give_back(row, error, refused=True)
        elif do in (Fate.GONE, Fate.SUSPEND):
            await self._give_up_match(row, table, error)
        elif refusals < HELD_TRIES or waited < HELD_FOR:
            if refusals == len(REFUSAL_WAITS):
                log.warning("post parked", extra=log_facts(row) | {"code": error})
            await self.claims.give_back(
                row, error, delay=await self._refusal_wait(refusals, waited), refused=True
            )
        else:
            await self._give_up_match(row, table, error)

    async def _refusal_wait(self, refusals: int, waited: float) -> float | None:
        """Return how many seconds to wait before a refused post is tried again.

        `None` means the usual wait after a refusal.
        """
        if refusals < len(REFUSAL_WAITS):
            return None
        if waited >= HOPED_FOR:
            return PARKED
        waiting = await self.club.store.read(refused_posts.count_refused)
        return EACH_MINUTE * max(1, -(-waiting // AT_MOST_A_MINUTE))

    async def _changed_at(self, row: OutboxRow) -> float:
        """Return when the event happened that a row about a match is to show."""
        table, events = await self.club.play.matches.load_with_events(row.match_id or 0)
        return version_time(table, events, row.version)

    async def _give_up_match(self, row: OutboxRow, table: Table, error: str) -> None:
        """Suspend a match whose post is given up, unless the match is over."""
        if table.is_running:
            log.warning("match suspended", extra=log_facts(row) | {"code": error})
            await self.club.play.places.suspend_match(table.row.id)
        else:
            log.warning("post given up", extra=log_facts(row) | {"code": error})
        await self.claims.settle(row)

    async def _reopen_thread(self, row: OutboxRow, table: Table) -> bool:
        """Reopen the archived thread of a post; return whether to try again."""
        if _refusals(row) >= REOPENED_AT_MOST:
            return False
        place = table.row.channel_id if row.kind is PostKind.RESULT else table.row.place_id
        try:
            await self.wire.set_archived(place, False)
        except (discord.HTTPException, discord.RateLimited, NoAnswer):
            return False
        return True


def _refusals(row: OutboxRow) -> int:
    """Return how often a post has been refused, including this time."""
    return row.refused + 1


def _has_been_shown(table: Table) -> bool:
    """Whether this thread once accepted a board; then a refusal may be temporary."""
    return table.row.board_channel_id == table.row.thread_id


def _is_passing(fault: Exception) -> bool:
    """Whether the database failed only temporarily, as with a full disk.

    Discord may have the post, so it is looked for, however many tries that takes.
    """
    return isinstance(fault, StoreError) and not fault.is_damage


def _status(fault: Exception) -> int | None:
    return fault.status if isinstance(fault, discord.HTTPException) else None
