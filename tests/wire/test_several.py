"""Two and three processes on one PostgreSQL: whichever dies, whenever, nothing is lost and nothing is doubled."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from tests import postgres
from tests.wire.crowd import Crowd, gathered

MATCHES = 4
MOVES = 100
"""What `make test` has time for: a move takes a tenth of a second of a core, half of it the playground's own."""
Strike = Callable[[], Awaitable[None]]
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def killing(
    crowd: Crowd, times: int, meanwhile: Callable[[], Awaitable[None]], strike: Strike
) -> Callable[[], Awaitable[None]]:
    """Kill one process after the other, and strike at the database each second time, while people play."""

    async def harm() -> None:
        for number in range(times):
            await meanwhile()
            bot = crowd.bots[number % len(crowd.bots)]
            await bot.kill()
            crowd.killed += 1
            if number % 2:
                await strike()
            await meanwhile()
            await bot.start()

    return harm


def striking(crowd: Crowd, server: postgres.Server, restarts: list[signal.Signals]) -> Strike:
    """Restart the database in these ways, one after the other; thereafter cut all connections to it."""

    async def strike() -> None:
        if restarts:
            await server.restart(restarts.pop(0))
        else:
            await crowd.rows(CUT)

    return strike


@pytest.fixture
def server() -> Iterator[postgres.Server]:
    with postgres.own() as begun:
        yield begun


@pytest.mark.asyncio
async def test_two_processes_and_their_database_die_and_nothing_is_lost_or_doubled(
    tmp_path: Path, openapi: OpenAPI, server: postgres.Server
) -> None:
    restarts = [signal.SIGQUIT]
    async with gathered(tmp_path, openapi, server.address, count=2, seed=1) as crowd:
        strike = striking(crowd, server, restarts)
        await crowd.play(MATCHES, MOVES, killing(crowd, 2, partial(crowd.some_moves, MOVES // 10), strike))
        assert (crowd.killed, restarts) == (2, [])


@pytest.mark.deep
@pytest.mark.asyncio
@pytest.mark.parametrize("count", [2, 3])
async def test_ten_thousand_moves_of_processes_that_die_every_few_seconds(
    tmp_path: Path, openapi: OpenAPI, server: postgres.Server, count: int
) -> None:
    async with gathered(tmp_path, openapi, server.address, count=count, seed=count) as crowd:
        strike = striking(crowd, server, [signal.SIGQUIT, signal.SIGINT])
        for _ in range(25):
            await crowd.play(8, 400, killing(crowd, 1000, partial(asyncio.sleep, 3.0), strike))
