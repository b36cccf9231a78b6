"""The bot logs in, registers its commands once, and ends in order."""

import asyncio

import pytest

from playground.world.state import ADA_ID, BOT_ID, GAMES_ID
from tests.wire.live_bot import Scene
from tests.wire.visible_message import words

pytestmark = pytest.mark.asyncio(loop_scope="module")
SYNC = f"PUT /applications/{BOT_ID}/commands"
COMMANDS = {"play", "move", "board", "hand", "games", "draw", "resign", "rules", "verify", "help"}


@pytest.fixture(scope="module", autouse=True)
def forked() -> None:
    """Here the bot starts from nothing, as it does for a host."""


async def test_commands_are_registered_at_the_first_start_only(scene: Scene) -> None:
    offered = {command["name"] for command in scene.world.commands(ADA_ID)}
    assert offered >= COMMANDS
    assert "Challenge to a game…" in offered
    assert scene.rest.requests.count(SYNC) == 1
    await scene.restart()
    assert scene.rest.requests.count(SYNC) == 1
    assert {command["name"] for command in scene.world.commands(ADA_ID)} == offered


async def test_told_to_end_in_the_middle_of_a_command_it_still_answers_and_says_goodbye(scene: Scene) -> None:
    await scene.world.slash(ADA_ID, GAMES_ID, "help", {})  # what it draws is known then, and answered at once
    scene.world.faults.delay_next(1, 0.5, "/callback")
    asking = asyncio.create_task(scene.world.slash(ADA_ID, GAMES_ID, "help", {}))
    await scene.until(lambda: not scene.world.faults.troubles)
    assert await scene.bot.stop() == 0
    assert "Twotone" in words(scene.message((await asking)["message_id"]))
    await scene.until(lambda: not scene.world.state.bot_online)
    assert "ERROR" not in scene.bot.log_end(1000)
    await scene.bot.start()
    await scene.online()
