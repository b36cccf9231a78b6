"""The page's group DM and its server without the bot: who can call the bot there."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from playground.world.state import CLEO_ID
from playground.world.user_installs import CORNER_ID, GROUP_ID
from tests.playground.browser import Stage, command, writing

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_page_says_who_can_call_the_bot_where_it_is_no_member(stage: Stage) -> None:
    for known in stage.world.state.commands.values():
        if known["name"] == "show":
            known["integration_types"] = [0, 1]
    page = await stage.view("ben")
    for name in ("The three of us", "corner"):
        await page.get_by_role("link", name=name).click()
        await expect(page.get_by_role("heading", level=2, name=name).first).to_be_visible()
        await expect(
            page.get_by_text("Twotone is no member here: it can do nothing but answer")
        ).to_be_visible()
        await writing(page).press_sequentially("/")
        await expect(page.get_by_text("You can still press its buttons.")).to_be_visible()
        await writing(page).fill("")
    await page.get_by_label("I have installed Twotone for myself").check()
    await writing(page).press_sequentially("/")
    await expect(page.locator(".suggestions").get_by_role("option")).to_have_count(1)
    await writing(page).fill("")
    await command(page, "show")
    await expect(page.get_by_role("log").get_by_text("Ben used /show")).to_be_visible()
    await page.get_by_label("I have installed Twotone for myself").uncheck()
    await expect(page.get_by_label("I have installed Twotone for myself")).not_to_be_checked()
    state = stage.world.state
    assert len(state.channels[CORNER_ID].messages) == 1 and not state.channels[GROUP_ID].messages

    here, there = page, await stage.view("ada")
    boxes = []
    for page in (here, there):
        await page.locator(".faults summary").click()
        hidden = page.get_by_role("group", name="May not use external apps elsewhere")
        boxes.append(hidden.get_by_label("Cleo"))
    await boxes[0].check()
    await expect(boxes[1]).to_be_checked()  # told by the world itself
    assert stage.world.faults.summary()["hidden"] == [CLEO_ID]
