"""The computer plays over sockets, in processes of its own.

It plays on after the bot is killed while it thinks.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BOT_ID, GAMES_ID
from tests.wire.live_bot import Scene, on_stage
from tests.wire.visible_message import buttons, is_board, version, words

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
        yield scene


@pytest.mark.deep
async def test_the_computer_answers_though_the_bot_is_killed_while_it_thinks(scene: Scene) -> None:
    asked = {"game": "binar", "opponent": BOT_ID, "options": "size=3", "side": "Even"}
    await scene.world.slash(ADA_ID, GAMES_ID, "play", asked)

    def find_card() -> str | None:
        """Return the id of the card.

        On a busy machine it comes by itself, after a deferred answer.
        """
        seen = scene.messages(ADA_ID, GAMES_ID)
        return next((body["id"] for body in seen if "6★ at its best" in buttons(body)), None)

    card = await scene.until(find_card)
    await scene.world.click(ADA_ID, card, buttons(scene.message(card))["6★ at its best"])
    await scene.until(lambda: any(is_board(body) for body in scene.messages(ADA_ID, card)))
    for kill, move in ((False, "b2"), (True, None)):
        board = scene.board(card)
        before = version(board)
        if move is None:
            more = await scene.press(ADA_ID, board["id"], "Play")
            move = next(label for label, custom_id in buttons(more).items() if ":pick:" in custom_id)
        await scene.world.slash(ADA_ID, card, "move", {"move": move})
        await scene.wait_for_board(card, before)
        if kill:
            await scene.restart(kill=True)
        answer = await scene.wait_for_board(card, before + 1)
        assert "Twotone placed" in words(answer)
        assert version(answer) == before + 2
    assert len((await scene.moves(ADA_ID, card)).split()) == 4
