"""Limits on how many gateway sessions a bot may start.

There is a limit for each day, and in each bucket of shards a session may start every five seconds.
Source: Discord's documentation, "Gateway: Session start limit object" and "Sharding: Max concurrency".
A bot that is too fast has its IDENTIFY refused (9, Invalid Session); one that exceeds the daily limit
loses all its sessions and its token.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from playground.world.errors import JSON

A_DAY: Final = 1000
RESET_AFTER_MS: Final = 14_400_000


class SessionStarts:
    """The session starts so far: `begun` has the time and bucket of each, in order.

    In a bucket, an IDENTIFY earlier than `min_interval` seconds after the previous one is refused. That is 0
    unless a test sets Discord's 5, because most tests start bots one after another.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.max_concurrency = 1
        self.min_interval = 0.0
        self.begun: list[tuple[float, int]] = []

    def begin(self, shard: int) -> bool:
        """Count an IDENTIFY of a shard, and return whether it may begin a session now."""
        now, bucket = self._now(), shard % self.max_concurrency
        last = max((at for at, other in self.begun if other == bucket), default=now - self.min_interval)
        if now - last < self.min_interval:
            return False
        self.begun.append((now, bucket))
        return True

    def limit_object(self) -> JSON:
        """Return Discord's session start limit object."""
        return {
            "total": A_DAY,
            "remaining": max(0, A_DAY - len(self.begun)),
            "reset_after": RESET_AFTER_MS,
            "max_concurrency": self.max_concurrency,
        }
