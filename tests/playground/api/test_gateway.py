"""The gateway: resumed sessions, shards and intents.

Sessions survive a lost connection, shards get their share, intents let events through.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import aiohttp
import discord
import pytest

from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from tests.pace import PATIENCE
from tests.playground.conftest import TOKEN, Server, logged_in, next_event
from tests.playground.sample_bot import SampleBot


async def test_a_resume_delivers_the_interaction_missed_meanwhile(server: Server, bot: SampleBot) -> None:
    shown = (await server.world.slash(ADA_ID, GAMES_ID, "card", {}))["message_id"]
    async with server.world.watch(BEN_ID) as events:
        await server.world.faults.drop_gateway()
        await next_event(events, "bot", online=False)
        click = asyncio.create_task(server.world.click(BEN_ID, shown, "count:0"))
        await next_event(events, "bot", online=True)
        assert (await click)["kind"] == 7
    assert (server.gateway.identifies, server.gateway.resumes) == (1, 1)


async def test_a_button_works_after_the_bot_was_restarted(server: Server) -> None:
    async with logged_in(SampleBot()):
        shown = (await server.world.slash(ADA_ID, GAMES_ID, "card", {}))["message_id"]
    async with logged_in(SampleBot()):
        assert (await server.world.click(BEN_ID, shown, "count:0"))["kind"] == 7
    assert server.gateway.identifies == 2


class Socket:
    """A bare gateway connection."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws

    async def next(self) -> Any:
        return json.loads((await self.ws.receive(5)).data)

    async def identify(self, shard: tuple[int, int] = (0, 1), intents: int = 1, token: str = TOKEN) -> None:
        await self.ws.send_json(
            {"op": 2, "d": {"token": token, "intents": intents, "shard": shard, "properties": {}}}
        )


async def connect(server: Server, session: aiohttp.ClientSession, query: str = "") -> Socket:
    return Socket(await session.ws_connect(server.address.replace("http", "ws") + f"/gateway?v=10{query}"))


async def test_the_opening_script(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session)
        assert (await socket.next())["op"] == 10
        await socket.ws.send_json({"op": 1, "d": None})
        assert (await socket.next())["op"] == 11
        await socket.identify()
        ready, guild = await socket.next(), await socket.next()
        assert (ready["t"], ready["s"], ready["d"]["shard"]) == ("READY", 1, [0, 1])
        assert (guild["t"], guild["d"]["name"]) == ("GUILD_CREATE", "Twotone Playground")


async def test_a_wrong_token_is_closed_with_4004(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session)
        await socket.next()
        await socket.identify(token="of another bot")
        assert (await socket.ws.receive(5)).data == 4004


async def test_a_bot_that_answers_late_learns_why_it_was_closed(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session)
        await socket.next()
        dropping = asyncio.create_task(server.world.faults.drop_gateway(4011))
        for _ in range(50):
            await asyncio.sleep(0)  # no wait: a client that hangs up too early has done so by now
        assert not dropping.done()
        assert (await socket.ws.receive(5)).data == 4011
        assert socket.ws.close_code == 4011  # 1006 where it could not answer, and discord.py goes by this one
        await asyncio.wait_for(dropping, 5)


