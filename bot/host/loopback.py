"""HTTP endpoints on the loopback address: liveness, readiness and metrics.

They are served from the start of the process, even while it waits for Discord. No other machine can reach
them.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from aiohttp import web

from bot.host.health import BotStatus, last_backup_time
from bot.host.processes import process_lines, shard_conflict
from bot.host.settings import ConfigError
from club.running.column import Now
from words import Phrase, TwotoneError

if TYPE_CHECKING:
    from bot.host.metrics import Metrics

ADDRESS: Final = "127.0.0.1"
SHUTDOWN_SECONDS: Final = 0.5
"""Seconds that an answer under way has when the process ends."""
PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"


class HealthSource(Protocol):
    """A bot that reports its current status."""

    async def load_status(self) -> BotStatus | None:
        """Load the bot's current status; return `None` while it starts or stops."""


class HealthServer:
    """Serves liveness, readiness and metrics for one process.

    Until `attach` is called there is no bot, and its status is unknown.
    """

    def __init__(self, database: Path, now: Now) -> None:
        self.load_status: Callable[[], Awaitable[BotStatus | None]] | None = None
        self.metrics: Metrics | None = _metrics()
        self._database = database
        self._now = now

    def attach(self, bot: HealthSource) -> None:
        """Report on this bot from now on."""
        self.load_status = bot.load_status

    @asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[int]:
        """Serve on a port of the loopback address, and yield the port.

        Port 0 means any free one. Raise `ConfigError` if the port is taken.
        """
        pages = web.Application()
        pages.add_routes(
            [
                web.get("/livez", self._livez),
                web.get("/readyz", self._readyz),
                web.get("/metrics", self._show_metrics),
            ]
        )
        runner = web.AppRunner(pages, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
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
        others = [*process_lines(processes, now)]
        if twice := shard_conflict(processes, now):
            others.append(twice)
        if standing:
            others[:0] = standing.health.warnings()
        return _page(503, wrong, *others) if wrong else _page(200, Phrase("host.page.ready"), *others)

    async def _show_metrics(self, _: web.Request) -> web.Response:
        if self.metrics is None:
            return _page(501, Phrase("host.page.no_metrics"))
        standing, wrong = await self._look()
        backup = last_backup_time(self._database)
        age = None if backup is None else self._now() - backup
        text = self.metrics.render(standing, ready=wrong is None, backup_age=age)
        return web.Response(body=text, headers={"Content-Type": PROMETHEUS})

    async def _look(self) -> tuple[BotStatus | None, Phrase | None]:
        """Return the bot's status and its problem.

        The status is `None` if it is unknown, the problem `None` if nothing is wrong.
        """
        try:
            standing = await self.load_status() if self.load_status else None
        except TwotoneError as fault:
            return None, fault.sentence
        return standing, standing.health.problem(0.0) if standing else Phrase("host.not_connected")


def _metrics() -> "Metrics | None":
    """Return the metrics, or `None` if `prometheus_client` is not installed."""
    try:
        from bot.host.metrics import Metrics
    except ModuleNotFoundError as missing:
        if missing.name != "prometheus_client":
            raise
        return None
    return Metrics()


def _page(status: int, *said: Phrase) -> web.Response:
    return web.Response(status=status, text="".join(f"{line}\n" for line in said))
