"""Two and three processes on one PostgreSQL.

Any of them may die at any time: nothing is lost and nothing is doubled.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests import postgres
from tests.wire.crowd import CUT_OFF, Crowd, open_crowd

pytestmark = pytest.mark.ci

MATCHES, DEEP_MATCHES = 8, 24
"""So many tables that the waits for a process that has died are shared."""
MOVES, DEEP_MOVES = 96, 1008
KILLS, DEEP_KILLS = 2, 8
"""However slow the machine is: people play on until all of them have been."""
ROUNDS = 10
"""Of the deep run, each of as many moves."""
BETWEEN = 5
"""Moves between two things that happen to a process that is stopped."""
Strike = Callable[[], Awaitable[None]]


def killing(
    crowd: Crowd, times: int, meanwhile: Callable[[], Awaitable[None]], strike: Strike
) -> Callable[[], Awaitable[None]]:
    """Return a harm that kills one process after another, so many times.

    It also strikes at the database each time.
    """

    async def harm() -> None:
        for number in range(times):
            await meanwhile()
            bot = crowd.bots[number % len(crowd.bots)]
            await bot.kill()
            crowd.killed += 1
            await strike()
            await meanwhile()
            await bot.start()

    return harm


def stopping(crowd: Crowd, times: int) -> Callable[[], Awaitable[None]]:
    """Return a harm that stops one process after another in the midst of its work.

    Each is stopped until the others count it as gone.
    """

    async def harm() -> None:
        for number in range(times):
            await crowd.some_moves(BETWEEN)
            pid = crowd.bots[number % len(crowd.bots)].pid
            assert pid is not None  # no process is killed here
            os.kill(pid, signal.SIGSTOP)
            crowd.killed += 1
            try:
                await crowd.there(len(crowd.bots) - 1)
                await crowd.some_moves(BETWEEN)
            finally:
                os.kill(pid, signal.SIGCONT)
            await crowd.there(len(crowd.bots))

    return harm


def striking(crowd: Crowd, server: postgres.Server, restarts: list[signal.Signals]) -> Strike:
    """Return a strike that restarts the database in these ways, one after another.

    After that it cuts all connections to the database.
    """

    async def strike() -> None:
        if restarts:
            await server.restart(restarts.pop(0))
        else:
            await crowd.rows(CUT_OFF)

    return strike


@pytest.fixture
def server() -> Iterator[postgres.Server]:
    with postgres.own() as begun:
        yield begun


@pytest.mark.asyncio
async def test_two_processes_and_their_database_die_and_nothing_is_lost_or_doubled(
    tmp_path: Path, server: postgres.Server
) -> None:
    restarts = [signal.SIGQUIT, signal.SIGINT]
    async with open_crowd(tmp_path, server.address, count=2, seed=1) as crowd:

        async def meanwhile() -> None:
            await crowd.wait_connected()  # or the other one is killed while this one starts, and nobody plays
            await crowd.some_moves(MOVES // 12)

        strike = striking(crowd, server, restarts)
        await crowd.play(MATCHES, MOVES, killing(crowd, KILLS, meanwhile, strike))
        assert crowd.killed == KILLS
        assert restarts == []


@pytest.mark.deep
@pytest.mark.asyncio
async def test_a_process_that_comes_back_after_others_took_over_spoils_nothing(
    tmp_path: Path, server: postgres.Server
) -> None:
    async with open_crowd(tmp_path, server.address, count=2, seed=3) as crowd:
        await crowd.play(6, 24 * BETWEEN, stopping(crowd, 3))  # once at least, before all moves are made
        await crowd.there(2)


@pytest.mark.deep
@pytest.mark.asyncio
@pytest.mark.parametrize("processes", [2, 3])
async def test_ten_thousand_moves_of_processes_that_die_every_few_seconds(
    tmp_path: Path, server: postgres.Server, processes: int
) -> None:
    async with open_crowd(tmp_path, server.address, count=processes, seed=processes) as crowd:
        strike = striking(crowd, server, [signal.SIGQUIT, signal.SIGINT])
        for _ in range(ROUNDS):
            await crowd.play(
                DEEP_MATCHES, DEEP_MOVES, killing(crowd, DEEP_KILLS, partial(asyncio.sleep, 3.0), strike)
            )
