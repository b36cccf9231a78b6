"""Evenings of many, walked through by touch on a screen 390 px wide.

A Swiss, a vote of thirty and a simul; the other people act by the API.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, expect

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.wire import players, stranger
from tests.wire.evening import Evening, evening, mover
from tests.wire.visible_message import buttons, version, words

ROUNDS = 4


@pytest.mark.deep
@pytest.mark.asyncio(loop_scope="module")
async def test_a_swiss_evening_of_17(browser: Browser, openapi: OpenAPI, tmp_path: Path) -> None:
    async with evening(tmp_path, openapi, browser, 17, "swiss") as now:
        await swiss(now)


@pytest.mark.deep
@pytest.mark.asyncio(loop_scope="module")
async def test_a_vote_of_thirty(browser: Browser, openapi: OpenAPI, tmp_path: Path) -> None:
    async with evening(tmp_path, openapi, browser, 29, "vote") as now:
        await votes(now)


@pytest.mark.deep
@pytest.mark.asyncio(loop_scope="module")
async def test_a_simul_of_ten(browser: Browser, openapi: OpenAPI, tmp_path: Path) -> None:
    async with evening(tmp_path, openapi, browser, 10, "simul") as now:
        await simul(now)


async def swiss(now: Evening) -> None:
    """Play four rounds with a bye, a late entry and a round that is taken back.

    Ada organises the Swiss and plays in it.
    """
    phone, late = now.phone, now.others[16]
    said = await now.command(
        "tournament create",
        kind="swiss",
        name="Friday evening",
        game="binar",
        options="size=3",
        clock="10+5",
        rounds=ROUNDS,
    )
    assert "The tournament is there" in said
    card = await phone.see("Friday evening")
    await phone.keep(card, "open")
    await phone.keep(await phone.tap(card, "Join"), "in")
    assert all("You are in" in each for each in await now.press(now.others[:16], "signed up", "Join"))
    await expect(card).to_contain_text("17")
    await phone.keep(card, "joined")
    await phone.tap(card, "Start now")
    call = await phone.see("0 of 17 are here")
    await phone.keep(call, "call")
    await phone.keep(await phone.tap(call, "I’m here"), "here")
    await now.press(now.others[:16], "are here", "I’m here")
    table = await phone.see("has this round free")
    await phone.keep(table, "round")
    await now.wait_for_matches(8)
    [said] = await now.press([late], "signed up", "Join")
    assert "from the next round on" in said
    await phone.keep(phone.card("plays from round 2 on"), "late")
    await ada_plays(now, "game")
    await asyncio.gather(*(now.resign(place) for place in now.running()))
    await begin_round(now, 2)
    await phone.keep(table := await phone.see("Round 2 of 4"), "round-2")
    sure = await phone.tap(table, "Take back the round")
    await phone.keep(sure, "back-sure")
    await sure.get_by_role("button", name="Take back the round").tap()
    await phone.keep(await phone.see("has taken back round 2"), "back")
    for number in range(2, ROUNDS + 1):
        await begin_round(now, number)
        await phone.keep(phone.card(f"Round {number} of 4"), f"round-{number}")
        await asyncio.gather(*(now.resign(place) for place in now.running()))
    await phone.keep(await phone.see(f"Over after round {ROUNDS}"), "over")
    await expect(phone.card(f"Over after round {ROUNDS}")).to_contain_text("has won")
    await expect(phone.card("signed up").get_by_role("button", name="Join", exact=True)).to_be_disabled()


async def begin_round(now: Evening, number: int) -> None:
    """Let everyone say that they are there for a round, until its matches begin."""
    await now.scene.until(lambda: not now.running())
    await now.press([ADA_ID, *now.others], f"**Round {number} of {ROUNDS}**: press", "I’m here")
    await now.wait_for_matches(9)


async def ada_plays(now: Evening, name: str) -> None:
    """Let Ada play her own match to its end, by touch, against a random player."""
    phone = now.phone
    [place] = [each for each in now.running() if f"<@{ADA_ID}>" in words(now.scene.board(each))]
    await phone.go(place)
    while "Play" in buttons(shown := now.scene.board(place)):
        if mover(shown) == ADA_ID:
            await phone.page.locator(
                f"#m{shown['id']}"
            ).wait_for()  # the page may still have the board of before
            await stranger.play_by_touch(phone.page, stranger.board(phone.page), now.chance, name)
        else:
            await players.command(now.scene, mover(shown), place, now.chance)
        await now.scene.wait_for_board(place, version(shown))
    await phone.keep(stranger.board(phone.page), "match-over")
    await phone.go(GAMES_ID)


async def votes(now: Evening) -> None:
    """Let a team of thirty vote, with Ada as its captain.

    There is a tie, a changed vote, a safe move, and a ballot that times out.
    """
    phone, scene = now.phone, now.scene
    await now.scene.world.slash(
        ADA_ID, GAMES_ID, "vote", {"game": "american", "side": "Black", "opponent": BEN_ID, "quorum": 30}
    )
    await phone.keep(await phone.see("Vote match"), "asked")
    card = await now.newest("Vote match", "Accept")
    await scene.press(BEN_ID, card["id"], "Accept")
    place = card["id"]
    await phone.go(place)
    await phone.keep(await phone.see("Press Vote"), "board")
    for who in now.others[:14]:
        await vote(now, who, place, "9", "14")
    for who in now.others[14:28]:
        await vote(now, who, place, "11", "15")
    mine = await phone.tap(stranger.board(phone.page), "Vote")
    await expect(mine).not_to_contain_text("14 votes")
    await phone.keep(mine, "before-one-s-vote")
    await choose(mine, "11")
    await phone.keep(mine, "where-to")
    await choose(mine, "15")
    await expect(mine).to_contain_text("15 votes")
    await phone.keep(mine, "voted")
    for label in ("Change my vote", "9", "14"):
        await choose(mine, label)
    await expect(mine).to_contain_text("You are for 9-14")
    await vote(now, now.others[28], place, "11", "15")
    await phone.keep(await phone.see("15 of 30 for 9-14"), "closed-by-quorum")
    await players.command(scene, BEN_ID, place, now.chance)
    await phone.see("votes (Black)")
    mine = await phone.tap(stranger.board(phone.page), "Vote")
    safe = await pick(mine)
    await choose(mine, "Only if nobody votes")
    await phone.keep(mine, "safe-move")
    await now.later("UPDATE ballot SET closes_at = 1, due_at = 1")
    await phone.keep(await phone.see(f"the captain's safe move {safe} was made"), "closed-by-safe-move")
    await players.command(scene, BEN_ID, place, now.chance)
    await phone.see("votes (Black)")
    shown = await scene.press(now.others[0], scene.board(place)["id"], "Vote")
    while "You are for" not in words(shown):
        shown = await players.choose(scene, now.others[0], shown, now.chance)
    await now.later("UPDATE ballot SET closes_at = 1, due_at = 1")
    await phone.keep(await phone.see("1 of 1 for"), "closed-by-time")
    await scene.resign(BEN_ID, place)
    await phone.keep(await phone.see("Ben resigned"), "over")


async def pick(shown: Locator) -> str:
    """Tap the first choice until the vote is there; the move that it is for."""
    while await (ways := shown.locator(stranger.GOING_ON)).count():
        if "You are for" in await shown.inner_text():
            break
        custom = await ways.first.get_attribute("data-custom")
        await ways.first.tap()
        await expect(shown.page.locator(f'[data-custom="{custom}"]')).to_have_count(0)
    return await shown.locator("code").first.inner_text()


async def choose(shown: Locator, label: str) -> None:
    """Tap a button of what one alone sees, which then shows something else."""
    button = shown.get_by_role("button", name=label, exact=True)
    custom = await button.get_attribute("data-custom")
    await button.tap()
    await expect(shown.page.locator(f'[data-custom="{custom}"]')).to_have_count(0)


async def vote(now: Evening, who: str, place: str, *labels: str) -> str:
    """Let a member vote, and return the answer."""
    shown = await now.scene.press(who, now.scene.board(place)["id"], "Vote")
    for label in labels:
        shown = await now.scene.press(who, shown["id"], label)
    return words(shown)


async def simul(now: Evening) -> None:
    """Ada plays ten at once, board by board from her queue, to the end of all."""
    phone = now.phone
    assert "The simul is there" in await now.command("simul", game="american", clock="1 day", sides="first")
    card = await phone.see("plays everybody who joins")
    await phone.keep(card, "open")
    await now.press(now.others, "plays everybody", "Join")
    await expect(card).to_contain_text("@Member 10")
    await phone.keep(card, "joined")
    await phone.tap(card, "Start now")
    score = await phone.see("10 running")
    await now.wait_for_matches(10)
    await phone.keep(score, "score")
    queue = await phone.tap(score, "Next board")
    await phone.keep(queue, "queue")
    for _ in range(10):
        await choose(queue, "11")
        await choose(queue, "15")
    await phone.keep(queue, "queue-empty")
    places = now.running()
    await asyncio.gather(*(answer(now, place) for place in places[:3]))
    await queue.get_by_role("button", name="Next board", exact=True).tap()
    await expect(queue).to_contain_text("3 boards wait for you")
    await phone.keep(queue, "queue-again")
    for place in places[:2]:
        await now.scene.resign(ADA_ID, place)
    await now.scene.resign(now.others[2], places[2])
    await asyncio.gather(*(now.resign(place) for place in places[3:]))
    await phone.keep(await phone.see("Ada 8 – 2"), "over")
    await expect(phone.card("Ada 8 – 2")).not_to_contain_text("running")


async def answer(now: Evening, place: str) -> None:
    """Let an opponent answer the exhibitor's move."""
    board = now.scene.board(place)
    await players.command(now.scene, mover(board), place, now.chance)
    await now.scene.wait_for_board(place, version(board))
