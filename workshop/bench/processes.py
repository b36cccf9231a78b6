"""One and two processes on one PostgreSQL: moves a second, and their CPU.

Each of Discord's answers takes 200 ms. With eight posts in flight a process waits for Discord, not
for a core, so this shows whether processes are in each other's way. Each press reaches one
arbitrary process, as if the shards of many servers were shared out.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from playground.api.gateway import Gateway, GatewaySession
from playground.bot_process import BotProcess
from playground.world.directory import Channel
from playground.world.errors import JSON
from playground.world.faults import RequestFault
from workshop.bench.arrivals import watching
from workshop.bench.busy_bot import PACED
from workshop.bench.load import LoadRun, begin, by_move, cpu_ms, members, opened_world, until
from workshop.bench.row import BenchFigure
from workshop.bench.store_postgres import LEFT_OUT, database, server

LATE = 0.2
"""Seconds that each answer of Discord takes longer."""
COUNTS = (1, 2)
ROUNDS = 3


def rows() -> Iterator[BenchFigure]:
    """Moves a second of one process and of two, and the CPU of a move.

    The CPU is that of all processes together, the moves are beside one process's.
    """
    with server() as address:
        if address is None:
            print(f"processes is left out: {LEFT_OUT}", file=sys.stderr)
            return
        rounds = [{count: asyncio.run(_play_all(address, count)) for count in COUNTS} for _ in range(ROUNDS)]
    for count in COUNTS:
        share = median(each[count].rate / each[1].rate for each in rounds)
        rate = median(each[count].rate for each in rounds)
        yield BenchFigure(f"processes.deliver.{count}", rate, "moves/s", rate / share)
        yield BenchFigure(
            f"processes.cpu.{count}",
            median(each[count].cpu for each in rounds),
            "ms",
            median(each[1].cpu for each in rounds),
        )


async def _play_all(address: str, count: int) -> LoadRun:
    """Return the figures of all matches' moves with `count` processes."""
    run = LoadRun()
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(database(address))
        world, gateway = await stack.enter_async_context(opened_world())
        seen = await stack.enter_async_context(watching(world))
        world.state.on_dispatch = _Shared(gateway).dispatch
        bots = []
        for number in range(count):
            (own := folder / str(number)).mkdir()
            settings = {PACED: "off", "DATABASE_URL": url}
            bots.append(BotProcess(world.state.address, own, "workshop.bench.narrow_bot", settings))
            await bots[-1].start()
            stack.push_async_callback(bots[-1].stop)
        await until(lambda: len(_live(gateway)) == count and bool(world.offered_commands(members(world)[0])))
        places = await begin(world, seen)
        world.faults.troubles.append(RequestFault(sys.maxsize, delay=LATE))
        spent = _cpu(bots)
        began = time.perf_counter()
        await asyncio.gather(*(by_move(world, seen, run, place) for place in places))
        run.rate = run.moves / (time.perf_counter() - began)
        run.cpu = (_cpu(bots) - spent) / run.moves
        world.faults.troubles.clear()
    return run


class _Shared:
    """Sends each press to one process and everything else to all."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._chance = random.Random(1)

    def dispatch(self, event: str, body: JSON, channel: Channel | None) -> None:
        if event == "INTERACTION_CREATE":
            self._chance.choice(_live(self._gateway)).dispatch(event, body)
        else:
            self._gateway.dispatch(event, body, channel)


def _live(gateway: Gateway) -> list[GatewaySession]:
    return [session for session in gateway.sessions.values() if session.connection is not None]


def _cpu(bots: list[BotProcess]) -> float:
    return sum(cpu_ms(bot.pid) for bot in bots if bot.pid is not None)
