"""Faults on demand, and what a bot meets then."""

from __future__ import annotations

import asyncio

import discord
import pytest

from playground.world.errors import ActRefusedError
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.playground.conftest import Server, logged_in
from tests.playground.plain_api import Api
from tests.playground.sample_bot import SampleBot, card, picture

MESSAGES = f"/channels/{GAMES_ID}/messages"


def channel(bot: SampleBot) -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(GAMES_ID))


@pytest.mark.parametrize("status", [429, 500, 502])
async def test_a_refused_answer_is_tried_again(
    server: Server, bot: SampleBot, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    server.world.faults.fail_next(2, status, "POST /channels", retry_after=0.01)
    monkeypatch.setattr("discord.http.asyncio.sleep", pause)
    message = await channel(bot).send("once")
    assert len(pauses) == 2
    assert server.rest.requests.count(f"POST {MESSAGES}") == 3
    assert [m["id"] for m in server.world.member_view(ADA_ID)["channels"][0]["messages"]] == [str(message.id)]


async def test_an_answer_lost_after_it_was_accepted_doubles_nothing_that_has_a_nonce(
    server: Server, api: Api
) -> None:
    server.world.faults.fail_next(1, 502, "POST /channels", after_accepting=True)
    body = {"content": "once", "nonce": "n1", "enforce_nonce": True}
    assert (await api("POST", MESSAGES, body))[0] == 502
    assert (await api.post(GAMES_ID, body))["content"] == "once"
    assert len((await api("GET", MESSAGES))[1]) == 1
    server.now.ahead = 600
    await api.post(GAMES_ID, body)
    assert len((await api("GET", MESSAGES))[1]) == 2


async def test_a_429_says_when_to_come_back_and_who_says_so(server: Server, api: Api) -> None:
    server.world.faults.fail_next(1, 429, retry_after=600.0)
    status, body = await api("GET", MESSAGES)
    assert (status, body["retry_after"], body["global"]) == (429, 600.0, False)
    assert "Via" in api.headers


async def test_limits_are_written_and_if_asked_for_enforced(server: Server, api: Api) -> None:
    server.now.stop()
    for _ in range(8):
        await api.post(GAMES_ID, {"content": "free"})
    assert api.headers["X-RateLimit-Remaining"] == "5"
    server.world.faults.limit_rates()
    statuses = [(await api("POST", MESSAGES, {"content": "x"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    server.now.ahead = 5.1
    assert (await api("POST", MESSAGES, {"content": "x"}))[0] == 200


async def test_an_aged_message_takes_no_edit_but_30046(server: Server, bot: SampleBot, api: Api) -> None:
    message = await api.post(GAMES_ID, {"content": "young"})
    path = f"{MESSAGES}/{message['id']}"
    assert (await api("PATCH", path, {"content": "edited"}))[0] == 200
    server.world.faults.age_message(message["id"])
    status, body = await api("PATCH", path, {"content": "again"})
    assert (status, body["code"], body["retry_after"]) == (429, 30046, 600.0)


async def test_discord_py_gives_an_aged_message_up_if_it_may_not_wait(server: Server) -> None:
    async with logged_in(SampleBot(max_ratelimit_timeout=30)) as bot:
        message = await channel(bot).send(view=card(0), file=picture())
        server.world.faults.age_message(str(message.id))
        with pytest.raises(discord.RateLimited):
            await message.edit(view=card(1), attachments=[picture()])


async def test_a_delayed_answer_comes_late(server: Server, api: Api) -> None:
    server.world.faults.delay_next(1, 0.05, "GET")
    loop = asyncio.get_running_loop()
    began = loop.time()
    assert (await api("GET", MESSAGES))[0] == 200
    assert loop.time() - began >= 0.05


@pytest.mark.parametrize(
    ("permission", "method", "path", "body", "code"),
    [
        ("SEND_MESSAGES", "POST", MESSAGES, {"content": "x"}, 50013),
        ("CREATE_PUBLIC_THREADS", "POST", f"/channels/{GAMES_ID}/threads", {"name": "t", "type": 11}, 50013),
        ("READ_MESSAGE_HISTORY", "GET", MESSAGES, None, 50013),
        ("VIEW_CHANNEL", "GET", MESSAGES, None, 50001),
    ],
)
async def test_a_revoked_permission_is_missed(
    server: Server, api: Api, permission: str, method: str, path: str, body: object, code: int
) -> None:
    server.world.faults.revoke(permission)
    status, reply = await api(method, path, body)
    assert (status, reply["code"]) == (403, code)
    server.world.faults.revoke(permission, False)
    assert (await api(method, path, body))[0] in (200, 201)


async def test_the_bot_sees_the_permission_go(server: Server, bot: SampleBot) -> None:
    guild = bot.guilds[0]
    assert guild.me.guild_permissions.attach_files
    seen = asyncio.create_task(bot.wait_for("guild_role_update", timeout=5))
    await asyncio.sleep(0)
    server.world.faults.revoke("ATTACH_FILES")
    await seen
    assert not guild.me.guild_permissions.attach_files


async def test_a_locked_archived_thread_takes_nothing_but_50083(server: Server, api: Api) -> None:
    _, thread = await api("POST", f"/channels/{GAMES_ID}/threads", {"name": "match", "type": 11})
    message = await api.post(thread["id"], {"content": "a move"})
    path = f"/channels/{thread['id']}"
    assert (await api("PATCH", path, {"archived": True, "locked": True}))[0] == 200
    server.world.faults.revoke("MANAGE_THREADS")
    for method, where, body in (
        ("POST", f"{path}/messages", {"content": "x"}),
        ("PATCH", f"{path}/messages/{message['id']}", {"content": "x"}),
        ("PUT", f"{path}/thread-members/{BEN_ID}", None),
    ):
        status, reply = await api(method, where, body)
        assert (status, reply["code"]) == (400, 50083), where


async def test_a_message_unarchives_a_thread_that_is_not_locked(server: Server, api: Api) -> None:
    _, thread = await api("POST", f"/channels/{GAMES_ID}/threads", {"name": "match", "type": 11})
    path = f"/channels/{thread['id']}"
    await api("PATCH", path, {"archived": True})
    assert (await api("PATCH", path, {"name": "renamed"}))[1]["code"] == 50083
    await api.post(thread["id"], {"content": "x"})
    assert not (await api("GET", path))[1]["thread_metadata"]["archived"]


async def test_what_a_moderator_deletes_or_archives_the_bot_sees_go(
    server: Server, bot: SampleBot, api: Api
) -> None:
    await server.world.slash(ADA_ID, GAMES_ID, "match", {"opponent": BEN_ID})
    thread = bot.guilds[0].threads[0]
    server.world.faults.archive(str(thread.id), locked=True)
    archived = await api("GET", f"/channels/{thread.id}")
    assert archived[1]["thread_metadata"]["locked"]
    gone = asyncio.create_task(bot.wait_for("raw_thread_delete", timeout=5))
    await asyncio.sleep(0)
    server.world.faults.delete_channel(str(thread.id))
    await gone
    assert (await api("GET", f"/channels/{thread.id}"))[1]["code"] == 10003
    assert server.world.member_view(BEN_ID)["threads"] == []
    message = await channel(bot).send("short-lived")
    server.world.faults.delete_message(str(message.id))
    with pytest.raises(discord.NotFound) as missing:
        await message.edit(content="never")
    assert missing.value.code == 10008


async def test_there_is_no_bot_to_restart_unless_the_playground_runs_it(server: Server) -> None:
    with pytest.raises(ActRefusedError, match="not run by the playground"):
        await server.world.faults.restart_bot()
