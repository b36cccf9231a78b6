"""Several processes of the bot on one PostgreSQL, played on while they die.

Afterwards every player must find the same matches and moves again.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from bot.delivery.drain import LEASE as DELIVERY
from data.postgres.transaction import own_sql
from playground.api.gateway import Gateway
from playground.app import GATEWAY, REST, make_app, serve
from playground.bot_process import BotProcess
from playground.world.directory import Channel
from playground.world.errors import JSON, ActRefusedError
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire import players
from tests.wire.hasty_bot import BEAT, LEASE
from tests.wire.live_bot import MEMBERS, MISTAKES, Scene
from tests.wire.visible_message import buttons, version

WAITED, AGAIN = LEASE + BEAT + 8.0, 1.0
"""Seconds that a player waits for the next board before trying again.

The second is for a player who got no answer.
"""
LEFT_AFTER = 45.0
"""Seconds after which a match counts as abandoned by all processes.

No machine is slower than that, yet it is too short for anyone to have waited for a post's own lease
to end. When a process counts as gone is a matter of virtual time, in `tests/club`.
"""
assert LEFT_AFTER < DELIVERY
CUT_OFF = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""Cuts all other connections to the database."""
GAMES = ("russian", "frisian", "american", "turkish")
"""The games that are played at the same time: each long enough."""


