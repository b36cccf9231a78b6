"""The board in Discord's own window, on a phone, with Discord's SDK as it is."""

from __future__ import annotations

import random
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser, FrameLocator, Page, TimeoutError, expect

from playground.checks.openapi import OpenAPI
from playground.world.state import BEN_ID
from playground.world.world import World
from tests import missing
from tests.pace import PATIENCE
from tests.playground.browser import Views
from tests.web.touched_board import PATIENCE_MS, check_everywhere
from tests.wire import players
from tests.wire.evening import on_phone
from tests.wire.live_bot import Scene, on_stage
from tests.wire.visible_message import version
from workshop.activity.__main__ import ARCHIVE, NPM, WORK, unpack

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[2]


def bring_sdk(folder: Path) -> None:
    """Unpack Discord's SDK; if npm cannot bring it, the test is left out."""
    try:
        subprocess.run(["make", "-s", "var/lab/node/ready"], cwd=ROOT, check=True, capture_output=True)
        unpack(ARCHIVE.fetch(ROOT / WORK, ROOT / NPM), folder)
    except subprocess.CalledProcessError:
        missing.leave_out(missing.SDK)


def pages_of(world: World) -> dict[str, str]:
    """The settings of a bot whose boards open in a window."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        here = f"127.0.0.1:{tried.getsockname()[1]}"
    world.pages, world.client_secret = f"http://{here}", "a-secret-of-the-playground"
    return {
        "PUBLIC_URL": world.pages,
        "WEB_BIND": here,
        "LIVE_BOARD": "yes",
        "DISCORD_CLIENT_SECRET": world.client_secret,
    }


def window_of(page: Page) -> FrameLocator:
    return page.frame_locator(".window iframe")


@pytest.mark.asyncio(loop_scope="module")
async def test_a_match_is_played_in_the_window_and_by_commands(
    browser: Browser, openapi: OpenAPI, tmp_path: Path
) -> None:
    bring_sdk(tmp_path / "activity")
    world = World(patience=PATIENCE)
    world.faults.switch_on_activities()
    async with on_stage(tmp_path, openapi, world=world, settings=pages_of(world)) as scene:
        place = await scene.begin("binary")
        if players.mover(scene.board(place)) == BEN_ID:
            await move_ben(scene, place)
        views = Views(browser, scene.world.state.address)
        phone = await on_phone(views, "ada", "window")
        page, window = phone.page, window_of(phone.page)
        await phone.go(place)
        picker = await phone.tap(await phone.see("to move"), "Play")
        await picker.get_by_role("button", name="Open the board").tap()
        await expect(window.get_by_text("Ada", exact=True)).to_be_visible()
        frame = page.frames[-1]
        await check_everywhere(page, frame, "window, to choose")
        await play_there(scene, place, window)
        await check_everywhere(page, frame, "window, to wait")
        await move_ben(scene, place)
        await play_there(scene, place, window)
        await page.get_by_role("button", name="Close").last.tap()
        await expect(page.locator(".window")).to_have_count(0)
        await open_by_the_entry_point(scene, place, page)
        await lose_and_end(scene, place, page)
        views.troubles[:] = [each for each in views.troubles if "502" not in each and "503" not in each]
        await views.close()


async def open_by_the_entry_point(scene: Scene, place: str, page: Page) -> None:
    """Tap Activities once Ben has moved: the match that waits for Ada opens."""
    [entry] = [command for command in scene.world.state.commands.values() if command["type"] == 4]
    assert entry["handler"] == 1, "it comes to the bot"
    await move_ben(scene, place)
    await page.get_by_role("button", name="Activities").tap()
    await play_there(scene, place, window_of(page))


async def lose_and_end(scene: Scene, place: str, page: Page) -> None:
    """Stop the bot for a while, and let Ben give up: the window says both."""
    window, frame = window_of(page), page.frames[-1]
    await scene.bot.stop()
    await expect(window.locator("#message")).to_contain_text("The connection is gone.", timeout=PATIENCE_MS)
    await check_everywhere(page, frame, "window, no connection")
    await scene.bot.start()
    await scene.online()
    await expect(window.locator("#message")).to_be_empty(timeout=PATIENCE_MS)
    await scene.resign(BEN_ID, place)
    await expect(window.locator("#standing")).to_contain_text("resigned", timeout=PATIENCE_MS)
    await check_everywhere(page, frame, "window, ended")


async def move_ben(scene: Scene, place: str) -> None:
    """Let Ben move by a command, and wait for the board that shows it."""
    before = version(scene.board(place))
    await players.command(scene, BEN_ID, place, random.Random(1))
    await scene.wait_for_board(place, before)


async def play_there(scene: Scene, place: str, window: FrameLocator) -> None:
    """Tap a move of Ada's on the board of the window, until it is in the thread."""
    before, spots = version(scene.board(place)), window.locator(".tap")
    await expect(spots.first).to_be_visible()
    while await spots.count():  # until it is Ben's turn
        with suppress(TimeoutError):  # the answer may have taken it away
            await spots.first.tap(timeout=1000)
    await scene.wait_for_board(place, before)
