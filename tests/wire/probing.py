"""A playground for `twotone probe`, and a host who presses its buttons."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest

from playground.api.rest_api import RestApi
from playground.app import REST, make_app, serve
from playground.checks.openapi import OpenAPI
from playground.pointing import point_discord_at
from playground.world.components import BUTTON, walk_components
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID
from playground.world.world import World
from tests.wire.slow import slow_time

BUTTONS = ("one", "two", "three")


@dataclass
class Server:
    world: World
    rest: RestApi


@pytest.fixture
async def server(openapi: OpenAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    world = World(slow_time, patience=30.0)
    app = make_app(world, openapi)
    runner = await serve(world, app)
    monkeypatch.setattr("discord.http.Route.BASE", "")
    monkeypatch.setattr("discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", None)
    point_discord_at(world.state.address)
    openapi.violations.clear()
    try:
        yield Server(world, app[REST])
    finally:
        await runner.cleanup()
    assert openapi.violations == []


def probe_buttons(body: JSON) -> Iterator[str]:
    """The probe's buttons on a message."""
    for component in walk_components(body["components"]):
        if component["type"] == BUTTON and component.get("custom_id", "").startswith("probe:"):
            yield component["custom_id"]


@contextlib.asynccontextmanager
async def a_host(world: World, presses: tuple[str, ...] = BUTTONS) -> AsyncIterator[None]:
    """Ada, who presses each of those buttons once, as soon as she sees it."""
    left = {f"probe:{name}" for name in presses}
    pressing: set[asyncio.Task[None]] = set()

    async def press(message_id: str, custom_id: str) -> None:
        with contextlib.suppress(ActRefusedError):
            await world.click(ADA_ID, message_id, custom_id)

    async def watch() -> None:
        async with world.watch(ADA_ID) as events:
            watching.set()
            while True:
                event = await events.get()
                body = event.get("message", {"components": []})
                for custom_id in [each for each in probe_buttons(body) if each in left]:
                    left.remove(custom_id)
                    pressing.add(asyncio.create_task(press(body["id"], custom_id)))

    watching = asyncio.Event()
    task = asyncio.create_task(watch())
    await watching.wait()
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, *pressing, return_exceptions=True)
