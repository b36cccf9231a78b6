"""The computer's turns.

They are jobs in the store, each in work once at a time, and the moves that result count like any
player's. If thinking takes too long or fails, it is retried with less effort, down to any legal
move, so that a match never waits forever.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import move_posts
from club.refusals import Refusal, Stale
from club.running.alarm import Alarm
from club.running.jobs import DONE, Jobs
from data.database.transaction import Transaction
from data.play import thinking
from data.play.matches import EventKind
from data.play.thinking import ThinkingRow
from engines.choose import levels
from engines.observation import observe
from engines.player import Choice
from engines.worker_messages import MoveQuestion, answer_question
from rules.game import Seat
from rules.match import Match

log = logging.getLogger(__name__)

LEASE: Final = 180.0
"""Seconds for which no other process thinks about a job that is in hand.

This is longer than the slowest way down to any legal move.
"""
AGAIN_AFTER: Final = 30.0
"""Seconds until a job is claimed again after a failure.

The job could not be read, or its move could not be stored.
"""
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


Think = Callable[[MoveQuestion], Awaitable[Choice]]
"""Thinks about a question in another process; raises `Late` or `Broken`."""


async def in_thread(question: MoveQuestion) -> Choice:
    """Think in this process, where no others are started."""
    return await asyncio.to_thread(answer_question, question)


class Thinking:
    """Makes the computer's moves, in up to `most` matches at a time.

    `owner` is the name under which it claims jobs. `alarm` is rung when it has become the computer's
    turn.
    """

    def __init__(self, matches: Matches, think: Think, alarm: Alarm, *, owner: str, most: int) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._think = think
        self._owner = owner
        self.jobs = Jobs(
            "thinking",
            matches.store,
            alarm,
            owner=owner,
            most=most,
            claim=self._claim,
            attempt=self._attempt,
            after_fault=AGAIN_AFTER,
        )

    async def _claim(self, tx: Transaction, room: int) -> tuple[list[ThinkingRow], float | None]:
        taken = await thinking.claim(tx, self._now(), room, owner=self._owner, lease=LEASE)
        return taken, await thinking.next_due(tx)

    async def _attempt(self, row: ThinkingRow) -> float | None:
        """Make the computer's move in one match.

        Whatever goes wrong, the job is tried again.
        """
        try:
            await self._move(row)
        except Stale:
            return 0.0  # another act came first: a take-back, a change of place
        except Refusal as refusal:
            log.warning("thinking refused", extra={"match": row.match_id, "code": refusal.code})
            return AGAIN_AFTER
        return DONE

    async def _move(self, row: ThinkingRow) -> None:
        table = await self._matches.load(row.match_id)
        seat = table.row.computer
        if seat is None or table.turn != seat:
            await self._store.write(lambda tx: thinking.drop(tx, row.match_id))
            return
        player = table.player(seat)
        level, seed = player.level or 1, player.seed or 0
        choice = await self.choose(table.match, seat, level=level, seed=seed, failed=row.attempts - 1)
        match = table.match.copy()
        ply = await asyncio.to_thread(match.make_move, choice.move)
        chance = None if choice.value is None else round(1000 * choice.value)
        change = MatchChange(
            EventKind.MOVE, seat, None, move_posts(match), text=ply.text, by=row.interaction_id
        )
        await self._matches.append(
            table, match, change, lambda tx: thinking.set_chance(tx, row.match_id, seat, chance)
        )

    async def choose(self, played: Match, seat: Seat, *, level: int, seed: int, failed: int = 0) -> Choice:
        """Return the choice of a level.

        If thinking is late, or has failed before, a tenth of the nodes is searched. If that is late as
        well, a tenth of a tenth is tried, and then any legal move is taken.
        """
        what = await asyncio.to_thread(observe, played, seat)
        level = min(level, levels(played.game))
        part = LESS ** max(0, failed - HANDED_ON + 1)
        while part <= LEAST:
            try:
                return await self._think(MoveQuestion(what, played.options, level, seed, part))
            except Late:
                log.warning("thinking late", extra={"game": played.game.key})
                part *= LESS
            except Broken:
                failed += 1
                log.warning("thinking broken", extra={"game": played.game.key})
                part *= LESS if failed >= HANDED_ON else 1
        return await asyncio.to_thread(answer_question, MoveQuestion(what, played.options, 0, seed))
