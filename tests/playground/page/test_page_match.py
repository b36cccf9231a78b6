"""Two members play whole matches in the page, against the bot as it is; neither ever holds the other's hand."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from playground.app import make_app, serve
from playground.bot_process import BotProcess
from playground.world.components import walk
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID
from playground.world.world import World
from tests.playground.browser import Views, writing

pytestmark = pytest.mark.asyncio(loop_scope="module")
ONLINE_WITHIN = 20.0
LONGEST = 120  # moves; no match of these tests takes as many
OVER = re.compile(r"\b(wins|draw)\b")
TURN_OR_END = re.compile(rf"to move|{OVER.pattern}")
SCREENSHOTS = "TWOTONE_SCREENSHOTS"  # the folder, if pictures of the matches are wanted


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A playground with the real bot in it."""
    world = World()
    runner = await serve(world, make_app(world))
    bot = BotProcess(world.state.address, tmp_path_factory.mktemp("bot"))
    try:
        async with world.watch(ADA_ID) as events, asyncio.timeout(ONLINE_WITHIN):
            await bot.start()
            while not (world.state.bot_online and world.state.commands):
                await events.get()
        yield world
        assert "Traceback" not in bot.log_end(10_000)
    finally:
        await bot.stop()
        await runner.cleanup()


@pytest_asyncio.fixture(loop_scope="module")
async def views(browser: Browser, world: World) -> AsyncIterator[Views]:
    views = Views(browser, world.state.address)
    yield views
    await views.close()


async def test_a_match_of_binar_is_played_by_mouse(views: Views) -> None:
    ada, ben = await views.view("ada", color_scheme="dark"), await views.view("ben", color_scheme="light")
    await ada.get_by_role("button", name="Use a command").click()
    await ada.get_by_role("option", name="/play").click()
    await ada.get_by_role("option", name="Binar", exact=True).click()
    await ada.get_by_role("option", name="opponent").click()
    await ada.get_by_role("option", name="Ben").click()
    await ada.get_by_role("button", name="Send").click()
    await ben.get_by_role("button", name="Accept").click()
    await enter_thread(ada, ben)
    for ply in range(LONGEST):
        seen, mover = await to_move(ada, ben)
        if mover is None:
            break
        await board(mover).get_by_role("button", name="Play").click()
        # The picker offers a menu, or buttons once few choices are left.
        picker = mover.locator(".message.ephemeral").last
        choice = picker.locator(".components :is([role=combobox], .button.primary)").first
        is_menu = await choice.get_attribute("role") == "combobox"
        await choice.click()
        if is_menu:
            options = mover.get_by_role("listbox").get_by_role("option")
            await options.nth(ply * 7 % await options.count()).click()
        for page in (ada, ben):
            await expect(board(page).locator("img")).not_to_have_attribute("alt", seen)
    await expect(board(ada)).to_contain_text(OVER)
    await expect(board(ben)).to_contain_text(OVER)
    await picture(ada, "binar-dark")
    await picture(ben, "binar-light")


async def test_a_match_of_one_zero_one_is_played_by_slash_commands(views: Views, world: World) -> None:
    ada, ben = await views.view("ada", color_scheme="dark"), await views.view("ben")
    await writing(ada).press_sequentially("/play ")
    await ada.keyboard.type("one zero")
    await ada.keyboard.press("Enter")
    await ada.keyboard.type("opponent")
    await ada.keyboard.press("Enter")
    await ada.keyboard.type("ben")
    await ada.keyboard.press("Enter")
    await ada.keyboard.press("Enter")
    await ben.get_by_role("button", name="Accept").click()
    await enter_thread(ada, ben)
    for member in (ada, ben):
        await expect(
            member.get_by_role("navigation").get_by_role("link", name="Twotone")
        ).to_have_accessible_name(re.compile("unread"))
    for ply in range(LONGEST):
        seen, mover = await to_move(ada, ben)
        if mover is None:
            break
        await writing(mover).press_sequentially("/move ")
        offered = mover.locator(".suggestions").get_by_role("option")
        await offered.first.wait_for()
        for _ in range(ply * 7 % await offered.count()):
            await mover.keyboard.press("ArrowDown")
        await mover.keyboard.press("Enter")
        await mover.keyboard.press("Enter")
        for page in (ada, ben):
            await expect(board(page).locator("img")).not_to_have_attribute("alt", seen)
        if ply == 4:
            await picture(ada, "one-zero-one")
            await more_pictures(views)
    await expect(board(ada)).to_contain_text(OVER)
    for mine, other, page in ((ADA_ID, "ben", ben), (BEN_ID, "ada", ada)):
        secrets = private_marks(world.sight(mine))
        assert len(secrets) > 2
        traffic = "\n".join([*views.heard[other], *views.requested[other], await page.content()])
        assert [secret for secret in secrets if secret in traffic] == []


async def enter_thread(*pages: Page) -> None:
    """Follow the newest match into its thread."""
    for page in pages:
        await page.get_by_role("log").locator(".thread-card").last.click()
        await board(page).wait_for()


def board(page: Page) -> Locator:
    """The newest board that everybody sees."""
    return page.locator(".message:not(.ephemeral)").filter(has=page.locator(".gallery")).last


async def to_move(ada: Page, ben: Page) -> tuple[str, Page | None]:
    """The newest picture in words, and the page of whose turn it is; None once the card says how it ended."""
    for page in (ada, ben):
        await expect(board(page)).to_contain_text(TURN_OR_END)
    seen = await board(ada).locator("img").get_attribute("alt")
    turn = re.search(r"@(Ada|Ben) to move", await board(ada).inner_text())
    assert seen
    return seen, None if turn is None else {"Ada": ada, "Ben": ben}[turn[1]]


def private_marks(sight: JSON) -> list[str]:
    """What only he may meet of whose sight it is: the ids and the pictures' keys of messages for him alone."""
    places = [*sight["channels"], *sight["threads"], *sight["dms"]]
    alone = [m for place in places for m in place["messages"] if place["type"] == 1 or m["flags"] & 64]
    keys = re.findall(r"hm=(\w+)", json.dumps(alone))
    words = [
        c["content"]
        for m in alone
        for c in walk(m["components"])
        if "your hand" in str(c.get("content")).lower()
    ]
    return [*(m["id"] for m in alone), *keys, *words]


async def picture(page: Page, name: str) -> None:
    """Keep a picture of the page, if pictures are wanted."""
    folder = os.environ.get(SCREENSHOTS)
    if folder is not None:
        await page.mouse.move(0, 0)
        await page.screenshot(path=Path(folder) / f"{name}.png")


async def more_pictures(views: Views) -> None:
    """Keep pictures of both members side by side, one of them with the hand, and of a phone."""
    if SCREENSHOTS not in os.environ:
        return
    both = await (
        await views.browser.new_context(viewport={"width": 1480, "height": 860}, color_scheme="dark")
    ).new_page()
    await both.goto(f"{views.address}/?side=ada,ben")
    for member, link in (("ada", ".threads a"), ("ben", "a[aria-label^=Twotone]")):
        frame = both.frame_locator(f"iframe[title$={member}]")
        await frame.locator(link).first.click()
        await frame.locator(".gallery").last.wait_for()
    phone = await views.browser.new_context(
        viewport={"width": 390, "height": 800},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme="dark",
    )
    small = await phone.new_page()
    await small.goto(f"{views.address}/?member=ada")
    await small.locator(".thread-card").last.tap()
    await small.locator(".gallery").last.wait_for()
    for page, name in ((both, "side-by-side"), (small, "phone")):
        await picture(page, name)
        await page.context.close()