class Crowd:
    """The processes of one bot at one playground.

    Each act goes to one connected process.
    """

    def __init__(self, scene: Scene, bots: list[BotProcess], address: str, seed: int) -> None:
        self.scene = scene
        self.bots = bots
        self.address = address
        self.chance = random.Random(seed)
        self.confirmed: dict[str, list[str]] = {}
        """Thread → the moves that their movers were told to have made."""
        self.attempts: dict[str, int] = {}
        """Thread → how often a player tried a move."""
        self.killed = 0
        """How often a process was killed, or stopped."""
        scene.world.state.on_dispatch = self._dispatch

    def _dispatch(self, event: str, body: JSON, channel: Channel | None) -> None:
        """Send an act to one process, as if the shards of many servers were shared out.

        All other events go to every process.
        """
        gateway: Gateway = self.scene.gateway
        live = [session for session in gateway.sessions.values() if session.connection is not None]
        if event != "INTERACTION_CREATE":
            gateway.dispatch(event, body, channel)
        elif live:
            self.chance.choice(live).dispatch(event, body)

    async def wait_connected(self) -> None:
        """Wait until every process that runs is connected."""
        sessions, running = self.scene.gateway.sessions, sum(bot.pid is not None for bot in self.bots)
        async with asyncio.timeout(60):
            while sum(session.connection is not None for session in sessions.values()) < running:
                await asyncio.sleep(0.05)

    async def some_moves(self, count: int) -> None:
        """Wait until so many more moves were confirmed."""
        goal = self._confirmed_count() + count
        while self._confirmed_count() < goal:
            await asyncio.sleep(0.05)

    async def there(self, count: int) -> None:
        """Wait until so many processes are known to the others."""
        async with asyncio.timeout(60):
            while len(await self.rows("SELECT name FROM process")) != count:
                await asyncio.sleep(0.1)

    def _confirmed_count(self) -> int:
        """Number of confirmed moves."""
        return sum(map(len, self.confirmed.values()))

    async def play(self, matches: int, moves: int, harm: Callable[[], Awaitable[None]]) -> None:
        """Play so many moves in all, and on until `harm` is done.

        Then all must be as the players were told.
        """
        places = [await self.scene.begin(GAMES[number % len(GAMES)]) for number in range(matches)]
        self.scene.world.interactions.patience = 1.0
        harming = asyncio.ensure_future(harm())
        await asyncio.gather(*(self._play(place, moves // matches, harming) for place in places))
        harming.cancel()
        await asyncio.wait({harming})
        if not harming.cancelled():
            harming.result()
        assert self.killed
        for bot in self.bots:
            if bot.pid is None:
                await bot.start()
        await self._check(places)

    async def _play(self, place: str, moves: int, harming: asyncio.Future[None]) -> None:
        told, self.attempts[place] = self.confirmed.setdefault(place, []), 0
        for number in itertools.count():
            if number >= moves and harming.done():
                return
            board = self.scene.board(place)
            if "Play" not in buttons(board):
                return
            began = time.monotonic()
            while version(self.scene.board(place)) == version(board):
                self.attempts[place] += 1
                if time.monotonic() - began > LEFT_AFTER:
                    pytest.fail(f"{place} is left by all: {await self._stands(place)}")
                patience = AGAIN
                with suppress(ActRefusedError, TimeoutError, AssertionError, LookupError):
                    async with asyncio.timeout(3.0):
                        told.append(
                            await players.command(self.scene, players.mover(board), place, self.chance)
                        )
                        patience = WAITED
                with suppress(TimeoutError):
                    async with asyncio.timeout(patience):
                        await self.scene.wait_for_board(place, version(board))

    async def _stands(self, place: str) -> list[JSON]:
        """How a match stands in the database, and what is still to be posted there."""
        return [
            *await self.rows("SELECT id, version, board_version FROM match WHERE thread_id = $1", int(place)),
            *await self.rows(
                "SELECT outbox.* FROM outbox JOIN match ON match.id = match_id WHERE thread_id = $1",
                int(place),
            ),
            *await self.rows(
                "SELECT name, seen_at, EXTRACT(EPOCH FROM clock_timestamp()) AS now FROM process"
            ),
        ]

    async def _check(self, places: list[str]) -> None:
        """Check that all confirmed moves are there, each once.

        Each position has one board, and the newest can be played from.
        """
        scene = self.scene
        async with asyncio.timeout(60):
            while await self.rows("SELECT id FROM outbox WHERE kind <> 'archive'"):
                await asyncio.sleep(0.1)
        for place in places:
            [match] = await self.rows(
                "SELECT id, version, status FROM match WHERE thread_id = $1", int(place)
            )
            events = await self.rows(
                "SELECT text FROM event WHERE match_id = $1 AND kind = 'move' ORDER BY version", match["id"]
            )
            stored = iter([event["text"] for event in events])
            assert all(move in stored for move in self.confirmed[place]), (place, "in this order")
            shown = [version(body) for body in scene.boards(place) if "Play" in buttons(body)]
            wanted = [match["version"]] if match["status"] == "running" else []
            assert shown == wanted, (shown, await self._stands(place))
            assert len(scene.boards(place)) <= len(events) + 1
            assert len(events) <= self.attempts[place]

    async def rows(self, statement: str, *values: Any) -> list[JSON]:
        """What the database answers."""
        async with await psycopg.AsyncConnection.connect(
            self.address, autocommit=True, row_factory=dict_row, cursor_factory=psycopg.AsyncRawCursor
        ) as connection:
            return await (await connection.execute(own_sql(statement), values)).fetchall()  # pyrefly: ignore[bad-return]  # `dict_row` makes them


@asynccontextmanager
async def open_crowd(
    folder: Path,
    address: str,
    *,
    count: int,
    seed: int,
    settings: Sequence[Mapping[str, str]] = (),
) -> AsyncIterator[Crowd]:
    """Open `count` processes on the database at an address, all connected.

    Each may have `settings` of its own.

    Afterwards Discord must have refused none of their requests. The requests are the same as those of
    one process, which other tests check against Discord's document: that check takes more time than
    everything else the playground does.
    """
    world = World(patience=PATIENCE)
    app = make_app(world)
    runner = await serve(world, app)
    bots = []
    for number in range(count):
        own = folder / f"bot{number}"
        own.mkdir()
        given = {"DATABASE_URL": address, **(settings[number] if settings else {})}
        bots.append(BotProcess(world.state.address, own, "tests.wire.hasty_bot", given))
    scene = Scene(world, app[REST], app[GATEWAY], bots[0])
    crowd = Crowd(scene, bots, address, seed)
    listening = [asyncio.create_task(scene.listen(member)) for member in MEMBERS]
    try:
        for bot in bots:
            await bot.start()
        await crowd.wait_connected()
        yield crowd
    finally:
        for bot in bots:
            await bot.stop()
        for task in listening:
            task.cancel()
        await runner.cleanup()
    mistakes = [line for line in scene.rest.refused if any(f" {code}: " in line for code in MISTAKES)]
    assert not mistakes, "\n".join(mistakes)
    for bot in bots:
        assert "Traceback" not in bot.log_tail(10_000), bot.log_tail(150)
