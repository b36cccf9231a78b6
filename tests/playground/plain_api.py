"""Discord's REST API without a client library.

The test itself spells out each request that the bot sends.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import aiohttp

from playground.api.rest_api import PREFIX
from playground.world.directory import Channel
from playground.world.errors import JSON
from playground.world.state import BOT_ID
from playground.world.world import World

COMMANDS: list[JSON] = [
    {"name": "play", "description": "Play", "options": []},
    {
        "name": "move",
        "description": "Move",
        "options": [{"name": "to", "type": 3, "description": "To", "autocomplete": True}],
    },
]


class Api:
    """Requests to a world's server; `heard` are the interactions its members made."""

    def __init__(self, world: World, session: aiohttp.ClientSession) -> None:
        self.world = world
        self.session = session
        self.heard: asyncio.Queue[JSON] = asyncio.Queue()
        self.headers: dict[str, str] = {}
        self._gateway = world.state.on_dispatch
        world.state.on_dispatch = self._hear

    def _hear(self, event: str, body: JSON, channel: Channel | None) -> None:
        self._gateway(event, body, channel)
        if event == "INTERACTION_CREATE":
            self.heard.put_nowait(body)

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: tuple[tuple[str, bytes], ...] = (),
        token: str | None = "Bot playground",
    ) -> tuple[int, Any]:
        """The status and the JSON of the answer; its headers stay in `headers`."""
        data: Any = None if body is None else json.dumps(body)
        headers = {} if token is None else {"Authorization": token}
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for i, (name, content) in enumerate(files):
                data.add_field(
                    f"files[{i}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
                )
        elif data is not None:
            headers["Content-Type"] = "application/json"
        url = self.world.state.address + PREFIX + path
        async with self.session.request(method, url, data=data, headers=headers) as response:
            self.headers = dict(response.headers)
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def post(self, channel_id: str, body: JSON, *files: tuple[str, bytes]) -> JSON:
        """Send a message that is taken."""
        status, message = await self("POST", f"/channels/{channel_id}/messages", body, files)
        assert status == 200, message
        reply: JSON = message
        return reply

    async def sync(self) -> None:
        """Register `COMMANDS`."""
        assert (await self("PUT", f"/applications/{BOT_ID}/commands", COMMANDS))[0] == 200

    @contextlib.asynccontextmanager
    async def act(self, act: Coroutine[Any, Any, Any]) -> AsyncIterator[tuple[str, str]]:
        """Run a member's act that waits for the bot.

        Yield its interaction's callback path and its webhook path.
        """
        task = asyncio.create_task(act)
        heard = await asyncio.wait_for(self.heard.get(), 5)
        try:
            yield (
                f"/interactions/{heard['id']}/{heard['token']}/callback",
                f"/webhooks/{BOT_ID}/{heard['token']}",
            )
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
