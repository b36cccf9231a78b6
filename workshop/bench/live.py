"""Fifty matches on live boards, and a thousand watchers of one of them.

The playground's server and the pages of all players are in this process, the bot and the watchers are processes of
their own. A move has arrived when the stream of the other player's page has brought the new board.
"""

import asyncio
import hashlib
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiohttp

from playground.bot_process import BotProcess
from playground.world.directory import WorldPerson
from playground.world.world import World
from workshop.bench.arrivals import ArrivalQueues, watching
from workshop.bench.load import (
    MOVES,
    PATIENCE,
    UNPACED,
    LoadRun,
    begin,
    by_buttons,
    by_move,
    members,
    opened_world,
    time_players,
    until,
)
from workshop.bench.row import BenchFigure, percentile
from workshop.bench.scrape import free_port

WATCHERS: Final = 1000
ROUNDS: Final = 2
"""Runs of the acknowledgements without watchers, and then with them."""
PAUSE: Final = 1.0
"""Seconds between two moves of the match that is watched."""
THOUGHT: Final = 2.0
"""Seconds that a player thinks on average.

Fifty matches make 25 moves a second, as those of a hurried evening do.
"""
FIRST: Final = 10**9
"""The id of the first watcher."""
OPENED: Final = "INSERT INTO live_board (key, user_id, match_id, until, token) VALUES (?, ?, ?, ?, ?)"


def rows() -> Iterator[BenchFigure]:
    """Yield ms from a tap to the other page's board, and the CPU of such a move.

    It stands beside that of a move by presses. Then come the MB of a thousand watchers, and the
    acknowledgements of commands beside the same without watchers.
    """
    found = asyncio.run(_measure())
    for share in (50, 95):
        yield BenchFigure(f"live.board.p{share}", percentile(found.boards, share), "ms")
    yield BenchFigure("live.cpu.move", found.by_pages.cpu, "ms", found.by_buttons.cpu)
    yield BenchFigure("live.watchers.memory", found.grown, "MB")
    for share in (50, 95):
        with_them, without = percentile(found.watched, share), percentile(found.alone, share)
        yield BenchFigure(f"live.watchers.ack.p{share}", with_them, "ms", without)


@dataclass
class _Found:
    """What was measured, in ms and MB."""

    by_buttons: LoadRun = field(default_factory=LoadRun)
    by_pages: LoadRun = field(default_factory=LoadRun)
    boards: list[float] = field(default_factory=list)
    alone: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)
    grown: float = 0.0


