"""A live board as a program: it opens a link, asks, and reads the stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import aiohttp

from club.play.match.matches import Table
from tests.pace import PATIENCE
from tests.web.site import BASE, Site

numbers = count(1)


def act_number() -> str:
    """The number of a new act of a page."""
    return f"{next(numbers):032x}"


@dataclass
class Stream:
    """The events of one connection: `ids` and the states, as they come."""

    came: aiohttp.ClientResponse
    ids: list[str] = field(default_factory=list)

    async def next(self) -> dict[str, Any]:
        """The next state."""
        while True:
            line = (await asyncio.wait_for(self.came.content.readline(), PATIENCE)).decode()
            if not line:
                raise EOFError
            if line.startswith("id: "):
                self.ids.append(line.removeprefix("id: ").strip())
            if line.startswith("data: "):
                state: dict[str, Any] = json.loads(line.removeprefix("data: "))
                return state


@dataclass
class LivePage:
    """One page with its session; `heard` is every byte that it was sent."""

    met: Site
    token: str
    state: dict[str, Any]
    heard: list[bytes] = field(default_factory=list)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def ask(self, do: str, **given: Any) -> dict[str, Any]:
        """Ask the bot; a state that comes back is the page's own."""
        body = json.dumps({"do": do, **given}).encode()
        came = await post(self.met, "ask", body, headers=self.headers)
        self.heard.append(came)
        answer: dict[str, Any] = json.loads(came)
        if answer.get("ok"):
            self.state = answer
        return answer

    async def choose(
        self, *path: str, act: str | None = None, version: int | None = None, ends: bool = False
    ) -> dict[str, Any]:
        """Tap until here."""
        version = self.state["version"] if version is None else version
        return await self.ask("choose", path=list(path), version=version, act=act or act_number(), ends=ends)

    @asynccontextmanager
    async def events(self, last: int | None = None) -> AsyncIterator[Stream]:
        """Read the stream, from a version on if it is known."""
        headers = self.headers | ({} if last is None else {"Last-Event-ID": str(last)})
        async with self.met.session.get(f"{self.met.at}/live/events", headers=headers) as came:
            assert came.status == 200, await came.text()
            assert came.content_type == "text/event-stream"
            yield Stream(came)


async def post(met: Site, name: str, body: bytes, headers: dict[str, str] | None = None) -> bytes:
    """Post a body to the live board, and return the answer's."""
    async with met.session.post(f"{met.at}/live/{name}", data=body, headers=headers or {}) as came:
        return await came.read()


async def open_board(met: Site, table: Table, user_id: int) -> LivePage:
    """Press the button and follow its link."""
    link = await met.club.pages.live.make_link(table, user_id)
    assert link.startswith(f"{BASE}/live#")
    return await follow(met, link.rpartition("#")[2])


async def follow(met: Site, key: str) -> LivePage:
    """Open a link by its key."""
    came = await post(met, "open", json.dumps({"key": key}).encode())
    state = json.loads(came)
    assert state["ok"], state
    return LivePage(met, state["session"], state, [came])


async def watch(page: LivePage, last: int | None = None) -> Stream:
    """Open a stream that the caller closes, from a version on if it is known."""
    headers = page.headers | ({} if last is None else {"Last-Event-ID": str(last)})
    return Stream(await page.met.session.get(f"{page.met.at}/live/events", headers=headers))
