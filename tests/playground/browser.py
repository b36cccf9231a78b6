"""A headless browser on the playground's page, with the scripted bot behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp.web import AppRunner
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, WebSocket, async_playwright, expect

from playground.app import make_app, serve
from playground.world.world import World
from tests import missing
from tests.playground.scripted_bot import ScriptedBot

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 30_000
"""Milliseconds that a page has to show something.

A busy machine takes longer than Playwright's own limit.
"""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
expect.set_options(timeout=PATIENCE_MS)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Debian's Chromium."""
    found = next((path for path in missing.CHROMIUMS if path.exists()), None)
    if found is None:
        missing.leave_out(missing.CHROMIUM)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(found), args=ARGUMENTS)
        yield browser
        await browser.close()


@dataclass
class Views:
    """The page, opened by members.

    `heard` holds every websocket frame that a member's page received.
    """

    browser: Browser
    address: str
    heard: dict[str, list[str]] = field(default_factory=dict)
    requested: dict[str, list[str]] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    async def view(self, member: str, **settings: Any) -> Page:
        """Open the page as a member, in a browser context of their own.

        `settings` are those of Playwright's contexts.
        """
        wanted: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}, **settings}
        context = await self.browser.new_context(**wanted)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        frames, urls = self.heard.setdefault(member, []), self.requested.setdefault(member, [])

        def listen(socket: WebSocket) -> None:
            socket.on("framereceived", lambda frame: frames.append(str(frame)))

        page.on("websocket", listen)
        page.on("request", lambda request: urls.append(request.url))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self._log_console)
        await page.goto(f"{self.address}/?member={member}")
        await page.get_by_role("heading", level=2, name="games").first.wait_for()
        return page

    def _log_console(self, said: ConsoleMessage) -> None:
        """Keep an error that the page writes to its console."""
        if said.type == "error":
            self.troubles.append(f"{said.text} {said.location['url']}")

    async def close(self) -> None:
        """Close every page; none may have met an error or asked another host."""
        for context in self.browser.contexts:
            await context.close()
        assert self.troubles == []
        asked = [url for urls in self.requested.values() for url in urls]
        assert [url for url in asked if not url.startswith(f"{self.address}/")] == []


@dataclass
class Stage:
    """A fresh playground with the scripted bot, and the views opened of it."""

    world: World
    runner: AppRunner
    bot: ScriptedBot
    views: Views

    async def view(self, member: str, **settings: Any) -> Page:
        """Open the page as a member, in a browser context of their own.

        `settings` are those of Playwright's contexts.
        """
        return await self.views.view(member, **settings)


@asynccontextmanager
async def on_stage(browser: Browser, patience: float = 0.5) -> AsyncIterator[Stage]:
    """A playground of its own."""
    world = World(patience=patience)
    runner = await serve(world, make_app(world))
    stage = Stage(world, runner, ScriptedBot(world), Views(browser, world.state.address))
    try:
        yield stage
        await stage.views.close()
    finally:
        await stage.runner.cleanup()


def writing(page: Page) -> Locator:
    """The composer's field."""
    return page.locator(".composer-text")


async def command(page: Page, text: str) -> None:
    """Type a slash command without options, and send it."""
    await writing(page).press_sequentially(f"/{text} ")
    await page.locator(".draft").wait_for()
    await page.keyboard.press("Enter")
