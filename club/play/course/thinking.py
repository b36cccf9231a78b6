"""The computer's moves.

Each is a job in the store that only one process works on at a time. Its moves are stored like those of a
person. If the search takes too long or fails, it is repeated with less effort, and in the end any legal
move is played, so that a match never waits forever.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from typing import Final

from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import move_posts
from club.refusals import Refusal, StaleBoard
from club.running.alarm import Alarm
from club.running.effort import search_with_less_effort
from club.running.jobs import ALREADY_SETTLED, JobRunner, RetryLater, Settlement, settle_nothing
from data.outbox.leases import LeaseRow
from data.play import thinking
from data.play.matches import EventKind
from engines.choose import level_count
from engines.observation import observe
from engines.player import MoveChoice
from engines.worker_messages import MoveRequest, answer_move_request
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

Think = Callable[[MoveRequest], Awaitable[MoveChoice]]
"""Thinks about a question in another process; raises `Late` or `Broken`."""


async def think_in_thread(question: MoveRequest) -> MoveChoice:
    """Choose a move on a thread of this process.

    This is used where no worker processes are started.
    """
    return await asyncio.to_thread(answer_move_request, question)


class ComputerPlayer:
    """Makes the computer's moves, in up to `most` matches at a time.

    `think` chooses a move in a worker process. `owner` is the name under which jobs are claimed. `alarm`
    is rung when it becomes the computer's turn.
    """

    def __init__(self, matches: Matches, think: Think, alarm: Alarm, *, owner: str, most: int) -> None:
        self._matches = matches
        self._store = matches.store
        self._think = think
        self.jobs = JobRunner(
            "thinking",
            matches.store,
            alarm,
            owner=owner,
            attempt=self._take_turn,
            max_running=most,
            lease=LEASE,
            max_attempts=math.inf,
            retry_after=AGAIN_AFTER,
        )

    async def _take_turn(self, job: LeaseRow) -> Settlement | None:
        """Make the computer's move in one match."""
        try:
            return await self._move(job)
        except StaleBoard:
            raise RetryLater(0.0) from None  # another act came first: a take-back, a change of place
        except Refusal as refusal:
            log.warning("thinking refused", extra={"match": job.key, "code": refusal.code})
            raise RetryLater(AGAIN_AFTER) from refusal

    async def _move(self, job: LeaseRow) -> Settlement | None:
        table = await self._matches.load(job.key)
        seat = table.row.computer
        if seat is None or table.turn != seat:
            return settle_nothing
        player = table.player(seat)
        level = player.level or (None if table.is_guided else 1)
        choice = await self.choose_move(
            table.match, seat, level=level, seed=player.seed or 0, failures=job.attempts - 1
        )
        match = table.match.copy()
        ply = await asyncio.to_thread(match.make_move, choice.move)
        chance = None if choice.win_chance is None else round(1000 * choice.win_chance)
        change = MatchChange(
            EventKind.MOVE, seat, None, move_posts(match), text=ply.text, interaction_id=job.about
        )
        await self._matches.store_change(
            table, match, change, lambda tx: thinking.set_chance(tx, job.key, seat, chance)
        )
        return ALREADY_SETTLED

    async def choose_move(
        self, match: Match, seat: Seat, *, level: int | None, seed: int, failures: int = 0
    ) -> MoveChoice:
        """Choose a move for a seat at a level; if `level` is `None`, the guide's.

        `failures` is how often this has failed before. After a late or repeatedly failed search, a tenth
        of the usual nodes is searched, then a hundredth, and finally any legal move is taken.
        """
        what = await asyncio.to_thread(observe, match, seat)
        if level is not None:
            level = min(level, level_count(match.game))
        choice = await search_with_less_effort(
            lambda part: self._think(MoveRequest(what, match.options, level, seed, part)),
            max_divisor=LEAST, game=match.game.key, failures=failures,
        )  # fmt: skip
        if choice is not None:
            return choice
        return await asyncio.to_thread(answer_move_request, MoveRequest(what, match.options, 0, seed))
