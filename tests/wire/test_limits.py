"""Under Discord's limits six busy matches lose no move.

The bot is hardly ever told to wait.
"""

import asyncio
import random
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from playground.api.rest_api import RestApi
from playground.app import REST, make_app, serve
from playground.bot_process import BotProcess
from playground.checks.openapi import OpenAPI
from playground.world.errors import JSON
from playground.world.state import ADA_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire.busy import Tables
from tests.wire.limits_kept import keeps_to_limits
from tests.wire.visible_message import version, words
from workshop.bench.arrivals import ArrivalQueues, watching

pytestmark = pytest.mark.ci

MATCHES, MOVES = 6, 7
MOST_WAITS = 6
"""So often at most the bot asks a route too much, before it knows the limit."""


@dataclass
class Server:
    world: World
    rest: RestApi
    seen: ArrivalQueues
    database: Path


@pytest.fixture
async def server(openapi: OpenAPI, tmp_path: Path) -> AsyncIterator[Server]:
    world = World(patience=PATIENCE)
    app = make_app(world, openapi)
    runner = await serve(world, app)
    bot = BotProcess(world.state.address, tmp_path, "tests.wire.eager_bot")
    openapi.violations.clear()
    try:
        async with watching(world) as seen, world.watch(ADA_ID) as events:
            await bot.start()
            async with asyncio.timeout(PATIENCE):
                while not (world.state.bot_online and world.offered_commands(ADA_ID)):
                    await events.get()
            yield Server(world, app[REST], seen, tmp_path / "twotone.db")
    finally:
        await bot.stop()
        await runner.cleanup()
    assert openapi.violations == []
    assert "Traceback" not in bot.log_tail(10_000), bot.log_tail(100)


async def play_moves(tables: Tables, number: int) -> tuple[list[str], JSON]:
    """Play one match for some moves, as fast as its boards come.

    Return the confirmed moves and the last board.
    """
    place = await tables.begin("binar", options="size=9")
    chance = random.Random(number)
    _, board = await tables.board(place)
    confirmed = []
    for _ in range(MOVES):
        confirmed.append(await tables.move(place, board, chance))
        _, board = await tables.board(place)
    return confirmed, board


async def test_six_busy_matches_lose_no_move_and_keep_to_the_limits(server: Server) -> None:
    server.world.faults.limit_rates()
    tables = Tables(server.world, server.seen)
    matches = await asyncio.gather(*(play_moves(tables, number) for number in range(MATCHES)))
    assert sorted(confirmed for confirmed, _ in matches) == sorted(load_moves(server.database))
    for confirmed, board in matches:
        assert f" {confirmed[-1]}." in words(board)
        assert version(board) == MOVES
    answered = list(server.rest.answered)
    assert {each.status for each in answered} <= {200, 201, 204, 429}
    keeps_to_limits([each for each in answered if each.status != 429])
    told_to_wait = [each.request for each in answered if each.status == 429]
    assert len(told_to_wait) <= MOST_WAITS, told_to_wait


def load_moves(database: Path) -> list[list[str]]:
    """Load the moves of each match from the bot's database."""
    matches: dict[int, list[str]] = defaultdict(list)
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        moves = "SELECT match_id, text FROM event WHERE kind = 'move' ORDER BY match_id, version"
        for match_id, text in connection.execute(moves):
            matches[match_id].append(text)
    return list(matches.values())
