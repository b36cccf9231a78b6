"""The pages in Chromium on a phone, dark and light.

Nothing is cut off, and a keyboard or a screen reader reaches everything.
"""

import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Request

from club.members.people import Person
from club.puzzles.solving import shipped_puzzles
from tests.club.people import ANN, BEN, GUILD
from tests.playground.browser import PHONE
from tests.web.axe_rules import broken_rules
from tests.web.league_pages import league, make_path
from tests.web.site import BASE, Site, site
from tests.web.standings_made import stands
from tests.web.touched_board import SCHEMES

pytestmark = pytest.mark.asyncio(loop_scope="module")
PATIENCE_MS = 60_000
KEPT = os.environ.get("TWOTONE_SCREENSHOTS")

CHECKS = (Path(__file__).parent / "accessible.js").read_text(encoding="utf-8")


@pytest_asyncio.fixture(loop_scope="module")
async def met(tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose server has allowed them, in the browser's loop."""
    async with site("sqlite", tmp_path) as made:
        await made.allow()
        yield made


async def open_page(browser: Browser, scheme: str) -> tuple[Page, list[str]]:
    """Return a page of the browser, and a list that collects its troubles.

    These are console messages and failed requests.
    """
    settings: dict[str, Any] = {**PHONE, "color_scheme": scheme, "java_script_enabled": True}
    context = await browser.new_context(**settings)
    page, troubles = await context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE_MS)
    page.on("console", lambda said: troubles.append(said.text))
    page.on("requestfailed", lambda failed: troubles.extend(_failed_urls(failed)))
    return page, troubles


def _failed_urls(failed: Request) -> list[str]:
    """Return the address of a failed request.

    Return nothing if the browser itself has gone to the next page.
    """
    return [] if "ERR_ABORTED" in (failed.failure or "") else [failed.url]


async def test_nothing_is_wrong_with_any_page_in_either_scheme(met: Site, browser: Browser) -> None:
    paths: dict[str, str] = {"start": "/", "privacy": "/privacy", "terms": "/terms"}
    for game in ("binar", "one-zero-one", "international"):
        paths[game] = await met.make_page(await met.play_random(game, most=24))
    paths["step"] = paths["international"] + "/7"
    analysed = await met.play_random("binar", most=24, seed=5)
    await met.club.play.analyses.make_report(analysed)
    paths["analysed"] = await met.make_page(analysed)
    paths["league"] = await make_path(met, await league(met))
    await met.club.pages.lists.make_server_page(GUILD)
    own = await met.club.pages.lists.find_server_url(GUILD)
    paths["server"] = (own or "").removeprefix(BASE)
    await stands(met)
    paths["profile"] = (await met.club.pages.lists.make_profile_page(ANN.id, GUILD)).removeprefix(BASE)
    paths |= {
        "puzzle": f"/p/{next(iter(shipped_puzzles()))}",
        "today": f"/p/{met.club.puzzles.solving.todays_puzzle().key}",
    }
    paths["refused"] = "/m/none"
    page, troubles = await open_page(browser, "dark")
    for name, path in paths.items():
        met.time[0] += 600
        await page.goto(met.at + path, wait_until="load")
        for fold in await page.locator("summary").all():
            await fold.click()
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme=scheme)
            assert await page.evaluate(CHECKS) == [], (name, scheme)
            assert await broken_rules(page) == [], (name, scheme)
            if KEPT:
                await page.screenshot(path=Path(KEPT) / f"web-{name}-{scheme}.png", full_page=True)
    assert [each for each in troubles if "404" not in each] == []


async def test_a_long_name_makes_no_page_wider_than_a_small_phone(met: Site, browser: Browser) -> None:
    people = Person(ANN.id, "W" * 32), Person(BEN.id, "M" * 32)
    table = await met.play_random("binar", people=people, most=24)
    await met.club.play.analyses.make_report(table)
    path = await met.make_page(table)
    context = await browser.new_context(viewport={"width": 320, "height": 640})
    page = await context.new_page()
    for shown in (path, f"{path}/3"):
        await page.goto(met.at + shown)
        assert await page.evaluate("document.documentElement.scrollWidth") == 320, shown


async def test_one_steps_by_touch_without_javascript_and_the_board_stays_in_place(
    met: Site, browser: Browser
) -> None:
    path = await met.make_page(await met.play_random("binar", most=6))
    settings: dict[str, Any] = {**PHONE, "java_script_enabled": False}
    context = await browser.new_context(**settings)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    await page.goto(met.at + path)
    for plies in (5, 4, 3):
        await page.get_by_role("link", name="One move back").tap()
        await page.wait_for_url(f"**{path}/{plies}#board")
    await page.get_by_role("link", name="To the beginning").tap()
    await page.wait_for_url(f"**{path}/0#board")
    await page.get_by_role("link", name="To the end").tap()
    await page.wait_for_url(f"**{path}#board")
    picture: Any = page.locator("#board img")
    assert "wins" in (await picture.get_attribute("alt") or "")


async def test_the_rules_find_what_is_broken(browser: Browser) -> None:
    page, _ = await open_page(browser, "dark")
    await page.set_content(
        "<html><body><img src='/x.png'><p style='color:#777;background:#666'>some words</p></body>"
    )
    found = {each.partition(":")[0] for each in await broken_rules(page)}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found