@dataclass
class _Page:
    """One player's page: its newest `state` is that of its stream."""

    session: aiohttp.ClientSession
    token: str
    state: Mapping[str, Any] = field(default_factory=dict)
    arrived: float = 0.0
    tapped: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def _headers(self) -> Mapping[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def follow(self) -> None:
        """Read the stream until it is cancelled."""
        async with self.session.get("/live/events", headers=self._headers) as came:
            came.raise_for_status()
            async for line in came.content:
                if line.startswith(b"data: "):
                    self.arrived = time.perf_counter()
                    self.state = json.loads(line.removeprefix(b"data: "))
                    self.changed.set()

    async def wait_for(self, version: int) -> None:
        """Wait until the stream has brought this version."""
        async with asyncio.timeout(PATIENCE):
            while self.state.get("version", -1) < version:
                self.changed.clear()
                await self.changed.wait()

    async def tap(self, chance: random.Random) -> None:
        """Tap any move, until it is made."""
        state = self.state
        while state["version"] == self.state["version"] and state["choices"]:
            asked = {
                "do": "choose",
                "path": chance.choice(state["choices"])["path"],
                "version": state["version"],
                "act": f"{chance.getrandbits(128):032x}",
            }
            self.tapped = time.perf_counter()
            async with self.session.post("/live/ask", json=asked, headers=self._headers) as came:
                state = await came.json()
            if not state["ok"]:
                raise RuntimeError(state["error"])


async def _measure() -> _Found:
    found, port = _Found(), free_port()
    pages = {"PUBLIC_URL": f"http://127.0.0.1:{port}", "WEB_BIND": f"127.0.0.1:{port}", "LIVE_BOARD": "yes"}
    with tempfile.TemporaryDirectory() as folder:
        async with (
            opened_world() as (world, _),
            watching(world) as seen,
            aiohttp.ClientSession(
                pages["PUBLIC_URL"], connector=aiohttp.TCPConnector(limit=0), read_bufsize=1 << 20
            ) as session,
        ):
            bot = BotProcess(world.state.address, Path(folder), "workshop.bench.live_bot", UNPACED | pages)
            await bot.start()
            try:
                await until(
                    lambda: bool(world.state.bot_online and world.offered_commands(members(world)[0]))
                )
                assert bot.pid is not None  # it is online
                places = await begin(world, seen)
                await time_players(
                    world,
                    found.by_buttons,
                    bot.pid,
                    [by_buttons(world, seen, found.by_buttons, place) for place in places],
                )
                async with _pages(bot, session, world, places) as boards:
                    await time_players(
                        world, found.by_pages, bot.pid, [_by_pages(found, each) for each in boards]
                    )
                for _ in range(ROUNDS):
                    found.alone += await _acks(world, seen, bot.pid)
                async with _pages(bot, session, world, places[:1]) as [watched]:
                    before = _memory(bot.pid)
                    async with _watchers(bot, port, world, places[0]):
                        moving = asyncio.create_task(_move_slowly(watched))
                        for _ in range(ROUNDS):
                            found.watched += await _acks(world, seen, bot.pid)
                        found.grown = _memory(bot.pid) - before
                        moving.cancel()
                        await asyncio.wait({moving})
                        if not moving.cancelled():
                            moving.result()
            finally:
                await bot.stop()
    return found


async def _by_pages(found: _Found, pages: Sequence[_Page]) -> None:
    """Move by taps in turn, after a thought each.

    The time counts from the tap that makes the move.
    """
    chance = random.Random(pages[0].token)
    for _ in range(MOVES):
        await asyncio.sleep(chance.uniform(0.0, 2 * THOUGHT))
        before = pages[0].state["version"]
        mover, other = pages if pages[0].state["choices"] else reversed(pages)
        await mover.tap(chance)
        await asyncio.gather(*(each.wait_for(before + 1) for each in pages))
        found.boards.append((other.arrived - mover.tapped) * 1000)
        found.by_pages.moves += 1


async def _move_slowly(pages: Sequence[_Page]) -> None:
    """Move on and on in the match that is watched, as people do who hurry."""
    chance = random.Random(1)
    while True:
        before = pages[0].state["version"]
        mover = pages[0] if pages[0].state["choices"] else pages[1]
        await mover.tap(chance)
        await asyncio.gather(*(each.wait_for(before + 1) for each in pages))
        await asyncio.sleep(PAUSE)


async def _acks(world: World, seen: ArrivalQueues, pid: int) -> list[float]:
    """Return how long each acknowledgement of fifty new matches took."""
    run = LoadRun()
    places = await begin(world, seen)
    await time_players(world, run, pid, [by_move(world, seen, run, place) for place in places])
    return run.acks


@asynccontextmanager
async def _pages(
    bot: BotProcess, session: aiohttp.ClientSession, world: World, places: Sequence[str]
) -> AsyncIterator[list[list[_Page]]]:
    """Open the pages of both players of matches, each with its stream."""
    boards = []
    for place in places:
        tokens = _open_sessions(bot, place, members(world)[:2])
        boards.append([_Page(session, token) for token in tokens])
    pages = [page for board in boards for page in board]
    following = [asyncio.create_task(page.follow()) for page in pages]
    try:
        await asyncio.gather(*(page.wait_for(0) for page in pages))
        yield boards
    finally:
        for task in following:
            task.cancel()
        await asyncio.wait(following)


@asynccontextmanager
async def _watchers(bot: BotProcess, port: int, world: World, place: str) -> AsyncIterator[None]:
    """Let all watchers watch a match; each is a member of its own."""
    people = [str(FIRST + number) for number in range(WATCHERS)]
    world.state.members.update({each: WorldPerson(each, f"w{each}", f"W{each}") for each in people})
    tokens = _open_sessions(bot, place, people)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "workshop.bench.live_watchers", str(port), str(WATCHERS)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write("".join(f"{each}\n" for each in tokens).encode())
        if not await asyncio.wait_for(process.stdout.readline(), 4 * PATIENCE):
            raise RuntimeError("not all could watch")
        yield
    finally:
        process.stdin.close()
        await process.wait()


def _open_sessions(bot: BotProcess, place: str, people: Sequence[str]) -> list[str]:
    """Return the tokens of new sessions of these people.

    They would have pressed a button and followed its link.
    """
    tokens = [hashlib.sha256(f"{place}:{each}:{time.time()}".encode()).hexdigest()[:32] for each in people]
    until = time.time() + 3600.0
    with closing(sqlite3.connect(bot.folder / "twotone.db", timeout=PATIENCE)) as database, database:
        [[match_id]] = database.execute("SELECT id FROM match WHERE thread_id = ?", (int(place),)).fetchall()
        database.executemany(
            OPENED,
            [
                (f"key of {token}", int(user), match_id, until, hashlib.sha256(token.encode()).hexdigest())
                for token, user in zip(tokens, people, strict=True)
            ],
        )
    return tokens


def _memory(pid: int) -> float:
    """Return the MB of memory of a process, as Linux reports them.

    0 on other systems.
    """
    try:
        told = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int(told.partition("VmRSS:")[2].split()[0]) * 1024 / 1e6
