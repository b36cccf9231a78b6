"""How much one person, and one server, can have going at a time.

It is enough for all who play, and too little to annoy. All numbers are here. Stored things are
counted where they are stored, in the same transaction. How often a person acts is counted in
memory, because a minute is soon over.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf
from typing import Any, Final, TypeVar

from club.last_used import LastUsed
from club.members.people import Person
from club.refusals import Refusal
from club.running.turns import Turns
from data.database.transaction import Transaction
from data.members import servers
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
WORTH: Final = 0.05
"""Seconds of CPU that a press may cost.

Work that takes more counts as the number of presses that it would be worth.
"""
OWED: Final = 2
"""Bursts that a person owes at most, whatever they have done.

So they wait for seconds, not for minutes.
"""
THREADS: Final = 3
"""Threads that do the work of presses.

With no more than these, the event loop still gets its turn soon.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How many things there may be at a time, and how many acts in a minute.

    The acts are those of one person. Ten presses a second may go on for ever; `presses_at_once` is how
    many more than that come in one burst. Costly work counts as several. Only `in_work` of one person's
    presses are in work at a time, so that no one else has to wait.
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
    in_work: int = 3
    mined_per_server: int = 20
    """Finished matches of a server that are looked through for puzzles on a day."""
    mined_in_all: int = 200
    """Finished matches that are examined on a day in all.

    They take some minutes of a core that has nothing else to do.
    """
    mining_waits: int = 50
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
    logged_kept: int = 500
    """Changes on a server that `/admin log` lists; the oldest go."""

    async def check_new(
        self, tx: Transaction, challenger_id: int, opponent: Person | None, guild_id: int | None
    ) -> None:
        """Raise a `Refusal` if a player or the server has too much going for a challenge.

        `guild_id` is `None` if the bot is not a member there: no server's limits apply.
        """
        if await listing.running_of(tx, challenger_id) >= self.running_per_person:
            raise Refusal("limit.running.own", limit=self.running_per_person)
        if guild_id is not None:
            await self._check_here(tx, challenger_id, guild_id)
        if await challenges.open_count(tx, challenger_id=challenger_id) >= self.open_per_person:
            raise Refusal("limit.open.own", limit=self.open_per_person)
        if opponent and await challenges.open_count(tx, opponent_id=opponent.id) >= self.received_per_person:
            raise Refusal("limit.open.other", name=opponent.name, limit=self.received_per_person)
        if guild_id is None:
            return
        if await challenges.open_count(tx, guild_id=guild_id) >= self.open_per_server:
            raise Refusal("limit.open.server", limit=self.open_per_server)
        await self._check_server(tx, guild_id)

    async def check_start(
        self, tx: Transaction, *, taker_id: int, challenger_id: int, name: Words, guild_id: int | None
    ) -> None:
        """Raise a `Refusal` if a player or the server has too many matches for one more.

        `name` is the challenger's, for the taker who reads the sentence. `guild_id` is `None` if the bot is
        not a member there: no server's limits apply.
        """
        if await listing.running_of(tx, taker_id) >= self.running_per_person:
            raise Refusal("limit.running.own", limit=self.running_per_person)
        if guild_id is not None:
            await _check_own(tx, taker_id, guild_id)
        if await listing.running_of(tx, challenger_id) >= self.running_per_person:
            raise Refusal("limit.running.other", name=name, limit=self.running_per_person)
        if guild_id is None:
            return
        limit = await _full_at(tx, challenger_id, guild_id)
        if limit is not None:
            raise Refusal("limit.running.other", name=name, limit=limit)
        await self._check_server(tx, guild_id)

    async def _check_here(self, tx: Transaction, challenger_id: int, guild_id: int) -> None:
        """Raise a `Refusal` if this person has as much going as a member may have here."""
        await _check_own(tx, challenger_id, guild_id)
        server = await servers.get(tx, guild_id)
        if server.open_limit is not None:
            waiting = await challenges.open_count(tx, challenger_id=challenger_id, guild_id=guild_id)
            if waiting >= server.open_limit:
                raise Refusal("limit.open.here", limit=server.open_limit)

    async def _check_server(self, tx: Transaction, guild_id: int) -> None:
        running = await listing.running_in_server(tx, guild_id, limit=self.running_per_server)
        if running >= self.running_per_server:
            raise Refusal("limit.running.server", limit=self.running_per_server)


async def _check_own(tx: Transaction, user_id: int, guild_id: int) -> None:
    """Raise a `Refusal` if this person has as many matches as the server allows."""
    limit = await _full_at(tx, user_id, guild_id)
    if limit is not None:
        raise Refusal("limit.running.here", limit=limit)


