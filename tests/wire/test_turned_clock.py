"""The playground's clock is turned; the bot lives by it, also when restarted."""

import random
from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID
from tests.wire import players
from tests.wire.live_bot import on_stage
from tests.wire.visible_message import buttons, version, words

pytestmark = [pytest.mark.ci, pytest.mark.asyncio]
DAY = 86_400.0


async def test_time_that_is_turned_runs_on_clocks_and_is_no_absence(openapi: OpenAPI, tmp_path: Path) -> None:
    async with on_stage(tmp_path, openapi) as scene:
        place = await scene.begin("binar", clock="1 day", side="Even")
        board = scene.board(place)
        scene.world.turn_clock(DAY / 2)
        await scene.restart()
        await players.command(scene, ADA_ID, place, random.Random(1))
        moved = await scene.wait_for_board(place, version(board))
        assert "time is up" in words(moved)
        scene.world.turn_clock(1.5 * DAY)
        await scene.until(lambda: "Claim" in str(buttons(scene.board(place))))
        assert "time was up" in words(scene.board(place))
        assert "clock differs" not in scene.bot.log_tail(10_000), "a new start knows the time by itself"
