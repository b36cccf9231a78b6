"""Two and three processes on one PostgreSQL: whichever dies, whenever, nothing is lost and nothing is doubled."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from tests import postgres
from tests.wire.crowd import TAKEN_OVER_WITHIN, Crowd, gathered

MATCHES = 4
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def killing(crowd: Crowd, times: int, every: float) -> Callable[[], Awaitable[None]]:
    """Kill one process after the other, and now and then cut all connections to the database."""

    async def harm() -> None:
        for number in range(times):
            await asyncio.sleep(every)  # the kills come while people play
            bot = crowd.bots[number % len(crowd.bots)]
            await bot.kill()
            crowd.killed += 1
            if number % 2:
                await crowd.rows(CUT)
            await asyncio.sleep(every)
            await bot.start()

    return harm


@pytest.mark.asyncio
async def test_two_processes_of_which_one_dies_lose_and_double_nothing(
    tmp_path: Path, openapi: OpenAPI
) -> None:
    async with gathered(tmp_path, openapi, postgres.fresh(), count=2, seed=1) as crowd:
        await crowd.play(MATCHES, 40, killing(crowd, 2, 1.0))
        assert crowd.slowest < TAKEN_OVER_WITHIN


@pytest.mark.deep
@pytest.mark.asyncio
@pytest.mark.parametrize("count", [2, 3])
async def test_ten_thousand_moves_of_processes_that_die_every_few_seconds(
    tmp_path: Path, openapi: OpenAPI, count: int
) -> None:
    async with gathered(tmp_path, openapi, postgres.fresh(), count=count, seed=count) as crowd:
        for _ in range(25):
            await crowd.play(8, 400, killing(crowd, 1000, 3.0))
