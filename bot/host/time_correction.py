"""Correction of this process's time by Discord's, at the start and during play."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.host.process_time import CorrectedClock
from club.club import Club, Now
from club.running.alarm import Alarm


class ClockCorrection:
    """The time of a process: `now`, and its comparison with another clock if possible.

    It goes by Discord's clock if the process is `alone` with its database; several processes all go by
    the database's. `trace` hears of each answer in the session that asks Discord.
    """

    def __init__(self, now: Now, trace: aiohttp.TraceConfig, *, alone: bool) -> None:
        self._clock = now if isinstance(now, CorrectedClock) else None
        self._heard = self._clock if alone else None
        self._alarm = Alarm("clock", now)
        if self._heard:
            self._heard.follow(trace, self._alarm.ring)

    @property
    def behind(self) -> float:
        """Seconds by which this machine's time of day is behind the time in use."""
        return self._clock.behind if self._clock else 0.0

    async def compare(self, other: Callable[[], Awaitable[float | None]]) -> None:
        """Hold the database's clock against the time, where there is one."""
        if self._clock:
            await self._clock.compare(other)

    def hear(self, interaction: discord.Interaction[Any]) -> None:
        """Hear when Discord has made an interaction that comes now."""
        if self._heard and self._heard.hear_press(interaction.created_at.timestamp()):
            self._alarm.ring()

    def begin(self) -> None:
        """Apply Discord's times so far, before anything is stored under another time."""
        if self._heard and (off := self._heard.better()) is not None:
            self._heard.go_by(off)

    def start(self, club: Club) -> Callable[[], Awaitable[None]]:
        """Correct the time whenever it is found wrong; return a function that ends that."""
        self._alarm.start(partial(self._correct, club))
        return self._alarm.stop

    async def _correct(self, club: Club) -> None:
        clock = self._heard
        if clock is None or (off := clock.better()) is None:
            return
        former = clock.off
        switch = partial(setattr, clock, "off", off)
        try:
            await club.correct(clock.reading(former), clock.reading(off), switch)
        except BaseException:
            clock.off = former
            raise
        clock.go_by(off)
