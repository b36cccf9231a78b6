"""A person at the playground's page, by clicks and typing.

Pictures are taken of the screens that they see.
"""

from __future__ import annotations

import io
import os
import random
import re
from collections.abc import Awaitable
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, Page, expect

from tests.playground.browser import writing

OVER = re.compile(r"\b(wins|Draw)\b")
MOVER = re.compile(r"@(Ada|Ben) to move")
"""Once the page has put a name in the mention's place."""
TURN_OR_END = re.compile(rf"to move|{OVER.pattern}")
GOING_ON = ".components .button:is(.primary, .success)"
"""Buttons of a picker that go on: choices and Confirm.

Choices already made, Back and Type a move are grey.
"""
IN_SIGHT = """async image => {
  const inset = 6;
  const seen = ([right, down]) => {
    const box = image.getBoundingClientRect();
    const x = box.left + inset + right * (box.width - 2 * inset);
    const y = box.top + inset + down * (box.height - 2 * inset);
    return document.elementFromPoint(x, y) === image;
  };
  await image.decode();
  for (let look = 0; look < 100; look++) {
    if ([[0.5, 0.5], [0, 0], [1, 0], [0, 1], [1, 1]].every(seen)) return true;
    await new Promise(done => requestAnimationFrame(done));
  }
  return false;
}"""
"""Whether a picture's middle and corners are uncovered and inside the window.

The page may scroll to it first, a busy browser later.
"""
SCREENSHOTS = "TWOTONE_SCREENSHOTS"
"""The environment's name of the folder for pictures, if they are wanted."""
COLOURS = 128
"""Colours of a kept picture.

They are few enough for a small file, and enough that none is missed.
"""


async def challenge(page: Page, game: str, opponent: str) -> None:
    """Challenge an opponent, by mouse alone."""
    await page.get_by_role("button", name="Use a command").click()
    await page.get_by_role("option", name="/play").click()
    await page.get_by_role("option", name=game, exact=True).click()
    await page.get_by_role("option", name="opponent").click()
    await page.get_by_role("option", name=opponent).click()
    await page.get_by_role("button", name="Send").click()
    await page.get_by_role("button", name="Accept").last.wait_for()


async def enter_thread(*pages: Page) -> None:
    """Follow the newest match into its thread."""
    for page in pages:
        await page.get_by_role("log").locator(".message").last.locator(".thread-card").click()
        await board(page).wait_for()


async def enter_messages(page: Page) -> None:
    """Open one's direct messages with the bot."""
    await page.get_by_role("navigation", name="Channels").get_by_role("link", name="Twotone").click()
    await board(page).wait_for()


def board(page: Page) -> Locator:
    """The newest card with a picture that is not a passing answer."""
    return page.locator(".message:not(.ephemeral)").filter(has=page.locator(".gallery")).last


async def board_alt(page: Page) -> str:
    """Return the alt text of the newest board, once a turn or the end is on its card."""
    await expect(board(page)).to_contain_text(TURN_OR_END)
    return await board(page).locator("img").get_attribute("alt") or ""


async def mover(ada: Page, ben: Page) -> Page | None:
    """Whose turn it is, as both see; None once the match is over."""
    for page in (ada, ben):
        await expect(board(page)).to_contain_text(re.compile(rf"{MOVER.pattern}|{OVER.pattern}"))
    name = turn(await board(ada).inner_text())
    return None if name is None else {"Ada": ada, "Ben": ben}[name]


def turn(words: str) -> str | None:
    """Who is to move, as a board's words have it; None once the match is over."""
    found = MOVER.search(words)
    return found and found[1]


async def wait_for_change(page: Page, before: str) -> None:
    """Wait until the newest board has another alt text than before."""
    await expect(board(page).locator("img")).not_to_have_attribute("alt", before)


async def press_button(page: Page, card: Locator, label: str) -> Locator:
    """Press a card's button and return the answer that only this page shows."""
    return await wait_for_answer(page, card.get_by_role("button", name=label, exact=True).click())


