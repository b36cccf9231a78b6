"""A file of many games, from the form to the replay of one, by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.club.brought import club_file
from tests.playground.browser import PHONE, Views, writing
from tests.wire.stranger import picture, wait_for_answer

pytestmark = pytest.mark.asyncio(loop_scope="module")


def card(page: Page) -> Locator:
    """The newest card."""
    return page.locator(".message").last


async def choose(page: Page, placeholder: str, option: str) -> None:
    """Choose an option of a menu on the newest card."""
    await card(page).get_by_role("combobox", name=placeholder).tap()
    await page.get_by_role("option", name=option).tap()


async def test_the_seventh_game_of_forty_is_replayed(views: Views) -> None:
    ada = await views.view("ada", **PHONE)
    await writing(ada).press_sequentially("/import ")
    await ada.get_by_role("button", name="Send").tap()
    form = ada.get_by_role("dialog", name="Bring a game along")
    await picture(ada, "file-form")
    evening = club_file(40, plies=30).encode()
    file = form.get_by_label("A file")
    await file.set_input_files({"name": "evening.pdn", "mimeType": "text/plain", "buffer": evening})
    await form.get_by_role("button", name="Submit").tap()
    await expect(form).to_have_count(0)
    await expect(card(ada)).to_contain_text("A file of 40 games")
    await picture(ada, "file-games")
    await choose(ada, "Games 1 to 25 of 40", "7. Player 7 – Guest 7")
    await expect(card(ada)).to_contain_text("Player 7 (White) — Guest 7 (Black)")
    await picture(ada, "file-game")
    await choose(ada, "Which game is it?", "Brazilian checkers")
    await expect(card(ada)).to_contain_text("Brazilian checkers")
    shown = await wait_for_answer(ada, card(ada).get_by_role("button", name="Replay").tap())
    await expect(shown.get_by_role("img", name="An animation of moves 1 to 15 of 15")).to_be_visible(
        timeout=30_000
    )
    await picture(ada, "file-replay")
    assert await ada.evaluate("document.documentElement.scrollWidth") <= 390
