"""The daily puzzle of a server.

It is posted in the channel and at the hour that the server has chosen, and its first solvers are
named. The store ensures one post a day: the transaction that records the post also puts it into the
outbox, and each day of a server is recorded once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from club.clocks.zones import EPOCH, day_number, hour_start, load_zone
from club.members.preferences import load_today
from club.members.servers import Servers
from club.puzzles.solving import (
    DAY,
    Puzzles,
    PuzzleView,
    load_mined_puzzle,
    record_try,
    shipped_puzzles,
    stars_of_day,
)
from club.refusals import Refusal
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import servers
from data.members.servers import ServerRow
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.puzzles import daily, mining, puzzle_rating, puzzles
from data.puzzles.daily import DailySolver, DueDailyPuzzle, PuzzlePost, SolveCounts
from data.standing import club_cards
from engines.puzzles.puzzle import Puzzle, parse_puzzle
from words import Phrase, date_phrase

AT_ONCE: Final = 50
"""Servers that are seen to at a time; the next ones follow at once."""
NAMED: Final = 5
"""First solvers that a post names."""
FARTHEST: Final = 3.0 * DAY
"""Seconds ahead that a post may be planned.

Anything further ahead was planned by a clock that was wrong.
"""
STANDS: Final = 2.0 * DAY
"""Seconds for which a server's last post remains its puzzle of the day.

Another post ends that sooner.
"""
FIRST: Final = date(2026, 1, 1).toordinal() - EPOCH
"""The day whose puzzle is number 1."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A daily puzzle the way its post shows it.

    It has the first solvers, and how many users solved the previous puzzle. `view` is `None` if the
    puzzle is gone because a player of its match no longer allows it.
    """

    post: PuzzlePost
    view: PuzzleView | None
    first_solvers: Sequence[DailySolver]
    previous_counts: SolveCounts


@dataclass(frozen=True, slots=True)
class DailyPuzzlePlan:
    """A server's settings, and the time of its next puzzle (`None` for never)."""

    server: ServerRow
    next_at: float | None


