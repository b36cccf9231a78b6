"""Killed at any moment with six games and a challenge under way.

The bot loses nothing and doubles nothing.
"""

from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from tests.wire.live_bot import on_stage
from tests.wire.storm import Storm

pytestmark = pytest.mark.ci

KILLS, DEEP_KILLS = 4, 10
DEEP = 20
"""Storms of the deep run: 200 kills."""


async def storm(seed: int, kills: int, folder: Path, openapi: OpenAPI) -> None:
    async with on_stage(folder, openapi, launcher="workshop.bench.busy_bot") as scene:
        raging = Storm(scene, seed)
        await raging.blow(kills)
    assert raging.kept
    assert raging.lost


@pytest.mark.asyncio
async def test_kills_lose_and_double_nothing(tmp_path: Path, openapi: OpenAPI) -> None:
    await storm(1, KILLS, tmp_path, openapi)


@pytest.mark.deep
@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(2, 2 + DEEP))
async def test_two_hundred_kills_lose_and_double_nothing(seed: int, tmp_path: Path, openapi: OpenAPI) -> None:
    await storm(seed, DEEP_KILLS, tmp_path, openapi)
