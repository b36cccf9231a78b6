"""A user-installed bot in a place where it is no member.

It can answer the people who press, five times each, and do nothing else.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from playground.world.directory import PERMISSIONS, Channel
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, BOT_ID, CLEO_ID, GAMES_ID, GUILD_ID
from playground.world.user_installs import CORNER_ID, ELSEWHERE_ID, GROUP_ID
from tests.playground.conftest import Server
from tests.playground.plain_api import Api

ONLY_YOU = 1 << 6
GO = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
SAY = {"type": 4, "data": {"content": "hello", "components": [GO]}}
COMMANDS = [
    {"name": "everywhere", "description": "x", "integration_types": [0, 1], "contexts": [0, 1, 2]},
    {"name": "home", "description": "x", "integration_types": [0], "contexts": [0, 1, 2]},
    {"name": "servers", "description": "x", "integration_types": [0, 1], "contexts": [0]},
]
PLACES = pytest.mark.parametrize("place", [GROUP_ID, CORNER_ID])


@pytest.fixture
async def api(api: Api) -> AsyncIterator[Api]:
    await api("PUT", f"/applications/{BOT_ID}/commands", COMMANDS)
    yield api


async def answer_command(server: Server, api: Api, place: str, member: str = ADA_ID) -> JSON:
    """Answer a command with a message that has a button, and return the message."""
    async with api.act(server.world.slash(member, place, "everywhere", {})) as (callback, _):
        _, reply = await api("POST", f"{callback}?with_response=1", SAY)
    told: JSON = reply
    return told


@PLACES
async def test_no_channel_s_route_serves(server: Server, api: Api, place: str) -> None:
    message = (await answer_command(server, api, place))["resource"]["message"]
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/messages", None),
        ("POST", "/messages", {"content": "hi"}),
        ("PATCH", f"/messages/{message['id']}", {"content": "hi"}),
        ("DELETE", f"/messages/{message['id']}", None),
        ("POST", f"/messages/{message['id']}/threads", {"name": "x"}),
    ):
        status, refused = await api(method, f"/channels/{place}{path}", body)
        assert (status, refused["code"]) == (403, 50001), (method, path)
    status, refused = await api("GET", f"/guilds/{ELSEWHERE_ID}/members/{BEN_ID}")
    assert (status, refused["code"]) == (404, 10004)


@PLACES
async def test_an_interaction_takes_five_follow_ups_and_every_press_five_more(
    server: Server, api: Api, place: str
) -> None:
    message = (await answer_command(server, api, place))["resource"]["message"]
    for member in (BEN_ID, CLEO_ID):
        async with api.act(server.world.click(member, message["id"], "go")) as (callback, webhook):
            await api("POST", callback, {"type": 6})
            answers = [(await api("POST", webhook, {"content": "more"}))[0] for _ in range(5)]
            status, refused = await api("POST", webhook, {"content": "too many"})
            edited, _ = await api("PATCH", f"{webhook}/messages/@original", {"content": "changed"})
        assert answers == [204] * 5
        assert (status, refused["code"], edited) == (400, 40094, 200)


async def test_at_home_an_interaction_takes_more(server: Server, api: Api) -> None:
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "everywhere", {})) as (callback, webhook):
        await api("POST", callback, SAY)
        answers = [(await api("POST", webhook, {"content": "more"}))[0] for _ in range(6)]
    assert answers == [204] * 6


async def test_a_token_ends_after_a_quarter_of_an_hour(server: Server, api: Api) -> None:
    async with api.act(server.world.slash(ADA_ID, GROUP_ID, "everywhere", {})) as (callback, webhook):
        await api("POST", callback, SAY)
    server.now.ahead += 15 * 60 + 1
    status, refused = await api("POST", webhook, {"content": "late"})
    assert (status, refused["code"]) == (401, 50027)


async def test_an_interaction_says_where_it_comes_from_and_who_brought_the_bot(
    server: Server, api: Api
) -> None:
    heard: list[tuple[str, JSON]] = []
    hear = server.world.state.on_dispatch

    def note(event: str, body: JSON, channel: Channel | None) -> None:
        heard.append((event, body))
        hear(event, body, channel)

    server.world.state.on_dispatch = note
    for place in (GROUP_ID, CORNER_ID, GAMES_ID):
        message = (await answer_command(server, api, place))["resource"]["message"]
        async with api.act(server.world.click(BEN_ID, message["id"], "go")) as (callback, _):
            await api("POST", callback, {"type": 6})
    asked = [body for event, body in heard if event == "INTERACTION_CREATE"]
    by_ada, home = {"1": ADA_ID}, {"0": GUILD_ID, "1": ADA_ID}
    assert [(body["context"], body["authorizing_integration_owners"]) for body in asked] == [
        (2, by_ada),
        (2, by_ada),
        (0, by_ada),
        (0, by_ada),
        (0, home),
        (0, home),
    ]
    assert ["guild_id" in body for body in asked] == [False] * 2 + [True] * 4
    private = sum(PERMISSIONS[name] for name in ("ATTACH_FILES", "EMBED_LINKS", "MENTION_EVERYONE"))
    assert int(asked[0]["app_permissions"]) == private
    assert {user["id"] for user in asked[0]["channel"]["recipients"]} == {ADA_ID, BEN_ID, CLEO_ID}
    told = [body["channel_id"] for event, body in heard if event.startswith("MESSAGE")]
    assert set(told) == {GAMES_ID}


async def test_commands_are_offered_to_those_who_have_installed_the_bot(server: Server, api: Api) -> None:
    world = server.world
    for member, place, name in (
        (BEN_ID, GROUP_ID, "everywhere"),
        (ADA_ID, GROUP_ID, "home"),
        (ADA_ID, CORNER_ID, "home"),
        (ADA_ID, GROUP_ID, "servers"),
    ):
        with pytest.raises(ActRefusedError, match="cannot be used here"):
            await world.slash(member, place, name, {})
    world.install(BEN_ID, True)
    assert world.member_view(BEN_ID)["me"]["installed"]
    await answer_command(server, api, GROUP_ID, BEN_ID)
    world.install(ADA_ID, False)
    with pytest.raises(ActRefusedError):
        await world.slash(ADA_ID, GROUP_ID, "everywhere", {})


async def test_on_the_server_alone_a_missing_permission_hides_every_answer(server: Server, api: Api) -> None:
    server.world.faults.hide_answers(ADA_ID)
    for place, hidden in ((CORNER_ID, True), (GROUP_ID, False), (GAMES_ID, False)):
        reply = await answer_command(server, api, place)
        assert reply["interaction"]["response_message_ephemeral"] is hidden
        async with api.act(server.world.slash(ADA_ID, place, "everywhere", {})) as (callback, webhook):
            _, late = await api("POST", f"{callback}?with_response=1", {"type": 5})
            assert late["interaction"]["response_message_ephemeral"] is hidden
            await api("POST", webhook, {"content": "fills it"})
            _, more = await api("POST", f"{webhook}?wait=1", {"content": "more"})
        assert bool(more["flags"] & ONLY_YOU) is hidden
    server.world.faults.hide_answers(ADA_ID, False)
    assert not (await answer_command(server, api, CORNER_ID))["interaction"]["response_message_ephemeral"]
