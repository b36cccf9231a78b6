"""Killed or restarted in the middle of something, the bot goes on with it.

For many kills see `test_storm`.
"""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.checks.openapi import OpenAPI
from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.pace import PATIENCE
from tests.sets import leave_to_ci
from tests.wire import players
from tests.wire.live_bot import Scene, on_stage
from tests.wire.visible_message import alt_texts, buttons, version, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
        yield scene


@pytest.mark.ci
@pytest.mark.parametrize("requests", leave_to_ci(range(5), but=(1,)))
async def test_a_result_is_told_once_whenever_the_kill_comes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, requests: int
) -> None:
    place = await scene.begin("binar", options="size=3")
    more = await scene.press(ADA_ID, scene.board(place)["id"], "More")
    sure = await scene.press(ADA_ID, more["id"], "Resign")
    monkeypatch.setattr(scene.world.interactions, "patience", 0.5)
    asked = len(scene.rest.requests)
    resigning = asyncio.create_task(scene.press(ADA_ID, sure["id"], "Resign"))
    await scene.wait_for_requests(asked + requests)
    await scene.restart(kill=True)
    await asyncio.gather(resigning, return_exceptions=True)
    monkeypatch.undo()
    if "wins" not in words(scene.board(place)):
        with contextlib.suppress(KeyError):  # the buttons are gone if only the board was still to come
            await scene.press(ADA_ID, sure["id"], "Resign")
    await scene.until(lambda: "wins" in words(scene.board(place)) and results(scene, place))
    await scene.begin("binar")  # whatever was still to be posted came before this
    assert len(results(scene, place)) == 1
    assert sum("wins" in words(body) for body in scene.boards(place)) == 1


def results(scene: Scene, place: str) -> list[JSON]:
    """The cards in the channel that tell how the match of a thread ended."""
    return [body for body in scene.boards(GAMES_ID) if f"/{place}" in str(body["components"])]


@pytest.mark.ci
async def test_a_pick_goes_on_after_a_restart(scene: Scene) -> None:
    place = await scene.begin("russian")
    board = scene.board(place)
    mover = players.mover(board)
    picker = await scene.press(mover, board["id"], "Play")
    while not words(picker).startswith("You played `"):
        await scene.restart()
        picker = await players.choose(scene, mover, picker, random.Random(1))
    await scene.wait_for_board(place, version(board))
    assert await scene.moves(mover, place) == words(picker).split("`")[1]


@pytest.mark.ci
async def test_a_picker_of_a_board_that_has_moved_on_shows_the_board_instead(scene: Scene) -> None:
    place = await scene.begin("russian")
    board = scene.board(place)
    mover = players.mover(board)
    picker = await scene.press(mover, board["id"], "Play")
    await players.by_commands(scene, place, random.Random(2), limit=2)
    await scene.restart(kill=True)
    shown = await players.choose(scene, mover, picker, random.Random(3))
    assert "moved on" in words(shown)
    own = await scene.press(mover, scene.board(place)["id"], "My view")
    assert alt_sentences(shown) == alt_sentences(own)
    assert len((await scene.moves(BEN_ID, place)).split()) == 2


def alt_sentences(card: JSON) -> list[str]:
    """Sentences of a card's alt text, without the ones about choices."""
    return [said for said in alt_texts(card)[0].split(". ") if not said.startswith("You can choose")]


@pytest.mark.ci
async def test_a_challenge_posted_in_the_moment_of_a_kill_still_gets_its_thread(scene: Scene) -> None:
    challenge, _ = await scene.dare("yin-yang")
    await scene.restart(kill=True)
    await scene.press(BEN_ID, challenge, "Accept")
    await scene.until(lambda: scene.messages(BEN_ID, challenge))
    await scene.until(lambda: f"<#{challenge}>" in words(scene.message(challenge)))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("delay", "requests", "size"),
    leave_to_ci([(0.0, 0, 6), (0.0, 1, 8), (1.0, 1, 10), (4.0, 1, 12)], after=1),
)
async def test_a_challenge_is_seen_once_whenever_the_kill_comes(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, delay: float, requests: int, size: int
) -> None:
    before = {card["id"] for card in challenges(scene)}
    monkeypatch.setattr(scene.world.interactions, "patience", 0.5)
    if delay:
        scene.world.faults.delay_next(1, delay, "/callback")
    asked = len(scene.rest.requests)
    options = {"game": "zong-heng", "opponent": BEN_ID, "options": f"size={size}"}
    playing = asyncio.create_task(scene.world.slash(ADA_ID, GAMES_ID, "play", options))
    await scene.wait_for_requests(asked + requests)
    await scene.restart(kill=True)
    await asyncio.gather(playing, return_exceptions=True)
    monkeypatch.undo()
    if not query_count(scene):  # killed before it was stored: then nothing may be shown
        assert {card["id"] for card in challenges(scene)} == before
        await scene.world.slash(ADA_ID, GAMES_ID, "play", options)
    await scene.until(lambda: len(challenges(scene)) > len(before) and not scene.world.faults.troubles)
    async with asyncio.timeout(PATIENCE):
        while query_count(scene, "SELECT COUNT(*) FROM outbox WHERE kind = 'card'"):
            await asyncio.sleep(0.05)
    [card] = [card for card in challenges(scene) if card["id"] not in before]
    await scene.press(BEN_ID, card["id"], "Accept")
    await scene.until(lambda: scene.messages(BEN_ID, card["id"]))


def challenges(scene: Scene) -> list[JSON]:
    """The cards of challenges that everybody sees and can answer."""
    return [body for body in scene.messages(BEN_ID, GAMES_ID) if "Accept" in buttons(body)]


def query_count(
    scene: Scene,
    question: str = "SELECT COUNT(*) FROM challenge WHERE status = 'open' AND game = 'zong-heng'",
) -> int:
    """Return the number that a query to the bot's database gives."""
    with contextlib.closing(sqlite3.connect(scene.bot.folder / "twotone.db")) as database:
        (count,) = database.execute(question).fetchone()
    return int(count)