async def _full_at(tx: Transaction, user_id: int, guild_id: int) -> int | None:
    """Return the server's own limit of matches a member if this person has reached it.

    `None` otherwise.
    """
    limit = (await servers.get(tx, guild_id)).running_limit
    if limit is None or await listing.running_of_on(tx, user_id, guild_id) < limit:
        return None
    return limit


LIMITS: Final = Limits()
"""Those of a bot that sets no others."""


class Pace:
    """How often each person does something.

    They may do so many at once, and as many again as the minute's share allows. `now` gives seconds
    since the epoch; if it goes back, no one waits longer than for a full bucket.
    """

    def __init__(self, *, at_once: int, per_minute: int, now: Callable[[], float]) -> None:
        self._at_once = at_once
        self._per_second = per_minute / MINUTE
        self._now = now
        self._spent = LastUsed[int, tuple[float, float]](REMEMBERED)

    def __len__(self) -> int:
        """Return how many people are remembered."""
        return len(self._spent)

    def take(self, user_id: int, acts: float = 1) -> bool:
        """Return whether this person may act so often now, and count it if so."""
        spent = self._spent_by(user_id)
        allowed = spent + acts <= self._at_once
        self._remember(user_id, spent + acts if allowed else spent)
        return allowed

    def charge(self, user_id: int, acts: float, *, most: float = inf) -> None:
        """Count acts that are done already, even beyond this person's allowance.

        They count up to `most` in all.
        """
        spent = self._spent_by(user_id)
        self._remember(user_id, max(spent, min(most, spent + acts)))

    def give_back(self, user_id: int, acts: int = 1) -> None:
        """Uncount acts that came to nothing."""
        self._remember(user_id, max(0.0, self._spent_by(user_id) - acts))

    def _spent_by(self, user_id: int) -> float:
        spent, since = self._spent.get(user_id) or (0.0, 0.0)
        return max(0.0, spent - max(0.0, self._now() - since) * self._per_second)

    def _remember(self, user_id: int, spent: float) -> None:
        self._spent.put(user_id, (spent, self._now()))


class Presses:
    """The things that people press, fill in, command and type.

    They may do as much as a person can do by hand, and are served in turn by what it costs.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._pace = Pace(at_once=limits.presses_at_once, per_minute=limits.presses_per_minute, now=now)
        self._most_owed = OWED * limits.presses_at_once
        self._turns = Turns(each=limits.in_work, threads=THREADS)
        self._promises = Turns(each=limits.in_work, threads=THREADS)

    def count(self, user_id: int, presses: float = 1) -> None:
        """Count one or several; raise a `Refusal` if this person is faster than hands are."""
        if not self.take(user_id, presses):
            raise too_fast()

    def take(self, user_id: int, presses: float = 1) -> bool:
        """Return whether this person may press so often now, and count it if so."""
        return self._pace.take(user_id, presses)

    async def serve(
        self,
        user_id: int,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        counted: float = 1,
        first: bool = False,
    ) -> T:
        """Do something for a person when it is their turn; return what that gives.

        It counts as the presses that it was worth, less those `counted` already. With `first` it goes before what else
        of theirs waits.
        """

        def charge(seconds: float) -> None:
            self._pace.charge(user_id, max(0.0, seconds / WORTH - counted), most=self._most_owed)

        return await self._turns.serve(user_id, work, first=first, charge=charge)

    async def promise(self, user_id: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Promise a person an answer.

        It is served in turn too, but in a line of its own, so that it comes soon.
        """
        await self._promises.serve(user_id, work)

    async def beside(self, user_id: int, work: Callable[[], T]) -> T:
        """Do work of up to a second of CPU for a person on another thread.

        Return its result. Raise `Refusal` if what they did before was more than they may have.
        """
        self.count(user_id, 0)
        return await asyncio.to_thread(work)


def too_fast() -> Refusal:
    """Return the refusal of a press too many."""
    return Refusal("limit.presses")


class FairQueue:
    """Does long work for people, one piece at a time.

    Each person has so many in a minute, and only so many wait. `busy` and `too_many` are the codes of
    the refusals, the second with `limit`, the number in a minute.
    """

    def __init__(
        self, *, busy: str, too_many: str, per_minute: int, waiting: int, now: Callable[[], float]
    ) -> None:
        self.waiting = waiting
        self._busy = busy
        self._too_many = too_many
        self._limit = per_minute
        self._pace = Pace(at_once=per_minute, per_minute=per_minute, now=now)
        self._turn = asyncio.Lock()
        self._in_line = 0

    def admit(self, user_id: int) -> None:
        """Count one request of a user.

        Raise `Refusal` if there are too many, of theirs or of all users together.
        """
        if self._in_line >= self.waiting:
            raise Refusal(self._busy)
        if not self._pace.take(user_id):
            raise Refusal(self._too_many, limit=self._limit)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, which lasts as long as the context."""
        self._in_line += 1
        try:
            async with self._turn:
                yield
        finally:
            self._in_line -= 1
