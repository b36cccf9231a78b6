"""Limits on how much one person, and one server, can have going at a time.

They are enough for anyone who plays, and too low to annoy others. All numbers are here. Stored objects are
counted in the database, in the same transaction. How often a person acts is counted in memory, because a
minute is soon over.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf
from typing import Any, Final, TypeVar

from club.last_used import LruCache
from club.members.bars import check_not_barred, check_other_not_barred
from club.members.people import Person
from club.refusals import Refusal
from club.running.turns import FairScheduler
from data.database.transaction import Transaction
from data.members import blocks, servers
from data.play import challenges, listing
from words import Words

T = TypeVar("T")

REMEMBERED: Final = 10_000
"""People whose last acts are remembered.

The longest idle are forgotten first, and have all acts free again.
"""
MINUTE: Final = 60.0

REQUEST: Final = 5
"""Presses that a request to Discord counts as.

Of all requests that Discord counts together, one person may take two in a second.
"""
PRESS_CPU_SECONDS: Final = 0.05
"""Seconds of CPU that a press may cost.

Work that takes more counts as the number of presses that it would be worth.
"""
MAX_BURST_SHARE: Final = 0.75
"""Part of a burst that one piece of work takes at most.

So no one is refused for a single press, such as the first of a bot that has just started.
"""
MAX_OWED_BURSTS: Final = 2
"""Bursts that a person owes at most, whatever they have done.

So they wait for seconds, not for minutes.
"""
THREADS: Final = 3
"""Threads that do the work of presses.

