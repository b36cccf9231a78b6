"""Puzzles from a server's own finished matches: looked for when nothing else is to do, with everybody's consent.

The server and both who played must allow it, when the match ends, when it is looked through, when what was found is
stored, and for as long as it is there. No match that runs is looked at, so hands that were hidden are known to all.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from club.members.limits import Limits
from club.play.matches import Matches
from club.play.posts import put_solvers
from club.play.thinking import Broken, Late
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from data import leases, mining, preferences, servers
from data.errors import StoreError
from data.mining import Daily, MinedRow, MiningRow
from data.preferences import Preference
from data.servers import ServerRow
from data.transaction import Transaction
from engines.messages import Hunt, hunted
from engines.puzzles.puzzle import Puzzle
from rules.catalogue import GAMES

log = logging.getLogger(__name__)

LEASE: Final = 900.0
"""Seconds for which nobody else looks through a match: longer than it may take."""
AFTER: Final = 30.0
"""Seconds after its end until a match is looked through: people look at the end, and ask for a rematch."""
AGAIN_AFTER: Final = 600.0
"""Seconds until a match is claimed again whose looking-through came to nothing."""
TRIES: Final = 2
"""Claims of a match; on what twice failed nothing more is spent."""
LEAST: Final = 12
"""Moves of a match, both sides counted: a shorter one has nothing to show."""
LONGEST: Final = 400
"""More are not looked through."""
CHOICES: Final = (None, mining.NAMELESS, mining.NAMED)
"""What a member can choose: that no match of theirs is looked through, or that it is, without or with their name."""

Seek = Callable[[Hunt], Awaitable[Puzzle | None]]
"""Looks for a puzzle in another process; raises `Late` or `Broken`."""


async def seek_in_thread(hunt: Hunt) -> Puzzle | None:
    """Look in this process, for whoever starts no others."""
    return await asyncio.to_thread(hunted, hunt)


class Mining:
    """Looks through finished matches, one at a time, under the name `owner`; and keeps who allows that."""

    def __init__(self, matches: Matches, seek: Seek, *, owner: str, limits: Limits) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._seek = seek
        self._owner = owner
        self._limits = limits
        self._alarm = Alarm("mining", matches.now)
        self._flying: asyncio.Task[None] | None = None
        matches.ended, matches.mine = self.ended, self._follow

    async def open(self) -> None:
        """Go on with what waits, also with what processes that are gone were at."""
        await self._store.write(lambda tx: leases.mend_times(tx, "mining", self._now()))
        self._alarm.start(self._work)

    async def stop(self) -> None:
        """Look through no more, and give back what is under way."""
        await self._alarm.stop()
        if self._flying:
            self._flying.cancel()
            await asyncio.wait({self._flying})
        with suppress(StoreError):  # its lease runs out
            await self._store.write(lambda tx: leases.give_back(tx, "mining", self._owner))

    def ring(self, by: float | None = None) -> None:
        """Look whether a match waits, now or `by` a time."""
        self._alarm.ring(by)

    def _follow(self) -> None:
        """Look soon after a match has ended whether it is to be looked through."""
        self._alarm.ring(self._now() + AFTER)

    async def ended(self, tx: Transaction, match_id: int, now: float) -> None:
        """Have a match that has just ended looked through, if that is allowed."""
        await mining.put(tx, match_id, least=LEAST, at=now + AFTER, waiting=self._limits.mining_waits)

    async def _work(self) -> float | None:
        """Begin with the next match, if none is under way; return when there is one again."""
        if self._flying:
            return None  # its end rings

        async def job(tx: Transaction) -> tuple[MiningRow | None, float | None]:
            now = self._now()
            daily = Daily(int(now) // DAY, self._limits.mined_per_server, self._limits.mined_in_all)
            taken = await mining.claim(tx, now, daily, owner=self._owner, lease=LEASE)
            return taken, await leases.next_due(tx, "mining")

        if await self._store.read(lambda tx: leases.next_due(tx, "mining")) is None:
            return None
        taken, due = await self._store.write(job)
        if taken is None:
            now = self._now()
            if due is None or due > now:
                return due
            return (now // DAY + 1) * DAY  # enough has been looked through today
        self._flying = asyncio.create_task(self._attend(taken), name="mining")
        self._flying.add_done_callback(self._landed)
        return None

    def _landed(self, task: asyncio.Task[None]) -> None:
        self._flying = None
        if not task.cancelled():
            self._alarm.ring()

    async def _attend(self, row: MiningRow) -> None:
        """Look through a match; whatever goes wrong, it is tried again, and then given up."""
        try:
            found = await self._found(row) if row.attempts <= TRIES else None
            await self._store.write(lambda tx: self._settle(tx, row, found))
            return
        except (Late, Broken) as fault:
            log.warning("mining failed", extra={"match": row.match_id, "fault": type(fault).__name__})
        except Exception as fault:
            log.exception("mining failed", extra={"match": row.match_id, "fault": type(fault).__name__})
        try:
            at = self._now() + AGAIN_AFTER
            await self._store.write(lambda tx: leases.again(tx, "mining", row.match_id, self._owner, at))
        except StoreError as fault:  # its lease runs out
            log.warning("mining not given back", extra={"match": row.match_id, "code": fault.code})

    async def _found(self, row: MiningRow) -> Puzzle | None:
        """Return the puzzle of a match; none where it may not be looked through any more, or cannot be read."""
        if not await self._store.read(lambda tx: mining.allowed(tx, row.match_id)):
            return None
        try:
            table = await self._matches.get(row.match_id)
        except Refusal:
            return None
        match = table.match
        if not table.over or match.game is not GAMES[match.game.key] or len(match.plies) > LONGEST:
            return None
        positions = (match.origin, *(ply.position for ply in match.plies))
        return await self._seek(Hunt(match.game, match.options, positions, row.match_id))

    async def _settle(self, tx: Transaction, row: MiningRow, found: Puzzle | None) -> None:
        """Store what was found, unless it is another's by now, or somebody has taken their consent back."""
        if not await mining.done(tx, row.match_id, self._owner) or found is None:
            return
        if not await mining.allowed(tx, row.match_id):
            return
        kept = MinedRow(row.match_id, row.guild_id, found.game, found.key, found.write(), self._now())
        await self._withdrawn(tx, await mining.keep(tx, kept, most=self._limits.mined_kept))

    async def change_server(self, guild_id: int, *, mined: bool) -> ServerRow:
        """Store whether a server's matches may be looked through; if not, what was found in them goes."""

        async def job(tx: Transaction) -> ServerRow:
            changed = replace(await servers.get(tx, guild_id), mined=mined)
            await servers.put(tx, changed)
            if not mined:
                await self._withdrawn(tx, await mining.drop_server(tx, guild_id))
            return changed

        changed = await self._store.write(job)
        self._matches.wake()
        return changed

    async def change_own(self, user_id: int, mined: str | None) -> Preference:
        """Store whether somebody's matches may be looked through; if not, what was found in them goes."""

        async def job(tx: Transaction) -> Preference:
            changed = replace(await preferences.get(tx, user_id), mined=mined)
            await preferences.put(tx, changed)
            if mined is None:
                await self.drop_person(tx, user_id)
            else:  # posts name them from now on, or no more
                await self._withdrawn(tx, await mining.found_with(tx, user_id))
            return changed

        changed = await self._store.write(job)
        self._matches.wake()
        return changed

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Delete what was found in somebody's matches."""
        await self._withdrawn(tx, await mining.drop_person(tx, user_id))

    async def _withdrawn(self, tx: Transaction, rows: Sequence[MinedRow]) -> None:
        """Have the daily posts drawn anew that show these puzzles."""
        for row in rows:
            for post_id in await mining.posts_of(tx, row):
                await put_solvers(tx, post_id, self._now())
