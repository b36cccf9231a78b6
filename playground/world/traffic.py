"""Counts of the bot's requests to Discord, by class of route.

Tests and `make bench` use them.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum


class RouteClass(StrEnum):
    """Classes of routes that Discord's limits distinguish."""

    CALLBACK = "first answer to an interaction"
    FOLLOW_UP = "follow-up by token"
    BY_TOKEN = "message read, edited or deleted by token"
    POST = "message posted in a channel"
    EDIT = "message edited in a channel"
    LOOK = "messages of a channel read or deleted"
    THREAD = "thread or its members"
    DM = "direct messages opened"
    GUILD = "server"
    OTHER = "anything else"


EXEMPT = frozenset({RouteClass.CALLBACK, RouteClass.FOLLOW_UP, RouteClass.BY_TOKEN})
"""What Discord does not count under its 50 requests a second for the whole bot."""


class Traffic:
    """Counts of requests by class, whether they succeeded or not."""

    def __init__(self) -> None:
        self.by_class: Counter[RouteClass] = Counter()

    def note(self, kind: RouteClass) -> None:
        """Count one request."""
        self.by_class[kind] += 1

    @property
    def limited_count(self) -> int:
        """Number of requests that count towards the limit of 50 a second."""
        return sum(count for kind, count in self.by_class.items() if kind not in EXEMPT)
