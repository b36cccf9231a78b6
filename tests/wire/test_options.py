"""Options that name channels and roles reach the bot as Discord sends them."""

from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from playground.world.directory import PLAYERS_ROLE_ID
from playground.world.errors import ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID, LOUNGE_ID
from tests.wire.live_bot import on_stage
from tests.wire.visible_message import is_board, words

pytestmark = [pytest.mark.ci, pytest.mark.asyncio]


async def test_a_match_is_moved_to_a_channel_and_a_role_votes(openapi: OpenAPI, tmp_path: Path) -> None:
    async with on_stage(tmp_path, openapi) as scene:
        place = await scene.begin("binar")
        said = await scene.answer(scene.world.slash(ADA_ID, place, "admin move", {"channel": LOUNGE_ID}))
        assert f"<#{LOUNGE_ID}>" in words(said)
        await scene.until(lambda: any(is_board(each) for each in scene.messages(BEN_ID, LOUNGE_ID)))
        asked = {"game": "binar", "opponent": BEN_ID, "role": PLAYERS_ROLE_ID}
        await scene.world.slash(ADA_ID, GAMES_ID, "vote", asked)
        await scene.until(
            lambda: any(f"<@&{PLAYERS_ROLE_ID}>" in words(each) for each in scene.messages(BEN_ID, GAMES_ID))
        )
        with pytest.raises(ActRefusedError, match="no role of this server"):
            await scene.world.slash(ADA_ID, GAMES_ID, "vote", asked | {"role": LOUNGE_ID})
