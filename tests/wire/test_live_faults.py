"""Live boards whose processes are killed, and whose connections are cut.

Nothing is lost, nothing is doubled, and every page ends on the newest position.
"""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres
from tests.wire.crowd import CUT_OFF
from tests.wire.live_crowd import SQLITE, LiveCrowd, open_live_crowd

pytestmark = pytest.mark.ci

MATCHES, DEEP_MATCHES = 3, 5
"""Played at a time.

A person has six streams of a process, and one that was cut may be counted for a moment.
"""
MOVES, DEEP_MOVES = 12, 60
"""Of each round, in all matches together."""
HARMS, DEEP_HARMS = 2, 4
"""Kills of each round, of which the last is a restart."""
DEEP_ROUNDS = 9
"""Rounds of the deep run, which are 540 moves."""


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    with ExitStack() as until:
        if request.param == "sqlite":
            yield SQLITE
        else:
            yield until.enter_context(postgres.own()).address


async def harm(live: LiveCrowd, times: int, between: int) -> None:
    """Kill the processes in turn, and cut them off from their database.

    There are so many moves between two harms, and the last process is ended in order.
    """
    bots = live.crowd.bots
    for number in range(times):
        await live.some_moves(between)
        bot, in_order = bots[number % len(bots)], number == times - 1
        await (bot.stop() if in_order else bot.kill())
        live.counted["restarts" if in_order else "kills"] += 1
        if live.crowd.address != SQLITE:
            await live.some_moves(between)  # by the other process
        await bot.start()
        if live.crowd.address != SQLITE and number % 2 == 0:
            await live.rows(CUT_OFF)
            live.counted["database cut off"] += 1


async def play_under_harm(
    folder: Path,
    address: str,
    rounds: int = 1,
    matches: int = MATCHES,
    moves: int = MOVES,
    harms: int = HARMS,
) -> None:
    count = 1 if address == SQLITE else 2  # SQLite's lock keeps a second process away
    async with open_live_crowd(folder, address, count=count, seed=53) as live:
        for _ in range(rounds):
            await live.begin(matches)
            harming = asyncio.create_task(harm(live, harms, moves // (3 * harms)))
            await live.play(moves, harming)
            await harming
            await live.check()
            await live.close()
        assert live.counted["moves"] >= rounds * moves
        assert live.counted["kills"] == rounds * (harms - 1)
        print(f"{address}: {dict(live.counted)}")


@pytest.mark.asyncio
async def test_boards_live_on_through_kills_restarts_and_cut_connections(
    address: str, tmp_path: Path
) -> None:
    await play_under_harm(tmp_path, address)


@pytest.mark.deep
@pytest.mark.asyncio
async def test_five_hundred_moves_lose_and_double_nothing(address: str, tmp_path: Path) -> None:
    await play_under_harm(tmp_path, address, DEEP_ROUNDS, DEEP_MATCHES, DEEP_MOVES, DEEP_HARMS)
