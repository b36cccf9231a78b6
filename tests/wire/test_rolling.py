"""A rolling restart: a process with the same shards starts, then the old one ends.

Nothing is lost or doubled.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from aiohttp import ClientSession

from playground.app import GATEWAY, REST, make_app, serve
from playground.bot_process import BotProcess
from playground.world.session_starts import SessionStarts
from playground.world.world import World
from tests import postgres
from tests.pace import PATIENCE
from tests.ports import reserve_port
from tests.wire import players
from tests.wire.live_bot import MEMBERS, Scene
from tests.wire.visible_message import buttons, version

pytestmark = pytest.mark.ci

BOTH = 2
"""Moves of each match that both processes hear of."""
ANSWERED = "40060"
"""What Discord says to the later of two answers."""


class Asked(SessionStarts):
    """The sessions, and of each that was asked for whether it could begin then."""

    def __init__(self) -> None:
        super().__init__(time.time)
        self.min_interval = 5.0
        self.answers: list[bool] = []

    def begin(self, shard: int) -> bool:
        self.answers.append(super().begin(shard))
        return self.answers[-1]


class Roll(Scene):
    """Successive processes on one database, each with a folder of its own."""

    url: str
    folder: Path
    asked: Asked
    every: Sequence[BotProcess] = ()

    async def begin_process(self, port: int) -> BotProcess:
        """Start one more process; it is there once its page says that it is ready."""
        number = len(self.every)
        folder = self.folder / f"{number}"
        folder.mkdir()
        settings = {"DATABASE_URL": self.url, "SHARDS": "0-1/2", "METRICS_PORT": f"{port}"}
        bot = BotProcess(self.world.state.address, folder, settings=settings)
        self.every = (*self.every, bot)
        await bot.start()
        async with asyncio.timeout(60):
            while (await page(port))[0] != 200:
                assert bot.pid, bot.log_tail()
                await asyncio.sleep(0.1)
        return bot

    def live(self, place: str) -> list[int]:
        """The versions of the boards of a match that can be played from."""
        return [version(body) for body in self.boards(place) if "Play" in buttons(body)]

    def moves_of(self, place: str) -> list[str]:
        """The moves of a match as the database has them, in order."""
        with closing(psycopg.connect(self.url)) as database:
            rows = database.execute(
                "SELECT text FROM event WHERE kind = 'move' AND match_id ="
                " (SELECT id FROM match WHERE thread_id = %s) ORDER BY version",
                (int(place),),
            )
            return [text for (text,) in rows]


@pytest.fixture
async def roll(tmp_path: Path) -> AsyncIterator[Roll]:
    world = World(patience=PATIENCE)
    world.starts = asked = Asked()
    app = make_app(world)
    runner = await serve(world, app)
    scene = Roll(world, app[REST], app[GATEWAY], BotProcess(world.state.address, tmp_path))
    scene.url, scene.folder, scene.asked = postgres.fresh(), tmp_path, asked
    listening = [asyncio.create_task(scene.listen(member)) for member in MEMBERS]
    yield scene
    for bot in scene.every:
        await bot.kill()
    for task in listening:
        task.cancel()
    await runner.cleanup()


async def page(port: int, name: str = "readyz") -> tuple[int, str]:
    """A page of a process; status 0 while it does not listen yet."""
    try:
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/{name}") as answer:
            return answer.status, await answer.text()
    except OSError:
        return 0, ""


@pytest.fixture
def ports() -> Iterator[tuple[int, int]]:
    """A port for the page of each process, which begins long after it was chosen."""
    with reserve_port() as first, reserve_port() as second:
        yield first, second


async def test_a_newer_process_takes_over_and_nothing_is_lost_or_doubled(
    roll: Roll, ports: tuple[int, int]
) -> None:
    chance = random.Random(7)
    old = await roll.begin_process(ports[0])
    places = [await roll.begin("binar", options="size=7"), await roll.begin("russian")]
    played: dict[str, list[str]] = {place: [] for place in places}

    async def play(place: str, way: players.Way, moves: int) -> None:
        played[place] += await way(roll, place, chance, limit=moves)

    await asyncio.gather(*(play(place, players.by_commands, 1) for place in places))
    new = await roll.begin_process(ports[1])
    first, second = (await page(ports[1]))[1].splitlines()[1:]
    assert first.startswith("0-1/2, Twotone ")
    assert second.startswith("0-1/2, Twotone ")
    await asyncio.gather(*(play(place, players.by_buttons, BOTH) for place in places))
    await asyncio.gather(*(play(place, players.by_commands, BOTH) for place in places))
    ending = asyncio.create_task(old.stop())
    await asyncio.gather(*(play(place, players.by_buttons, BOTH) for place in places))
    assert await ending == 0
    await asyncio.gather(*(play(place, players.by_commands, 1) for place in places))
    for place in places:
        assert roll.moves_of(place) == played[place]
        await roll.until(lambda place=place: roll.live(place) == [version(roll.board(place))])
        boards = roll.boards(place)
        assert len(boards) == 1 + len(played[place])  # one for the beginning, one a move
    assert len((await page(ports[1]))[1].splitlines()) == 2
    refused = [line for line in roll.rest.refused if ANSWERED not in line]
    assert refused == []
    assert roll.asked.answers == [True] * 4
    puts = [request for request in roll.rest.requests if request.startswith("PUT") and "commands" in request]
    assert len(puts) == 1
    for bot in (old, new):
        assert "Traceback" not in bot.log_tail(10_000), bot.log_tail(150)
