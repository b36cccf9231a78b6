"""The forms of a challenge in the page: by touch on a phone, by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.playground.browser import PHONE, Views
from tests.wire.stranger import challenge, picture

pytestmark = pytest.mark.asyncio(loop_scope="module")
FINGER = 44
"""Pixels of the smallest thing that a finger meets."""


def card(page: Page) -> Locator:
    """The newest card."""
    return page.locator(".message").last


async def test_clock_side_and_rating_are_chosen_by_touch(views: Views) -> None:
    ada, ben = await views.view("ada", **PHONE), await views.view("ben")
    await challenge(ben, "Binar", "Ada")
    await ben.context.close()
    phone = await views.view("ben", **PHONE)
    await phone.get_by_role("button", name="Clock and side").last.tap()
    form = phone.get_by_role("dialog", name="Your challenge: Binar")
    await expect(form.get_by_role("radio", name="Drawn by lot")).to_be_checked()
    await expect(form.get_by_role("checkbox", name="Rated")).to_be_checked()
    for choice in await form.locator(".choice").all():
        assert (await box(choice))["height"] >= FINGER
    assert (await box(form))["width"] <= 390
    await picture(phone, "phone-form")
    await form.get_by_text("Odd", exact=True).tap()
    await form.get_by_role("combobox", name="Clock").tap()
    await phone.get_by_role("option", name="3 days a move", exact=True).tap()
    await form.get_by_text("Rated", exact=True).tap()
    await form.get_by_role("button", name="Submit").tap()
    await expect(form).to_have_count(0)
    await expect(card(ada)).to_contain_text("Ben plays Odd.")
    await expect(card(ada)).to_contain_text("Clock: 3 days a move")
    await expect(card(ada)).not_to_contain_text("Rated")


async def test_options_are_chosen_by_the_keyboard_alone(views: Views) -> None:
    ada = await views.view("ada")
    await challenge(ada, "American checkers", "Ben")
    await expect(card(ada)).to_contain_text("American checkers")
    await ada.get_by_role("button", name="More").last.focus()
    await ada.keyboard.press("Enter")
    opener = ada.get_by_role("button", name="Options").last
    await opener.focus()
    await ada.keyboard.press("Enter")
    form = ada.get_by_role("dialog", name="Options of American checkers")
    await expect(form.get_by_role("radio", name="The usual aim")).to_be_focused()
    await ada.keyboard.press("Tab")
    await expect(form.get_by_role("radio", name="From the start")).to_be_focused()
    await ada.keyboard.press("ArrowDown")
    await expect(form.get_by_role("radio", name="Opening drawn by lot")).to_be_checked()
    await ada.keyboard.press("Tab")
    written = form.get_by_role("textbox", name="Or name an opening of the tables")
    await expect(written).to_be_focused()
    await ada.keyboard.press("Enter")
    await expect(form).to_have_count(0)
    await expect(card(ada)).to_contain_text("opening drawn by lot")


async def box(thing: Locator) -> Any:
    """Where something is on the screen, and how large."""
    found = await thing.bounding_box()
    assert found
    return found
