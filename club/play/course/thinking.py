"""The computer's turns.

They are jobs in the store, each in work once at a time, and the moves that result count like any
player's. If thinking takes too long or fails, it is retried with less effort, down to any legal
move, so that a match never waits forever.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Final

from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import move_posts
from club.refusals import Refusal, Stale
from club.running.alarm import Alarm
from club.running.effort import search_ever_less
from club.running.jobs import ENDED, Again, Jobs, Settlement, settle_nothing
from data.outbox.leases import LeaseRow
from data.play import thinking
from data.play.matches import EventKind
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
LEAST: Final = 100
"""How many times less is thought at last; after that any legal move is made."""

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
        self._think = think
        self.jobs = Jobs(
            "thinking",
            matches.store,
            alarm,
            owner=owner,
            attempt=self._take_turn,
            most=most,
            lease=LEASE,
            tries=math.inf,
            again_after=AGAIN_AFTER,
        )

    async def _take_turn(self, job: LeaseRow) -> Settlement | None:
        """Make the computer's move in one match."""
        try:
            return await self._move(job)
        except Stale:
            raise Again(0.0) from None  # another act came first: a take-back, a change of place
        except Refusal as refusal:
            log.warning("thinking refused", extra={"match": job.key, "code": refusal.code})
            raise Again(AGAIN_AFTER) from refusal

    async def _move(self, job: LeaseRow) -> Settlement | None:
        table = await self._matches.load(job.key)
        seat = table.row.computer
        if seat is None or table.turn != seat:
            return settle_nothing
        player = table.player(seat)
        level, seed = player.level or 1, player.seed or 0
        choice = await self.choose(table.match, seat, level=level, seed=seed, failed=job.attempts - 1)
        match = table.match.copy()
        ply = await asyncio.to_thread(match.make_move, choice.move)
        chance = None if choice.value is None else round(1000 * choice.value)
        change = MatchChange(EventKind.MOVE, seat, None, move_posts(match), text=ply.text, by=job.about)
        await self._matches.append(
            table, match, change, lambda tx: thinking.set_chance(tx, job.key, seat, chance)
        )
        return ENDED

    async def choose(self, played: Match, seat: Seat, *, level: int, seed: int, failed: int = 0) -> Choice:
        """Return the choice of a level.

        If thinking is late, or has failed before, a tenth of the nodes is searched. If that is late as
        well, a tenth of a tenth is tried, and then any legal move is taken.
        """
        what = await asyncio.to_thread(observe, played, seat)
        level = min(level, levels(played.game))
        choice = await search_ever_less(
            lambda part: self._think(MoveQuestion(what, played.options, level, seed, part)),
            least=LEAST, game=played.game.key, failed=failed,
        )  # fmt: skip
        if choice is not None:
            return choice
        return await asyncio.to_thread(answer_question, MoveQuestion(what, played.options, 0, seed))