With no more than these, the event loop still gets its turn soon.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on matches, challenges and stored objects, and on acts per minute.

    The acts are those of one person. Ten presses a second may go on for ever; `presses_at_once` is how many
    more may come in a burst. Costly work counts as several presses. Only `presses_in_work` of one person's
    presses are handled at a time, so that no one else has to wait.
    """

    running_per_person: int = 50
    running_per_server: int = 1000
    open_per_person: int = 20
    open_per_server: int = 300
    received_per_person: int = 30
    challenges_per_minute: int = 10
    replays_per_minute: int = 10
    imports_per_minute: int = 10
    analyses_per_minute: int = 6
    presses_per_minute: int = 600
    presses_at_once: int = 20
    presses_in_work: int = 3
    mined_per_server: int = 20
    """Finished matches of a server that are looked through for puzzles on a day."""
    mined_in_total: int = 200
    """Finished matches that are examined on a day in all.

    They take some minutes of a core that has nothing else to do.
    """
    mining_backlog: int = 50
    """Matches of a server that wait for it.

    Matches that end while so many wait are not examined.
    """
    rated_per_pair: int = 3
    """Rated matches that the same two play within a week on one server.

    Their other matches there are unrated.
    """
    mined_kept: int = 100
    """Puzzles of a server; the oldest go."""
    exercises_kept: int = 60
    """Exercises that one person has to solve; no match is looked through for more."""
    learning_per_person: int = 30
    """Finished matches of one person that are looked through for exercises on a day."""
    log_entries_kept: int = 500
    """Changes on a server that `/admin log` lists; the oldest go."""

    async def check_new_challenge(
        self, tx: Transaction, challenger_id: int, opponent: Person | None, guild_id: int | None
    ) -> None:
        """Raise `Refusal` if a player or server has too much, or is barred.

        `opponent` is `None` for an open challenge; one who has blocked the challenger is refused as one with too
        many challenges is. `guild_id` is `None` if the bot is not a member there:
        no server's limits apply.
        """
        await check_not_barred(tx, challenger_id, guild_id)
        if opponent:
            await check_other_not_barred(tx, guild_id, opponent.id, opponent.name, "bar.other")
        if await listing.count_running(tx, challenger_id) >= self.running_per_person:
            raise Refusal("limit.running.own", limit=self.running_per_person)
        if guild_id is not None:
            await self._check_here(tx, challenger_id, guild_id)
        if await challenges.count_open(tx, challenger_id=challenger_id) >= self.open_per_person:
            raise Refusal("limit.open.own", limit=self.open_per_person)
        if opponent and await self._takes_no_challenge(tx, opponent.id, challenger_id):
            raise Refusal("limit.open.other", name=opponent.name)
        if guild_id is None:
            return
        if await challenges.count_open(tx, guild_id=guild_id) >= self.open_per_server:
            raise Refusal("limit.open.server", limit=self.open_per_server)
        await self._check_server(tx, guild_id)

    async def check_new_match(
        self, tx: Transaction, *, taker_id: int, challenger_id: int, name: Words, guild_id: int | None
    ) -> None:
        """Raise `Refusal` if there are too many running matches, or a player is barred.

        `taker_id` is the member who takes the challenge's open seat. `name` is the challenger's, for the
        refusal that the taker reads. `guild_id` is `None` if the bot is not a member there: no server's
        limits apply.
        """
        await check_not_barred(tx, taker_id, guild_id)
        await check_other_not_barred(tx, guild_id, challenger_id, name, "bar.challenger")
        if await listing.count_running(tx, taker_id) >= self.running_per_person:
            raise Refusal("limit.running.own", limit=self.running_per_person)
        if guild_id is not None:
            await _check_member_limit(tx, taker_id, guild_id)
        if await listing.count_running(tx, challenger_id) >= self.running_per_person:
            raise Refusal("limit.running.other", name=name, limit=self.running_per_person)
        if guild_id is None:
            return
        limit = await _reached_limit(tx, challenger_id, guild_id)
        if limit is not None:
            raise Refusal("limit.running.other", name=name, limit=limit)
        await self._check_server(tx, guild_id)

    async def _takes_no_challenge(self, tx: Transaction, user_id: int, challenger_id: int) -> bool:
        """Whether a person can be sent no more challenges.

        That is by anyone, or by this challenger.
        """
        waiting = await challenges.count_open(tx, opponent_id=user_id)
        return waiting >= self.received_per_person or await blocks.is_blocked(tx, challenger_id, by=user_id)

    async def _check_here(self, tx: Transaction, challenger_id: int, guild_id: int) -> None:
        """Raise `Refusal` if a person has as much going on a server as it allows."""
        await _check_member_limit(tx, challenger_id, guild_id)
        server = await servers.get(tx, guild_id)
        if server.open_limit is not None:
            waiting = await challenges.count_open(tx, challenger_id=challenger_id, guild_id=guild_id)
            if waiting >= server.open_limit:
                raise Refusal("limit.open.here", limit=server.open_limit)

    async def _check_server(self, tx: Transaction, guild_id: int) -> None:
        running = await listing.count_running_in_server(tx, guild_id, limit=self.running_per_server)
        if running >= self.running_per_server:
            raise Refusal("limit.running.server", limit=self.running_per_server)


async def _check_member_limit(tx: Transaction, user_id: int, guild_id: int) -> None:
    """Raise `Refusal` if a person has as many matches as the server allows."""
    limit = await _reached_limit(tx, user_id, guild_id)
    if limit is not None:
        raise Refusal("limit.running.here", limit=limit)


async def _reached_limit(tx: Transaction, user_id: int, guild_id: int) -> int | None:
    """Return a server's limit of matches per member if a person has reached it.

    Return `None` otherwise.
    """
    limit = (await servers.get(tx, guild_id)).running_limit
    if limit is None or await listing.count_running_on_server(tx, user_id, guild_id) < limit:
        return None
    return limit


LIMITS: Final = Limits()
"""Those of a bot that sets no others."""


class RateLimiter:
    """Limits how often each person does something (a token bucket).

    A person may do it `at_once` times in a burst, and regains `per_minute` in a minute. `now` gives seconds
    since the epoch; if it is set back, no one waits longer than a full bucket takes.
    """

    def __init__(self, *, at_once: int, per_minute: int, now: Callable[[], float]) -> None:
        self._at_once = at_once
        self._per_second = per_minute / MINUTE
        self._now = now
        self._spent = LruCache[int, tuple[float, float]](REMEMBERED)

    def __len__(self) -> int:
        """Return how many people are remembered."""
        return len(self._spent)

    def try_take(self, user_id: int, acts: float = 1) -> bool:
        """Count a person's acts if they are allowed now; return whether they are."""
        spent = self.spent_by(user_id)
        allowed = spent + acts <= self._at_once
        self._remember(user_id, spent + acts if allowed else spent)
        return allowed

    def charge(self, user_id: int, acts: float, *, max_spent: float = inf) -> None:
        """Count acts that have already happened, even beyond a person's allowance.

        The count rises to at most `max_spent`.
        """
        spent = self.spent_by(user_id)
        self._remember(user_id, max(spent, min(max_spent, spent + acts)))

    def give_back(self, user_id: int, acts: int = 1) -> None:
        """Uncount acts that came to nothing."""
        self._remember(user_id, max(0.0, self.spent_by(user_id) - acts))

    def spent_by(self, user_id: int) -> float:
        """Return what a user has spent that is not yet made good."""
        spent, since = self._spent.get(user_id) or (0.0, 0.0)
        return max(0.0, spent - max(0.0, self._now() - since) * self._per_second)

    def _remember(self, user_id: int, spent: float) -> None:
        self._spent.put(user_id, (spent, self._now()))


