"""Two live boards in Chromium on phones: a tap on one is seen on the other."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, expect

from club.play.match.matches import Table
from tests.club.people import start_match
from tests.playground.browser import PHONE, chromium
from tests.web.site import ANN, BASE, BEN, Site

pytestmark = [pytest.mark.asyncio(loop_scope="function"), pytest.mark.ci]
PATIENCE_MS = 60_000
KEPT = os.environ.get("TWOTONE_SCREENSHOTS")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as started:
        yield started


async def open_link(
    met: Site, browser: Browser, table: Table, user_id: int, script: str = ""
) -> tuple[Page, list[str]]:
    """Follow a person's link in a browser; return the page and its troubles.

    `script` runs before the page's own.
    """
    context = await browser.new_context(**{**PHONE, "java_script_enabled": True})
    page, troubles = await context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE_MS)
    await page.add_init_script(script)
    page.on("console", lambda said: troubles.append(said.text))
    link = await met.club.pages.live.make_link(table, user_id)
    await page.goto(link.replace(BASE, met.at))
    await page.wait_for_selector("html[data-ready=yes]")
    return page, troubles


async def test_two_taps_on_one_page_are_a_move_on_the_other(met: Site, browser: Browser) -> None:
    table = await start_match(met.club, "american")
    ann, troubles = await open_link(met, browser, table, ANN.id)
    ben, more_troubles = await open_link(met, browser, table, BEN.id)
    assert "#" not in ann.url
    mover, waiting = (ann, ben) if table.turn == table.seat_of(ANN.id) else (ben, ann)
    await mover.locator('[data-square="b6"]').tap()
    await mover.locator('[data-square="a5"]').tap()
    await waiting.wait_for_selector("#moves li", state="attached")
    after = await met.club.play.matches.load(table.row.id)
    assert len(after.match.plies) == 1
    await mover.reload()
    await mover.wait_for_selector("#moves li", state="attached")
    assert troubles + more_troubles == []
    if KEPT:
        for name, page in (("mover", mover), ("waiting", waiting)):
            await page.screenshot(path=Path(KEPT) / f"live-{name}.png", full_page=True)


HURRIED = """
const wait = setTimeout;
window.waits = [];
window.setTimeout = (work, time, ...more) => { waits.push(time); return wait(work, Math.min(time, 20), ...more); };
"""
"""Makes a page's pauses short, and keeps how long they would have been."""


async def test_an_error_of_the_server_is_told_and_asked_about_more_and_more_seldom(
    met: Site, browser: Browser
) -> None:
    table = await start_match(met.club, "american")
    mover = ANN if table.turn == table.seat_of(ANN.id) else BEN
    page, _ = await open_link(met, browser, table, mover.id, HURRIED)
    tries, is_told = [], asyncio.Event()

    async def refuse(route: Route) -> None:
        tries.append(route.request.post_data)
        if len(tries) == 2:
            await is_told.wait()
        if len(tries) < 9:
            await route.fulfill(status=500, json={"ok": False, "error": "That failed."})
        else:
            await route.continue_()

    async with page.expect_response(lambda answer: answer.status == 500):
        await page.route("**/live/ask", refuse)
        await page.locator('[data-square="b6"]').tap()
    await expect(page.locator("#message")).to_have_text("That failed.")
    is_told.set()
    await expect(page.locator("[aria-selected=true]")).to_have_count(1)
    await expect(page.locator("#message")).to_have_text("")
    assert len(set(tries)) == 1, "the same act, which counts once"
    pauses = [each for each in await page.evaluate("waits") if each > 1000]
    assert pauses == [2000, 4000, 8000, 16000, 30000, 30000, 30000]
