"""The health check is green only while the bot works with Discord.

Discord must acknowledge every shard's heartbeats, and messages must go out.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord.gateway
import discord.http
import pytest
from yarl import URL

from bot.client import Twotone
from bot.host.config import Config
from bot.host.health import HEARTBEAT, Health, load_last_note, problem_in_note
from bot.host.sharding import DOUBLINGS
from data.database import presence
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from playground.api.gateway import Gateway, GatewayFault
from playground.app import GATEWAY, make_app, serve
from playground.bot_process import TOKEN
from playground.world.world import World
from tests.pace import PATIENCE

BEATS_MS = 100


class Room:
    """A bot in this process, at a playground whose gateway wants many heartbeats.

    Its time jumps on demand.
    """

    def __init__(self, world: World, gateway: Gateway, folder: Path) -> None:
        self.world = world
        self.gateway = gateway
        self.ahead = 0.0
        self.held: float | None = None
        """When it is as long as the bot is asked how it is, if a test says so."""
        config = Config(None, folder / "twotone.db", "text", 20, None)
        self.bot = Twotone(config, now=self.now, heartbeat=None, guild_ready_timeout=0.05)
        self.running: asyncio.Task[None] | None = None

    def now(self) -> float:
        return time.time() + self.ahead if self.held is None else self.held

    async def start(self) -> None:
        self.running = asyncio.create_task(self.bot.start(TOKEN))
        await self.until(self.bot.is_ready)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():  # noqa: ASYNC110 - the library does not tell
                await asyncio.sleep(0.02)

    async def check_health(self, at: float | None = None) -> str:
        """Return the health check's answer, once the bot has noted its state.

        The check is made as of now, or as of `at`.
        """
        self.bot.heartbeat, self.held = HEARTBEAT, at
        await self.bot.note_health()
        self.held = None
        return str(problem_in_note(load_last_note(self.bot.config.database)) or "well")

    async def wait_for_heartbeat(self, *shards: int) -> None:
        """Wait until the next heartbeat of these shards is acknowledged.

        With no shards named, wait for all of them.
        """

        def times() -> dict[int, float]:
            taken = self.bot.pulse.read_heartbeats(self.bot)
            return {number: at or 0.0 for number, at in taken.items() if not shards or number in shards}

        before = times()
        await self.until(lambda: all(at > before[number] for number, at in times().items()))


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    world = World(patience=PATIENCE)
    app = make_app(world, None)
    runner = await serve(world, app)
    app[GATEWAY].heartbeat_ms = BEATS_MS
    address = world.state.address
    monkeypatch.setattr(discord.http.Route, "BASE", f"{address}/api/v10")
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket,
        "DEFAULT_GATEWAY",
        URL(address.replace("http", "ws", 1) + "/gateway"),
    )
    room = Room(world, app[GATEWAY], tmp_path)
    yield room
    await room.bot.close()
    if room.running:
        room.running.cancel()
        await asyncio.wait({room.running})
    await runner.cleanup()


async def test_a_bot_whose_heartbeats_are_acknowledged_is_well(room: Room) -> None:
    await room.start()
    await room.wait_for_heartbeat()
    assert await room.check_health() == "well"
    [kept] = await room.bot.club.store.read(presence.list_beats)
    assert (kept.shard, kept.shards) == (0, 1)
    assert abs(kept.at - time.time()) < 10


async def test_a_gateway_that_acknowledges_nothing_is_told_although_the_bot_is_ready(room: Room) -> None:
    room.gateway.fault = GatewayFault.UNACKNOWLEDGED
    await room.start()
    assert room.bot.is_ready()
    assert "shard 0 is not connected to Discord yet" in await room.check_health()
    room.ahead += 130
    assert "not acknowledged a heartbeat of shard 0" in await room.check_health()


async def test_a_gateway_that_falls_silent_is_told_after_two_minutes(room: Room) -> None:
    await room.start()
    await room.wait_for_heartbeat()
    room.gateway.fault = GatewayFault.SILENT
    connections = room.gateway.connections
    await room.world.faults.drop_gateway()
    await room.until(lambda: room.gateway.connections > connections)
    assert room.bot.is_ready()
    assert await room.check_health() == "well"
    room.ahead += 110
    assert await room.check_health() == "well"
    room.ahead += 20
    assert "shard 0 for minutes (1 of 1" in await room.check_health()


@pytest.mark.ci
async def test_one_shard_that_is_away_is_named(room: Room) -> None:
    room.world.shards = 2
    await room.start()
    await room.wait_for_heartbeat()
    assert await room.check_health() == "well"
    gone = next(session for session in room.gateway.sessions.values() if session.shard == 1)
    assert gone.connection is not None
    room.gateway.fault = GatewayFault.REFUSING
    await gone.connection.socket.close(code=4000)
    await room.until(room.bot.shards[1].is_closed)
    room.ahead += 130
    await room.wait_for_heartbeat(0)
    assert "shard 1 for minutes (1 of 2" in await room.check_health()


async def test_a_message_that_is_due_for_minutes_is_told_but_not_one_that_waits_for_its_time(
    room: Room,
) -> None:
    await room.start()
    await room.wait_for_heartbeat()
    store, now = room.bot.club.store, room.now()
    await room.bot.club.delivery.stop()

    async def put(name: str, not_before: float) -> None:
        await store.write(
            lambda tx: outbox.put(
                tx,
                dedup=name,
                kind=PostKind.CHALLENGE,
                version=0,
                at=now,
                wait=not_before - now,
            )
        )

    await put("later", now + 3600)
    await put("due", now)
    assert await room.check_health() == "well"
    assert await room.check_health(now + 119) == "well"
    assert "A message has been due" in await room.check_health(now + 121)
    await store.write(lambda tx: outbox.drop(tx, "due"))
    assert await room.check_health() == "well"


async def test_what_the_last_process_left_counts_from_this_one_s_start(room: Room) -> None:
    await room.start()
    await room.wait_for_heartbeat()
    await room.bot.club.delivery.stop()
    long_ago = room.now() - 7200
    await room.bot.club.store.write(
        lambda tx: outbox.put(tx, dedup="old", kind=PostKind.CHALLENGE, at=long_ago, wait=0.0)
    )
    assert await room.check_health() == "well"
    note = load_last_note(room.bot.config.database)
    assert note
    assert 0 < note.health.waiting < 60


@pytest.mark.ci
async def test_a_shard_that_lost_discord_for_long_waits_half_a_minute_at_most(room: Room) -> None:
    room.world.shards = 2
    await room.start()
    for shard in room.bot.shards.values():
        waits = [shard._parent._backoff.delay() for _ in range(300)]
        assert 20 < max(waits) <= 2**DOUBLINGS <= 60


async def test_a_fault_of_the_disk_does_not_end_the_noting(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []

    def write(self: Health, file: Path) -> None:
        written.append(self)
        if len(written) == 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(Health, "write", write)
    monkeypatch.setattr(room.bot.life, "after_fault", 0.01)
    room.bot.heartbeat = 0.01
    await room.start()
    await room.until(lambda: len(written) > 2)
