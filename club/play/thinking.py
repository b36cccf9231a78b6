"""The computer's turns: jobs in the store, each thought about once at a time, whose moves count like anybody's.

Where thinking takes too long or goes wrong, less is thought, down to any legal move: a match never waits for ever.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from club.play.matches import Change, Matches
from club.play.posts import moved
from club.refusals import Refusal, Stale
from club.running.alarm import Alarm
from data import leases, thinking
from data.errors import StoreError
from data.matches import EventKind
from data.thinking import ThinkingRow
from data.transaction import Transaction
from engines.choose import levels
from engines.messages import Question, answered
from engines.player import Choice
from engines.seen import seen
from rules.game import Seat
from rules.match import Match

log = logging.getLogger(__name__)

LEASE: Final = 180.0
"""Seconds for which nobody else thinks about a job that is in hand: longer than the slowest way down to any move."""
AGAIN_AFTER: Final = 30.0
"""Seconds until a job is claimed again that could not be read, or whose move could not be stored."""
HANDED_ON: Final = 2
"""How often a job may fail as it is; after that less is thought about it."""
LESS: Final = 10
"""How many times less is thought about what was late, or failed so often."""
LEAST: Final = 100
"""How many times less is thought at last; after that any legal move is made."""


class Late(Exception):  # noqa: N818 - what happened, not what is wrong
    """Thinking took longer than it ever should, and was ended."""


class Broken(Exception):  # noqa: N818 - as above
    """The process that thought has died, or failed."""


Think = Callable[[Question], Awaitable[Choice]]
"""Thinks about a question in another process; raises `Late` or `Broken`."""


async def in_thread(question: Question) -> Choice:
    """Think in this process, for whoever starts no others."""
    return await asyncio.to_thread(answered, question)


class Thinking:
    """Lets the computer move where it is its turn, in up to `most` matches at a time, under the name `owner`."""

    def __init__(self, matches: Matches, think: Think, *, owner: str, most: int) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._think = think
        self._owner = owner
        self._most = most
        self._alarm = Alarm("thinking", matches.now)
        self._flying: dict[int, asyncio.Task[None]] = {}
        matches.think = self._alarm.ring

    async def open(self) -> None:
        """Think about all that waits, also what processes that are gone were at."""
        await self._store.write(lambda tx: leases.mend_times(tx, "thinking", self._now()))
        self._alarm.start(self._work)

    async def stop(self) -> None:
        """Think no more, and give back what is under way."""
        await self._alarm.stop()
        for task in self._flying.values():
            task.cancel()
        if self._flying:
            await asyncio.wait(self._flying.values())
        with suppress(StoreError):  # their leases run out
            await self._store.write(lambda tx: leases.give_back(tx, "thinking", self._owner))

    def ring(self, by: float | None = None) -> None:
        """Look whether it is the computer's turn somewhere, now or `by` a time: a match goes on that stood still."""
        self._alarm.ring(by)

    async def _work(self) -> float | None:
        """Claim what is due, as much as there is room for; return when there is next something to claim."""
        room = self._most - len(self._flying)
        if room <= 0:
            return None  # whatever ends rings

        async def job(tx: Transaction) -> tuple[list[ThinkingRow], float | None]:
            now = self._now()
            taken = await thinking.claim(tx, now, room, owner=self._owner, lease=LEASE)
            return taken, await thinking.next_due(tx)

        taken, due = await self._store.write(job)
        for row in taken:
            if row.match_id not in self._flying:
                task = asyncio.create_task(self._attend(row), name="thinking")
                self._flying[row.match_id] = task
                task.add_done_callback(partial(self._ended, row.match_id))
        return None if len(self._flying) >= self._most else due

    def _ended(self, match_id: int, task: asyncio.Task[None]) -> None:
        self._flying.pop(match_id, None)
        if not task.cancelled():
            self._alarm.ring()

    async def _attend(self, row: ThinkingRow) -> None:
        """Make the computer's move in one match; whatever goes wrong, the job is tried again."""
        delay = AGAIN_AFTER
        try:
            await self._move(row)
            return
        except Stale:
            delay = 0.0  # somebody was faster: a take-back, another place
        except Refusal as refusal:
            log.warning("thinking refused", extra={"match": row.match_id, "code": refusal.code})
        except Exception as fault:
            log.exception("thinking failed", extra={"match": row.match_id, "fault": type(fault).__name__})
        try:
            at = self._now() + delay
            await self._store.write(lambda tx: leases.again(tx, "thinking", row.match_id, self._owner, at))
        except StoreError as fault:  # its lease runs out
            log.warning("thinking not given back", extra={"match": row.match_id, "code": fault.code})

    async def _move(self, row: ThinkingRow) -> None:
        table = await self._matches.get(row.match_id)
        seat = table.row.computer
        if seat is None or table.turn != seat:
            await self._store.write(lambda tx: thinking.drop(tx, row.match_id))
            return
        player = table.player(seat)
        level, seed = player.level or 1, player.seed or 0
        choice = await self.choose(table.match, seat, level=level, seed=seed, failed=row.attempts - 1)
        match = table.match.copy()
        ply = await asyncio.to_thread(match.make, choice.move)
        chance = None if choice.value is None else round(1000 * choice.value)
        change = Change(
            kind=EventKind.MOVE,
            seat=seat,
            user_id=None,
            interaction_id=None,
            posts=moved(match),
            text=ply.text,
            by=row.interaction_id,
        )
        await self._matches.append(
            table, match, change, lambda tx: thinking.set_chance(tx, row.match_id, seat, chance)
        )

    async def choose(self, played: Match, seat: Seat, *, level: int, seed: int, failed: int = 0) -> Choice:
        """Return a choice of a level; with a tenth of its nodes where thinking is late, or has failed before.

        Where that is late as well a tenth of a tenth is tried, and then any legal move is taken.
        """
        what = await asyncio.to_thread(seen, played, seat)
        level = min(level, levels(played.game))
        part = LESS ** max(0, failed - HANDED_ON + 1)
        while part <= LEAST:
            try:
                return await self._think(Question(what, played.options, level, seed, part))
            except Late:
                log.warning("thinking late", extra={"game": played.game.key})
                part *= LESS
            except Broken:
                failed += 1
                log.warning("thinking broken", extra={"game": played.game.key})
                part *= LESS if failed >= HANDED_ON else 1
        return await asyncio.to_thread(answered, Question(what, played.options, 0, seed))
