"""Stored changes are seen soon: within half a minute after all is healed.

Later acts are seen within seconds.
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.delivery.drain import LEASE
from data.database.transaction import Row
from tests.simulation.world import Violation, World

if TYPE_CHECKING:
    from tests.fake_wire import Asked
    from tests.simulation.bot import Bot

AFTER_HEALING: Final = 30.0
"""Seconds until all that was stored before is seen.

The time of requests comes on top.
"""
AFTER_AN_ACT: Final = 5.0
"""Seconds until what is done after that is seen, besides those that requests take."""
REQUESTS: Final = 20
"""Most requests that lie between an event and its board.

They are looks, a thread, its members, and a limit.
"""


class Soon:
    """Matches whose newest event has no board yet.

    It also knows since when nothing has stood in the way of one.
    """

    def __init__(
        self, world: World, under_way: "list[tuple[Asked, int]]", lost: Callable[[int], bool]
    ) -> None:
        self.world = world
        self._under_way = under_way
        self._lost = lost
        self._places: dict[int, int] = {}
        self._before: list[tuple[Asked, int]] = []
        self._calm_at = math.inf
        self._owed: dict[int, tuple[int, float]] = {}

    def note_match(self, row: Row) -> None:
        """Look at a match right after a commit."""
        match_id, version = row["id"], row["version"]
        self._places[match_id] = row["place"]
        if row["status"] == "suspended" or row["board"] >= version:
            self._owed.pop(match_id, None)
        elif self._owed.get(match_id, (-1, 0.0))[0] < version:
            # Who moves before the last board is there waits for it from the first move on.
            _, since = self._owed.get(match_id, (version, self.world.now))
            self._owed[match_id] = version, since

    def note_healing(self, bot: "Bot | None") -> None:
        """Note that nothing goes wrong from now on.

        Earlier faults still have their time.
        """
        self._before = list(self._under_way)
        gone = [at + LEASE for at in bot.fallen.values()] if bot else []
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
        for match_id, (version, since) in self._owed.items():
            due = max(since + AFTER_AN_ACT, calm_at + AFTER_HEALING) + takes
            if now > due and not self._lost(self._places[match_id]):  # where nothing can be shown any more
                raise Violation(
                    "seen soon", f"match {match_id} shows no board of {version} since {since:.0f}"
                )
