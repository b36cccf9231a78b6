"""Fifty busy matches over real sockets, beside a bare discord.py bot.

Both run in the same harness. The playground's server and all players are in this process, the bot
is a process of its own. A move is acknowledged when the playground has received the answer to its
command: the person sees it then, and the time until this busy process notes it is no wait of
theirs. A move is shown when the new board has arrived in the thread.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean, median

from bot.answers.reply import FADES_AFTER
from playground.api.gateway import Gateway
from playground.app import GATEWAY, make_app, serve
from playground.bot_process import TOKEN, BotProcess
from playground.pointing import ADDRESS_VARIABLE
from playground.world.errors import JSON
from playground.world.world import World
from rules.catalogue import GAMES
from rules.match import Match
from workshop.bench.arrivals import ArrivalQueues, goes_on, presses, watching
from workshop.bench.busy_bot import PACED
from workshop.bench.floor_bot import AGAIN, DONE, FADES, PLAY
from workshop.bench.row import BenchFigure, percentile
from workshop.bench.scrape import Window, free_port, scrape
from workshop.bench.watched_bot import FILE

MATCHES = 50
MOVES = 8
"""Moves of each match that are measured."""
ROUNDS = 3
"""Runs of both bots in turn.

Each figure is the median, because the machine may be busy with other things.
"""
PATIENCE = 30.0
QUIET_FOR = 0.5
"""Seconds without a request after which all that came of the moves has been sent."""
UNPACED = {PACED: "off"}
"""Setting that lets the bot send as fast as it can, as the bare bot does.

Otherwise the measurement would be of its pace below Discord's limit.
"""

PORT = "METRICS_PORT"


class LoadRun:
    """What one bot took.

    Acknowledgement and board times in ms, moves a second, the bot's longest stall in ms, how many requests a move
    count under Discord's limit for the whole bot, and how often a picker was pressed a move. `cpu` is what a move cost
    the bot's process, in ms: on a busy machine it says more than the moves a second.
    """

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.boards: list[float] = []
        self.moves = 0
        self.pressed = 0
        self.rate = 0.0
        self.counted = 0.0
        self.cpu = 0.0
        self.loop_lag = 0.0
        self.told: Window | None = None
        """What the bot's own metrics say of the same moves, where they are on."""


LoadPlay = Callable[[World, ArrivalQueues, LoadRun, str], Awaitable[None]]
"""Plays `MOVES` moves in a thread."""


def rows() -> Iterator[BenchFigure]:
    """Latencies in ms at the 50th and 99th percentile, moves per second and more.

    Shares of the floor and counted requests are yielded too.
    """
    rounds = [_round() for _ in range(ROUNDS)]
    for name, share in (("p50", 50), ("p99", 99)):
        acks = [(percentile(r.moved.acks, share), percentile(r.floor.acks, share)) for r in rounds]
        yield BenchFigure(f"load.ack.{name}", median(o for o, _ in acks), "ms", median(f for _, f in acks))
        yield BenchFigure(
            f"load.board.{name}", median(percentile(r.moved.boards, share) for r in rounds), "ms"
        )
    watched = asyncio.run(_ours(by_move, "workshop.bench.watched_bot"))
    yield BenchFigure("load.loop_lag.max", watched.loop_lag, "ms")
    yield BenchFigure("load.moves.paced", watched.rate, "moves/s")
    ours, floors = median(r.moved.rate for r in rounds), median(r.floor.rate for r in rounds)
    yield BenchFigure("load.moves", ours, "moves/s", floors)
    yield BenchFigure("load.floor_share", median(r.moved.rate / r.floor.rate for r in rounds), "of 1")
    # A move of ours is several requests to Discord, the floor's answer is one: these are shares beside the same ones.
    yield BenchFigure("load.traffic_share", median(r.moved.rate / r.traffic.rate for r in rounds), "of 1")
    yield BenchFigure(
        "load.traffic_share.buttons", median(r.pressed.rate / r.traffic_pressed.rate for r in rounds), "of 1"
    )
    # What a move costs in the bot's process, ms of CPU, beside the same requests of the bare one.
    moved, pressed = median(r.moved.cpu for r in rounds), median(r.pressed.cpu for r in rounds)
    yield BenchFigure("load.cpu.move", moved, "ms", median(r.traffic.cpu for r in rounds))
    yield BenchFigure("load.cpu.buttons", pressed, "ms", median(r.traffic_pressed.cpu for r in rounds))
    yield BenchFigure("load.counted_requests", median(r.pressed.counted for r in rounds), "a move")
    yield BenchFigure("load.counted_requests.move", median(r.moved.counted for r in rounds), "a move")
    yield from _scrape_rows(ours)


