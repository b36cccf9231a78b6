"""Four friends' first evening, 390 px wide: from nothing to a table.

A shared match brings a challenge. Ada is at her phone; her friends act through the API.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID, LOUNGE_ID, MEMBER_IDS
from tests.playground.browser import command
from tests.wire import players, stranger
from tests.wire.evening import Evening, evening, mover
from tests.wire.visible_message import version

pytestmark = pytest.mark.ci

DORA_ID = MEMBER_IDS[3]
FRIENDS = ("Ada", "Ben", "Cleo", "Dora")
PLIES = 6
"""Plies after which a match that is given up counts."""


@pytest.mark.asyncio(loop_scope="module")
async def test_four_friends_come_from_nothing_to_a_table(
    browser: Browser, openapi: OpenAPI, tmp_path: Path
) -> None:
    async with evening(tmp_path, openapi, browser, 0, "evening") as now:
        phone = now.phone
        await ask_for_an_opponent(now)
        place = await begin(now, [BEN_ID], "is looking for an opponent")
        await phone.go(place)
        await play_and_resign(now, place, BEN_ID)
        await share_with_the_channel(now, place)
        await phone.go(GAMES_ID)
        shared = await phone.see("Shared by")
        await phone.keep(shared, "shared")
        await now.press([CLEO_ID], "Shared by", "Play the winner")
        card = await phone.see("Cleo challenges")
        await phone.keep(card, "brought")
        await card.get_by_role("button", name="Accept", exact=True).tap()
        [second] = await now.wait_for_matches(1)
        await play_and_resign(now, second, ADA_ID)
        for asked, opponent in ((CLEO_ID, DORA_ID), (DORA_ID, BEN_ID)):
            await now.scene.world.slash(asked, GAMES_ID, "play", {"game": "binar", "opponent": opponent})
            place = await begin(now, [opponent], "challenges")
            await play_and_resign(now, place, opponent)
        await see_the_table(now)
        await see_the_club_card(now)


async def ask_for_an_opponent(now: Evening) -> None:
    """Let Ada go from the empty page to an open challenge, by touch."""
    page, phone = now.phone.page, now.phone
    await page.get_by_role("button", name="Open the home card").tap()
    home = page.locator(".message.ephemeral").last
    await expect(home).to_contain_text("games for two")
    await home.get_by_role("button", name="Find an opponent", exact=True).tap()
    await expect(home).to_contain_text("Which game?")
    await home.get_by_role("button", name="Binar", exact=True).tap()
    await phone.keep(await phone.see("is looking for an opponent"), "asked")


async def begin(now: Evening, people: list[str], said: str) -> str:
    """Let people accept the newest challenge; the place of the match that begins."""
    await now.press(people, said, "Accept")
    [place] = await now.wait_for_matches(1)
    return place


async def play_and_resign(now: Evening, place: str, loser: str) -> None:
    """Play some moves at random, until it is the loser's turn, who resigns."""
    scene = now.scene
    for ply in range(PLIES + 1):
        board = scene.board(place)
        if ply >= PLIES and mover(board) == loser:
            break
        await players.command(scene, mover(board), place, now.chance)
        await scene.wait_for_board(place, version(board))
    await scene.resign(loser, place)


async def share_with_the_channel(now: Evening, place: str) -> None:
    """Let Ada share the match in the channel above, and Ben agree."""
    phone = now.phone
    final = stranger.board(phone.page)
    await expect(final).to_contain_text("Ben resigned")
    await phone.keep(final, "end")
    where = await phone.tap(final, "Share")
    await phone.keep(where, "where")
    await where.get_by_role("button", name="In the channel above", exact=True).tap()
    question = await now.newest("would like to share", "Share it", place)
    await phone.keep(await phone.see("would like to share"), "agree")
    await now.scene.press(BEN_ID, question["id"], "Share it")


async def see_the_table(now: Evening) -> None:
    """Let Ada look at the standings, in which all four stand, and share them."""
    page, phone = now.phone.page, now.phone
    before = await page.locator(".message.ephemeral").count()
    await command(page, "standings")
    table: Locator = page.locator(".message.ephemeral").nth(before)
    for name in FRIENDS:
        await expect(table).to_contain_text(f"@{name}")
    await expect(table.locator("img")).to_have_count(1)
    await phone.keep(table, "table")
    await table.get_by_role("button", name="Share", exact=True).tap()
    shared = await phone.see("Challenge Ada")
    for name in FRIENDS:
        await expect(shared).to_contain_text(f"@{name}")
    await phone.keep(shared, "table-shared")


async def see_the_club_card(now: Evening) -> None:
    """Let Ada have the club card posted in another channel."""
    phone, scene = now.phone, now.scene
    settings = await scene.answer(scene.world.slash(ADA_ID, LOUNGE_ID, "settings server", {}))
    chosen = await scene.press(ADA_ID, settings["id"], "Club card, weekly digest")
    await scene.world.select(ADA_ID, chosen["id"], "v1:0:server-card:0:card_channel", [LOUNGE_ID])
    await phone.go(LOUNGE_ID)
    card = await phone.see("Play here")
    await expect(card).to_contain_text("provisional")
    await expect(card.locator("img")).to_have_count(1)
    await expect(card.get_by_role("button", name="My matches", exact=True)).to_be_visible()
    await phone.keep(card, "club")
