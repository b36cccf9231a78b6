"""Walks through the bot's screens."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Locator, expect

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, GAMES_ID
from rendering.themes import DEFAULT_THEME, THEMES
from tests.wire.evening import WITHIN_MS, Evening, evening
from tests.wire.filled_database import OTHERS
from tests.wire.stranger import SCREENSHOTS, wait_for_answer
from words import ENGLISH, localizer_for

LOOK: Final = """card => [card.innerText, ...[...card.querySelectorAll("[data-custom], img")]
  .map(node => node.dataset.custom ?? node.src), card.classList.contains("waiting")].join()"""
"""What a card shows, and whether it still waits for an answer."""

MARKS = [
    pytest.mark.deep,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("theme", THEMES if SCREENSHOTS in os.environ else [DEFAULT_THEME]),
]
SAY: Final = localizer_for(ENGLISH)


@asynccontextmanager
async def walk(
    weeks: Path, folder: Path, openapi: OpenAPI, browser: Browser, name: str, theme: str
) -> AsyncIterator[Evening]:
    """Put Ada at her phone, in the place where she has played for weeks.

    She has chosen `theme`.
    """
    shutil.copy(weeks, folder / "twotone.db")
    async with evening(folder, openapi, browser, len(OTHERS), f"{theme}-{name}") as now:
        now.phone.page.set_default_timeout(WITHIN_MS)
        settings = await give_command(now, "settings me")
        menu = settings.locator('[data-custom="v1:0:me:0:theme"]')
        await menu.tap()
        await tap_and_wait(
            settings, now.phone.page.get_by_role("option", name=SAY(f"theme.{theme}"), exact=True)
        )
        yield now


async def give_command(now: Evening, name: str, /, **options: object) -> Locator:
    """Let Ada give a command, and return the answer once it is there."""
    slash = now.scene.world.slash(ADA_ID, GAMES_ID, name, options)
    shown = await wait_for_answer(now.phone.page, slash)
    await expect(shown).not_to_contain_text("is thinking", timeout=WITHIN_MS)
    return shown


async def tap_and_wait(card: Locator, control: Locator) -> None:
    """Tap a control of a card, and wait until the card shows something else."""
    before = await card.evaluate(LOOK)
    await control.tap()
    await card.page.wait_for_function(
        f"([id, before]) => {{ const look = {LOOK}, card = document.getElementById(id);"
        " return card && !card.classList.contains('waiting') && look(card) !== before }",
        arg=[await card.get_attribute("id"), before],
        timeout=WITHIN_MS,
    )


async def press(card: Locator, label: str) -> None:
    """Tap a button of a card that then shows something else."""
    await tap_and_wait(card, card.get_by_role("button", name=label, exact=True))


async def daily_message(now: Evening, card: Locator, *, keep: bool = False) -> Locator:
    """Choose an hour for word of what is due; what is said of that."""
    page = now.phone.page
    await card.get_by_role("button", name="Daily message", exact=True).tap()
    form = page.get_by_role("dialog")
    if keep:
        await now.phone.keep(form, "hour")
    await form.get_by_role("combobox").tap()
    await page.get_by_role("option", name="07:00", exact=True).tap()
    return await wait_for_answer(page, form.get_by_role("button", name="Submit").tap())
