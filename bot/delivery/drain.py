"""Posts the outbox: claims rows, has them posted, applies the table of decisions.

A row is deleted when Discord has taken it. Edits are idempotent. Posts carry a nonce, and if an
answer was lost, the bot looks for its own card before it posts anything else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Self

import discord

from bot.answers.tokens import Tokens
from bot.codes import Blame, Code, NoAnswer, blame, code_of, limit_of
from bot.delivery.boards import BoardPosts
from bot.delivery.challenges import ChallengePosts
from bot.delivery.claims import PATIENCE, Claims, TakenOver, about, claimed_at
from bot.delivery.club_cards import ClubCardPosts
from bot.delivery.competitions import CompetitionPosts
from bot.delivery.daily import DailyPosts
from bot.delivery.decisions import Fate, decide
from bot.delivery.digests import DigestPosts
from bot.delivery.direct_messages import HURRIED_FOR, DirectMessages
from bot.delivery.exercise_reminders import LearnPosts
from bot.delivery.in_place import PlacePosts
from bot.delivery.notices import Notices
from bot.delivery.own_cards import time_of
from bot.delivery.scheduled_events import EventPosts
from bot.delivery.seek_alerts import SeekAlertPosts
from bot.delivery.sender import Sender, Unsaid
from bot.delivery.throttle import LONGEST, PER_SECOND, urgency
from bot.delivery.wire import Wire
from club.club import DELIVERED_AGAIN, Club
from club.play.course.places import put_whereabouts
from club.play.match.matches import Table
from club.refusals import Refusal
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
LEFT_AFTER: Final = len(PATIENCE)
"""Refusals after which a thread is left and a challenge is withdrawn.

