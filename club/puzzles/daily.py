"""The daily puzzle of a server.

It is posted in the channel and at the hour that the server has chosen. Its first solvers are named.
The store ensures one post a day: the transaction that notes the post also puts it into the outbox,
and a day of a server is noted once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from club.clocks.zones import at_hour, zone_of
from club.members.servers import Servers
from club.puzzles.puzzle_rating import first_try
from club.puzzles.solving import DAY, Puzzles, PuzzleView, shipped_puzzles, shown_of, stars_of
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
from engines.puzzles.puzzle import Puzzle, read_puzzle

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
EPOCH: Final = date(1970, 1, 1).toordinal()
FIRST: Final = date(2026, 1, 1).toordinal() - EPOCH
"""The day whose puzzle is number 1."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A daily puzzle as its post shows it.

    It has its first solvers, and how many solved the one before. `shown` is `None` if the puzzle is
    gone: a player of the match that it came from no longer allows it.
    """

    post: PuzzlePost
    shown: PuzzleView | None
    first: Sequence[DailySolver]
    before: SolveCounts


@dataclass(frozen=True, slots=True)
class DailyPuzzlePlan:
    """What a server has set, and when its next puzzle comes, `None` for never."""

    server: ServerRow
    at: float | None


class DailyPuzzles:
    """Plans and makes the posts.

    `wake` is called when the outbox has something new, `expect` when a plan changes.
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

    async def plan(self, guild_id: int) -> DailyPuzzlePlan:
        """Return what a server has set, and when its next puzzle comes."""

        async def job(tx: Transaction) -> DailyPuzzlePlan:
            return DailyPuzzlePlan(await servers.get(tx, guild_id), await daily.next_at(tx, guild_id))

        return await self._store.read(job)

    async def change(self, guild_id: int, *, by: int, **settings: Any) -> DailyPuzzlePlan:
        """Store some settings of a server, by the names of `ServerRow`.

        Plan its next puzzle by them. The person who chooses the channel is told if it accepts no more
        puzzles.
        """
        if "puzzle_channel" in settings:
            settings["puzzle_by"] = None if settings["puzzle_channel"] is None else by

        async def job(tx: Transaction) -> DailyPuzzlePlan:
            changed = await self._servers.put(tx, guild_id, by=by, **settings)
            at = None
            if changed.puzzle_channel is not None:
                at = await self._next(tx, guild_id, changed.puzzle_hour, changed.zone)
            await daily.plan(tx, guild_id, at)
            return DailyPuzzlePlan(changed, at)

        plan = await self._store.write(job)
        self._expect()
        return plan

    async def due(self) -> float | None:
        """Put the puzzles that are due into the outbox.

        Return when the next one is due, `None` if none ever is.
        """

        async def look(tx: Transaction) -> tuple[float | None, float]:
            return await daily.next_due(tx), self._now()

        async def job(tx: Transaction) -> tuple[int, float | None]:
            now = self._now()
            found = await daily.due(tx, now, now + FARTHEST, AT_ONCE)
            made = 0
            for server in found:
                made += await self._make(tx, server, now)
                at = await self._next(tx, server.guild_id, server.puzzle_hour, server.zone)
                await daily.plan(tx, server.guild_id, at)
            return made, await daily.next_due(tx)

        at, now = await self._store.read(look)
        if at is None or now < at <= now + FARTHEST:
            return at
        made, at = await self._store.write(job)
        if made:
            self._wake()
        return at

    async def _make(self, tx: Transaction, server: DueDailyPuzzle, now: float) -> bool:
        """Make the post of a server that is due, if its day is not over yet and has none."""
        today = day_of(now, server.zone)
        if server.puzzle_at > now or day_of(server.puzzle_at, server.zone) != today:
            return False
        own = await _own(tx, server.guild_id, stars_of(today))
        post_id = await daily.add(
            tx,
            guild_id=server.guild_id,
            channel_id=server.puzzle_channel,
            day=today,
            key=own or self._puzzles.of_day(today).key,
            made_at=now,
        )
        if post_id is not None:
            await outbox.put(tx, PostKind.PUZZLE, now, payload={"post": post_id})
        return post_id is not None

    async def _next(self, tx: Transaction, guild_id: int, hour: int, zone: str | None) -> float:
        last = await daily.last(tx, guild_id)
        return next_post(hour, zone, self._now(), posted=last.day if last else None)

    async def today(self, guild_id: int | None) -> PuzzleView:
        """Return the last puzzle that a server got.

        If none was posted lately, it is the one that is the same for all.
        """

        async def job(tx: Transaction) -> PuzzleView | None:
            post = None if guild_id is None else await self._standing(tx, guild_id)
            return await _load_puzzle(tx, post) if post else None

        return await self._store.read(job) or PuzzleView(self._puzzles.today())

    async def of_post(self, post_id: int) -> PuzzleView:
        """Return the puzzle of a post; raise `Refusal` if either is not there any more."""
        posted = await self.load_post(post_id)
        if posted is None or posted.shown is None:
            raise Refusal("puzzle.gone")
        return posted.shown

    async def add_number(self, shown: PuzzleView, guild_id: int | None) -> PuzzleView:
        """Return a puzzle with its number if it is the server's puzzle of today.

        If the server has no post, the number is that of the puzzle that is the same for all.
        """
        post = None
        if guild_id is not None:
            here = guild_id
            post = await self._store.read(lambda tx: self._standing(tx, here))
        day = post.day if post else day_of(self._now(), None)
        key = post.key if post else self._puzzles.of_day(day).key
        return replace(shown, number=number_of(day)) if shown.puzzle.key == key else shown

    async def record_result(
        self, guild_id: int | None, puzzle: Puzzle, *, user_id: int, tries: int | None
    ) -> None:
        """Record in how many tries a user has solved a puzzle.

        It must be their server's puzzle of today. `None` means that they were shown the solution. Only the
        first time counts. The post names no one who was helped in the puzzle before, here or anywhere.
        """
        if guild_id is None:
            return

        async def job(tx: Transaction) -> bool:
            post = await self._standing(tx, guild_id)
            if post is None or post.key != puzzle.key:
                return False
            helped = await puzzles.was_helped(tx, user_id, puzzle.key)
            made = await _tries(tx, user_id, puzzle.key, tries)
            fresh = await daily.add_solver(tx, post.id, user_id, tries=made, helped=helped, at=self._now())
            named = fresh and any(each.user_id == user_id for each in await daily.first(tx, post, NAMED))
            if named:
                await outbox.put(tx, PostKind.SOLVERS, self._now(), payload={"post": post.id})
            return named

        if await self._store.write(job):
            self._wake()

    async def record_hint(self, guild_id: int | None, puzzle: Puzzle, *, user_id: int) -> bool:
        """Record that a user takes a hint.

        Return whether it is news to them that no post will name them. That is so in their server's puzzle
        of today if they have neither solved it nor been shown the solution.
        """

        async def job(tx: Transaction) -> bool:
            await first_try(tx, puzzle, user_id, won=False, now=self._now())
            await puzzles.add_hinted(tx, user_id, puzzle.key, day=int(self._now()) // DAY)
            if guild_id is None:
                return False
            post = await self._standing(tx, guild_id)
            if post is None or post.key != puzzle.key:
                return False
            return await daily.add_hinted(tx, post.id, user_id, at=self._now())

        return await self._store.write(job)

    async def _standing(self, tx: Transaction, guild_id: int) -> PuzzlePost | None:
        """Return the last post of a server, `None` where it is too long ago."""
        post = await daily.last(tx, guild_id)
        return post if post and self._now() - post.made_at < STANDS else None

    async def load_post(self, post_id: int) -> DailyPuzzle | None:
        """Return a post as it is shown; `None` if there is no such post."""

        async def job(tx: Transaction) -> DailyPuzzle | None:
            post = await daily.get(tx, post_id)
            if post is None:
                return None
            first = await daily.first(tx, post, NAMED)
            return DailyPuzzle(
                post, await _load_puzzle(tx, post), first, await daily.previous_result(tx, post, NAMED)
            )

        return await self._store.read(job)

    async def is_wanted(self, post: PuzzlePost) -> bool:
        """Whether a post may still be sent.

        Its day must not be over, and the server must want it in that channel.
        """
        server = await self._store.read(lambda tx: servers.get(tx, post.guild_id))
        return server.puzzle_channel == post.channel_id and day_of(self._now(), server.zone) == post.day

    async def record_message(
        self, tx: Transaction, posted: DailyPuzzle, message_id: int, *, found: bool = False
    ) -> None:
        """Record that a message shows a post as `load_post` has it.

        Have the message updated if something has changed since. A message that was `found` shows the post
        as it was when it was sent.
        """
        await daily.set_message(tx, posted.post.id, message_id)
        await club_cards.redraw(tx, posted.post.guild_id, self._now())
        stale = found and posted.shown is None
        if (
            stale
            or await _load_puzzle(tx, posted.post) != posted.shown
            or await daily.first(tx, posted.post, NAMED) != posted.first
        ):
            await outbox.put(tx, PostKind.SOLVERS, self._now(), payload={"post": posted.post.id})

    async def stop(self, tx: Transaction, post: PuzzlePost) -> None:
        """Post no more puzzles in a post's channel, which accepts none.

        Tell the person who chose it once.
        """
        server = await servers.get(tx, post.guild_id)
        if server.puzzle_channel != post.channel_id:
            return  # another one is chosen already, or none
        await self._servers.put(tx, post.guild_id, by=None, puzzle_channel=None, puzzle_by=None)
        await daily.plan(tx, post.guild_id, None)
        if server.puzzle_by is not None:
            told = {"channel": post.channel_id, "by": server.puzzle_by}
            await outbox.put(tx, PostKind.UNPOSTED, self._now(), dedup=f"zu{post.id}", payload=told)


async def _tries(tx: Transaction, user_id: int, key: str, tries: int | None) -> int | None:
    """Return in how many tries a user has solved a puzzle, as their board counts them.

    After any miss it is never one.
    """
    if tries is None:
        return None
    tried = await puzzle_rating.get_try(tx, user_id, key)
    return tries if tried is None or tried.won else max(tries, 2)


async def _own(tx: Transaction, guild_id: int, stars: int) -> str | None:
    """Return the key of a server's oldest own puzzle that has so many stars.

    It is from the server's own matches, and was not yet the puzzle of any day.
    """
    rows = await mining.unposted_puzzles(tx, guild_id)
    return next((row.key for row in rows if read_puzzle(row.game, row.told).stars == stars), None)


async def _load_puzzle(tx: Transaction, post: PuzzlePost) -> PuzzleView | None:
    """Return the puzzle of a post; `None` if it is gone."""
    if post.key in shipped_puzzles():
        found: PuzzleView | None = PuzzleView(shipped_puzzles()[post.key])
    else:
        found = await shown_of(tx, post.guild_id, post.key)
    return replace(found, number=number_of(post.day)) if found else None


def number_of(day: int) -> int:
    """Return the number of the puzzle of a day, which counts from the epoch.

    >>> number_of(20454), number_of(20455)
    (1, 2)
    """
    return day - FIRST + 1


def date_of(number: int) -> str:
    """Return the date of the puzzle of a number.

    >>> date_of(1), date_of(328)
    ('2026-01-01', '2026-11-24')
    """
    return date.fromordinal(EPOCH + FIRST + number - 1).isoformat()


def day_of(at: float, zone: str | None) -> int:
    """Return the number of the date in a zone since the epoch.

    >>> day_of(86399.0, None), day_of(86399.0, "Europe/Berlin")
    (0, 1)
    """
    return datetime.fromtimestamp(at, zone_of(zone)).toordinal() - EPOCH


async def month_of(tx: Transaction, guild_id: int, now: float) -> int:
    """Return the month that it is on a server, counted from the year 0."""
    server = await servers.get(tx, guild_id)
    today = date.fromordinal(day_of(now, server.zone) + EPOCH)
    return today.year * 12 + today.month - 1


def next_post(hour: int, zone: str | None, now: float, *, posted: int | None) -> float:
    """Return the next time it is that hour in a zone.

    It is on another day than the last post. An hour that daylight saving skips becomes another one of
    its day. If an hour occurs twice, it is the first.

    >>> next_post(9, None, 0.0, posted=None), next_post(9, None, 0.0, posted=0)
    (32400.0, 118800.0)
    """
    day = datetime.fromtimestamp(now, zone_of(zone)).date()
    while True:
        at = at_hour(day, hour, zone)
        if at > now and day.toordinal() - EPOCH != posted:
            return at
        day += timedelta(days=1)
