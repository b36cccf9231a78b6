"""Limits the pace of requests, to stay below Discord's limit of 50 a second.

Requests that a player waits for go first. Responses to interactions, and all requests by their tokens, do
not count towards the limit.
"""

import asyncio
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count
from typing import Final

import aiohttp

from data.outbox.post_kinds import Urgency

LIMIT: Final = 50
"""Requests that Discord takes of one bot within any second."""
PER_SECOND: Final = 44.0
"""Requests that are sent in a second, and go on being sent."""
AT_ONCE: Final = 5
"""Requests that may be sent in one moment after a pause."""
LEAST_WAIT: Final = 0.001
"""Seconds that a request waits at least which waits at all."""
SLOWEST: Final = 0.2
"""Lowest rate of a process, in requests a second, with any number of processes.

Discord gives so large a bot a higher limit.
"""
UNCOUNTED: Final = ("interactions", "webhooks")
"""How the paths of requests begin that are not counted together."""

assert PER_SECOND + AT_ONCE < LIMIT

LONGEST_DELAY: Final = max(urgency.value for urgency in Urgency)
"""Seconds that a request may wait for others, besides those that wait already."""

urgency: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.PLAYER)
"""Urgency of the current task's requests.

Unless it is set, it is that of a player.
"""


class Throttle:
    """Lets requests through at a limited rate, the most urgent first.

    `per_second` is the rate. No task runs while nothing waits.
    """

    def __init__(self, per_second: float = PER_SECOND) -> None:
        self._whole = per_second
        self.per_second = per_second
        self.at_once = float(AT_ONCE)
        self.left = float(AT_ONCE)
        self._counted_at = 0.0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    def share_among(self, processes: int) -> None:
        """Use only this process's share of the rate, if several run the same bot.

        >>> traffic = Throttle()
        >>> traffic.share_among(4)
        >>> traffic.per_second, traffic.at_once
        (11.0, 1.25)
        """
        self.at_once = max(1.0, AT_ONCE / processes)
        below = LIMIT - 1 - processes * self.at_once
        whole = self._whole if processes == 1 else min(self._whole, below)
        self.per_second = max(whole / processes, SLOWEST)

    @property
    def waiting_count(self) -> int:
        """The number of requests that wait for their turn."""
        return len(self._waiting)

    async def wait_turn(self) -> None:
        """Wait until a request may be sent."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if not self._waiting and self._try_take(now):
            return
        turn = loop.create_future()
        heappush(self._waiting, (now + urgency.get().value, next(self._numbers), turn))
        self._schedule(loop)
        await turn

    def make_trace_config(self) -> aiohttp.TraceConfig:
        """Return a trace config that delays requests until their turn.

        It applies to requests that count towards Discord's limit, and to each retry.
        """

        async def begin(
            _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestStartParams
        ) -> None:
            if is_counted(request.url.raw_path):
                await self.wait_turn()

        config = aiohttp.TraceConfig()
        config.on_request_start.append(begin)
        return config

    def _try_take(self, now: float) -> bool:
        """Count a request if it may be sent now; return whether it may."""
        self.left = min(self.at_once, self.left + (now - self._counted_at) * self.per_second)
        self._counted_at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None and self._waiting:
            wait = max((1 - self.left) / self.per_second, LEAST_WAIT)
            self._timer = loop.call_later(wait, self._serve, loop)

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the most urgent waiting requests through, as far as the rate allows."""
        self._timer = None
        while self._waiting:
            turn = self._waiting[0][2]
            if not turn.done():  # no request waits any more for a cancelled turn
                if not self._try_take(loop.time()):
                    break
                turn.set_result(None)
            heappop(self._waiting)
        self._schedule(loop)


def is_counted(path: str) -> bool:
    """Whether a request counts towards Discord's limit for the whole bot.

    >>> is_counted("/api/v10/channels/1/messages")
    True
    >>> is_counted("/api/v10/webhooks/1/secret")
    False
    """
    _, api, _, subject, *_ = (*path.split("/"), "", "", "", "")
    return api == "api" and subject not in UNCOUNTED
