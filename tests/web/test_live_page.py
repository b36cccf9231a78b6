"""The live board's page in Chromium: touch, drag, keyboard, a cut connection.

A small server answers it with real states of a match.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.playground.browser import PHONE
from tests.web.board_source import BoardSource, serve_boards
from tests.web.touched_board import Board
from web.live.page_files import live_page

pytestmark = pytest.mark.asyncio(loop_scope="module")

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "has_touch": False,
    "is_mobile": False,
}
TAPS = """squares => squares.forEach(square =>
  document.querySelector(`#board [data-square=${square}]`).dispatchEvent(new MouseEvent("click", { bubbles: true })))"""


@asynccontextmanager
async def served(game: str, **given: Any) -> AsyncIterator[tuple[BoardSource, str]]:
    """Serve the board of a game."""
    source = BoardSource(game, **given)
    async with serve_boards(source) as address:
        yield source, address


async def test_a_move_by_two_taps_or_one_drag_is_seen_by_all_who_look(browser: Browser) -> None:
    async with served("russian", clock=305.0) as (source, address):
        first = await Board.open(browser, address)
        second = await Board.open(browser, address, "1")
        watcher = await Board.open(browser, address, "watch", color_scheme="light")
        await expect(second.page.locator("#board .tap")).to_have_count(0)
        await first.check("to move")
        await first.tap("c3")
        await expect(first.page.locator("#chosen")).to_contain_text("c3")
        await expect(first.page.locator("#standing")).to_have_text("White to move.")
        await first.tap("d4")
        for board in (first, second, watcher):
            await board.wait_for_moves(1)
        await second.drag("b6", "a5")
        for board in (first, second, watcher):
            await board.wait_for_moves(2)
            await expect(board.page.locator("#lines")).to_contain_text("Black moved from b6 to a5.")
            await board.check("after a drag")
        assert [ply.text for ply in source.match.plies] == ["c3-d4", "b6-a5"]
        assert {2, 3} <= set(source.seen)
        assert "#" not in first.page.url
        await first.page.reload()
        await first.ready()
        await first.wait_for_moves(2)


async def test_a_drag_to_nowhere_moves_nothing_and_another_piece_is_taken_instead(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address)
        await board.drag("c3", "c6")
        await expect(board.page.locator('[aria-selected=true][data-square="c3"]')).to_be_attached()
        await board.page.locator('#board [data-square="e3"]').tap()
        await expect(board.page.locator('[aria-selected=true][data-square="e3"]')).to_be_attached()
        await board.page.locator('#board [data-square="e3"]').tap()
        await expect(board.page.locator("#chosen")).to_be_hidden()
        await board.drag("g3", "h4")
        await board.wait_for_moves(1)
        assert [ply.text for ply in source.match.plies] == ["g3-h4"]


async def test_a_mouse_that_lets_go_beside_the_board_holds_no_piece(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address, **DESK)
        mouse = board.page.mouse
        await mouse.move(*await board.middle("a3"))
        await mouse.down()
        await mouse.move(2, 2)  # in one leap, as a quick hand does
        await mouse.up()
        for square in ("b4", "c5", "b4"):
            await mouse.move(*await board.middle(square))
        await expect(board.page.locator("#board [data-at=a3][transform]")).to_have_count(0)
        await expect(board.page.locator("#chosen")).to_be_hidden()
        await mouse.down()
        await mouse.up()
        assert not source.match.plies


async def test_a_keyboard_plays_goes_back_and_types_a_move(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address, **DESK)
        page, focused = board.page, board.page.locator("#board :focus")
        await page.keyboard.press("Tab")
        await expect(focused).to_have_attribute("aria-label", "a3: white man, can be chosen")
        for key in ("Alt+ArrowRight", "Control+ArrowUp", "Control+Enter"):  # the browser's own
            await page.keyboard.press(key)
        await expect(focused).to_have_attribute("aria-label", "a3: white man, can be chosen")
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            await page.keyboard.press(key)
        await expect(focused).to_have_attribute("aria-label", "c3: white man, chosen")
        await page.keyboard.press("Escape")
        await expect(focused).to_have_attribute("aria-label", "c3: white man, can be chosen")
        await page.keyboard.press("Enter")
        await page.locator("#chosen:not([hidden])").wait_for()
        for key in ("ArrowUp", "ArrowRight", "Enter"):
            await page.keyboard.press(key)
        await board.wait_for_moves(1)
        source.play("b6-a5")
        await board.wait_for_moves(2)
        await page.locator("#typed").focus()
        await page.keyboard.type("d4e6")
        await page.keyboard.press("Enter")
        await expect(page.locator("#message")).to_contain_text("e6")
        await expect(page.locator("#typed")).to_have_value("d4e6")
        await page.locator("#typed").fill("d4c5")
        await page.keyboard.press("Enter")
        await board.wait_for_moves(3)
        await expect(page.locator("#typed")).to_have_value("")
        assert [ply.text for ply in source.match.plies] == ["c3-d4", "b6-a5", "d4-c5"]
        await page.locator("#before").click()
        await expect(page.locator("#lines")).to_contain_text("Black moved")
        await expect(page.locator("#typing")).to_be_hidden()
        await page.locator("#last").click()
        await expect(page.locator("#lines")).to_contain_text("White moved from d4 to c5.")


async def test_the_page_says_when_the_connection_is_gone_and_goes_on_by_itself(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address)
        source.drops_answer = True
        await board.tap("c3")
        await board.tap("d4")
        await board.wait_for_moves(1)
        source.is_down = True
        source.tell()
        message = board.page.locator("#message")
        await expect(message).to_contain_text("The connection is gone.")
        source.match.play("b6-a5")
        source.version += 1
        source.is_down = False
        await board.wait_for_moves(2)
        await expect(message).to_be_empty()
        assert [ply.text for ply in source.match.plies] == ["c3-d4", "b6-a5"]


@pytest.mark.ci
@pytest.mark.parametrize("game", ["one-zero-one", "russian", pytest.param("binar", marks=pytest.mark.deep)])
async def test_every_state_is_accessible_upright_by_night_and_sideways_by_day(
    browser: Browser, game: str
) -> None:
    async with served(game, clock=9.0) as (source, address):
        mover, waiting = [
            await Board.open(browser, address, str(seat))
            for seat in (source.match.turn, 1 - (source.match.turn or 0))
        ]
        await mover.check_everywhere(f"{game} to choose")
        await waiting.check_everywhere(f"{game} to wait")
        await mover.page.set_viewport_size({"width": 844, "height": 390})
        if await mover.page.locator("#choices button").count():
            await mover.page.locator("#choices button").first.tap()
        elif game == "russian":
            await mover.tap("c3")
        await mover.check_everywhere(f"{game} chosen")
        source.is_down = True
        source.tell()
        await expect(waiting.page.locator("#message")).to_contain_text("The connection is gone.")
        await waiting.check_everywhere(f"{game} no connection")
        while source.match.turn is not None and len(source.match.plies) < 60:
            source.match.play(source.match.moves()[-1])
        if source.match.turn is not None:
            source.match.resign(0)
        source.version += 1
        source.is_down = False
        for board in (mover, waiting):
            await expect(board.page.locator("#standing")).not_to_contain_text("to move")
            await expect(board.page.locator("#message")).to_be_empty()
            await board.check_everywhere(f"{game} ended")


async def test_an_answer_that_breaks_off_is_asked_for_again(browser: Browser) -> None:
    async with served("russian") as (source, address):
        source.is_held = True
        board = await Board.open(browser, address)
        await board.tap("c3")
        await expect(board.page.locator("#chosen")).to_contain_text("c3")
        source.cuts_answer = True
        await board.tap("d4")
        await board.wait_for_moves(1)
        source.cuts_answer = True
        source.play("b6-a5")
        await board.wait_for_moves(2)
        assert not source.cuts_answer, "the page has asked once more"
        await expect(board.page.locator("#message")).to_be_empty()


async def test_where_a_proxy_holds_events_back_the_page_asks_once_a_second(browser: Browser) -> None:
    async with served("russian") as (source, address):
        source.is_held = True
        board = await Board.open(browser, address, "1")
        source.play("c3-d4")
        await board.wait_for_moves(1)
        await board.drag("b6", "a5")
        await board.wait_for_moves(2)


async def test_a_change_beside_the_board_leaves_a_move_that_is_begun(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address)
        await board.tap("c3")
        await expect(board.page.locator("#chosen")).to_contain_text("c3")
        source.version -= 1
        source.tell()
        await board.page.get_by_role("button", name="Resign").tap()
        await board.page.wait_for_function("true")
        assert source.offers == ["resign"]
        await board.tap("c3")
        await board.tap("b4")
        await board.wait_for_moves(1)


async def test_a_key_that_opens_nothing_is_refused_in_words(browser: Browser) -> None:
    async with served("russian") as (_, address):
        context = await browser.new_context(**PHONE)
        page = await context.new_page()
        await page.goto(f"{address}#used")
        await expect(page.locator("#message")).to_have_text("This board is closed. Press Open the board.")
        assert "used" not in page.url
        await Board(page).check_everywhere("refused")
        await page.goto(f"{address}#0")
        await Board(page).ready()


async def test_a_page_whose_session_is_closed_says_so_and_asks_no_more(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address)
        source.is_closed = True
        source.tell()
        await expect(board.page.locator("#message")).to_contain_text("This board is closed.")
        with pytest.raises(PlaywrightTimeout):
            async with board.page.expect_request("**/live/ask", timeout=2500):
                pass


SDK = """export class DiscordSDK {
  ready = async () => {};
  commands = { authorize: async () => { throw new Error("access_denied"); } };
}"""


async def test_a_window_whose_user_declines_says_that_it_does_not_go_on(browser: Browser) -> None:
    async with served("russian") as (_, address):
        page = await (await browser.new_context(**PHONE)).new_page()
        window = live_page().replace("<html ", '<html data-app="1" data-sdk="live/sdk.mjs" ', 1)
        await page.route("**/live", lambda route: route.fulfill(body=window, content_type="text/html"))
        await page.route(
            "**/live/sdk.mjs", lambda route: route.fulfill(body=SDK, content_type="text/javascript")
        )
        await page.goto(address)
        await expect(page.locator("#message")).to_contain_text("Press Open the board", timeout=5000)


async def test_a_tap_before_the_answer_to_the_one_before_it_counts(browser: Browser) -> None:
    async with served("russian") as (source, address):
        board = await Board.open(browser, address)
        await board.page.evaluate(TAPS, ["c3", "c3", "d4"])
        await board.wait_for_moves(1)
        source.play("b6-a5")
        await board.wait_for_moves(2)
        await board.page.evaluate(TAPS, ["e3", "g3"])
        await expect(board.page.locator("[aria-selected=true][data-square=g3]")).to_be_attached()
        assert [ply.text for ply in source.match.plies] == ["c3-d4", "b6-a5"]


async def test_clocks_tick_and_the_theme_is_chosen(browser: Browser) -> None:
    async with served("russian", clock=9.9) as (_, address):
        board = await Board.open(browser, address, "watch")
        running, other = (
            board.page.locator(".running .time"),
            board.page.locator(".player:not(.running) .time"),
        )
        await expect(running).not_to_have_text("9.9")
        assert await other.text_content() == "9.9"
        light = "getComputedStyle(document.querySelector('svg .light')).fill"
        before = await board.page.evaluate(light)
        await board.page.locator("#theme").select_option("contrast")
        assert await board.page.evaluate(light) == "rgb(236, 236, 236)" != before
        await board.page.reload()
        await board.ready()
        assert await board.page.evaluate(light) == "rgb(236, 236, 236)"
        await board.check("contrast")


@pytest.mark.ci
@pytest.mark.parametrize(
    "settings",
    [
        {},
        pytest.param(
            {"viewport": {"width": 844, "height": 390}, "color_scheme": "light"}, marks=pytest.mark.deep
        ),
    ],
    ids=["upright", "sideways"],
)
async def test_every_game_is_begun_by_touch(browser: Browser, key: str, settings: dict[str, Any]) -> None:
    async with served(key) as (source, address):
        board = await Board.open(browser, address, str(source.match.turn), **settings)
        if not await board.page.locator("#board .tap").count():
            await board.page.locator("#choices button").first.tap()
        await board.page.locator("#board .tap").first.tap()
        await board.page.locator("#chosen:not([hidden]), #moves li").first.wait_for(state="attached")
        await board.check(key)
