"""`python -m playground` as a stranger meets it: matches in the page.

They are played by mouse, by finger and by keyboard.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.playground.browser import PHONE, Views, writing
from tests.wire import stranger
from tests.wire.stranger import (
    board,
    board_alt,
    challenge,
    enter_messages,
    enter_thread,
    mover,
    picture,
    wait_for_change,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")
LONGEST = 150  # moves; no match of these tests takes as many
MID_GAME = 2
FEW = 4
"""Moves of a match that other tests play to its end."""
BY_TOUCH = 4
"""Moves of a match of which every second one is made with a finger."""
TALL: ViewportSize = {"width": 1400, "height": 1330}  # a board and a hand
WIDE: dict[str, Any] = {"viewport": {"width": 1400, "height": 900}, "color_scheme": "dark"}


@pytest.mark.deep
async def test_binar_is_played_by_mouse_and_on_a_phone(views: Views) -> None:
    chance = random.Random(7)
    ada, ben = await views.view("ada", **WIDE), await views.view("ben", **PHONE)
    await challenge(ada, "Binar", "Ben")
    await ben.get_by_role("button", name="Accept").last.wait_for()
    await picture(ben, "phone-challenge")
    await ben.get_by_role("button", name="Accept").last.tap()
    await enter_thread(ada, ben)
    for ply in range(LONGEST):
        page = await mover(ada, ben)
        if page is None:
            break
        if ply == MID_GAME:
            await see_side_by_side(views, page is ada)
        before = await board_alt(ada)
        await stranger.play(page, board(page), chance)
        await wait_for_change(ada, before)
        await wait_for_change(ben, before)
    assert await ben.evaluate("document.documentElement.scrollWidth") <= 390
    for page in (ada, ben):
        await expect(board(page)).to_contain_text(stranger.OVER)
    await picture(ben, "phone-end")


@pytest.mark.parametrize("most", [FEW, pytest.param(LONGEST, marks=pytest.mark.deep)])
async def test_binar_is_played_by_commands_and_their_completions(views: Views, most: int) -> None:
    chance = random.Random(8)
    ada, ben = await views.view("ada", color_scheme="light"), await views.view("ben")
    await writing(ada).press_sequentially("/play ")
    for word in ("binar", "opponent", "ben"):
        await ada.keyboard.type(word)
        await ada.keyboard.press("Tab")
    await ada.keyboard.press("Enter")
    await ben.get_by_role("button", name="Accept").last.click()
    await enter_thread(ada, ben)
    for _ in range(most):
        page = await mover(ada, ben)
        if page is None:
            break
        before = await board_alt(ada)
        await stranger.type_move(page, chance)
        await wait_for_change(ada, before)
        await wait_for_change(ben, before)
    await expect(board(ada)).to_contain_text(stranger.OVER if most == LONGEST else "to move")


async def test_a_record_is_attached_to_a_command(views: Views) -> None:
    """On a phone the file is chosen with the phone's own dialog.

    If the bot cannot read the file, it says so.
    """
    ada = await views.view("ada", **PHONE)
    for text, told in ((b'[GameType "25"]\n1. c3-d4 *', "1 move follows"), (b"junk", "Line 1")):
        await writing(ada).press_sequentially("/import ")
        await ada.get_by_role("option", name="record").tap()
        record = ada.get_by_label("record", exact=True)
        await record.set_input_files({"name": "game.pdn", "mimeType": "text/plain", "buffer": text})
        await expect(ada.get_by_role("combobox", name="Options of /import")).to_be_focused()
        await ada.get_by_role("button", name="Send").tap()
        await expect(ada.get_by_role("log")).to_contain_text(told)
    assert await ada.evaluate("document.documentElement.scrollWidth") <= 390


async def test_one_zero_one_is_played_from_both_hands_and_neither_page_ever_holds_the_others(
    views: Views,
) -> None:
    chance = random.Random(9)
    ada, ben = await views.view("ada", **WIDE), await views.view("ben", **WIDE)
    await challenge(ben, "One Zero One", "Ada")
    await ada.get_by_role("button", name="Accept").last.click()
    await enter_thread(ada, ben)
    for page in (ada, ben):
        link = page.get_by_role("navigation").get_by_role("link", name="Twotone")
        await expect(link).to_have_accessible_name(re.compile("unread"))
    await enter_messages(ada)
    secrets: dict[str, set[str]] = {"ada": set(), "ben": set()}
    for ply in range(FEW):
        shown = await board_alt(ben)
        turn = stranger.turn(await board(ben).inner_text())
        hand = await stranger.press_button(ben, board(ben), "Hand")
        await expect(hand).to_contain_text("Your hand against Ada")
        await expect(board(ada)).to_contain_text("Your turn." if turn == "Ada" else "Ben is to move.")
        secrets["ada"] |= await private(board(ada))
        secrets["ben"] |= await private(hand)
        if ply in (MID_GAME, MID_GAME + 1) and turn == "Ben":
            await ben.set_viewport_size(TALL)
            await picture(ben, "one-zero-one")
        page, card = (ada, board(ada)) if turn == "Ada" else (ben, hand)
        await stranger.play(page, card, chance)
        await wait_for_change(ben, shown)
    # The last hands too: both may have held the same cards at different times.
    secrets["ada"] |= await private(board(ada))
    secrets["ben"] |= await private(await stranger.press_button(ben, board(ben), "Hand"))
    for owner, other, page in (("ada", "ben", ben), ("ben", "ada", ada)):
        met = "\n".join([*views.heard[other], *views.requested[other], await page.content()])
        assert len(secrets[owner]) > FEW / 2
        assert [secret for secret in secrets[owner] - secrets[other] if secret in met] == []


@pytest.mark.deep
async def test_checkers_are_played_by_mouse(views: Views) -> None:
    chance = random.Random(10)
    ada, ben = await views.view("ada", **WIDE), await views.view("ben", **WIDE)
    await challenge(ada, "Russian checkers", "Ben")
    await ben.get_by_role("button", name="Accept").last.click()
    await enter_thread(ada, ben)
    for _ in range(FEW):
        page = await mover(ada, ben)
        assert page is not None
        before = await board_alt(ada)
        await stranger.play(page, board(page), chance)
        await wait_for_change(ada, before)
        await wait_for_change(ben, before)
    page = await mover(ada, ben)
    assert page is not None
    await expect(await stranger.press_button(page, board(page), "Play")).to_contain_text("Your move")
    await picture(page, "checkers")


@pytest.mark.parametrize(
    ("game", "few", "most"),
    [
        ("One Zero One", 1, 7),
        pytest.param("Russian checkers", 1, 4, marks=pytest.mark.deep),
        pytest.param("Binar", 1, 1, marks=pytest.mark.deep),
        pytest.param("Binary", 2, 5, marks=pytest.mark.deep),
    ],
)
async def test_a_phone_plays_by_touch_in_few_taps_with_the_board_in_sight(
    views: Views, game: str, few: int, most: int
) -> None:
    chance, taps = random.Random(11), []
    ada, ben = await views.view("ada", **WIDE), await views.view("ben", **PHONE)
    await challenge(ada, game, "Ben")
    await ben.get_by_role("button", name="Accept").last.tap()
    await enter_thread(ada, ben)
    for _ in range(BY_TOUCH):
        page = await mover(ada, ben)
        assert page is not None
        before = await board_alt(ada)
        if page is ada:
            await stranger.play(page, board(page), chance)
        else:
            taps.append(
                await stranger.play_by_touch(
                    page, board(page), chance, f"phone-{game.casefold().replace(' ', '-')}"
                )
            )
        await wait_for_change(ada, before)
        await wait_for_change(ben, before)
    assert taps
    assert all(few <= count <= most for count in taps)
    assert await ben.evaluate("document.documentElement.scrollWidth") <= 390


async def see_side_by_side(views: Views, ada_moves: bool) -> None:
    """Show both members' pages side by side, with the mover's picker open."""
    context = await views.browser.new_context(**WIDE)
    both = await context.new_page()
    await both.goto(f"{views.address}/?side=ada,ben")
    for number in (0, 1):
        half = both.frame_locator("iframe").nth(number)
        await half.get_by_role("log").locator(".thread-card").last.click()
        newest = half.locator(".message:not(.ephemeral)").filter(has=half.locator(".gallery")).last
        await expect(newest).to_contain_text("to move")
        if ada_moves is (number == 0):
            await newest.get_by_role("button", name="Play", exact=True).click()
            await expect(half.locator(".message.ephemeral").last).to_contain_text("Your move")
    await picture(both, "playground")
    await context.close()


async def private(card: Locator) -> set[str]:
    """Parts of a card that only the owner of a hand may see.

    They are the hand in words, and the secret parts of its picture's address.
    """
    image = card.locator("img").last
    address = await image.get_attribute("src") or ""
    return {await image.get_attribute("alt") or "", address.rpartition("hm=")[2]}
