"""Fifty tables for eleven minutes: nothing grows, stalls or is left behind.

Some games are long. The bot is a process of its own whose event loop is watched; the playground and
all players are in this one. The playground's old boards are thrown away, because this process is
not the one being measured.
"""

import asyncio
import contextlib
import random
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.app import make_app, serve
from playground.bot_process import BotProcess
from playground.world.state import ADA_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire.busy import Tables, play_button
from tests.wire.slow import slow_time
from workshop.bench.arrivals import ArrivalQueues, watching
from workshop.bench.watched_bot import FILE

pytestmark = pytest.mark.ci

WHOLE, SHORT = 11 * 60.0, 6.0
"""Seconds of play."""
TABLES = {
    "international": 20,
    "russian": 6,
    "turkish": 4,
    "binar": 6,
    "binary": 4,
    "zong-heng": 4,
    "yin-yang": 3,
    "incorrect-checkers": 2,
    "one-zero-one": 1,
}
BEGUN_IN = 30.0
"""Seconds in which all tables begin.

A match takes six of the bot's fifty requests a second to begin.
"""
THINKING = (0.5, 2.5)
"""Seconds, at least and at most, that a player looks at a board before moving."""
LOOKED_EVERY = 0.25
KEPT_MESSAGES = 5
MOST_MEMORY = 130 * 1024
"""KiB of resident memory that the bot has in the end, at most."""
LONGEST_STALL = 50.0
"""Milliseconds of CPU that one callback takes on the bot's event loop, at most."""
OLDEST_ROW = 5.0
"""Most seconds that anything is due in the outbox.

Discord's own limits hold up direct messages.
"""

assert sum(TABLES.values()) == 50


class Soak:
    """The world, what its members see, and what the players have done."""

    def __init__(self, world: World, seen: ArrivalQueues, seconds: float) -> None:
        self.world = world
        self.tables = Tables(world, seen)
        self.until = time.monotonic() + seconds
        self.moves = self.ended = 0

    @property
    def time_left(self) -> float:
        """Seconds until the time is over."""
        return max(self.until - time.monotonic(), 0.0)

    async def table(self, game: str, chance: random.Random) -> None:
        """Play match after match of one game until the time is over.

        The first begins at some moment near the start.
        """
        await asyncio.sleep(min(chance.uniform(0, BEGUN_IN), self.time_left / 2))
        while self.time_left:
            await self._match(await self.tables.begin(game), chance)

    async def _match(self, place: str, chance: random.Random) -> None:
        """Play a match to its end, or until the time is over."""
        _, board = await self.tables.board(place)
        while play_button(board):
            await asyncio.sleep(min(chance.uniform(*THINKING), self.time_left))
            if not self.time_left:
                return
            await self.tables.move(place, board, chance)
            _, board = await self.tables.board(place)
            self.moves += 1
            self._throw_away(place)
        self.ended += 1

    def _throw_away(self, place: str) -> None:
        """Forget all but the last messages of a thread, its channel and direct messages."""
        state = self.world.state
        dms = [channel for channel in state.channels.values() if channel.recipient is not None]
        for channel in (state.channels[place], *dms):
            for message in list(channel.messages.values())[:-KEPT_MESSAGES]:
                del channel.messages[message.id]
                for attachment in message.body["attachments"]:
                    state.files.pop(attachment["id"], None)


class Outbox:
    """How long rows are due in the bot's outbox, seen by looking often.

    Hands and archives are counted apart.
    """

    def __init__(self, path: Path) -> None:
        self.oldest = 0.0
        self.looks = 0
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
        self._since: dict[tuple[int, int], float] = {}

    def look(self) -> None:
        now = time.time()
        due = self._connection.execute(
            "SELECT id, version FROM outbox WHERE kind NOT IN ('hand', 'archive') AND not_before <= ?", (now,)
        ).fetchall()
        self._since = {row: self._since.get(row, now) for row in due}
        self.oldest = max(self.oldest, *(now - since for since in self._since.values()), 0.0)
        self.looks += 1

    async def watch(self) -> None:
        try:
            while True:
                await asyncio.to_thread(self.look)
                await asyncio.sleep(LOOKED_EVERY)
        finally:
            self._connection.close()


def resident(pid: int) -> int:
    """KiB of memory that a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")))


@contextlib.asynccontextmanager
async def open_world(folder: Path) -> AsyncIterator[tuple[World, BotProcess]]:
    """Open a world with the watched bot online in it."""
    world = World(slow_time, patience=PATIENCE)
    runner = await serve(world, make_app(world))
    bot = BotProcess(world.state.address, folder, "workshop.bench.watched_bot")
    try:
        async with world.watch(ADA_ID) as events:
            await bot.start()
            async with asyncio.timeout(PATIENCE):
                while not (world.state.bot_online and world.offered_commands(ADA_ID)):
                    await events.get()
        yield world, bot
    finally:
        await bot.stop()
        await runner.cleanup()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read as Linux tells it")
@pytest.mark.parametrize("seconds", [SHORT, pytest.param(WHOLE, marks=pytest.mark.deep)])
async def test_fifty_busy_tables_leave_the_bot_as_light_and_quick_as_it_was(
    tmp_path: Path, seconds: float
) -> None:
    async with open_world(tmp_path) as (world, bot), watching(world) as seen:
        soak = Soak(world, seen, seconds)
        outbox = Outbox(tmp_path / "twotone.db")
        looking = asyncio.create_task(outbox.watch())
        games = [game for game, count in TABLES.items() for _ in range(count)]
        await asyncio.gather(*(soak.table(game, random.Random(n)) for n, game in enumerate(games)))
        assert bot.pid is not None
        memory = resident(bot.pid)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        assert await bot.stop() == 0
    stall = float((tmp_path / FILE).read_text())
    told = f"{soak.moves} moves, {soak.ended} ended, {memory} KiB, {stall:.1f} ms, {outbox.oldest:.2f} s"
    print(told)
    assert "ERROR" not in bot.log_tail(10_000), told
    assert soak.moves > 0, told
    assert outbox.looks > 10, told
    assert memory < MOST_MEMORY, told
    if seconds == WHOLE:  # a short run says little of these on a machine that is busy with other tests
        assert soak.moves > 100 * len(games), told
        assert stall < LONGEST_STALL, told
        assert outbox.oldest < OLDEST_ROW, told