class DailyPuzzles:
    """Plans the daily puzzles, and puts them into the outbox.

    `wake` is called when the outbox has new messages, `expect` when a plan changes.
    """

    def __init__(
        self,
        store: Store,
        servers: Servers,
        puzzles: Puzzles,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[[], None],
    ) -> None:
        self._store = store
        self._servers = servers
        self._puzzles = puzzles
        self._now = now
        self._wake = wake
        self._expect = expect

    async def load_plan(self, guild_id: int) -> DailyPuzzlePlan:
        """Return a server's settings, and the time of its next puzzle."""

        async def job(tx: Transaction) -> DailyPuzzlePlan:
            return DailyPuzzlePlan(
                await servers.get(tx, guild_id), await daily.next_puzzle_time(tx, guild_id)
            )

        return await self._store.read(job)

    async def change_settings(self, guild_id: int, *, moderator_id: int, **settings: Any) -> DailyPuzzlePlan:
        """Store some settings of a server's daily puzzle.

        They are named like the fields of `ServerRow`. The next puzzle is planned by them. `moderator_id` is the
        user who changes them; if they choose a channel, they are notified if it turns out to refuse
        puzzles.
        """
        if "puzzle_channel" in settings:
            settings["puzzle_by"] = None if settings["puzzle_channel"] is None else moderator_id

        async def job(tx: Transaction) -> DailyPuzzlePlan:
            changed = await self._servers.put_settings(tx, guild_id, moderator_id=moderator_id, **settings)
            at = None
            if changed.puzzle_channel is not None:
                at = await self._next(tx, guild_id, changed.puzzle_hour, changed.zone)
            await daily.schedule(tx, guild_id, at)
            return DailyPuzzlePlan(changed, at)

        plan = await self._store.write(job)
        self._expect()
        return plan

    async def queue_due_puzzles(self) -> float | None:
        """Put all puzzles that are due into the outbox.

        Return when the next one is due, `None` if none is planned.
        """

        async def look(tx: Transaction) -> tuple[float | None, float]:
            return await daily.next_due_time(tx), self._now()

        async def job(tx: Transaction) -> tuple[int, float | None]:
            now = self._now()
            found = await daily.list_due(tx, now, now + FARTHEST, AT_ONCE)
            made = 0
            for server in found:
                made += await self._make(tx, server, now)
                at = await self._next(tx, server.guild_id, server.puzzle_hour, server.zone)
                await daily.schedule(tx, server.guild_id, at)
            return made, await daily.next_due_time(tx)

        at, now = await self._store.read(look)
        if at is None or now < at <= now + FARTHEST:
            return at
        made, at = await self._store.write(job)
        if made:
            self._wake()
        return at

    async def _make(self, tx: Transaction, server: DueDailyPuzzle, now: float) -> bool:
        """Make the post of a server if it is due.

        Return whether it was made: its day must not be over, or have a post already.
        """
        today = day_number(now, server.zone)
        if server.puzzle_at > now or day_number(server.puzzle_at, server.zone) != today:
            return False
        own = await _own(tx, server.guild_id, stars_of_day(today))
        post_id = await daily.add(
            tx,
            guild_id=server.guild_id,
            channel_id=server.puzzle_channel,
            day=today,
            key=own or self._puzzles.puzzle_of_day(today).key,
            made_at=now,
        )
        if post_id is not None:
            await outbox.put(tx, PostKind.PUZZLE, now, payload={"post": post_id})
        return post_id is not None

    async def _next(self, tx: Transaction, guild_id: int, hour: int, zone: str | None) -> float:
        last = await daily.find_latest(tx, guild_id)
        return next_post_time(hour, zone, self._now(), last_day=last.day if last else None)

    async def load_today(self, guild_id: int | None) -> PuzzleView:
        """Return the latest puzzle posted on a server.

        If none was posted lately, return the puzzle of the day that is the same everywhere.
        """

        async def job(tx: Transaction) -> PuzzleView | None:
            post = None if guild_id is None else await self._current_post(tx, guild_id)
            return await _load_puzzle(tx, post) if post else None

        return await self._store.read(job) or PuzzleView(self._puzzles.todays_puzzle())

    async def load_posted_puzzle(self, post_id: int) -> PuzzleView:
        """Return the puzzle of a post; raise `Refusal` if either is gone."""
        posted = await self.load_post(post_id)
        if posted is None or posted.view is None:
            raise Refusal("puzzle.gone")
        return posted.view

    async def add_number(self, view: PuzzleView, guild_id: int | None) -> PuzzleView:
        """Return a puzzle with its number if it is the server's puzzle of today.

        Without a post on the server, that is the puzzle of the day that is the same everywhere.
        """
        post = None
        if guild_id is not None:
            here = guild_id
            post = await self._store.read(lambda tx: self._current_post(tx, here))
        day = post.day if post else day_number(self._now(), None)
        key = post.key if post else self._puzzles.puzzle_of_day(day).key
        return replace(view, number=puzzle_number(day)) if view.puzzle.key == key else view

    async def record_result(
        self, guild_id: int | None, puzzle: Puzzle, *, user_id: int, tries: int | None
    ) -> None:
        """Record in how many tries a user has solved the server's daily puzzle.

        `tries` is `None` if they were shown the solution. Only the first result counts, and only if
        `puzzle` is the server's current daily puzzle. Users who had help with the puzzle before, here or
        elsewhere, are not named by the post.
        """
        if guild_id is None:
            return

        async def job(tx: Transaction) -> bool:
            post = await self._current_post(tx, guild_id)
            if post is None or post.key != puzzle.key:
                return False
            helped = await puzzles.was_helped(tx, user_id, puzzle.key)
            made = await _tries(tx, user_id, puzzle.key, tries)
            fresh = await daily.record_result(tx, post.id, user_id, tries=made, helped=helped, at=self._now())
            named = fresh and any(
                each.user_id == user_id for each in await daily.list_first_solvers(tx, post, NAMED)
            )
            if named:
                await outbox.put(tx, PostKind.SOLVERS, self._now(), payload={"post": post.id})
            return named

        if await self._store.write(job):
            self._wake()

    async def record_hint(self, guild_id: int | None, puzzle: Puzzle, *, user_id: int) -> bool:
        """Record that a user takes a hint.

        Return whether they should be told that the post will not name them. That is so if it is the
        server's current daily puzzle, and they have not taken a hint, solved it or seen its solution
        before.
        """

        async def job(tx: Transaction) -> bool:
            await record_try(tx, puzzle, user_id, won=False, now=self._now())
            today = await load_today(tx, user_id, self._now())
            await puzzles.add_hint(tx, user_id, puzzle.key, day=today)
            if guild_id is None:
                return False
            post = await self._current_post(tx, guild_id)
            if post is None or post.key != puzzle.key:
                return False
            return await daily.record_hint(tx, post.id, user_id, at=self._now())

        return await self._store.write(job)

    async def _current_post(self, tx: Transaction, guild_id: int) -> PuzzlePost | None:
        """Return the latest post of a server; `None` if it is too old."""
        post = await daily.find_latest(tx, guild_id)
        return post if post and self._now() - post.made_at < STANDS else None

    async def load_post(self, post_id: int) -> DailyPuzzle | None:
        """Return a post with everything it shows; `None` if it does not exist."""

        async def job(tx: Transaction) -> DailyPuzzle | None:
            post = await daily.get(tx, post_id)
            if post is None:
                return None
            first = await daily.list_first_solvers(tx, post, NAMED)
            return DailyPuzzle(
                post, await _load_puzzle(tx, post), first, await daily.get_previous_result(tx, post, NAMED)
            )

        return await self._store.read(job)

    async def is_wanted(self, post: PuzzlePost) -> bool:
        """Whether a post may still be sent.

        Its day must not be over, and the server must still want it in that channel.
        """
        server = await self._store.read(lambda tx: servers.get(tx, post.guild_id))
        return server.puzzle_channel == post.channel_id and day_number(self._now(), server.zone) == post.day

    async def record_message(
        self, tx: Transaction, posted: DailyPuzzle, message_id: int, *, was_found: bool = False
    ) -> None:
        """Record that a message shows a post in the state loaded by `load_post`.

        If something has changed since, queue an update of the message. `was_found` says that the message
        had been sent before and was found again, so it can be older than that state.
        """
        await daily.set_message(tx, posted.post.id, message_id)
        await club_cards.request_update(tx, posted.post.guild_id, self._now())
        stale = was_found and posted.view is None
        if (
            stale
            or await _load_puzzle(tx, posted.post) != posted.view
            or await daily.list_first_solvers(tx, posted.post, NAMED) != posted.first_solvers
        ):
            await outbox.put(tx, PostKind.SOLVERS, self._now(), payload={"post": posted.post.id})

    async def stop_posting(self, tx: Transaction, post: PuzzlePost) -> None:
        """Post no more puzzles in a channel that refuses the post.

        The user who chose the channel is notified once. This is part of the caller's transaction.
        """
        server = await servers.get(tx, post.guild_id)
        if server.puzzle_channel != post.channel_id:
            return  # another one is chosen already, or none
        await self._servers.put_settings(
            tx, post.guild_id, moderator_id=None, puzzle_channel=None, puzzle_by=None
        )
        await daily.schedule(tx, post.guild_id, None)
        if server.puzzle_by is not None:
            told = {"channel": post.channel_id, "by": server.puzzle_by}
            await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=f"zu{post.id}", payload=told)


