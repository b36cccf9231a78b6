"""Two live boards in Chromium on phones: a tap on one is seen on the other."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect

from club.play.match.matches import Table
from tests.club.people import start_match
from tests.web.live.live_phone import Player, open_phone
from tests.web.site import ANN, BASE, BEN, Site, site
from tests.web.touched_board import PATIENCE_MS, Board

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.ci]


@pytest_asyncio.fixture(loop_scope="module")
async def met(tmp_path: Path) -> AsyncIterator[Site]:
    """The pages of a club whose host wants live boards, in the browser's loop."""
    async with site("sqlite", tmp_path, live=True) as made:
        yield made


async def open_both(met: Site, browser: Browser, table: Table) -> tuple[Board, Board]:
    """Return Ann's page and Ben's."""
    ann, ben = [await open_phone(met, browser, table, who.id) for who in (ANN, BEN)]
    return ann, ben


async def test_two_taps_on_one_page_are_a_move_on_the_other(met: Site, browser: Browser) -> None:
    table = await start_match(met.club, "american")
    ann, ben = await open_both(met, browser, table)
    assert "#" not in ann.page.url
    mover, waiting = (ann, ben) if table.turn == table.seat_of(ANN.id) else (ben, ann)
    await mover.tap("b6")
    await mover.tap("a5")
    for board in (waiting, mover):
        await board.wait_for_moves(1)
    assert len((await met.club.play.matches.load(table.row.id)).match.plies) == 1
    await mover.page.reload()
    await mover.wait_for_moves(1)
    other = await start_match(met.club, "binary")
    link = await met.club.pages.live.make_link(other, ANN.id)
    await ann.page.goto(link.replace(BASE, met.at))
    await expect(ann.page.locator("#title")).to_have_text("Binary", timeout=PATIENCE_MS)
    assert "#" not in ann.page.url
    assert ann.troubles + ben.troubles == []
    for name, board in (("mover", mover), ("waiting", waiting)):
        await board.keep(name)


async def test_a_live_game_is_played_to_its_end_while_its_clocks_tick(met: Site, browser: Browser) -> None:
    table = await start_match(met.club, "binar", clock="5+5")
    boards = await open_both(met, browser, table)
    players = [Player(board, random.Random(5)) for board in boards]
    while table.turn is not None:
        seat, ply = table.turn, len(table.match.plies)
        for board in boards if ply < 2 else ():  # the one who waits sees the other's clock run
            running = board.page.locator(f'.running .time[data-seat="{seat}"]')
            former = await running.text_content(timeout=PATIENCE_MS)
            await expect(running).not_to_have_text(former or "", timeout=PATIENCE_MS)
        met.time[0] += 10.0
        await players[seat].move(table.match)
        for board in boards:
            await board.wait_for_moves(ply + 1)
        table = await met.club.play.matches.load(table.row.id)
        shown = await boards[1 - seat].page.locator(f'.time[data-seat="{seat}"]').text_content()
        minutes, seconds = (shown or "").split(":")
        moves = ply // 2 + 1
        # ten seconds a move less five; of each, up to half a second belongs to the board's way
        assert 300 - 5 * moves <= 60 * int(minutes) + int(seconds) <= 300 - 4 * moves, shown
    for board in boards:
        await expect(board.page.locator(".running")).to_have_count(0)
        await expect(board.page.get_by_role("button", name="Resign")).to_have_count(0)
        await board.check_everywhere("live game, ended")


async def test_a_win_is_claimed_on_the_page_when_the_time_is_up(met: Site, browser: Browser) -> None:
    table = await start_match(met.club, "binar", clock="5+5")
    ann, ben = await open_both(met, browser, table)
    await ann.page.locator(".running").wait_for()
    met.time[0] += 301.0
    await met.club.play.clocks.handle_due_clocks()
    await ben.press("Claim or adjourn")
    await ben.check_everywhere("claim")
    await ben.press("Claim the win")
    await expect(ben.page.locator("#message")).not_to_be_empty(timeout=PATIENCE_MS)
    await ben.check_everywhere("claim, on its way")
    met.time[0] += 3.0
    await ben.press("Claim the win")
    for board in (ann, ben):
        await expect(board.page.locator("#standing")).to_contain_text("time", timeout=PATIENCE_MS)
        await board.check_everywhere("claimed")
    assert (await met.club.play.matches.load(table.row.id)).is_over


HURRIED = """
const wait = setTimeout;
window.waits = [];
window.setTimeout = (work, time, ...more) => { waits.push(time); return wait(work, Math.min(time, 20), ...more); };
"""
"""Makes a page's pauses short, and keeps how long they would have been."""


async def test_an_error_of_the_server_is_told_and_asked_about_more_and_more_seldom(
    met: Site, browser: Browser
) -> None:
    table = await start_match(met.club, "american")
    mover = ANN if table.turn == table.seat_of(ANN.id) else BEN
    page = (await open_phone(met, browser, table, mover.id)).page
    await page.add_init_script(HURRIED)
    await page.reload()
    await page.wait_for_selector("html[data-ready=yes]")
    tries, is_told = [], asyncio.Event()

    async def refuse(route: Route) -> None:
        tries.append(route.request.post_data)
        if len(tries) == 2:
            await is_told.wait()
        if len(tries) < 9:
            await route.fulfill(status=500, json={"ok": False, "error": "That failed."})
        else:
            await route.continue_()

    async with page.expect_response(lambda answer: answer.status == 500):
        await page.route("**/live/ask", refuse)
        await page.locator('[data-square="b6"]').tap()
    await expect(page.locator("#message")).to_have_text("That failed.")
    is_told.set()
    await expect(page.locator("[aria-selected=true]")).to_have_count(1)
    await expect(page.locator("#message")).to_have_text("")
    assert len(set(tries)) == 1, "the same act, which counts once"
    pauses = [each for each in await page.evaluate("waits") if each > 1000]
    assert pauses == [2000, 4000, 8000, 16000, 30000, 30000, 30000]