async def wait_for_answer(page: Page, press: Awaitable[object]) -> Locator:
    """Press something and return the answer that only this page shows.

    It is located by its id, because earlier answers may disappear meanwhile.
    """
    earlier = await page.locator(".message.ephemeral").evaluate_all("nodes => nodes.map(node => node.id)")
    await press
    newest = page.locator(".message.ephemeral" + "".join(f":not(#{each})" for each in earlier)).first
    await newest.wait_for()
    return page.locator(f"#{await newest.get_attribute('id')}")


async def goes_on(picker: Locator) -> bool:
    """Wait until a picker has choices, or the move is made; return whether it has."""
    waits = "([id, choice]) => { const card = document.getElementById(id);"
    waits += " return !card || card.querySelector(choice) || card.textContent.includes('You played') }"
    page, shown = picker.page, await picker.get_attribute("id")
    await page.wait_for_function(waits, arg=[shown, GOING_ON])
    return await picker.locator(GOING_ON).count() > 0


async def play(page: Page, card: Locator, chance: random.Random) -> None:
    """Press Play on a card and choose by mouse until the move is made.

    A player's own card becomes the picker.
    """
    if "ephemeral" in (await card.get_attribute("class") or ""):
        picker, button = card, card.get_by_role("button", name="Play", exact=True)
        await button.click()
        await expect(button).to_have_count(0)
    else:
        picker = await press_button(page, card, "Play")
    choices = picker.locator(GOING_ON)
    while await goes_on(picker):
        choice = choices.nth(chance.randrange(await choices.count()))
        name = await choice.get_attribute("data-custom")
        await choice.click()
        await expect(picker.locator(f'[data-custom="{name}"]')).to_have_count(0)


async def play_by_touch(page: Page, card: Locator, chance: random.Random, name: str) -> int:
    """Play a move with a finger on a phone; return the taps after Play.

    The board is in sight at every step.
    """
    picker = await wait_for_answer(page, card.get_by_role("button", name="Play", exact=True).tap())
    choices = picker.locator(GOING_ON)
    for taps in range(20):
        if not await goes_on(picker):
            return taps
        image = picker.locator("img").first
        seen = await image.evaluate(IN_SIGHT)
        await picture(page, f"{name}-{taps}")
        assert seen, f"{name}: the board is not in sight at step {taps}"
        choice = choices.nth(chance.randrange(await choices.count()))
        custom = await choice.get_attribute("data-custom")
        await choice.tap()
        await expect(picker.locator(f'[data-custom="{custom}"]')).to_have_count(0)
    raise AssertionError(f"{name}: no move in 20 taps")


async def type_move(page: Page, chance: random.Random) -> None:
    """Type /move, narrow its completions by a letter, and take one by keyboard."""
    await writing(page).press_sequentially("/move ")
    offered = page.locator(".suggestions").get_by_role("option")
    await offered.first.wait_for()
    move = await offered.nth(chance.randrange(await offered.count())).inner_text()
    await page.keyboard.type(move)
    await expect(offered).to_have_count(1)
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.get_by_text(f"You played {move}").last.wait_for()


async def picture(page: Page, name: str) -> None:
    """Keep a small file of what the page shows, if pictures are wanted."""
    folder = os.environ.get(SCREENSHOTS)
    if folder is None:
        return
    await page.mouse.move(0, 0)
    save_small(await page.screenshot(animations="disabled", caret="hide"), Path(folder) / f"{name}.png")


def save_small(shot: bytes, path: Path) -> None:
    """Save a picture of a screen in few colours."""
    few = Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def discard(pattern: str) -> None:
    """Remove the pictures of an earlier run, if pictures are wanted.

    This run may take fewer.
    """
    for left in Path(os.environ.get(SCREENSHOTS) or os.devnull).glob(pattern):
        left.unlink()