async def _tries(tx: Transaction, user_id: int, key: str, tries: int | None) -> int | None:
    """Return in how many tries a user has solved a puzzle.

    After an earlier wrong move it is at least two. Return `None` if they were shown the solution.
    """
    if tries is None:
        return None
    tried = await puzzle_rating.get_try(tx, user_id, key)
    return tries if tried is None or tried.won else max(tries, 2)


async def _own(tx: Transaction, guild_id: int, stars: int) -> str | None:
    """Return the key of the oldest unposted puzzle from a server's matches.

    It must have this many stars. Return `None` if there is none.
    """
    rows = await mining.list_unposted(tx, guild_id)
    return next((row.key for row in rows if parse_puzzle(row.game, row.told).stars == stars), None)


async def _load_puzzle(tx: Transaction, post: PuzzlePost) -> PuzzleView | None:
    """Return the puzzle of a post; `None` if it is gone."""
    if post.key in shipped_puzzles():
        found: PuzzleView | None = PuzzleView(shipped_puzzles()[post.key])
    else:
        found = await load_mined_puzzle(tx, post.guild_id, post.key)
    return replace(found, number=puzzle_number(post.day)) if found else None


def puzzle_number(day: int) -> int:
    """Return the number of a day's puzzle; `day` is counted from the epoch.

    >>> puzzle_number(20454), puzzle_number(20455)
    (1, 2)
    """
    return day - FIRST + 1


def puzzle_date(number: int) -> Phrase:
    """Return the date of the puzzle with a number.

    >>> str(puzzle_date(1)), str(puzzle_date(328))
    ('2026-01-01', '2026-11-24')
    """
    return date_phrase(date.fromordinal(EPOCH + FIRST + number - 1))


async def load_month_number(tx: Transaction, guild_id: int, now: float) -> int:
    """Return the current month on a server, counted from the year 0."""
    server = await servers.get(tx, guild_id)
    today = date.fromordinal(day_number(now, server.zone) + EPOCH)
    return today.year * 12 + today.month - 1


def next_post_time(hour: int, zone: str | None, now: float, *, last_day: int | None) -> float:
    """Return the next time that it is an hour in a time zone.

    It is not on the day of the last post (`last_day`). If daylight saving time skips the hour, another
    hour of that day is taken; if the hour occurs twice, it is the first.

    >>> next_post_time(9, None, 0.0, last_day=None), next_post_time(9, None, 0.0, last_day=0)
    (32400.0, 118800.0)
    """
    day = datetime.fromtimestamp(now, load_zone(zone)).date()
    while True:
        at = hour_start(day, hour, zone)
        if at > now and day.toordinal() - EPOCH != last_day:
            return at
        day += timedelta(days=1)
