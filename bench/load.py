"""Fifty busy matches over real sockets, beside a bare discord.py bot in the same harness.

The playground's server and all players are in this process, the bot is a process of its own. A move is
acknowledged when its command has its answer, and shown when the new board has arrived in the thread.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from bench.row import Row
from bench.watched_bot import FILE
from playground.app import make_app, serve
from playground.bot_process import TOKEN, BotProcess
from playground.launcher import ADDRESS_VARIABLE
from playground.world.world import World
from rules.catalogue import GAMES
from rules.match import Match

MATCHES = 50
MOVES = 8
"""Moves of each match that are measured."""
ROUNDS = 3
"""Both bots run so often in turn; each figure is the median, as the machine may be busy with other things."""
PATIENCE = 30.0


def rows() -> Iterator[Row]:
    """Latencies in ms at the 50th and 99th percentile, moves per second, and our share of the floor."""
    rounds = [
        (
            asyncio.run(_ours("bench.busy_bot")),
            asyncio.run(_floor("floor")),
            asyncio.run(_floor("traffic")),
        )
        for _ in range(ROUNDS)
    ]
    watched = asyncio.run(_ours("bench.watched_bot"))
    for name, share in (("p50", 50), ("p99", 99)):
        acks = [(_percentile(ours.acks, share), _percentile(floor.acks, share)) for ours, floor, _ in rounds]
        yield Row(f"load.ack.{name}", median(o for o, _ in acks), "ms", median(f for _, f in acks))
        yield Row(
            f"load.board.{name}", median(_percentile(ours.boards, share) for ours, _, _ in rounds), "ms"
        )
    yield Row("load.loop_lag.max", watched.loop_lag, "ms")
    yield Row(
        "load.moves", median(o.rate for o, _, _ in rounds), "moves/s", median(f.rate for _, f, _ in rounds)
    )
    yield Row("load.floor_share", median(ours.rate / floor.rate for ours, floor, _ in rounds), "of 1")
    # A move of ours is three requests to Discord, the floor's answer is one: this is the share beside the same three.
    yield Row("load.traffic_share", median(ours.rate / traffic.rate for ours, _, traffic in rounds), "of 1")


class Run:
    """What one bot took: acknowledgement and board times in ms, moves a second, the bot's longest stall in ms."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.boards: list[float] = []
        self.rate = 0.0
        self.loop_lag = 0.0


async def _ours(launcher: str) -> Run:
    run = Run()
    with tempfile.TemporaryDirectory() as folder:
        async with _world() as world, _boards(world) as boards:
            bot = BotProcess(world.state.address, Path(folder), launcher)
            await bot.start()
            try:
                await _until(lambda: bool(world.state.bot_online and world.commands(_members(world)[0])))
                places = await _begin(world, boards)
                await _timed(run, [_play(world, boards, run, place) for place in places])
            finally:
                await bot.stop()
        if (told := Path(folder) / FILE).exists():
            run.loop_lag = float(told.read_text())
    return run


async def _floor(command: str) -> Run:
    run = Run()
    async with _world() as world, _boards(world) as boards:
        environment = os.environ | {ADDRESS_VARIABLE: world.state.address, "DISCORD_TOKEN": TOKEN}
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bench.floor_bot", env=environment)
        try:
            ada = _members(world)[0]
            await _until(lambda: bool(world.state.bot_online and world.commands(ada)))
            channel = world.sight(ada)["channels"][0]["id"]
            if command == "floor":
                await _timed(run, [_answered(world, run, ada, channel) for _ in range(MATCHES)])
            else:
                made = [await world.slash(ada, channel, "place", {}) for _ in range(MATCHES)]
                places = [answer["message_id"] for answer in made]
                await _until(lambda: len(world.sight(ada)["threads"]) == MATCHES)
                await _timed(run, [_same_traffic(world, boards, run, ada, place) for place in places])
        finally:
            bot.terminate()
            await bot.wait()
    return run


@asynccontextmanager
async def _world() -> AsyncIterator[World]:
    world = World(patience=PATIENCE)
    runner = await serve(world, make_app(world))
    try:
        yield world
    finally:
        await runner.cleanup()


class Boards:
    """The boards as they arrive, by the channel they are in."""

    def __init__(self) -> None:
        self._arrived: dict[str, asyncio.Queue[float]] = {}

    def at(self, place: str) -> "asyncio.Queue[float]":
        """When boards arrived in a channel."""
        return self._arrived.setdefault(place, asyncio.Queue())


@asynccontextmanager
async def _boards(world: World) -> AsyncIterator[Boards]:
    boards = Boards()

    async def watch() -> None:
        async with world.watch(_members(world)[0]) as events:
            while True:
                event = await events.get()
                message = event.get("message", {})
                if event["type"] == "message_create" and message.get("attachments"):
                    boards.at(message["channel_id"]).put_nowait(time.perf_counter())

    task = asyncio.create_task(watch())
    try:
        yield boards
    finally:
        task.cancel()


async def _begin(world: World, boards: Boards) -> list[str]:
    """Start all matches; the threads they are played in, Ada moving first in each."""
    ada, ben = _members(world)[:2]
    channel = world.sight(ada)["channels"][0]["id"]
    places: list[str] = []
    for _ in range(MATCHES):
        options = {"game": "binar", "opponent": ben, "options": "size=9", "side": "Even"}
        made = await world.slash(ada, channel, "play", options)
        await world.click(ben, made["message_id"], f"v1:c{len(places) + 1}:accept:0")
        await asyncio.wait_for(boards.at(made["message_id"]).get(), PATIENCE)
        places.append(made["message_id"])
    return places


async def _play(world: World, boards: Boards, run: Run, place: str) -> None:
    """Moves in turn, each as soon as the board of the one before is there."""
    match = Match(GAMES["binar"], {"size": 9}, bytes(32))
    chance = random.Random(place)
    for number in range(MOVES):
        text = chance.choice(match.moves())
        match.play(text)
        began = time.perf_counter()
        await world.slash(_members(world)[number % 2], place, "move", {"move": text})
        run.acks.append((time.perf_counter() - began) * 1000)
        arrived = await asyncio.wait_for(boards.at(place).get(), PATIENCE)
        run.boards.append((arrived - began) * 1000)


async def _answered(world: World, run: Run, member: str, channel: str) -> None:
    """Commands answered with a picture, one after another."""
    for _ in range(MOVES):
        began = time.perf_counter()
        await world.slash(member, channel, "floor", {})
        run.acks.append((time.perf_counter() - began) * 1000)


async def _same_traffic(world: World, boards: Boards, run: Run, member: str, place: str) -> None:
    """The answer, the post and the edit of a move, each as soon as the post of the one before is there."""
    for _ in range(MOVES):
        began = time.perf_counter()
        await world.slash(member, place, "traffic", {})
        run.acks.append((time.perf_counter() - began) * 1000)
        await asyncio.wait_for(boards.at(place).get(), PATIENCE)


async def _timed(run: Run, work: list[Awaitable[None]]) -> None:
    began = time.perf_counter()
    await asyncio.gather(*work)
    run.rate = len(run.acks) / (time.perf_counter() - began)


async def _until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > end:
            raise TimeoutError("the bot did not come online")
        await asyncio.sleep(0.02)


def _members(world: World) -> list[str]:
    return list(world.state.members)


def _percentile(samples: list[float], share: int) -> float:
    ordered = sorted(samples)
    return float(ordered[min(len(ordered) - 1, len(ordered) * share // 100)])
