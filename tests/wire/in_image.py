"""A bot in its image against the playground, for `.ci/image`.

Run as `python -m tests.wire.in_image COMMAND`, where COMMAND runs its arguments in the image.
"""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from data.database.waits import sleep_with_jitter
from playground.app import GATEWAY, REST, make_app, serve
from playground.bot_process import TOKEN, BotProcess
from playground.checks.document import load_openapi_document
from playground.checks.openapi import OpenAPI
from playground.pointing import ADDRESS_VARIABLE
from playground.world.world import World
from tests.wire import players
from tests.wire.live_bot import Scene
from tests.wire.visible_message import version


class BotInImage(BotProcess):
    """The bot's process within the image."""

    command = ""

    async def start(self) -> None:
        """Start the image's own program, pointed at the playground."""
        given = f"{ADDRESS_VARIABLE}={self.address} DISCORD_TOKEN={TOKEN}"
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(self.command, "python", "-m", "playground.launcher"),
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
                env={**os.environ, "GIVEN": given},
                start_new_session=True,
            )


async def play(command: str, folder: Path) -> None:
    """Play a move, check the health, end the bot, and play on after a second start."""
    world = World(patience=30.0)
    openapi = OpenAPI(load_openapi_document())
    app = make_app(world, openapi)
    runner = await serve(world, app)
    bot = BotInImage(world.state.address, folder)
    bot.command = command
    scene = Scene(world, app[REST], app[GATEWAY], bot)
    listening = [asyncio.create_task(scene.listen(member)) for member in world.state.members]
    try:
        await bot.start()
        await scene.online()
        place = await scene.begin("binar")
        for _ in range(2):
            before = scene.board(place)
            mover = players.mover(before)
            move = (await players.completions(scene, mover, place))[0]
            await scene.answer(world.slash(mover, place, "move", {"move": move}))
            await scene.wait_for_board(place, version(before))
            await check_health(command)
            assert await bot.stop() == 0, "SIGTERM ends it in order"
            await scene.until(lambda: not world.state.bot_online)
            await bot.start()
            await scene.online()
        await bot.stop()
    except BaseException:
        print(bot.log_tail(50), file=sys.stderr)
        raise
    finally:
        await bot.kill()
        for task in listening:
            task.cancel()
        await runner.cleanup()
    assert openapi.violations == []


async def check_health(command: str) -> None:
    """Ask `twotone healthcheck` in the image until it is content, within a minute."""
    async with asyncio.timeout(60):
        while True:
            asked = await asyncio.create_subprocess_exec(command, "twotone", "healthcheck")
            if await asked.wait() == 0:
                return
            await sleep_with_jitter(1.0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(sys.argv[1], Path(folder)))
