"""The rules of time and order of interactions, with a time that the test moves."""

from __future__ import annotations

from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.playground.conftest import Server
from tests.playground.plain_api import Api

SAY = {"type": 4, "data": {"content": "hello"}}
DEFER = {"type": 5, "data": {"flags": 64}}
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


async def test_a_second_first_answer_is_40060(server: Server, api: Api) -> None:
    await api.sync()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, _):
        assert (await api("POST", callback, SAY))[0] == 204
        status, body = await api("POST", callback, SAY)
    assert (status, body["code"]) == (400, 40060)


async def test_a_first_answer_after_3_seconds_is_10062(server: Server, api: Api) -> None:
    await api.sync()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, _):
        server.now.ahead = 3.1
        status, body = await api("POST", callback, SAY)
    assert (status, body["code"]) == (404, 10062)


async def test_an_unknown_interaction_is_10062(server: Server, api: Api) -> None:
    status, body = await api("POST", "/interactions/12/nothing/callback", SAY)
    assert (status, body["code"]) == (404, 10062)


async def test_a_follow_up_before_the_first_answer_is_10015(server: Server, api: Api) -> None:
    await api.sync()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (_, webhook):
        status, body = await api("POST", webhook, {"content": "early"})
    assert (status, body["code"]) == (404, 10015)


async def test_a_token_lives_15_minutes(server: Server, api: Api) -> None:
    await api.sync()
    server.now.stop()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        await api("POST", callback, SAY)
        server.now.ahead = 14 * 60 + 59
        assert (await api("POST", f"{webhook}?wait=1", {"content": "still"}))[0] == 200
        server.now.ahead = 15 * 60 + 1
        for method, path in (("POST", webhook), ("PATCH", f"{webhook}/messages/@original")):
            status, body = await api(method, path, {"content": "late"})
            assert (status, body["code"]) == (401, 50027)


async def test_the_original_response_is_read_edited_and_deleted(server: Server, api: Api) -> None:
    await api.sync()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        _, reply = await api("POST", f"{callback}?with_response=1", SAY)
        original = f"{webhook}/messages/@original"
        assert reply["resource"]["message"]["id"] == (await api("GET", original))[1]["id"]
        assert (await api("PATCH", original, {"content": "changed"}))[1]["content"] == "changed"
        assert (await api("DELETE", original))[0] == 204
        assert (await api("GET", original))[1]["code"] == 10008


async def test_the_first_follow_up_after_a_deferral_fills_it(server: Server, api: Api) -> None:
    await api.sync()
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        _, reply = await api("POST", f"{callback}?with_response=1", DEFER)
        assert reply["interaction"]["response_message_loading"]
        assert "resource" not in reply
        _, message = await api("POST", f"{webhook}?wait=1", {"content": "filled"})
        assert message["id"] == reply["interaction"]["response_message_id"]
        assert message["flags"] == 64
        _, second = await api("POST", f"{webhook}?wait=1", {"content": "another"})
        assert second["id"] != message["id"]


async def test_an_ephemeral_answer_is_unknown_to_the_channel_and_to_others(server: Server, api: Api) -> None:
    await api.sync()
    private = {"type": 4, "data": {"content": "your hand", "flags": 64, "components": [BUTTON]}}
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, _):
        _, reply = await api("POST", f"{callback}?with_response=1", private)
    message_id = reply["resource"]["message"]["id"]
    assert (await api("GET", f"/channels/{GAMES_ID}/messages/{message_id}"))[1]["code"] == 10008
    assert (await api("GET", f"/channels/{GAMES_ID}/messages"))[1] == []
    assert "your hand" in str(server.world.member_view(ADA_ID))
    assert "your hand" not in str(server.world.member_view(BEN_ID))


async def test_a_token_edits_only_what_it_sent_or_acted_on(server: Server, api: Api) -> None:
    await api.sync()
    other = await api.post(GAMES_ID, {"content": "other"})
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, webhook):
        await api("POST", callback, SAY)
        status, body = await api("PATCH", f"{webhook}/messages/{other['id']}", {"content": "mine"})
    assert (status, body["code"]) == (404, 10008)


async def test_what_is_gone_is_not_answered_in(server: Server, api: Api) -> None:
    await api.sync()
    _, thread = await api("POST", f"/channels/{GAMES_ID}/threads", {"name": "match", "type": 11})
    message = await api.post(thread["id"], {"components": [BUTTON]})
    async with api.act(server.world.click(ADA_ID, message["id"], "go")) as (callback, webhook):
        server.world.faults.delete_message(message["id"])
        assert (await api("POST", callback, {"type": 7, "data": {"content": "late"}}))[1]["code"] == 10008
        assert (await api("POST", callback, {"type": 6}))[0] == 204
        server.world.faults.delete_channel(thread["id"])
        assert (await api("POST", webhook, {"content": "late"}))[1]["code"] == 10003
        assert (await api("PATCH", f"{webhook}/messages/@original", {"content": "late"}))[1]["code"] == 10008
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, _):
        server.world.faults.delete_channel(GAMES_ID)
        assert (await api("POST", callback, SAY))[1]["code"] == 10003


async def test_a_button_may_update_its_message_and_a_command_may_not(server: Server, api: Api) -> None:
    await api.sync()
    message = await api.post(GAMES_ID, {"components": [BUTTON]})
    update = {"type": 7, "data": {"content": "pressed", "components": []}}
    async with api.act(server.world.click(ADA_ID, message["id"], "go")) as (callback, _):
        assert (await api("POST", callback, update))[0] == 204
    assert server.world.member_view(BEN_ID)["channels"][0]["messages"][-1]["content"] == "pressed"
    async with api.act(server.world.slash(ADA_ID, GAMES_ID, "play", {})) as (callback, _):
        status, body = await api("POST", callback, update)
    assert (status, body["code"]) == (400, 50035)
