"""The bot runs under docs/hosting's units.

No part of it needs memory that is both writable and executable.
"""

import platform
from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BOT_ID, GAMES_ID
from tests.wire.live_bot import on_stage
from tests.wire.visible_message import buttons, first, version, words

pytestmark = pytest.mark.ci

SINCE = (6, 3)
"""Linux's version from which on it refuses such memory by a setting."""


async def test_a_bot_without_memory_for_new_code_draws_thinks_and_stores(
    openapi: OpenAPI, tmp_path: Path
) -> None:
    async with on_stage(tmp_path, openapi, "tests.wire.sealed_bot") as scene:
        if tuple(map(int, platform.release().split(".")[:2])) >= SINCE:
            assert "sealed" in scene.bot.log.read_text(encoding="utf-8")
        asked = {"game": "binar", "opponent": BOT_ID, "options": "size=3", "side": "Even"}
        await scene.world.slash(ADA_ID, GAMES_ID, "play", asked)
        levels = await scene.until(
            lambda: first(
                body for body in scene.messages(ADA_ID, GAMES_ID) if "6★ at its best" in buttons(body)
            )
        )
        await scene.world.click(ADA_ID, levels["id"], buttons(levels)["6★ at its best"])
        board = await scene.until(
            lambda: first(body for body in scene.messages(ADA_ID, levels["id"]) if body["attachments"])
        )
        await scene.world.slash(ADA_ID, levels["id"], "move", {"move": "b2"})
        answer = await scene.wait_for_board(levels["id"], version(board) + 1)
        assert "Twotone placed" in words(answer)
