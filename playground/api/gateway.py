"""Discord's gateway v10: HELLO, IDENTIFY or RESUME, heartbeats, and events.

Every session gets the world's events. Frames are plain text unless the client asks for
`compress=zlib-stream`. discord.py asks for zstd, but looks at each frame's type, so plain text is
fine for it. Source: Discord's documentation, "Gateway"; which intent lets which event through:
"Intents".
"""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from aiohttp import WSMsgType, web

from playground.api.rest_api import TOKEN_PREFIX
from playground.world.directory import DM, Channel
from playground.world.errors import JSON
from playground.world.guild import guild_create_body
from playground.world.next_door import bot_server_ids
from playground.world.state import BOT_ID, GUILD_ID
from playground.world.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID_SESSION, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
HEARTBEAT_MS = 41_250
BAD_TOKEN, INVALID_SHARD = 4004, 4010
GOODBYE = 2.0  # seconds a bot has to answer the end of its connection
REPLAYED = 1000  # events a session keeps for a RESUME

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15


@dataclass(eq=False)
class GatewayConnection:
    """A single websocket.

    With a `compressor`, all frames are compressed as one zlib stream. `reader_task` reads the bot's frames.
    `close_code` is 0 until a close is requested. `closed` is set when the connection is over.
    """

    socket: web.WebSocketResponse
    compressor: Any = None
    reader_task: asyncio.Task[None] | None = None
    close_code: int = 0
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def close(self, code: int) -> None:
        """Close the connection, and wait until it is closed."""
        self.close_code = code
        if self.reader_task is not None:
            # aiohttp hangs up at once if a read is pending, and a slow bot would not learn the close code.
            self.reader_task.cancel()
        await self.closed.wait()

    async def send(self, text: str) -> None:
        """Send a payload.

        As on Discord, it is lost if the socket is closed.
        """
        if self.socket.closed:
            return
        if self.compressor is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(
                self.compressor.compress(text.encode()) + self.compressor.flush(zlib.Z_SYNC_FLUSH)
            )


@dataclass(eq=False)
class GatewaySession:
    """A bot's session on one shard.

    It outlives its connection, so that it can be resumed.
    """

    id: str
    shard: int
    shards: int
    intents: int
    sequence: int = 0
    log: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    outbox: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    connection: GatewayConnection | None = None

    def dispatch(self, event: str, body: JSON) -> None:
        """Number an event, keep it for a RESUME, and send it if the session is connected."""
        self.sequence += 1
        # Encoded now, because the world changes while the event waits.
        text = _encode({"op": DISPATCH, "t": event, "s": self.sequence, "d": body})
        self.log.append((self.sequence, text))
        if self.connection is not None:
            self.outbox.put_nowait(text)


class GatewayFault(StrEnum):
    """A fault of the gateway, for tests."""

    NONE = "none"
    REFUSING = "refusing"
    """It takes no connection (503)."""
    SILENT = "silent"
    """It takes connections, but says nothing, and never reads."""
    DEAF = "deaf"
    """It says HELLO, and hears nothing of what is said to it."""
    UNACKNOWLEDGED = "unacknowledged"
    """It works, but acknowledges no heartbeat."""