That takes two and a half minutes.
"""
GONE: Final = (str(int(Code.UNKNOWN_CHANNEL)),)
"""Refusals that say of a channel that it was deleted."""
LEFT_WITHIN: Final = sum(PATIENCE[: LEFT_AFTER - 1])
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
HELD_TRIES: Final = len(PATIENCE) + 18
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

assert RENEWED_EVERY + 8 * DELIVERED_AGAIN < LEASE, "eight renewals may fail before a row is anybody's"
assert LONGEST + AT_ONCE / PER_SECOND < RENEWED_EVERY, (
    "nobody's lease runs out while they wait for their turn"
)
assert max(*PATIENCE, *HURRIED_FOR, PARKED, *(kind.rule.wait for kind in PostKind)) < LONGEST_WAIT


class Delivery:
    """Drains the outbox.

    `work` runs whenever the outbox has something new, and at the time it returned.
    """

    def __init__(self, wire: Wire, claims: Claims, club: Club, tokens: Tokens) -> None:
        self.wire = wire
        self.claims = claims
        self.club = club
        self.now = claims.now
        sender = Sender(wire, claims, tokens)
        self.boards = BoardPosts(club, claims, sender)
        self.in_place = PlacePosts(club, claims, sender)
        self.dms = DirectMessages(club, claims, sender)
        self.challenges = ChallengePosts(club, claims, sender, self.dms)
        self.notices = Notices(club, claims, sender, self.dms)
        self.daily = DailyPosts(club, claims, sender, self.dms)
        self.club_cards = ClubCardPosts(club, claims, sender)
        self.digests = DigestPosts(club, claims, sender)
        self.leagues = CompetitionPosts(club, claims, sender)
        self.events = EventPosts(club, claims, sender)
        self.seats = SeekAlertPosts(club, claims, sender, self.dms)
        self.lessons = LearnPosts(club, claims, sender, self.dms)
        self._flying: dict[int, asyncio.Task[None]] = {}
        self._renewed_at = 0.0
        self._unsettled: dict[int, float] = {}
        """Rows still claimed but not being sent, with the times to give them back."""
        self._kinds: dict[PostKind, Callable[[OutboxRow], Awaitable[None]]] = {
            PostKind.PLACE: self.in_place.place,
            PostKind.BOARD: self.boards.board,
            PostKind.STRIP: self.boards.strip,
            PostKind.OFFER: self.in_place.offer,
            PostKind.LAPSE: self.in_place.lapse,
            PostKind.NOTICE: self.in_place.notice,
            PostKind.RESULT: self.in_place.result,
            PostKind.CARD: self.challenges.card,
            PostKind.CHALLENGE: self.challenges.update_card,
            PostKind.WITHDRAWN: self.challenges.tell_withdrawn,
            PostKind.MOVED: self.in_place.tell_moved,
            PostKind.ARCHIVE: self.in_place.archive,
            PostKind.WHEREABOUTS: self.in_place.whereabouts,
            PostKind.UNPLAYABLE: self.in_place.unplayable,
            PostKind.TURN: self.notices.turn,
            PostKind.REMINDER: self.notices.reminder,
            PostKind.GREETING: self.notices.greeting,
            PostKind.HAND: self.dms.hand,
            PostKind.PUZZLE: self.daily.puzzle,
            PostKind.SOLVERS: self.daily.solvers,
            PostKind.UNPOSTED: self.daily.tell_unposted,
            PostKind.CLUB: self.club_cards.card,
            PostKind.DIGEST: self.digests.digest,
            PostKind.SEASON: self.leagues.season,
            PostKind.SECTION: self.leagues.section,
            PostKind.EVENT: self.events.event,
            PostKind.SEAT: self.seats.seat,
            PostKind.LEARN: self.lessons.word,
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
    async def open(cls, client: discord.Client, club: Club, tokens: Tokens) -> Self:
        """Return the delivery of one process."""
        claims = await Claims.open(
            club.store,
            now=club.now,
            owner=club.processes.name,
            chance=club.chance,
            held=club.processes.has_kept_claims,
        )
        return cls(Wire(client, club.servers, club.commands), claims, club, tokens)

    async def work(self) -> float | None:
        """Begin to post due rows while there is room; return when there is more to do."""
        flying = tuple(self._flying)
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
            claimed = await row_claims.claim(tx, now, room, owner=owner, lease=LEASE, flying=flying)
            taken = (*flying, *(row.id for row in claimed))
            return claimed, await row_claims.next_due(tx, now, owner, taken) if len(claimed) < room else None

        rows, due = await self.claims.store.write(claim)
        for row_id in left:
            del self._unsettled[row_id]
        due = min((at for at in (due, *self._unsettled.values()) if at is not None), default=None)
        if renewing or not flying:
            self._renewed_at = now
        for row in rows:
            self._flying[row.id] = asyncio.create_task(
                self._deliver(row, now), name=f"deliver {row.kind} {row.dedup}"
            )
        if not self._flying:
            return due
        renewal = self._renewed_at + RENEWED_EVERY
        return renewal if due is None else min(due, renewal)

    async def close(self) -> None:
        """Begin no more posts, and let those in flight end.

        Give the rest back, for other processes or the next start.
        """
        await self.club.delivery.stop()
        if not self._flying:
            return
        _, late = await asyncio.wait(self._flying.values(), timeout=LAST_POSTS)
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
            log.exception("post not settled", extra=about(row))
            self._unsettled[row.id] = self.now() + DELIVERED_AGAIN
        finally:
            del self._flying[row.id]
            self.club.delivery.ring()

    async def _attempt(self, row: OutboxRow) -> None:
        try:
            await self._kinds[row.kind](row)
        except Refusal:
            await self.claims.settle(
                row
            )  # its match was put into quarantine meanwhile, which has been logged
        except Unsaid:
            log.info("post left unsaid", extra=about(row))
            await self.claims.settle(row)
        except TakenOver:
            log.warning("post left to others", extra=about(row))
            self.club.processes.announce_shards()  # others are to see at once that this process is there again
            await self.claims.give_back(row, TakenOver.__name__)
        except Exception as fault:
            if blame(fault) is Blame.DISCORD:
                await self._handle_refusal(row, fault)
                return
            counts = not _is_passing(fault)
            if counts and _refusals(row) >= OUR_TRIES:
                log.exception("post given up", extra=about(row))
                await self._end(row, type(fault).__name__)
            else:
                log.exception("post failed", extra=about(row))
                await self.claims.give_back(row, type(fault).__name__, refused=counts)

    async def _handle_refusal(self, row: OutboxRow, fault: Exception) -> None:
        """Apply the table of decisions to a post that was not taken.

        Refusals are counted, and many of them end it. A failure of Discord's says nothing about the post:
        it is tried again for as long as that takes.
        """
        error, refusals = str(code_of(fault)), _refusals(row)
        do = decide(row.kind, fault)
        limits_looks = do is Fate.WAIT and row.kind.rule.purpose is Purpose.LOOKS
        if limits_looks and refusals >= HELD_TRIES:
            do = Fate.DROP  # so old a card may never be edited again
        match do:
            case Fate.RETRY | Fate.LOOK | Fate.IN_CHANNEL | Fate.THERE:
                await self.claims.give_back(row, error)
            case Fate.WAIT:
                await self.claims.give_back(row, LIMITED, delay=limit_of(fault), refused=limits_looks)
            case Fate.ANEW if refusals < OUR_TRIES:
                if row.kind is PostKind.HAND:
                    await self.dms.forget(row)
                await self.claims.give_back(row, error, refused=True)
            case Fate.HURRIED:
                log.warning("direct messages opened too fast", extra=about(row) | {"code": error})
                await self.claims.give_back(row, error, delay=self.dms.pace.too_fast(), unclear=False)
            case Fate.CLOSED:
                await self.dms.record_closed(row)
            case Fate.DROP:
                await self.claims.settle(row)
            case Fate.FAIL | Fate.ANEW:
                log.error("post given up", extra=about(row) | {"code": error, "status": _status(fault)})
                await self._end(row, error)
            case Fate.WITHDRAW_LATER if refusals < LEFT_AFTER:
                await self.claims.give_back(row, error, refused=True)
            case Fate.WITHDRAW | Fate.WITHDRAW_LATER:
                await self._cards[row.kind](row, error)
            case shut:
                await self._shut(row, shut, error)

    async def _end(self, row: OutboxRow, error: str) -> None:
        """Try no more: a match's next post says it all, but a challenge is withdrawn.

        No one would ever see a challenge without a card.
        """
        if row.kind is PostKind.CARD:
            await self.challenges.withdraw(row, error)
        else:
            await self.claims.settle(row)

    async def _shut(self, row: OutboxRow, do: Fate, error: str) -> None:
        """Do what the table says about a place that is gone or does not take the post."""
        table, refusals = await self.in_place.table(row), _refusals(row)
        in_thread = table.row.thread_id is not None and row.kind is not PostKind.RESULT
        if do is Fate.REOPEN:
            if await self._reopen_thread(row, table):
                await self.claims.give_back(row, error, delay=0, refused=True)
                return
            do = Fate.LEAVE
        waited = self.now() - await self._made_at(row)
        soon = refusals < LEFT_AFTER or waited < LEFT_WITHIN
        if do is Fate.LEAVE_LATER and in_thread and soon and _has_been_shown(table):
            await self.claims.give_back(row, error, refused=True)
        elif do in (Fate.GONE, Fate.LEAVE, Fate.LEAVE_LATER) and in_thread:
            log.warning("thread left", extra=about(row) | {"code": error})
            await self.club.places.leave_thread(table.row.id)
            await self.claims.give_back(row, error, delay=0, refused=True)
        elif do in (Fate.GONE, Fate.SUSPEND) and table.running and error in GONE and refusals < LEFT_AFTER:
            # It may have been its thread, which it has left meanwhile: so Discord is asked for the channel itself.
            channel = [table.row.channel_id]
            await self.claims.store.write(
                lambda tx: put_whereabouts(tx, table.row.guild_id, channel, self.now())
            )
            await self.claims.give_back(row, error, refused=True)
        elif do in (Fate.GONE, Fate.SUSPEND):
            await self._give_up(row, table, error)
        elif refusals < HELD_TRIES or waited < HELD_FOR:
            if refusals == len(PATIENCE):
                log.warning("post parked", extra=about(row) | {"code": error})
            await self.claims.give_back(row, error, delay=await self._pause(refusals, waited), refused=True)
        else:
            await self._give_up(row, table, error)

    async def _pause(self, refusals: int, waited: float) -> float | None:
        """Return how many seconds a post waits whose channel refuses it.

        `None` means the usual wait after a refusal.
        """
        if refusals < len(PATIENCE):
            return None
        if waited >= HOPED_FOR:
            return PARKED
        waiting = await self.club.store.read(refused_posts.count_waiting)
        return EACH_MINUTE * max(1, -(-waiting // AT_MOST_A_MINUTE))

    async def _made_at(self, row: OutboxRow) -> float:
        """Return when that happened which a row about a match is to show."""
        table, events = await self.club.matches.load_with_events(row.match_id or 0)
        return time_of(table, events, row.version)

    async def _give_up(self, row: OutboxRow, table: Table, error: str) -> None:
        """Suspend a running match; of one that is over there is nothing more to show."""
        if table.running:
            log.warning("match suspended", extra=about(row) | {"code": error})
            await self.club.places.suspend(table.row.id)
        else:
            log.warning("post given up", extra=about(row) | {"code": error})
        await self.claims.settle(row)

    async def _reopen_thread(self, row: OutboxRow, table: Table) -> bool:
        """Open the archived thread that a post goes to; return whether to try again."""
        if _refusals(row) >= REOPENED_AT_MOST:
            return False
        place = table.row.channel_id if row.kind is PostKind.RESULT else table.row.place_id
        try:
            await self.wire.archive(place, False)
        except (discord.HTTPException, discord.RateLimited, NoAnswer):
            return False
        return True


def _refusals(row: OutboxRow) -> int:
    """Return how often a post has been refused, including this time."""
    return row.refused + 1


def _has_been_shown(table: Table) -> bool:
    """Return whether this thread once took a board: then a refusal may pass."""
    return table.row.board_channel_id == table.row.thread_id


def _is_passing(fault: Exception) -> bool:
    """Whether the store failed only for now, as when its disk has no room.

    Discord may have the post, and that must be known: it is looked for, however many tries that takes.
    """
    return isinstance(fault, StoreError) and not fault.damage


def _status(fault: Exception) -> int | None:
    return fault.status if isinstance(fault, discord.HTTPException) else None