def _scrape_rows(unwatched: float) -> Iterator[BenchFigure]:
    """Yield the bot's metrics, each beside the value measured here.

    A ratio of 1 is agreement.
    """
    port = free_port()
    run = asyncio.run(_ours(by_move, settings={**UNPACED, PORT: str(port)}))
    assert run.told is not None  # its metrics were on
    yield BenchFigure("load.scrape.commands", run.told.commands, "", run.moves)
    yield BenchFigure("load.scrape.ack.mean", run.told.answer_ms, "ms", fmean(run.acks))
    yield BenchFigure(
        "load.scrape.counted_requests", run.told.request_count / run.moves, "a move", run.counted
    )
    # What measuring costs: the same moves without it are the baseline.
    yield BenchFigure("load.scrape.moves", run.rate, "moves/s", unwatched)


class _Round:
    """All runs of one round, ours and the bare bot's in turn."""

    def __init__(self) -> None:
        self.moved = asyncio.run(_ours(by_move, settings=UNPACED))
        self.floor = asyncio.run(_floor(_send_commands))
        self.traffic = asyncio.run(_floor(_same_by_move))
        self.pressed = asyncio.run(_ours(by_buttons, settings=UNPACED))
        again = round(self.pressed.pressed / self.pressed.moves) - 1
        self.traffic_pressed = asyncio.run(_floor(_same_by_buttons(again)))


def _round() -> _Round:
    return _Round()


async def _ours(
    play: LoadPlay, launcher: str = "workshop.bench.busy_bot", settings: Mapping[str, str] | None = None
) -> LoadRun:
    run = LoadRun()
    with tempfile.TemporaryDirectory() as folder:
        async with opened_world() as (world, _), watching(world) as seen:
            bot = BotProcess(world.state.address, Path(folder), launcher, settings)
            await bot.start()
            try:
                await until(
                    lambda: bool(world.state.bot_online and world.offered_commands(members(world)[0]))
                )
                places = await begin(world, seen)
                port = int((settings or {}).get(PORT, 0))
                before = await scrape(port) if port else None
                assert bot.pid is not None  # it is online
                await time_players(world, run, bot.pid, [play(world, seen, run, place) for place in places])
                if before:
                    run.told = Window(before, await scrape(port))
            finally:
                await bot.stop()
        if (told := Path(folder) / FILE).exists():
            run.loop_lag = float(told.read_text())
    return run


async def _floor(play: LoadPlay) -> LoadRun:
    run = LoadRun()
    async with opened_world() as (world, _), watching(world) as seen:
        told = {ADDRESS_VARIABLE: world.state.address, "DISCORD_TOKEN": TOKEN, FADES: str(FADES_AFTER)}
        environment = os.environ | told
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "workshop.bench.floor_bot", env=environment
        )
        try:
            ada = members(world)[0]
            await until(lambda: bool(world.state.bot_online and world.offered_commands(ada)))
            channel = world.member_view(ada)["channels"][0]["id"]
            if play is _send_commands:
                places = [channel] * MATCHES
            else:
                places = [
                    (await world.slash(ada, channel, "place", {}))["message_id"] for _ in range(MATCHES)
                ]
                await until(lambda: all(not seen.boards(place).empty() for place in places))
            await time_players(world, run, bot.pid, [play(world, seen, run, place) for place in places])
        finally:
            bot.terminate()
            await bot.wait()
    return run


@asynccontextmanager
async def opened_world() -> AsyncIterator[tuple[World, Gateway]]:
    """A playground that is served, and the gateway of its bots."""
    world = World(patience=PATIENCE)
    app = make_app(world)
    runner = await serve(world, app)
    try:
        yield world, app[GATEWAY]
    finally:
        await runner.cleanup()


async def begin(world: World, seen: ArrivalQueues) -> list[str]:
    """Start all matches; return the threads that they are played in.

    Ada moves first in each, with a board to look at.
    """
    ada, ben = members(world)[:2]
    channel = world.member_view(ada)["channels"][0]["id"]
    places: list[str] = []
    for _ in range(MATCHES):
        options = {"game": "binar", "opponent": ben, "options": "size=9", "side": "Even"}
        made = await world.slash(ada, channel, "play", options)
        [card] = [each for each in world.messages(ben, channel) if each["id"] == made["message_id"]]
        # Of one that a transaction had to make twice the number is not the next: so it is looked for.
        accept = next(custom_id for custom_id in presses(card) if ":accept:" in custom_id)
        await world.click(ben, made["message_id"], accept)
        places.append(made["message_id"])
    await until(lambda: all(not seen.boards(place).empty() for place in places))
    return places


