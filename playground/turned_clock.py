"""The clock of the playground's bot, which members turn forward."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from bot.host.process_time import CorrectedClock, steady_clock
from club.play.course import clock_keeper
from club.play.match import clock_journal
from club.running.alarm import Alarm


class TurnedClock:
    """The machine's clocks as the bot reads them, `ahead` seconds later.

    It must be made before the bot starts, because it takes the place of the clocks that the bot reads unless
    it is given others.
    """

    def __init__(self, ahead: float) -> None:
        self.ahead = 0.0
        self._loops: WeakKeyDictionary[Alarm, asyncio.AbstractEventLoop] = WeakKeyDictionary()
        assert steady_clock.__defaults__ is not None
        day, boot = (self._later(clock) for clock in steady_clock.__defaults__)
        steady_clock.__defaults__ = day, boot
        CorrectedClock.__init__.__defaults__ = (day,)
        start = Alarm.start

        def start_and_keep(alarm: Alarm, work: Callable[[], Awaitable[float | None]]) -> None:
            self._loops[alarm] = asyncio.get_running_loop()
            start(alarm, work)

        Alarm.start = start_and_keep  # pyrefly: ignore[bad-assignment, method-assign]
        self.turn(ahead)

    def _later(self, clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + self.ahead

    def turn(self, ahead: float) -> None:
        """Put the clock `ahead` seconds before the machine's, and ring all alarms.

        From the first turn on, the bot is never taken for absent: it was there in the time left out.
        """
        if ahead == self.ahead:
            return
        self.ahead = ahead
        for module in (clock_journal, clock_keeper):
            setattr(module, "AWAY_AFTER", math.inf)  # noqa: B010  # it is final for all others
        for alarm, loop in [*self._loops.items()]:
            loop.call_soon_threadsafe(alarm.ring)
