"""Three pages on the loopback address: liveness, readiness and metrics.

They are up from the start of the process, also while it waits for Discord to come back, and no
other machine reaches them.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from aiohttp import web

from bot.host.health import BotStanding, last_backup
from bot.host.processes import lines, shard_conflict
from bot.host.settings import ConfigError
from club.club import Now
from words import Phrase, TwotoneError

if TYPE_CHECKING:
    from bot.host.metrics import Metrics

ADDRESS: Final = "127.0.0.1"
LET_GO: Final = 0.5
"""Seconds that an answer under way has when the process ends."""
PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"


class HealthSource(Protocol):
    """A bot that says how it is."""

    async def standing(self) -> BotStanding | None:
        """Return how the bot is, `None` while it is starting or stopping."""


class Loopback:
    """The pages of one process.

    `standing` asks the running bot for its state; there is none before the first bot.
    """

    def __init__(self, database: Path, now: Now) -> None:
        self.standing: Callable[[], Awaitable[BotStanding | None]] | None = None
        self.metrics: Metrics | None = _metrics()
        self._database = database
        self._now = now

    def follow(self, bot: HealthSource) -> None:
        """Ask this bot from now on how it is."""
        self.standing = bot.standing

    @asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[int]:
        """Serve on a port of the loopback address, 0 for any free one, and yield the port.

        Raise `ConfigError` if it is taken.
        """
        pages = web.Application()
        pages.add_routes(
            [
                web.get("/livez", self._livez),
                web.get("/readyz", self._readyz),
                web.get("/metrics", self._show_metrics),
            ]
        )
        runner = web.AppRunner(pages, access_log=None, shutdown_timeout=LET_GO)
        async with AsyncExitStack() as until:
            if self.metrics:
                await until.enter_async_context(self.metrics.measure())
            await runner.setup()
            until.push_async_callback(runner.cleanup)
            try:
                await web.TCPSite(runner, ADDRESS, port).start()
            except OSError as fault:
                reason = os.strerror(fault.errno or 0)
                raise ConfigError("config.port_taken", port=port, fault=reason) from fault
            yield runner.addresses[0][1]

    async def _livez(self, _: web.Request) -> web.Response:
        return _page(200, Phrase("host.page.alive"))

    async def _readyz(self, _: web.Request) -> web.Response:
        standing, wrong = await self._look()
        processes, now = standing.figures.processes if standing else (), self._now()
        others = [*lines(processes, now)]
        if twice := shard_conflict(processes, now):
            others.append(twice)
        if standing and (remark := standing.health.remark()):
            others.insert(0, remark)
        return _page(503, wrong, *others) if wrong else _page(200, Phrase("host.page.ready"), *others)

    async def _show_metrics(self, _: web.Request) -> web.Response:
        if self.metrics is None:
            return _page(501, Phrase("host.page.no_metrics"))
        standing, wrong = await self._look()
        backup = last_backup(self._database)
        age = None if backup is None else self._now() - backup
        text = self.metrics.text(standing, ready=wrong is None, backup_age=age)
        return web.Response(body=text, headers={"Content-Type": PROMETHEUS})

    async def _look(self) -> tuple[BotStanding | None, Phrase | None]:
        """Return the bot's state and its problem.

        Either is `None` if the state is unknown or nothing is wrong.
        """
        try:
            standing = await self.standing() if self.standing else None
        except TwotoneError as fault:
            return None, fault.sentence
        return standing, standing.health.wrong(0.0) if standing else Phrase("host.not_connected")


def _metrics() -> "Metrics | None":
    """Return what measures, `None` where the extra for that is not installed."""
    try:
        from bot.host.metrics import Metrics
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise
        return None
    return Metrics()


def _page(status: int, *said: Phrase) -> web.Response:
    return web.Response(status=status, text="".join(f"{line}\n" for line in said))