# Players


async def by_move(world: World, seen: ArrivalQueues, run: LoadRun, place: str) -> None:
    """Moves by `/move` in turn, each as soon as the board of the one before is there."""
    match = Match(GAMES["binar"], {"size": 9}, bytes(32))
    chance = random.Random(place)
    await _board(seen, place)
    for number in range(MOVES):
        text = chance.choice(match.moves())
        match.play(text)
        began = time.perf_counter()
        answer = await world.slash(members(world)[number % 2], place, "move", {"move": text})
        run.acks.append(answer["took"] * 1000)
        arrived, _ = await _board(seen, place)
        run.boards.append((arrived - began) * 1000)
        run.moves += 1


async def by_buttons(world: World, seen: ArrivalQueues, run: LoadRun, place: str) -> None:
    """Make moves from the board's Play button in turn.

    Each takes as many presses as the picker asks for.
    """
    chance = random.Random(place)
    _, board = await _board(seen, place)
    for number in range(MOVES):
        member = members(world)[number % 2]
        play = next(custom_id for custom_id in presses(board) if ":play:" in custom_id)
        await world.click(member, board["id"], play)
        shown = await _private(seen, member, place)
        while custom_id := goes_on(shown, chance):
            await world.click(member, shown["id"], custom_id)
            run.pressed += 1
            shown = await _private(seen, member, place)
        _, board = await _board(seen, place)
        run.moves += 1


async def _send_commands(world: World, seen: ArrivalQueues, run: LoadRun, place: str) -> None:
    """Send commands that are answered with a picture, one after another."""
    for _ in range(MOVES):
        answer = await world.slash(members(world)[0], place, "floor", {})
        run.acks.append(answer["took"] * 1000)
        run.moves += 1


async def _same_by_move(world: World, seen: ArrivalQueues, run: LoadRun, place: str) -> None:
    """Send the requests of a move by `/move`, each once the board before it is there."""
    await _board(seen, place)
    for _ in range(MOVES):
        await world.slash(members(world)[0], place, "traffic", {})
        await _board(seen, place)
        run.moves += 1


def _same_by_buttons(again: int) -> LoadPlay:
    """Return a player that sends the requests of a move by buttons.

    There are `again` presses between the first and the last.
    """

    async def play(world: World, seen: ArrivalQueues, run: LoadRun, place: str) -> None:
        member = members(world)[0]
        _, board = await _board(seen, place)
        for _ in range(MOVES):
            await world.click(member, board["id"], PLAY)
            for custom_id in (*[AGAIN] * again, DONE):
                picker = await _private(seen, member, place)
                await world.click(member, picker["id"], custom_id)
            await _private(seen, member, place)
            _, board = await _board(seen, place)
            run.moves += 1

    return play


async def _board(seen: ArrivalQueues, place: str) -> tuple[float, JSON]:
    return await asyncio.wait_for(seen.boards(place).get(), PATIENCE)


async def _private(seen: ArrivalQueues, member: str, place: str) -> JSON:
    return await asyncio.wait_for(seen.private(member, place).get(), PATIENCE)


async def time_players(world: World, run: LoadRun, pid: int, work: list[Awaitable[None]]) -> None:
    """Run all players; note their moves a second and each move's cost.

    It counts from quiet to quiet. The requests left over from the matches' beginning (the edits of
    fifty cards) are sent first: they belong to no move.
    """
    await _quiet(world)
    before, began, spent = world.traffic.limited_count, time.perf_counter(), cpu_ms(pid)
    await asyncio.gather(*work)
    run.rate = run.moves / (time.perf_counter() - began)
    await asyncio.sleep(FADES_AFTER)  # the last answers are taken away then
    await _quiet(world)
    run.counted = (world.traffic.limited_count - before) / run.moves
    run.cpu = (cpu_ms(pid) - spent) / run.moves


async def _quiet(world: World) -> None:
    """Return once nothing has been sent for a while."""
    asked = -1
    while asked != sum(world.traffic.by_class.values()):
        asked = sum(world.traffic.by_class.values())
        await asyncio.sleep(QUIET_FOR)


def cpu_ms(pid: int) -> float:
    """Return the CPU milliseconds of all threads of a process, as Linux reports them.

    0 on other systems.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, told[11:13])) * 1000 / os.sysconf("SC_CLK_TCK")


async def until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > end:
            raise TimeoutError("the bot did not come online, or did not begin")
        await asyncio.sleep(0.02)


def members(world: World) -> list[str]:
    return list(world.state.members)
