"""Under Discord's limits a league season starts with all its boards soon.

Other people play on beside it.
"""

from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from tests.wire.limits_kept import keeps_to_limits
from tests.wire.season import SMALL, WHOLE, WITHIN, matches_of, open_start

pytestmark = pytest.mark.ci


async def posts_all_while_others_play(folder: Path, openapi: OpenAPI, people: int, calm: float) -> None:
    matches = matches_of(people)
    async with open_start(folder, openapi, people, calm) as start:
        took = await start.run(matches)
        boards = start.boards()
        answered = list(start.rest.answered)
        played = [start.split(waits) for waits in (start.acks, start.waits)]
    assert took < WITHIN
    assert len(boards) == len(set(boards)) == matches
    assert [each.request for each in answered if each.status == 429] == []
    keeps_to_limits(answered)
    # Who gets no answer or no board ends the run with an error; how long they wait is the machine's to say, as is how
    # much was played before the season started.
    assert all(beside for _, beside in played)


@pytest.mark.asyncio
async def test_a_small_season_starts(tmp_path: Path, openapi: OpenAPI) -> None:
    await posts_all_while_others_play(tmp_path, openapi, *SMALL)


@pytest.mark.deep
@pytest.mark.asyncio
async def test_a_season_of_sixty_starts_within_five_minutes(tmp_path: Path, openapi: OpenAPI) -> None:
    await posts_all_while_others_play(tmp_path, openapi, *WHOLE)
