"""What is stored is seen soon: half a minute after all is healed, and within seconds of what is done after that."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.delivery.drain import LEASE
from data.transaction import Row
from tests.simulation.world import Violation, World

if TYPE_CHECKING:
    from tests.fake_wire import Asked
    from tests.simulation.bot import Bot
    from tests.simulation.server import Server

AFTER_HEALING: Final = 30.0
"""Seconds until all that was stored before is seen, besides those that requests take."""
AFTER_AN_ACT: Final = 5.0
"""Seconds until what is done after that is seen, besides those that requests take."""
REQUESTS: Final = 20
"""Ways to Discord, at most, that lie between an event and its board: looks, a thread, its members, a limit."""


@dataclass(slots=True)
class Owed:
    """A match whose newest event no board shows yet."""

    version: int
    since: float
    """When the first event was stored that no board shows."""
    place: int
    acted: float | None = None
    """When one was first stored after all was healed, which says that its place takes posts."""


class Soon:
    """Knows which matches have no board of their newest event yet, and since when nothing is in the way of one."""

    def __init__(self, world: World, under_way: "list[tuple[Asked, int]]", server: "Server") -> None:
        self.world = world
        self._under_way = under_way
        self._server = server
        self._before: list[tuple[Asked, int]] = []
        self._healed_at = self._calm_at = math.inf
        self._owed: dict[int, Owed] = {}

    def stored(self, row: Row) -> None:
        """Look at a match right after a commit."""
        match_id, version = row["id"], row["version"]
        if row["status"] == "suspended" or row["board"] >= version:
            self._owed.pop(match_id, None)
            return
        owed = self._owed.setdefault(match_id, Owed(-1, self.world.now, row["place"]))
        owed.place = row["place"]
        if owed.version < version:
            owed.version = version
            if self.world.healed and owed.acted is None:
                owed.acted = self.world.now

    def healed(self, bot: "Bot | None") -> None:
        """From now on nothing goes wrong; what went wrong before still has its time."""
        self._before = list(self._under_way)
        gone = [at + LEASE for at in bot.fallen.values()] if bot else []
        self._healed_at = self.world.now
        self._calm_at = max([self.world.now, *gone])

    def check(self, bot: "Bot | None") -> None:
        """Raise `Violation` where a match waits for its board for longer than it may."""
        if not self.world.healed or self.world.clock_jumped:
            return
        now = self.world.now
        self._before = [each for each in self._before if any(each is other for other in self._under_way)]
        if self._before or bot is None or not bot.serving:
            self._calm_at = max(self._calm_at, now)
        calm_at = max(self._calm_at, self.world.limited_until)  # Discord may say so only now
        takes = REQUESTS * self.world.options.latency
        for match_id, owed in self._owed.items():
            due = math.inf
            if owed.since <= self._healed_at and not self._server.unsaid(owed.place):
                due = calm_at + AFTER_HEALING
            if owed.acted is not None:
                due = min(due, max(owed.acted, calm_at) + AFTER_AN_ACT)
            if now > due + takes and not self._server.lost(owed.place):  # where nothing can be shown any more
                raise Violation(
                    "seen soon", f"match {match_id} shows no board of {owed.version} since {owed.since:.0f}"
                )
