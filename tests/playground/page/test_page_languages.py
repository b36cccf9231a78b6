"""Members choose their own language and the server's in the page.

The next interaction names both.
"""

import asyncio

import pytest
from playwright.async_api import Locator, Page, expect

from playground.world.errors import ActRefusedError
from playground.world.languages import DEFAULT, PSEUDO
from playground.world.state import ADA_ID, BEN_ID
from tests.pace import PATIENCE
from tests.playground.browser import Stage, command
from tests.playground.page.phone import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="module")


def yours(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Your language")


def servers(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Server language")


async def wait_for_locale(stage: Stage, locale: str) -> None:
    """Wait until the playground knows which language Ada chose.

    Their page shows the language earlier than that.
    """
    async with asyncio.timeout(PATIENCE), stage.world.watch(ADA_ID) as events:
        while stage.world.state.members[ADA_ID].locale != locale:
            await events.get()


async def test_a_chosen_language_is_in_the_next_interaction(stage: Stage) -> None:
    page = await stage.view("ada")
    await expect(yours(page)).to_have_accessible_name("Your language: English, US")
    await command(page, "show")
    await page.get_by_role("button", name="A thread").wait_for()
    await yours(page).click()
    await page.get_by_role("option", name="Pseudo (en-XA)", exact=True).click()
    await expect(yours(page)).to_have_accessible_name("Your language: Pseudo (en-XA)")
    await servers(page).click()
    await page.get_by_role("option", name="Português do Brasil").click()
    await expect(servers(page)).to_have_accessible_name("Server language: Português do Brasil")
    await page.get_by_role("button", name="Count").click()
    await expect(page.get_by_text("Counted 1")).to_be_visible()
    assert stage.bot.locales == [(DEFAULT, DEFAULT), (PSEUDO, "pt-BR")]


async def test_the_keyboard_chooses_a_language_and_keeps_its_place(stage: Stage) -> None:
    page = await stage.view("ada")
    await yours(page).focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.type("Dan")
    await page.keyboard.press("Enter")
    await expect(yours(page)).to_have_accessible_name("Your language: Dansk")
    await expect(yours(page)).to_be_focused()
    await wait_for_locale(stage, "da")
    assert stage.world.state.members[BEN_ID].locale == DEFAULT


async def test_the_servers_language_follows_in_every_view_and_ones_own_in_ones_own(stage: Stage) -> None:
    ada, again, ben = await stage.view("ada"), await stage.view("ada"), await stage.view("ben")
    stage.world.choose_server_language("ja")
    stage.world.choose_language(ADA_ID, "he")
    for page in (ada, again, ben):
        await expect(servers(page)).to_have_accessible_name("Server language: 日本語")
    for page in (ada, again):
        await expect(yours(page)).to_have_accessible_name("Your language: עברית")
    await expect(yours(ben)).to_have_accessible_name("Your language: English, US")
    await ada.reload()
    await expect(yours(ada)).to_have_accessible_name("Your language: עברית")


async def test_a_language_that_is_refused_does_not_stay_in_the_menu(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(member_id: str, locale: str) -> None:
        raise ActRefusedError("Not now.")

    monkeypatch.setattr(stage.world, "choose_language", refuse)
    page = await stage.view("ada")
    await yours(page).click()
    await page.get_by_role("option", name="Dansk").click()
    await expect(page.get_by_role("alert").get_by_text("Not now.")).to_be_visible()
    await expect(yours(page)).to_have_accessible_name("Your language: English, US")


async def test_on_a_phone_both_languages_are_in_the_drawer_with_room_for_the_thumb(stage: Stage) -> None:
    page = await stage.view("ada", **PHONE, reduced_motion="reduce")
    await page.get_by_role("button", name="Channels").tap()
    for menu in (servers(page), yours(page)):
        box = await menu.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    await yours(page).tap()
    await page.get_by_role("option", name="Pseudo").tap()
    await expect(yours(page)).to_have_accessible_name("Your language: Pseudo (en-XA)")
    await wait_for_locale(stage, PSEUDO)
