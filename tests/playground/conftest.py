"""Fixtures: a world on a free port with a real discord.py client, and a browser."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser

from playground.api.gateway import Gateway
from playground.api.rest_api import RestApi
from playground.app import GATEWAY, REST, make_app, serve
from playground.checks.document import load_openapi_document
from playground.checks.openapi import OpenAPI
from playground.pointing import point_discord_at
from playground.world.errors import JSON
from playground.world.world import World
from tests.pace import PATIENCE
from tests.playground.browser import Stage, chromium, on_stage
from tests.playground.plain_api import Api
from tests.playground.sample_bot import SampleBot

TOKEN = "playground-tests"


class MovedTime:
    """The time of day plus an offset that a test adds.

    While it stands still, a busy machine uses none of it up.
    """

    def __init__(self) -> None:
        self.ahead = 0.0
        self._stopped: float | None = None

    def __call__(self) -> float:
        return (time.time() if self._stopped is None else self._stopped) + self.ahead

    def stop(self) -> None:
        """From now on it goes by only where a test adds to it."""
        self._stopped = time.time()

    def go_on(self) -> None:
        """Let it go by itself again, from where it stands."""
        if self._stopped is not None:
            self.ahead -= time.time() - self._stopped
            self._stopped = None


@dataclass
class Server:
    """A world that is served, with its parts."""

    world: World
    rest: RestApi
    gateway: Gateway
    now: MovedTime

    @property
    def address(self) -> str:
        return self.world.state.address


@pytest.fixture(scope="session")
def openapi() -> OpenAPI:
    return OpenAPI(load_openapi_document())


@pytest.fixture
async def server(openapi: OpenAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    now = MovedTime()
    world = World(now)
    app = make_app(world, openapi)
    runner = await serve(world, app)
    monkeypatch.setattr("discord.http.Route.BASE", "")
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", None)
    point_discord_at(world.state.address)
    openapi.violations.clear()
    try:
        yield Server(world, app[REST], app[GATEWAY], now)
    finally:
        await runner.cleanup()
    assert openapi.violations == []


async def next_event(events: asyncio.Queue[JSON], kind: str, **fields: Any) -> JSON:
    """The next event of that type, and with those fields, of a member's watch."""
    async with asyncio.timeout(PATIENCE):
        while True:
            event = await events.get()
            if event["type"] == kind and fields.items() <= event.items():
                return event


@contextlib.asynccontextmanager
async def logged_in(bot: SampleBot) -> AsyncIterator[SampleBot]:
    """The bot, logged in and ready, until the context ends."""
    async with bot:
        running = asyncio.create_task(bot.start(TOKEN))
        ready = asyncio.create_task(bot.ready.wait())
        await asyncio.wait({running, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert bot.ready.is_set(), running.exception() if running.done() else "the bot did not get ready"
        try:
            yield bot
        finally:
            await bot.close()
            await running


@pytest.fixture
async def bot(server: Server) -> AsyncIterator[SampleBot]:
    async with logged_in(SampleBot()) as bot:
        yield bot


@pytest.fixture
async def api(server: Server) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(server.world, session)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as launched:
        yield launched


@pytest_asyncio.fixture(loop_scope="module")
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with on_stage(browser) as set_up:
        yield set_up
