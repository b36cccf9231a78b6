"""SIGTERM ends the bot within five seconds in every state.

The store is closed, nothing is in hand, and there is no traceback.
"""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from playground.api.gateway import GatewayFault
from playground.app import GATEWAY, REST, make_app, serve
from playground.bot_process import BotProcess
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire import players
from tests.wire.live_bot import Scene

pytestmark = pytest.mark.ci

WITHIN = 5.0
FOR_LONG = 60.0
SYNC = "/commands"
FOLLOW_UP = "POST /webhooks/"


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    """A bot that is not started yet."""
    world = World(patience=30.0)
    app = make_app(world, None)
    runner = await serve(world, app)
    scene = Scene(world, app[REST], app[GATEWAY], BotProcess(world.state.address, tmp_path))
    listening = asyncio.create_task(scene.listen(ADA_ID))
    yield scene
    await scene.bot.kill()
    listening.cancel()
    await runner.cleanup()


async def soon(true: Callable[[], bool]) -> None:
    """Wait until a condition holds that no event announces."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - neither a log nor a list of requests tells when it grows
            await asyncio.sleep(0.02)


async def wait_for_request(scene: Scene, request: str) -> None:
    """Wait until the bot has made a request."""
    await soon(lambda: any(request in each for each in scene.rest.requests))


async def ready(scene: Scene) -> None:
    await scene.bot.start()
    await soon(lambda: ": ready servers=" in scene.bot.log_tail(100))


async def before_log_in(scene: Scene) -> None:
    scene.world.faults.delay_next(1, FOR_LONG, "/users/@me")
    await scene.bot.start()
    await wait_for_request(scene, "/users/@me")


async def waiting_for_the_next_log_in(scene: Scene) -> None:
    scene.world.faults.fail_next(1000, 503, "/users/@me")
    await scene.bot.start()
    await soon(lambda: scene.bot.log_tail(100).count("tried again later") >= 3)


async def registering_commands(scene: Scene) -> None:
    scene.world.faults.delay_next(1, FOR_LONG, SYNC)
    await scene.bot.start()
    await wait_for_request(scene, SYNC)


async def connecting(scene: Scene) -> None:
    scene.gateway.fault = GatewayFault.SILENT
    await scene.bot.start()
    await soon(lambda: scene.gateway.connections > 0)


async def refused_by_the_gateway(scene: Scene) -> None:
    scene.gateway.fault = GatewayFault.REFUSING
    await scene.bot.start()
    await soon(lambda: scene.gateway.connections > 0)


async def connected(scene: Scene) -> None:
    await ready(scene)


async def _drop_connection(scene: Scene, ailment: GatewayFault) -> None:
    await ready(scene)
    scene.gateway.fault = ailment
    before = scene.gateway.connections
    await scene.world.faults.drop_gateway()
    await soon(lambda: scene.gateway.connections > before)


async def connecting_again(scene: Scene) -> None:
    await _drop_connection(scene, GatewayFault.SILENT)


async def resuming(scene: Scene) -> None:
    await _drop_connection(scene, GatewayFault.DEAF)


async def backing_off(scene: Scene) -> None:
    await _drop_connection(scene, GatewayFault.REFUSING)
    await soon(lambda: "Attempting a reconnect" in scene.bot.log_tail(100))


async def in_the_middle_of_a_post(scene: Scene) -> None:
    await ready(scene)
    place = await scene.begin("binar")
    scene.world.faults.delay_next(5, FOR_LONG, FOLLOW_UP)
    move = (await players.completions(scene, players.mover(scene.board(place)), place))[0]
    await scene.world.slash(players.mover(scene.board(place)), place, "move", {"move": move})
    await wait_for_request(scene, FOLLOW_UP)


async def in_the_middle_of_an_answer(scene: Scene) -> None:
    await ready(scene)
    scene.world.faults.delay_next(5, FOR_LONG, "/callback")
    asking = asyncio.create_task(scene.world.slash(ADA_ID, GAMES_ID, "help", {}))
    await wait_for_request(scene, "/callback")
    asking.cancel()


async def claiming(scene: Scene) -> None:
    await ready(scene)
    for game in ("binar", "yin-yang", "binary"):
        challenge, accept = await scene.dare(game)
        await scene.world.click(BEN_ID, challenge, accept)


async def at_a_slow_discord(scene: Scene) -> None:
    await ready(scene)
    scene.world.faults.delay_next(1000, 4.0)
    asking = asyncio.create_task(
        scene.world.slash(ADA_ID, GAMES_ID, "play", {"game": "binar", "opponent": BEN_ID})
    )
    await wait_for_request(scene, "/callback")
    asking.cancel()


State = Callable[[Scene], Awaitable[None]]
STATES: list[State] = [
    before_log_in,
    waiting_for_the_next_log_in,
    registering_commands,
    connecting,
    refused_by_the_gateway,
    connected,
    connecting_again,
    resuming,
    backing_off,
    in_the_middle_of_a_post,
    in_the_middle_of_an_answer,
    claiming,
    at_a_slow_discord,
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
async def test_it_ends_within_five_seconds(scene: Scene, state: State) -> None:
    await state(scene)
    await ends(scene, signal.SIGTERM)


async def test_ctrl_c_ends_it_too_while_it_connects_again(scene: Scene) -> None:
    await connecting_again(scene)
    await ends(scene, signal.SIGINT)


async def ends(scene: Scene, number: signal.Signals) -> None:
    """Tell it to end, and see that it does so in order."""
    process = scene.bot.process
    assert process is not None
    process.send_signal(number)
    assert await asyncio.wait_for(process.wait(), WITHIN) == 0
    log = scene.bot.log_tail(1000)
    assert "without waiting any longer" not in log
    assert "Unclosed" not in log
    assert "never retrieved" not in log
    database = scene.bot.folder / "twotone.db"
    if not database.exists():
        return
    assert not database.with_name("twotone.db-wal").exists()  # the last connection to close folds it in
    with closing(sqlite3.connect(database)) as stored:
        assert stored.execute("SELECT COUNT(*) FROM outbox WHERE owner IS NOT NULL").fetchone() == (0,)