async def test_a_session_goes_on_in_the_newer_connection_and_the_older_is_closed(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        older, newer = [await connect(server, session) for _ in range(2)]
        await older.next(), await newer.next()
        await older.identify()
        ready = (await older.next())["d"]
        await older.next()
        known = {"token": TOKEN, "session_id": ready["session_id"], "seq": 2}
        await newer.ws.send_json({"op": 6, "d": known})
        assert (await older.ws.receive(5)).data == 4000
        assert (await newer.next())["t"] == "RESUMED"


async def test_what_the_gateway_cannot_read_is_told_in_the_log_and_ends_the_connection(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session)
        await socket.next()
        await socket.ws.send_str("{")
        assert (await socket.ws.receive(5)).type is not aiohttp.WSMsgType.TEXT
    assert any(record.exc_info for record in caplog.records)
    await asyncio.wait_for(server.world.faults.drop_gateway(), 5)  # nothing is left to be closed


async def test_a_web_page_is_not_let_in(server: Server) -> None:
    async with aiohttp.ClientSession(headers={"Origin": "https://elsewhere.example"}) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await connect(server, session)


async def test_an_unknown_session_is_told_to_identify(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session)
        await socket.next()
        await socket.ws.send_json({"op": 6, "d": {"token": TOKEN, "session_id": "gone", "seq": 7}})
        assert await socket.next() == {"op": 9, "d": False}


async def test_only_the_shard_of_the_server_gets_it_and_dms_go_to_shard_0(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        sockets = [await connect(server, session) for _ in range(2)]
        ready = []
        for i, socket in enumerate(sockets):
            await socket.next()
            await socket.identify((i, 2), intents=1 | 1 << 12)
            ready.append((await socket.next())["d"])
        assert sorted(len(r["guilds"]) for r in ready) == [0, 1]
        home = next(i for i in range(2) if ready[i]["guilds"])
        assert (await sockets[home].next())["t"] == "GUILD_CREATE"
        dm = server.world.open_dm(ADA_ID)
        server.world.say(ADA_ID, dm["id"], "hello")
        assert (await sockets[0].next())["d"]["content"] == "hello"


async def test_two_sessions_of_one_shard_hear_the_same(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        sockets = [await connect(server, session) for _ in range(2)]
        for socket in sockets:
            await socket.next()
            await socket.identify()
            await socket.next(), await socket.next()
        server.world.faults.revoke("ATTACH_FILES")
        assert [(await socket.next())["t"] for socket in sockets] == ["GUILD_ROLE_UPDATE"] * 2


async def test_a_bucket_of_shards_begins_one_session_in_so_many_seconds(server: Server) -> None:
    starts = server.world.starts
    starts.min_interval, starts.max_concurrency = 60.0, 2
    async with aiohttp.ClientSession() as session:
        sockets = [await connect(server, session) for _ in range(3)]
        for socket in sockets:
            await socket.next()
        for shard, socket in enumerate(sockets):
            await socket.identify((shard, 3))
        assert [(await socket.next()).get("t") for socket in sockets[:2]] == ["READY", "READY"]
        assert await sockets[2].next() == {"op": 9, "d": False}
        starts.min_interval = 0.0
        await sockets[2].identify((2, 3))
        assert (await sockets[2].next())["t"] == "READY"
    assert [bucket for _, bucket in starts.begun] == [0, 1, 0]
    assert (starts.limit_object()["remaining"], starts.limit_object()["max_concurrency"]) == (997, 2)


async def test_without_the_intent_no_message_is_told(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session)
        await socket.next()
        await socket.identify(intents=1)
        await socket.next(), await socket.next()
        server.world.say(ADA_ID, GAMES_ID, "not for bots")
        server.world.faults.revoke("ATTACH_FILES")
        assert (await socket.next())["t"] == "GUILD_ROLE_UPDATE"


async def test_a_compressed_stream(server: Server) -> None:
    async with aiohttp.ClientSession() as session:
        socket = await connect(server, session, "&compress=zlib-stream")
        inflate = zlib.decompressobj()
        hello = json.loads(inflate.decompress((await socket.ws.receive(5)).data))
        assert hello["op"] == 10
        await socket.identify()
        assert json.loads(inflate.decompress((await socket.ws.receive(5)).data))["t"] == "READY"


class Sharded(discord.AutoShardedClient):
    """A client that asks how many shards it needs, and does not pause between them."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return None

    async def on_ready(self) -> None:
        await self.close()


@pytest.mark.parametrize("shards", [1, 3])
async def test_an_auto_sharded_client_opens_the_recommended_shards(server: Server, shards: int) -> None:
    server.world.shards = shards
    async with Sharded(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01) as client:
        await asyncio.wait_for(client.start(TOKEN), PATIENCE)
        assert client.shard_count == shards
    assert server.gateway.identifies == shards
