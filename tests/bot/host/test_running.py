"""What ends the bot is told in one sentence; a Discord that is away is waited for."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.__main__ import FAILED, MISUSED
from bot.client import Twotone
from bot.codes import LIMITED_FOR
from bot.host import running
from bot.host.config import Config
from bot.host.running import HostError, connection_error, run_until_stopped
from bot.host.settings import ConfigError
from playground.api.gateway import Gateway
from playground.app import GATEWAY, make_app, serve
from playground.bot_process import BotProcess
from playground.world.state import ADA_ID
from playground.world.world import World
from tests.fake_wire import refusal
from tests.pace import PATIENCE

SENTENCES = {
    4004: "Discord does not know this token",
    4010: "Discord refuses the shards",
    4011: "Discord refuses the shards",
    4012: "Install a newer Twotone",
    4013: "Discord refuses the intents",
    4014: "Discord refuses the intents",
}


NOT_FOUND = discord.GatewayNotFound()


class Failing(Twotone):
    """A client whose start ends in each of `faults`, one after another.

    Then it runs until it is closed.
    """

    faults: list[Exception]
    started = 0

    def __init__(self, faults: list[Exception]) -> None:
        super().__init__(Config(None, Path("unused.db"), "text", 20, None))
        self.faults = faults

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        assert reconnect
        type(self).started += 1
        if self.faults:
            raise self.faults.pop(0)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.Event().wait()


class ClientError(Exception):
    """A fault of the library below discord.py."""

    __module__ = "aiohttp.client_exceptions"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits, nor is it ended hard."""
    monkeypatch.setattr(running, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(running, "LONGEST_WAIT", 0.04)
    monkeypatch.setattr("threading.Timer", lambda *_: SimpleNamespace(start=lambda: None))
    Failing.started = 0


def connection_closed(code: int) -> discord.ConnectionClosed:
    """A connection that Discord closed with this code."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    "fault",
    [
        refusal(503),
        refusal(500),
        OSError("no route"),
        TimeoutError(),
        NOT_FOUND,
        ClientError("cut"),
        connection_closed(1006),
    ],
)
async def test_a_discord_that_is_away_is_waited_for(
    fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    faults = [fault] * 4
    with caplog.at_level(logging.WARNING):
        await run_until_stopped(lambda: Failing(faults), "token")
    assert Failing.started == 5
    said = [record.__dict__["sentence"] for record in caplog.records if "log-in failed" in record.message]
    assert len(said) == 4
    assert all("Discord cannot be reached" in each for each in said)


async def test_bots_that_lost_discord_together_do_not_log_in_together_and_wait_longer_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("data.database.waits.sleep_with_jitter", wait)
    faults: list[Exception] = [OSError("no route")] * 4
    await run_until_stopped(lambda: Failing(faults), "token")
    assert waited == [0.01, 0.02, 0.04, 0.04]


@pytest.mark.parametrize(
    ("fault", "seconds"), [(discord.RateLimited(40.0), 40), (refusal(429), round(LIMITED_FOR))]
)
async def test_a_limit_on_logging_in_is_kept(
    fault: Exception, seconds: int, caplog: pytest.LogCaptureFixture
) -> None:
    task = asyncio.create_task(run_until_stopped(lambda: Failing([fault]), "token"))
    with caplog.at_level(logging.WARNING):
        async with asyncio.timeout(5):
            while not caplog.records:
                await asyncio.sleep(0)
    assert f"in about {seconds} seconds" in caplog.records[-1].__dict__["sentence"]
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(task, 5)
    assert Failing.started == 1


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (discord.LoginFailure("no"), ConfigError, "does not know this token"),
        (
            discord.Forbidden(SimpleNamespace(status=403, reason="No"), {"code": 40001, "message": "no"}),
            HostError,
            "(code 40001)",
        ),
        (discord.PrivilegedIntentsRequired(0), HostError, "refuses the intents"),
        *[
            (connection_closed(code), ConfigError if code == 4004 else HostError, words)
            for code, words in SENTENCES.items()
        ],
    ],
)
async def test_what_the_host_has_to_mend_is_said(fault: Exception, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind) as told:
        await run_until_stopped(lambda: Failing([fault]), "token")
    assert words in str(told.value)
    assert Failing.started == 1


async def test_a_mistake_of_ours_is_not_tried_again() -> None:
    with pytest.raises(KeyError):
        await run_until_stopped(lambda: Failing([KeyError("x")]), "token")
    assert Failing.started == 1


@pytest.fixture
async def gateway(forked: None, tmp_path: Path) -> AsyncIterator[tuple[World, Gateway, BotProcess]]:
    world = World(patience=PATIENCE)
    app = make_app(world, None)
    runner = await serve(world, app)
    process = BotProcess(world.state.address, tmp_path)
    yield world, app[GATEWAY], process
    await process.kill()
    await runner.cleanup()


async def online(world: World, process: BotProcess) -> None:
    """Start the bot, and wait until its gateway has taken it in."""
    async with asyncio.timeout(PATIENCE), world.watch(ADA_ID) as events:
        await process.start()
        while await events.get() != {"type": "bot", "online": True}:
            pass


async def check_ends_in(process: BotProcess, sentence: str, *, status: int = MISUSED) -> None:
    """Check that the bot ends by itself with a status.

    Its last words are a sentence and no traceback.
    """
    assert process.process is not None
    assert await asyncio.wait_for(process.process.wait(), PATIENCE) == status
    log = process.log_tail(1000).splitlines()
    assert sentence in log[-1]
    assert not any("Traceback" in line for line in log)


@pytest.mark.ci
@pytest.mark.parametrize("code", [4004, 4011, 4014])
async def test_a_gateway_that_closes_for_good_ends_it_in_a_sentence(
    gateway: tuple[World, Gateway, BotProcess], code: int
) -> None:
    world, _, process = gateway
    await online(world, process)
    await world.faults.drop_gateway(code)
    await check_ends_in(process, SENTENCES[code], status=MISUSED if code == 4004 else FAILED)
    assert not (process.folder / "twotone.db-wal").exists()


async def test_a_token_that_discord_does_not_know_is_named(
    gateway: tuple[World, Gateway, BotProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, process = gateway
    monkeypatch.setattr("playground.bot_process.TOKEN", "nonsense")
    await process.start()
    await check_ends_in(process, SENTENCES[4004])


async def test_a_test_server_without_the_bot_is_named(
    gateway: tuple[World, Gateway, BotProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, process = gateway
    monkeypatch.setenv("TEST_GUILD", "1183492020123456789")
    await process.start()
    await check_ends_in(process, "TEST_GUILD names the server 1183492020123456789")


@pytest.mark.ci
async def test_a_bot_that_starts_before_its_network_logs_in_when_that_is_there(
    gateway: tuple[World, Gateway, BotProcess],
) -> None:
    world, _, process = gateway
    world.faults.fail_next(2, 503, "/users/@me")
    await online(world, process)
    log = process.log_tail(100)
    assert log.count("Discord cannot be reached") == 2
    assert "Traceback" not in log


def test_only_what_passes_by_itself_is_said_to_be_out_of_reach() -> None:
    away = connection_error(ConnectionResetError())
    assert away is not None
    assert away.sentence.code == "host.unreachable"
    assert connection_error(ZeroDivisionError()) is None
