"""Every outgoing message names the people it pings: no one, or the one meant.

That holds for any names that people give themselves.
"""

import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground.api import composing
from playground.checks.openapi import OpenAPI
from playground.world.state import ADA_ID, BEN_ID, CLEO_ID
from playground.world.traffic import RouteClass
from tests.wire import players
from tests.wire.live_bot import Scene, on_stage

WAYS = (RouteClass.CALLBACK, RouteClass.FOLLOW_UP, RouteClass.BY_TOKEN, RouteClass.POST, RouteClass.EDIT)
Body = tuple[list[str], Any]
"""Whom the text of a message names, and whom its sender allows to be pinged."""


@pytest.fixture(scope="module")
def bodies() -> list[Body]:
    """Every message that the bot has sent or edited."""
    return []


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(
    openapi: OpenAPI, tmp_path_factory: pytest.TempPathFactory, bodies: list[Body]
) -> AsyncIterator[Scene]:
    pinged = composing.filter_pings

    def record_pings(mentioned: list[str], allowed: Any, parse: tuple[str, ...]) -> list[str]:
        bodies.append((mentioned, allowed))
        return pinged(mentioned, allowed, parse)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(composing, "filter_pings", record_pings)
        async with on_stage(tmp_path_factory.mktemp("bot"), openapi) as scene:
            yield scene


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.ci
async def test_no_way_out_pings_or_names_anybody_but_whom_it_is_for(scene: Scene, bodies: list[Body]) -> None:
    for member, name in ((ADA_ID, f"<@{CLEO_ID}>"), (BEN_ID, f"<@!{CLEO_ID}> @everyone")):
        person = scene.world.state.find_person(member)
        assert person is not None
        person.name = name
    place = await scene.begin("binar", options="size=3")
    await players.by_buttons(scene, place, random.Random(1), limit=2)
    await players.by_commands(scene, place, random.Random(2), limit=2)
    await scene.press(ADA_ID, scene.board(place)["id"], "More")
    await scene.resign(BEN_ID, place)
    for command in ("games", "profile", "help"):
        await scene.answer(scene.world.slash(ADA_ID, place, command, {}))
    await scene.restart()
    place = await scene.begin("one-zero-one")
    await scene.resign(ADA_ID, place)
    assert [way for way in WAYS if not scene.world.traffic.by_class[way]] == []
    assert len(bodies) > 20
    for mentioned, allowed in bodies:
        assert allowed is not None
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        meant = {str(user) for user in allowed.get("users", ())}
        assert len(meant) <= 1
        assert meant <= {ADA_ID, BEN_ID}
        assert meant <= set(mentioned), "nobody is pinged whom the words do not name"
        assert CLEO_ID not in mentioned, "nobody is named by what somebody else is called"