class Gateway:
    """All sessions of the bot.

    `connections`, `identifies` and `resumes` are counters for tests. `fault` is the simulated fault that
    applies from the next connection on. `heartbeat_ms` is the heartbeat interval.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, GatewaySession] = {}
        self.connections = self.identifies = self.resumes = 0
        self.fault = GatewayFault.NONE
        self.heartbeat_ms = HEARTBEAT_MS
        self._open: set[GatewayConnection] = set()
        world.state.on_dispatch = self.dispatch
        world.faults.drop_connections = self.drop_connections

    def routes(self) -> list[web.RouteDef]:
        """Return the websocket's routes, for aiohttp's router."""
        return [web.get("/gateway", self.serve), web.get("/gateway/", self.serve)]

    def dispatch(self, event: str, body: JSON, channel: Channel | None) -> None:
        """Send an event to all sessions of its shard whose intents let it through.

        There may be several such sessions.
        """
        in_dm = channel is not None and channel.type == DM
        guild_id = GUILD_ID if channel is None else channel.guild_id
        for session in self.sessions.values():
            if session.shard == shard_of(guild_id, session.shards):
                visible = _through_intents(event, body, in_dm, session.intents)
                if visible is not None:
                    session.dispatch(event, visible)

    async def drop_connections(self, code: int = 4000, resumable: bool = True) -> None:
        """Close all connections.

        Unless `resumable`, forget the sessions too, so that a RESUME is refused.
        """
        if not resumable:
            self.sessions.clear()
        await asyncio.gather(*(connection.close(code) for connection in self._open))

    async def close(self) -> None:
        """Close all connections because the playground ends."""
        await self.drop_connections(1001)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket from HELLO until it closes."""
        if "Origin" in request.headers:
            # Bots send no Origin. This is a web page, which must not connect.
            raise web.HTTPForbidden(text="The gateway is for bots.")
        self.connections += 1
        ailment = self.fault
        if ailment is GatewayFault.REFUSING:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(compress=False, max_msg_size=4096 * 4, timeout=GOODBYE)
        await socket.prepare(request)
        if ailment is GatewayFault.SILENT:
            await asyncio.Event().wait()
        stream = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        connection = GatewayConnection(socket, stream)
        connection.reader_task = asyncio.create_task(self._read_frames(connection, ailment))
        self._open.add(connection)
        try:
            await asyncio.wait({connection.reader_task})
            if connection.close_code:
                await socket.close(code=connection.close_code)
            else:
                connection.reader_task.result()
        finally:
            connection.reader_task.cancel()
            self._open.discard(connection)
            connection.closed.set()
        return socket

    async def _read_frames(self, connection: GatewayConnection, ailment: GatewayFault) -> None:
        """Answer the bot's frames on a connection until either side closes it."""
        session: GatewaySession | None = None
        pump: asyncio.Task[None] | None = None
        try:
            await connection.send(_encode({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}}))
            async for frame in connection.socket:
                if frame.type != WSMsgType.TEXT or ailment is GatewayFault.DEAF:
                    continue
                payload = json.loads(frame.data)
                if payload["op"] == HEARTBEAT:
                    if ailment is not GatewayFault.UNACKNOWLEDGED:
                        await connection.send(_encode({"op": ACK}))
                elif payload["op"] in (IDENTIFY, RESUME) and session is None:
                    session = await self._begin(connection, payload["op"], payload["d"])
                    if session is not None:
                        pump = asyncio.create_task(self._pump(session, connection))
        finally:
            if pump is not None:
                pump.cancel()
            if session is not None and session.connection is connection:
                session.connection = None
                self._notify_online()

    async def _begin(self, connection: GatewayConnection, op: int, asked: JSON) -> GatewaySession | None:
        if not str(asked.get("token", "")).removeprefix("Bot ").startswith(TOKEN_PREFIX):
            await connection.socket.close(code=BAD_TOKEN, message=b"Authentication failed.")
            return None
        return await (self._identify if op == IDENTIFY else self._resume)(connection, asked)

    async def _identify(self, connection: GatewayConnection, asked: JSON) -> GatewaySession | None:
        self.identifies += 1
        shard, shards = asked.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            await connection.socket.close(code=INVALID_SHARD, message=b"Invalid shard.")
            return None
        if not self.world.starts.begin(shard):
            await connection.send(_encode({"op": INVALID_SESSION, "d": False}))
            return None
        # A new session of a shard replaces those of the same shard that have lost their connection.
        for old in [s for s in self.sessions.values() if s.shard == shard and s.connection is None]:
            del self.sessions[old.id]
        session = GatewaySession(
            secrets.token_hex(16), shard, shards, int(asked["intents"]), connection=connection
        )
        self.sessions[session.id] = session
        known = bot_server_ids(self.world.state) if session.intents & GUILDS else []
        mine = [guild_id for guild_id in known if shard_of(guild_id, shards) == shard]
        session.dispatch("READY", self._ready(session, mine))
        for guild_id in (each for each in mine if each not in self.world.state.unavailable):
            session.dispatch("GUILD_CREATE", guild_create_body(self.world.state, guild_id))
        self._notify_online()
        return session

    async def _resume(self, connection: GatewayConnection, asked: JSON) -> GatewaySession | None:
        self.resumes += 1
        session = self.sessions.get(str(asked.get("session_id")))
        if session is None:
            await connection.send(_encode({"op": INVALID_SESSION, "d": False}))
            return None
        if session.connection is not None:
            await session.connection.close(4000)
        session.outbox = asyncio.Queue()
        session.connection = connection
        for sequence, text in session.log:
            if sequence > int(asked.get("seq") or 0):
                session.outbox.put_nowait(text)
        session.dispatch("RESUMED", {})
        self._notify_online()
        return session

    async def _pump(self, session: GatewaySession, connection: GatewayConnection) -> None:
        outbox = session.outbox
        while True:
            await connection.send(await outbox.get())

    def _ready(self, session: GatewaySession, mine: list[str]) -> JSON:
        state = self.world.state
        return {
            "v": 10,
            "user": {**state.bot.user(), "mfa_enabled": False, "verified": True, "email": None},
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in mine],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": state.address.replace("http", "ws", 1) + "/gateway",
            "shard": [session.shard, session.shards],
            "application": {"id": BOT_ID, "flags": 0},
        }

    def _notify_online(self) -> None:
        self.world.state.set_online(any(s.connection is not None for s in self.sessions.values()))


def shard_of(guild_id: str | None, shards: int) -> int:
    """Return the number of the shard that gets a server's events.

    `shards` is the number of shards. Events without a server, such as direct messages, go to the first
    shard.
    """
    return 0 if guild_id is None else (int(guild_id) >> 22) % shards


def _encode(payload: JSON) -> str:
    """Return a payload as compact JSON."""
    return json.dumps(payload, separators=(",", ":"))


def _through_intents(event: str, body: JSON, in_dm: bool, intents: int) -> JSON | None:
    """Return the part of an event that these intents let through, `None` if nothing."""
    if event == "INTERACTION_CREATE":
        return body
    if not event.startswith("MESSAGE_"):
        return body if intents & GUILDS else None
    if not intents & (DIRECT_MESSAGES if in_dm else GUILD_MESSAGES):
        return None
    readable = in_dm or intents & MESSAGE_CONTENT or event == "MESSAGE_DELETE"
    mine = body.get("author", {}).get("id") == BOT_ID or any(
        u["id"] == BOT_ID for u in body.get("mentions", ())
    )
    return (
        body
        if readable or mine
        else {**body, "content": "", "embeds": [], "attachments": [], "components": []}
    )