class PressLimiter:
    """Limits how often people press and type, and serves them in turn.

    They may do as much as a person can do by hand. Forms and commands count too. Their requests are served
    fairly by the CPU time that they cost.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.pace = RateLimiter(at_once=limits.presses_at_once, per_minute=limits.presses_per_minute, now=now)
        self._most_owed = MAX_OWED_BURSTS * limits.presses_at_once
        self._most_at_once = MAX_BURST_SHARE * limits.presses_at_once
        self._turns = FairScheduler(per_asker=limits.presses_in_work, threads=THREADS)
        self._promises = FairScheduler(per_asker=limits.presses_in_work, threads=THREADS)

    def check_rate(self, user_id: int, presses: float = 1) -> None:
        """Count one or more presses; raise `Refusal` if a person is too fast."""
        if not self.try_take(user_id, presses):
            raise too_fast_refusal()

    def try_take(self, user_id: int, presses: float = 1) -> bool:
        """Count a person's presses if they are allowed; return whether they are."""
        return self.pace.try_take(user_id, presses)

    async def serve(
        self,
        user_id: int,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        already_counted: float = 1,
        at_front: bool = False,
    ) -> T:
        """Run work for a person when it is their turn; return its result.

        It is charged as the number of presses that its CPU time is worth, but at most as part of a burst,
        minus those `already_counted`. If `at_front`, it goes before the person's other waiting work.
        """

        def charge(seconds: float) -> None:
            worth = min(seconds / PRESS_CPU_SECONDS, self._most_at_once)
            self.pace.charge(user_id, max(0.0, worth - already_counted), max_spent=self._most_owed)

        return await self._turns.serve(user_id, work, at_front=at_front, charge=charge)

    async def serve_promise(self, user_id: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Tell a person that the answer is coming, when it is their turn.

        This has a queue of its own, so that it is soon.
        """
        await self._promises.serve(user_id, work)

    async def run_on_thread(self, user_id: int, work: Callable[[], T]) -> T:
        """Run up to a second of CPU work for a person on another thread.

        Return its result. Raise `Refusal` if the person has already used too much.
        """
        self.check_rate(user_id, 0)
        return await asyncio.to_thread(work)


def too_fast_refusal() -> Refusal:
    """Return the refusal for a person who presses too fast."""
    return Refusal("limit.presses")


class FairQueue:
    """A queue for long work, done one piece at a time.

    Each person has `per_minute` pieces in a minute, and at most `max_waiting` pieces wait. `busy_code` and
    `too_many_code` are the message codes of the refusals; the second message has `limit`, the number in a
    minute.
    """

    def __init__(
        self,
        *,
        busy_code: str,
        too_many_code: str,
        per_minute: int,
        max_waiting: int,
        now: Callable[[], float],
    ) -> None:
        self.waiting = max_waiting
        self._busy = busy_code
        self._too_many = too_many_code
        self._limit = per_minute
        self.pace = RateLimiter(at_once=per_minute, per_minute=per_minute, now=now)
        self._turn = asyncio.Lock()
        self._in_line = 0

    def admit(self, user_id: int) -> None:
        """Count one request of a user.

        Raise `Refusal` if there are too many, of this user or of all together.
        """
        if self._in_line >= self.waiting:
            raise Refusal(self._busy)
        if not self.pace.try_take(user_id):
            raise Refusal(self._too_many, limit=self._limit)

    @asynccontextmanager
    async def wait_turn(self) -> AsyncIterator[None]:
        """Wait for a turn, which lasts as long as the context."""
        self._in_line += 1
        try:
            async with self._turn:
                yield
        finally:
            self._in_line -= 1
