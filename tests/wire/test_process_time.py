"""A machine whose clock is hours off plays on by Discord's time.

No player's clock loses or gains by that.
"""

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import discord.gateway
import discord.http
import pytest
from yarl import URL

from bot.client import Twotone
from bot.host.config import Config
from bot.host.health import HEARTBEAT, load_last_note
from bot.host.process_time import CorrectedClock
from club.clocks.clock import Clock
from playground.app import GATEWAY, REST, make_app, serve
from playground.bot_process import TOKEN, BotProcess
from playground.world.state import ADA_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.sets import leave_to_ci
from tests.wire.live_bot import Scene

TWO_HOURS = 7200.0
OFF = (TWO_HOURS, -TWO_HOURS)
NEAR = 5.0
"""Seconds that a busy machine may need between two looks at a clock."""
ENOUGH = 40
"""Presses after which the bot must have noticed."""


class Late(CorrectedClock):
    """A clock that learns late what Discord says of the time."""

    hears = True

    def better_offset(self) -> float | None:
        return super().better_offset() if self.hears else None


class Room:
    """A bot in this process on a machine whose clock is off, at a playground."""

    def __init__(self, scene: Scene, folder: Path, discord_ahead: list[float]) -> None:
        self.scene = scene
        self.folder = folder
        self.discord_ahead = discord_ahead
        self.ahead = 0.0
        self.clock = Late(self.machine, self.machine)
        self.bot = self.make()
        self.running: asyncio.Task[None] | None = None

    def machine(self) -> float:
        return time.time() + self.ahead

    def make(self) -> Twotone:
        config = Config(None, self.folder / "twotone.db", "text", 20, None)
        return Twotone(config, now=self.clock, heartbeat=HEARTBEAT, guild_ready_timeout=0.05)

    async def start(self) -> None:
        self.running = asyncio.create_task(self.bot.start(TOKEN))
        async with asyncio.timeout(PATIENCE):
            while not self.bot.is_ready():
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        await self.bot.close()
        if self.running:
            self.running.cancel()
            await asyncio.wait({self.running})

    @property
    def off(self) -> float:
        """How far the bot's time is from the right one."""
        return abs(self.bot._now() - time.time())

    async def correct_clock(self) -> None:
        """Let people press on until the bot goes by the right time."""
        for _ in range(ENOUGH):
            if self.off < NEAR:
                break
            await self.scene.world.slash(ADA_ID, GAMES_ID, "help", {})
        assert self.off < NEAR

    async def seconds_left(self) -> float:
        """Return the seconds that the mover of the first match has left.

        The clock keeper has checked the clocks before.
        """
        await self.bot.club.play.clocks.handle_due_clocks()
        row = (await self.bot.club.play.matches.load(1)).row
        assert row.clock is not None and row.turn is not None
        return Clock.parse(row.clock.state).seconds_left(row.turn, self.bot._now())


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    discord_ahead = [0.0]
    world = World(lambda: time.time() + discord_ahead[0], patience=PATIENCE)
    app = make_app(world, None)
    runner = await serve(world, app)
    address = world.state.address
    monkeypatch.setattr(discord.http.Route, "BASE", f"{address}/api/v10")
    gateway = URL(address.replace("http", "ws", 1) + "/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    scene = Scene(world, app[REST], app[GATEWAY], BotProcess(address, tmp_path))
    listening = [asyncio.create_task(scene.listen(member)) for member in world.state.members]
    room = Room(scene, tmp_path, discord_ahead)
    yield room
    await room.stop()
    for task in listening:
        task.cancel()
    await runner.cleanup()


@pytest.mark.parametrize("ahead", leave_to_ci(OFF, after=1))
async def test_a_clock_that_is_off_at_the_start_is_never_gone_by(
    room: Room, ahead: float, caplog: pytest.LogCaptureFixture
) -> None:
    room.ahead = ahead
    await room.start()
    assert abs(room.bot.club.processes.started - time.time()) < 60, "nothing was stored by it"
    await room.scene.begin("binar", clock="1d")
    assert abs(await room.seconds_left() - 86_400) < 60
    assert [record.__dict__["seconds"] for record in caplog.records if record.msg == "clock differs"] in (
        [-ahead - 1],
        [-ahead],
        [-ahead + 1],
    )
    await room.bot.note_health()
    note = load_last_note(room.bot.config.database)
    assert note is not None and "clock is 7" in "".join(map(str, note.health.warnings()))
    room.ahead = 0.0  # the next process finds it mended
    await room.stop()
    room.clock = Late(room.machine, room.machine)
    room.bot = room.make()
    await room.start()
    assert room.off < 0.1
    assert abs(await room.seconds_left() - 86_400) < 60


@pytest.mark.ci
@pytest.mark.parametrize("ahead", leave_to_ci([*OFF, 20.0, -20.0], after=1))
async def test_a_clock_found_off_while_people_play_is_put_right_and_no_time_left_changes(
    room: Room, ahead: float
) -> None:
    room.ahead, room.clock.hears = ahead, False
    await room.start()
    await room.scene.begin("binar", clock="1d")
    assert room.off > NEAR
    before, began = await room.seconds_left(), time.time()
    room.clock.hears = True
    await room.correct_clock()
    assert 0 <= before - await room.seconds_left() < time.time() - began + 0.1
    row = (await room.bot.club.play.matches.load(1)).row
    assert row.clock is not None and row.clock.deadline_at is not None
    assert abs(row.clock.deadline_at - began - before) < NEAR, "what the board shows is true"
    for _ in range(3):
        await room.scene.world.slash(ADA_ID, GAMES_ID, "help", {})
    assert room.off < NEAR, "it is put right once"


@pytest.mark.ci
@pytest.mark.parametrize("ahead", leave_to_ci(OFF, after=1))
async def test_a_discord_whose_time_is_two_hours_off_is_gone_by_and_the_host_told(
    room: Room, tmp_path: Path, ahead: float
) -> None:
    room.discord_ahead[0] = ahead
    await room.scene.bot.start()
    await room.scene.online()
    await room.scene.begin("binar", clock="10+5")
    assert "clock differs" in room.scene.bot.log_tail(100)
    assert "This machine's clock is 7" in await run_command(tmp_path, "healthcheck")
    assert "This machine's clock is 7" in await run_command(tmp_path, "status")
    with closing(sqlite3.connect(tmp_path / "twotone.db")) as database:
        began_at, at = database.execute("SELECT created_at, at FROM match, clock_event").fetchone()
    right = time.time() + ahead
    assert right - 60 < began_at <= right + NEAR
    assert right - 60 < at <= right + NEAR
    await room.scene.bot.stop()


async def run_command(folder: Path, verb: str) -> str:
    """Run a host's command beside a healthy bot, and return its output."""
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", verb),
        cwd=folder,
        env={"DATABASE_URL": "sqlite:///twotone.db", "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    words, _ = await asked.communicate()
    return words.decode()
