"""Correction of this process's time at the start and during play."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.host.process_time import CorrectedClock
from club.club import Club
from club.running.alarm import Alarm
from club.running.column import Now


class ClockCorrection:
    """Compares the clock of a process with another one, and corrects it.

    A process that is alone on its database follows Discord's clock; several processes all follow the
    database's. The times of Discord's responses are read through `trace`. If `now` is not a
    `CorrectedClock`, nothing is corrected.
    """

    def __init__(self, now: Now, trace: aiohttp.TraceConfig, *, single_process: bool) -> None:
        self._clock = now if isinstance(now, CorrectedClock) else None
        self._heard = self._clock if single_process else None
        self._alarm = Alarm("clock", now)
        if self._heard:
            self._heard.listen_to(trace, self._alarm.ring)

    @property
    def machine_lag(self) -> float:
        """Seconds by which this machine's time of day is behind the corrected time."""
        return self._clock.machine_lag if self._clock else 0.0

    async def compare(self, read_reference: Callable[[], Awaitable[float | None]]) -> None:
        """Compare this clock with the database's, which `read_reference` reads.

        It returns `None` if the database has no clock of its own.
        """
        if self._clock:
            await self._clock.compare(read_reference)

    def note_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Compare this clock with the time at which Discord created an interaction."""
        if self._heard and self._heard.add_press_time(interaction.created_at.timestamp()):
            self._alarm.ring()

    def correct_now(self) -> None:
        """Apply the correction known so far.

        This is done before anything is stored with a wrong time.
        """
        if self._heard and (off := self._heard.better_offset()) is not None:
            self._heard.apply_offset(off)

    def start(self, club: Club) -> Callable[[], Awaitable[None]]:
        """Keep correcting the time; return a function that stops this."""
        self._alarm.start(partial(self._correct, club))
        return self._alarm.stop

    async def _correct(self, club: Club) -> None:
        clock = self._heard
        if clock is None or (off := clock.better_offset()) is None:
            return
        former = clock.off
        switch = partial(setattr, clock, "off", off)
        try:
            await club.correct_time(clock.with_offset(former), clock.with_offset(off), switch)
        except BaseException:
            clock.off = former
            raise
        clock.apply_offset(off)
