"""Fifty tables for eleven minutes, long games among them: nothing grows, nothing stands still, nothing is left behind.

The bot is a process of its own whose event loop is watched; the playground and all players are in this one. What the
playground would keep of old boards is thrown away, for this process is not what is measured.
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

from bench.seen import Board, Seen, menus, presses, watching
from bench.watched_bot import FILE
from playground.app import make_app, serve
from playground.bot_process import BotProcess
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.world import World
from tests.wire.players import mover
from tests.wire.seen import words
from tests.wire.slow import slow_time

WHOLE, SHORT = 11 * 60.0, 10.0
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
THINKING = (0.5, 2.5)
"""Seconds, at least and at most, that somebody looks at a board before they move."""
PATIENCE = 30.0
LOOKED_EVERY = 0.25
KEPT_MESSAGES = 5
MOST_MEMORY = 130 * 1024
"""KiB of resident memory that the bot has in the end, at most."""
LONGEST_STALL = 50.0
"""Milliseconds of CPU that one callback takes on the bot's event loop, at most."""
OLDEST_ROW = 5.0
"""Seconds that anything is due in the outbox, at most; Discord's own limits hold up direct messages."""

assert sum(TABLES.values()) == 50


class Soak:
    """The world, what its members see, and what the players have done."""

    def __init__(self, world: World, seen: Seen, seconds: float) -> None:
        self.world = world
        self.seen = seen
        self.until = time.monotonic() + seconds
        self.moves = self.ended = 0
        self._beginning = asyncio.Lock()

    @property
    def left(self) -> float:
        """Seconds until the time is over."""
        return max(self.until - time.monotonic(), 0.0)

    async def table(self, game: str, chance: random.Random) -> None:
        """Play match after match of one game until the time is over."""
        while self.left:
            await self._match(await self._begin(game), chance)

    async def _match(self, place: str, chance: random.Random) -> None:
        """Play a match to its end, or until the time is over."""
        _, board = await self._board(place)
        while any(":play:" in custom_id for custom_id in presses(board)):
            await asyncio.sleep(min(chance.uniform(*THINKING), self.left))
            if not self.left:
                return
            await self._move(place, board, chance)
            _, board = await self._board(place)
            self.moves += 1
            self._throw_away(place)
        self.ended += 1

    async def _begin(self, game: str) -> str:
        async with self._beginning:  # two equal challenges at a time would be one
            asked = {"game": game, "opponent": BEN_ID}
            place: str = (await self.world.slash(ADA_ID, GAMES_ID, "play", asked))["message_id"]
            await self.world.click(BEN_ID, place, await self._accept(place))
        return place

    async def _accept(self, place: str) -> str:
        """The button by which a challenge is accepted; on a busy machine it comes after a deferral."""
        async with asyncio.timeout(PATIENCE):
            while True:
                card = self.world.state.message(place)
                for custom_id in presses(card.body) if card is not None else ():
                    if ":accept:" in custom_id:
                        return custom_id
                await asyncio.sleep(0.02)

    async def _move(self, place: str, board: JSON, chance: random.Random) -> None:
        """Move by a command or by buttons."""
        member = mover(board)
        if chance.random() < 0.3:
            offered = await self.world.complete(member, place, "move", {"move": ""}, "move")
            move = str(chance.choice(offered)["value"])
            await self.world.slash(member, place, "move", {"move": move})
            shown = await self._private(member, place)
        else:
            play = next(each for each in presses(board) if ":play:" in each)
            await self.world.click(member, board["id"], play)
            shown = await self._private(member, place)
            while choice := _choice(shown, chance):
                custom_id, value = choice
                if value is None:
                    await self.world.click(member, shown["id"], custom_id)
                else:
                    await self.world.select(member, shown["id"], custom_id, [value])
                shown = await self._private(member, place)
        assert "You played `" in words(shown), words(shown)

    async def _board(self, place: str) -> Board:
        return await asyncio.wait_for(self.seen.boards(place).get(), PATIENCE)

    async def _private(self, member: str, place: str) -> JSON:
        return await asyncio.wait_for(self.seen.private(member, place).get(), PATIENCE)

    def _throw_away(self, place: str) -> None:
        """Forget all but the last messages of a thread, of the channel and of the direct messages."""
        state = self.world.state
        dms = [channel for channel in state.channels.values() if channel.recipient is not None]
        for channel in (state.channels[place], *dms):
            for message in list(channel.messages.values())[:-KEPT_MESSAGES]:
                del channel.messages[message.id]
                for attachment in message.body["attachments"]:
                    state.files.pop(attachment["id"], None)


def _choice(picker: JSON, chance: random.Random) -> tuple[str, str | None] | None:
    """Something in a picker that goes on: a button, or a menu and its value; none where the move is made."""
    buttons = presses(picker)
    ways: list[tuple[str, str | None]] = [
        (custom_id, None)
        for custom_id, label in buttons.items()
        if ":do:" in custom_id or (":pick:" in custom_id and label != "Back")
    ]
    ways += [(custom_id, value) for custom_id, values in menus(picker).items() for value in values]
    return chance.choice(ways) if ways else None


class Outbox:
    """How long rows are due in the bot's outbox, as somebody sees it who looks often; hands and archives apart."""

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
async def begun(folder: Path) -> AsyncIterator[tuple[World, BotProcess]]:
    """A world with the watched bot online in it."""
    world = World(slow_time, patience=PATIENCE)
    runner = await serve(world, make_app(world))
    bot = BotProcess(world.state.address, folder, "bench.watched_bot")
    try:
        async with world.watch(ADA_ID) as events:
            await bot.start()
            async with asyncio.timeout(PATIENCE):
                while not (world.state.bot_online and world.commands(ADA_ID)):
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
    async with begun(tmp_path) as (world, bot), watching(world) as seen:
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
    assert "ERROR" not in bot.log_end(10_000), told
    assert soak.moves > 0, told
    assert outbox.looks > 10, told
    assert memory < MOST_MEMORY, told
    if seconds == WHOLE:  # a short run says little of these on a machine that is busy with other tests
        assert soak.moves > 100 * len(games), told
        assert stall < LONGEST_STALL, told
        assert outbox.oldest < OLDEST_ROW, told
