"""One side plays on a live board by touch, the other by buttons and `/move`.

And no key of a link is anywhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import ExitStack

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from playground.checks.openapi import OpenAPI
from playground.world.components import walk_components
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID
from tests.playground.browser import PHONE
from tests.ports import reserve_port
from tests.web.touched_board import PATIENCE_MS, Board
from tests.wire import players
from tests.wire.live_bot import Scene, on_stage
from tests.wire.visible_message import EPHEMERAL

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.ci]
EACH, DEEP_EACH = 2, 6
"""Moves of each side."""
TAPS = {"binary": {1, 2}, "russian": {1, 2}, "one-zero-one": {1, 2, 3, 4, 5}}
"""Taps that a move takes.

A card, a place and a direction are one each, and so is what some cards ask after that.
"""
STATE = """() =>
  [...document.querySelectorAll("#moves li, #chosen:not([hidden])")].map(node => node.textContent).join()"""
OFFERED = """() => [
  ...[...document.querySelectorAll("#board .tap:not([aria-selected=true])")].map(node => node.dataset.square),
  ...[...document.querySelectorAll("#choices button")].map(node => `#choices :text-is("${node.textContent}")`),
]"""


class Evening:
    """A bot with live boards.

    `addresses` are all that a browser asked for, `keys` those of links with their owners, and
    `sessions` what the pages got for them.
    """

    def __init__(self, scene: Scene, browser: Browser, pages: str, metrics: str) -> None:
        self.scene = scene
        self.browser = browser
        self.pages = pages
        self.metrics = metrics
        self.addresses: list[str] = []
        self.keys: dict[str, str] = {}
        self.sessions: list[str] = []

    async def give_link(self, member_id: str, place: str, label: str = "Open the board") -> str:
        """Press the button; the link that only this member sees."""
        more = await self.scene.press(member_id, self.scene.board(place)["id"], "More")
        card = await self.scene.press(member_id, more["id"], label)
        assert card["flags"] & EPHEMERAL
        [link] = [each["url"] for each in walk_components(card["components"]) if "url" in each]
        self.keys[str(link).partition("#")[2]] = member_id
        return str(link)

    async def open(self, member_id: str, place: str, label: str = "Open the board") -> Board:
        """Follow a link on a phone."""
        address, _, key = (await self.give_link(member_id, place, label)).partition("#")
        context = await self.browser.new_context(**PHONE, reduced_motion="reduce")
        context.on("request", lambda request: self.addresses.append(f"{request.url} {request.headers}"))
        board = Board(await context.new_page())
        await board.page.goto(f"{address}#{key}")
        await board.ready()
        self.sessions.append(await board.page.evaluate("sessionStorage.getItem('live')"))
        return board


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evening(
    browser: Browser, openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Evening]:
    with ExitStack() as ports:
        here, metrics = (f"127.0.0.1:{ports.enter_context(reserve_port())}" for _ in range(2))
        settings = {
            "PUBLIC_URL": f"http://{here}",
            "WEB_BIND": here,
            "LIVE_BOARD": "yes",
            "LOG_LEVEL": "DEBUG",
            "METRICS_PORT": metrics.rpartition(":")[2],
        }
        async with on_stage(tmp_path_factory.mktemp("bot"), openapi, settings=settings) as scene:
            yield Evening(scene, browser, f"http://{here}", f"http://{metrics}/metrics")


async def touch(board: Board, chance: random.Random) -> int:
    """Make any move by touch; return the taps."""
    page, moves = board.page, board.page.locator("#moves li")
    before, taps = await moves.count(), 0
    while await moves.count() == before:
        state, offered = await page.evaluate(STATE), await page.evaluate(OFFERED)
        chosen = chance.choice(offered)
        await (board.tap(chosen) if not chosen.startswith("#") else page.locator(chosen).tap())
        await page.wait_for_function(f"former => ({STATE})() !== former", arg=state)
        taps += 1
    return taps


async def answer(scene: Scene, place: str, chance: random.Random, move: int) -> None:
    """Let Ben move, by buttons and by a command in turn."""
    if move % 2:
        await players.command(scene, BEN_ID, place, chance)
    else:
        await players.pick_move(scene, BEN_ID, scene.board(place), chance)


@pytest.mark.parametrize(
    ("game", "each"),
    [
        ("russian", EACH),
        ("one-zero-one", EACH),
        *(pytest.param(game, DEEP_EACH, marks=pytest.mark.deep) for game in TAPS),
    ],
)
async def test_one_plays_by_touch_and_the_other_by_buttons_and_commands(
    evening: Evening, game: str, each: int
) -> None:
    scene, chance = evening.scene, random.Random(53)
    place = await scene.begin(game)
    ada, cleo = await evening.open(ADA_ID, place), await evening.open(CLEO_ID, place, "Watch")
    turn = ada.page.locator(".running bdi")
    for ply in range(2 * each):
        await expect(turn).to_be_visible(timeout=PATIENCE_MS)
        if await turn.text_content() == "Ada":
            assert await touch(ada, chance) in TAPS[game]
        else:
            await answer(scene, place, chance, ply // 2)
        for board in (ada, cleo):
            await board.wait_for_moves(ply + 1)
    await ada.check(game)
    await cleo.check(game)
    assert await cleo.page.locator("#board .tap, #offers button").count() == 0
    for board in (ada, cleo):
        await board.page.context.close()


async def test_no_key_and_no_session_is_anywhere(evening: Evening) -> None:
    scene = evening.scene
    place = await scene.begin("binar")
    board = await evening.open(ADA_ID, place)
    opened = next(reversed(evening.keys))
    unopened = await evening.give_link(BEN_ID, place)
    async with aiohttp.ClientSession() as stranger:
        for key in (opened, "0" * 32):
            async with stranger.post(f"{evening.pages}/live/open", json={"key": key}) as came:
                assert (await came.json())["ok"] is False
        async with stranger.get(unopened) as came:  # as a preview does
            preview = await came.text() + str(came.headers) + str(came.url.with_fragment(None))
        async with stranger.get(evening.metrics) as came:
            metrics = await came.text()
    await touch_or_answer(evening, place, board)
    await scene.restart()  # whatever it had to write is written
    secrets = {*evening.keys, *evening.sessions}
    assert len(secrets) == len(evening.keys) + len(evening.sessions)
    asked = [each.partition(" ")[0] for each in evening.addresses]
    assert any("/live/open" in each for each in asked)
    hunted = {
        "addresses": "\n".join(asked).encode(),
        "requests to Discord": "\n".join(scene.rest.requests).encode(),
        "preview": preview.encode(),
        "metrics": metrics.encode(),
        "pictures": b"".join(each.data for each in scene.world.state.files.values()),
    }
    hunted |= {path.name: path.read_bytes() for path in scene.bot.folder.rglob("*") if path.is_file()}
    assert {"bot.log", "twotone.db"} <= set(hunted) and b"ready" in hunted["bot.log"]
    assert [
        (where, each) for where, said in hunted.items() for each in secrets if each.encode() in said
    ] == []
    for member_id, events in scene.told.items():
        check_told(evening, member_id, events)
    for key, holder in evening.keys.items():
        assert key in json.dumps(scene.told[holder])
    await board.page.context.close()


async def touch_or_answer(evening: Evening, place: str, board: Board) -> None:
    """Make one more move for the player to move."""
    chance = random.Random(1)
    if await board.page.locator(".running bdi").text_content() == "Ada":
        await touch(board, chance)
    else:
        await answer(evening.scene, place, chance, 1)
    await board.wait_for_moves(1)


def check_told(evening: Evening, member_id: str, events: list[JSON]) -> None:
    """A member was told no session, and no key but their own."""
    for event in events:
        said = json.dumps(event)
        assert not any(session in said for session in evening.sessions)
        for key, holder in evening.keys.items():
            if key in said:
                assert holder == member_id and event["message"]["flags"] & EPHEMERAL, event["type"]
