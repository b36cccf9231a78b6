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


@pytest.mark.ci
async def test_commands_are_registered_at_the_first_start_only_and_activities_keep_theirs(
    scene: Scene,
) -> None:
    offered = {command["name"] for command in scene.world.offered_commands(ADA_ID)}
    assert offered >= COMMANDS
    assert "Challenge to a game…" in offered
    assert scene.rest.requests.count(SYNC) == 1
    state = scene.world.state
    scene.world.faults.switch_on_activities()
    [entry] = [command for command in state.commands.values() if command["type"] == 4]
    entry["default_member_permissions"] = "2048"  # Discord gives a text and takes a number
    launch = dict(entry)
    await scene.restart()
    assert scene.rest.requests.count(SYNC) == 1, "ours alone are compared"
    assert {command["name"] for command in scene.world.offered_commands(ADA_ID)} >= offered
    lost = next(command for command in state.commands.values() if command["name"] == "verify")
    del state.commands[lost["id"]]
    await scene.restart()
    assert scene.rest.requests.count(SYNC) == 2
    assert not [each for each in scene.rest.refused if "50240" in each]
    [kept] = [command for command in state.commands.values() if command["type"] == 4]
    unchanged = launch.keys() - {"version"}
    assert {name: kept.get(name) for name in unchanged} == {
        **{name: launch[name] for name in unchanged},
        "description_localizations": None,
    }
    assert "verify" in {command["name"] for command in scene.world.offered_commands(ADA_ID)}


@pytest.mark.ci
async def test_commands_that_are_refused_keep_it_from_nothing_else(scene: Scene) -> None:
    state = scene.world.state
    lost = next(command for command in state.commands.values() if command["name"] == "verify")
    del state.commands[lost["id"]]
    scene.world.faults.fail_next(1, 429, SYNC, retry_after=80_000.0)
    await scene.restart()
    assert "commands refused, tried again later" in scene.bot.log_tail(100)
    shown = await scene.answer(scene.world.slash(ADA_ID, GAMES_ID, "help", {}))
    assert "Twotone" in words(shown)


@pytest.mark.ci
async def test_told_to_end_in_the_middle_of_a_command_it_still_answers_and_says_goodbye(scene: Scene) -> None:
    await scene.world.slash(ADA_ID, GAMES_ID, "help", {})  # what it draws is known then, and answered at once
    scene.world.faults.delay_next(1, 0.5, "/callback")
    asking = asyncio.create_task(scene.world.slash(ADA_ID, GAMES_ID, "help", {}))
    await scene.until(lambda: not scene.world.faults.troubles)
    assert await scene.bot.stop() == 0
    assert "Twotone" in words(scene.message((await asking)["message_id"]))
    await scene.until(lambda: not scene.world.state.bot_online)
    assert "ERROR" not in scene.bot.log_tail(1000)
    await scene.bot.start()
    await scene.online()
