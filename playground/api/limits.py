"""Discord's rate limits: the class and bucket of each route, and the bot's limit.

Discord documents no numbers except the global one; those of the buckets are what bots report.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from playground.world.errors import DiscordError
from playground.world.traffic import EXEMPT, RouteClass

GLOBAL, GLOBAL_WINDOW = 50, 1.0  # requests in seconds, of the whole bot
OF_TOKENS, OF_MESSAGES, OF_OTHERS = (5, 2.0), (5, 5.0), (50, 1.0)  # the same, of a bucket
MOST_BUCKETS = 1000  # kept until the ended ones are forgotten

Headers = dict[str, str]


@dataclass
class Bucket:
    """The current window of a rate limit.

    `remaining` requests are allowed until `resets_at` (seconds since 1970). `limit` is the number in a whole
    window.
    """

    limit: int
    remaining: int
    resets_at: float


class RateLimits:
    """The rate limits of one bot, by the clock `now`.

    Answers always carry them in their headers, but they apply only if `enforced`.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.buckets: dict[str, Bucket] = {}
        self._taken: deque[float] = deque(maxlen=GLOBAL)

    def take(self, method: str, template: str, path: str, *, enforced: bool) -> Headers:
        """Count a request and return the rate-limit headers of its answer.

        Raises 429 if the request exceeds a limit.
        """
        kind = route_class(method, template)
        now = self._now()
        if kind not in EXEMPT:
            if enforced and len(self._taken) == GLOBAL and now - self._taken[0] < GLOBAL_WINDOW:
                raise rate_limit_error(self._taken[0] + GLOBAL_WINDOW - now, is_global=True)
            self._taken.append(now)
        if kind is RouteClass.CALLBACK:
            return {}
        bucket = self._bucket(kind, method, template, path)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Reset": f"{bucket.resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.resets_at - now:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(f"{method}:{template}".encode()).hexdigest()[:32],
        }
        if enforced and bucket.remaining == 0:
            raise rate_limit_error(bucket.resets_at - now, headers={**headers, "X-RateLimit-Remaining": "0"})
        if enforced:
            bucket.remaining -= 1
        return {**headers, "X-RateLimit-Remaining": str(bucket.remaining)}

    def _bucket(self, kind: RouteClass, method: str, template: str, path: str) -> Bucket:
        """Return the open window of a route in one channel, server or token."""
        by_token = kind in EXEMPT
        major = "/".join(path.split("/")[: 4 if by_token else 3])
        key = f"{method}:{template}:{major}"
        now = self._now()
        bucket = self.buckets.get(key)
        if bucket is None or bucket.resets_at <= now:
            if len(self.buckets) >= MOST_BUCKETS:
                self.buckets = {k: b for k, b in self.buckets.items() if b.resets_at > now}
            most, window = OF_TOKENS if by_token else OF_MESSAGES if "/messages" in template else OF_OTHERS
            bucket = self.buckets[key] = Bucket(most, most, now + window)
        return bucket


def route_class(method: str, template: str) -> RouteClass:
    """Return the class of a route, which is given as in `routes.ROUTES`."""
    parts = template.strip("/").split("/")
    whole = {
        "/users/@me/channels": RouteClass.DM,
        "/channels/{channel_id}/messages": RouteClass.POST if method == "POST" else RouteClass.LOOK,
        "/channels/{channel_id}/messages/{message_id}": (
            RouteClass.EDIT if method == "PATCH" else RouteClass.LOOK
        ),
        "/webhooks/{application_id}/{token}": RouteClass.FOLLOW_UP,
    }
    if template in whole:
        return whole[template]
    if parts[0] == "channels" and (method != "GET" or len(parts) > 2) and parts[-1] != "typing":
        return RouteClass.THREAD
    first = {
        "interactions": RouteClass.CALLBACK,
        "webhooks": RouteClass.BY_TOKEN,
        "guilds": RouteClass.GUILD,
    }
    return first.get(parts[0], RouteClass.OTHER)


def rate_limit_error(wait: float, *, is_global: bool = False, headers: Headers | None = None) -> DiscordError:
    """Return a 429 error that says to wait `wait` seconds.

    `is_global` means that the limit of the whole bot was exceeded.
    """
    named = {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
    return DiscordError(
        0,
        status=429,
        message="You are being rate limited.",
        headers={
            **(headers or {}),
            **(named if is_global else {"X-RateLimit-Scope": "user"}),
            "Retry-After": str(math.ceil(wait)),
        },
        extra={"retry_after": round(wait, 3), "global": is_global},
    )
