"""Whole matches in places where the bot is there by user_install.

It does nothing there except answer the people who press.
"""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.checks.openapi import OpenAPI
from playground.world.errors import ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID
from playground.world.user_installs import CORNER_ID, GROUP_ID
from tests.wire import players
from tests.wire.live_bot import WITHIN, Scene, on_stage
from tests.wire.visible_message import EPHEMERAL, alt_texts, buttons, version, words
from tests.wire.whole_games import HANDS_SOON_EMPTY, SEVERAL_CAPTURED, result_words

CAUSED = "503"
"""A failure that is caused on purpose."""

PRESSES_APART = 0.2
"""Seconds between presses that go on for a while.

A person who makes no pause is asked to wait, in later tests too.
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
        yield scene


pytestmark = pytest.mark.asyncio(loop_scope="module")


def check_nothing_refused(scene: Scene, but: str = "nothing") -> None:
    """Assert that Discord accepted all of the bot's requests.

    It has tried no channel, and no more follow-ups than there can be.
    """
    assert [line for line in scene.rest.refused if but not in line] == []


@pytest.mark.ci
async def test_binar_is_played_in_a_group_by_one_who_has_installed_nothing(scene: Scene) -> None:
    with pytest.raises(ActRefusedError):
        await scene.world.slash(BEN_ID, GROUP_ID, "games", {})
    place = await scene.begin("binar", GROUP_ID, options="size=3")
    moves = await players.by_buttons(scene, place, random.Random(1))
    assert await scene.moves(BEN_ID, place) == " ".join(moves)
    told = result_words(scene, place)
    assert "wins" in told or "Draw" in told
    await scene.until(
        lambda: not [body for body in scene.messages(CLEO_ID, place) if "Play" in buttons(body)]
    )
    check_nothing_refused(scene)


@pytest.mark.ci
async def test_russian_checkers_are_played_on_a_server_of_strangers(scene: Scene) -> None:
    scene.world.install(BEN_ID, True)
    place = await scene.begin("russian", CORNER_ID)
    moves = await players.by_commands(scene, place, random.Random(SEVERAL_CAPTURED))
    assert await scene.moves(ADA_ID, place) == " ".join(moves)
    told = result_words(scene, place)
    assert "wins" in told or "Draw" in told
    scene.world.install(BEN_ID, False)
    check_nothing_refused(scene)


@pytest.mark.ci
async def test_one_zero_one_is_played_in_a_group_of_three_with_hands_that_nobody_else_sees(
    scene: Scene,
) -> None:
    place = await scene.begin("one-zero-one", GROUP_ID)
    shown = await scene.press(BEN_ID, scene.board(place)["id"], "Hand")
    assert shown["flags"] & EPHEMERAL and alt_texts(shown)[0]
    moves = await players.by_buttons(scene, place, random.Random(HANDS_SOON_EMPTY), limit=6)
    assert await scene.moves(BEN_ID, place) == " ".join(moves)
    await scene.resign(ADA_ID, place)
    assert "wins" in result_words(scene, place)
    assert scene.world.member_view(ADA_ID)["dms"] == scene.world.member_view(BEN_ID)["dms"] == []
    seen = {body["id"] for body in scene.messages(CLEO_ID, place)}
    assert not [body for body in scene.messages(CLEO_ID, place) if body["flags"] & EPHEMERAL]
    assert shown["id"] not in seen
    check_nothing_refused(scene)


@pytest.mark.ci
async def test_a_board_that_could_not_be_shown_comes_with_the_next_press(scene: Scene) -> None:
    place = await scene.begin("binar", GROUP_ID)
    board = scene.board(place)
    mover = players.mover(board)
    other = BEN_ID if mover == ADA_ID else ADA_ID
    scene.world.faults.fail_next(1, int(CAUSED), "POST /webhooks/")
    scene.world.install(mover, True)
    move = await players.command(scene, mover, place, random.Random(2))
    scene.world.install(BEN_ID, False)
    await scene.until(lambda: not scene.world.faults.troubles)
    assert scene.board(place)["id"] == board["id"]

    async with asyncio.timeout(WITHIN):  # what was lost is still being seen to for a second
        while version(fresh := scene.board(place)) < 1:
            await scene.press(other, board["id"], "More")
            await asyncio.sleep(PRESSES_APART)  # noqa: TID251 - no event tells that the time is over
    assert fresh["id"] != board["id"] and move in words(fresh)
    check_nothing_refused(scene, CAUSED)


@pytest.mark.ci
async def test_where_answers_are_hidden_nobody_is_left_waiting_for_a_challenge(scene: Scene) -> None:
    scene.world.faults.hide_answers(ADA_ID)
    before = {body["id"] for body in scene.messages(BEN_ID, CORNER_ID)}
    asked = scene.world.slash(ADA_ID, CORNER_ID, "play", {"game": "yin-yang", "opponent": BEN_ID})
    answered = await scene.answer(asked)
    told = await scene.until(
        lambda: seen if "Use External Apps" in (seen := words(scene.message(answered["id"]))) else None
    )
    assert "Nobody but you can see" in told and answered["flags"] & EPHEMERAL
    assert {body["id"] for body in scene.messages(BEN_ID, CORNER_ID)} <= before
    scene.world.faults.hide_answers(ADA_ID, False)
    check_nothing_refused(scene, CAUSED)


@pytest.mark.ci
async def test_whoever_is_hidden_still_shows_their_move_in_place_of_the_board(scene: Scene) -> None:
    place = await scene.begin("binar", CORNER_ID)
    board = scene.board(place)
    mover = players.mover(board)
    scene.world.faults.hide_answers(mover)
    move = await players.pick_move(scene, mover, board, random.Random(3))
    await scene.until(lambda: move in words(scene.message(board["id"])))
    assert scene.board(place)["id"] == board["id"]
    scene.world.faults.hide_answers(mover, False)
    check_nothing_refused(scene, CAUSED)
