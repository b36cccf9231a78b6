"""Under Discord's limits a season of a league starts with all its boards soon, and nobody else waits for them."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bench.seen import Seen, watching
from club.clocks.control import read_control
from club.club import Club
from club.competitions.rounds import round_robin
from club.competitions.seasons import CONTROL, sizes
from club.members.people import Act, Person
from data.opening import open_store
from playground.api.rest import Rest
from playground.app import REST, make_app, serve
from playground.bot_process import BotProcess
from playground.checks.openapi import OpenAPI
from playground.world import directory, interactions
from playground.world.state import ADA_ID, GUILD_ID, LOUNGE_ID
from playground.world.world import World
from rules.catalogue import GAMES
from tests.databases import closing
from tests.wire.busy import PATIENCE, Tables
from tests.wire.seen import is_board
from tests.wire.test_limits import keeps_to_limits

WHOLE, SMALL = (60, 20.0), (8, 7.0)
"""Members of a league, and for how many seconds before it starts other matches show how long one waits without it."""
WITHIN = 300.0
"""Seconds in which all boards of the largest season are posted."""
OTHERS = 3
"""Matches that are played beside it."""
LONGER = 1.0
"""Seconds by which a slow machine may hold up some of a hundred moves more than the others."""


async def prepared(world: World, folder: Path, people: int, starts_at: float) -> None:
    """A database in which a season of so many members is about to start."""
    async with closing(await open_store(folder / "twotone.db", now=world.state.now)) as store:
        control = read_control(CONTROL)
        club = Club(store, now=world.state.now, chance=random.Random(1).randrange, secret=lambda: bytes(32))
        assert control is not None
        await club.competitions.create(
            name="Autumn league", game=GAMES["binar"], options={}, control=control, hour=18,
            organiser=Act(int(ADA_ID), 1), place=(int(GUILD_ID), int(LOUNGE_ID)),
        )  # fmt: skip
        for number in range(people):
            await club.competitions.join(1, Person(member(number), f"Member {number}"))
        await store.write(lambda tx: tx.run("UPDATE stage SET starts_at = ?", starts_at))
        await store.write(lambda tx: tx.run("UPDATE competition SET due_at = ?", starts_at))


def member(number: int) -> int:
    return int(ADA_ID) + 1000 + number


class Start:
    """The start of a season, and what others see of it who play meanwhile."""

    def __init__(self, world: World, rest: Rest, seen: Seen, starts_at: float) -> None:
        self.world = world
        self.rest = rest
        self.seen = seen
        self.starts_at = starts_at
        self.waits: list[tuple[float, float]] = []
        """When each move of the other matches was begun, and how many seconds later its board was there."""

    def boards(self) -> list[str]:
        """The threads of the league in which a board is."""
        return [
            thread.id
            for thread in self.world.state.channels.values()
            if thread.parent_id == LOUNGE_ID and any(is_board(each.body) for each in thread.messages.values())
        ]

    async def play(self, tables: Tables, number: int) -> None:
        """Play one match after the other beside it."""
        chance = random.Random(number)
        while True:
            place = await tables.begin("binar", options="size=9")
            _, board = await tables.board(place)
            for _ in range(40):
                began, at = self.world.state.now(), time.perf_counter()
                await tables.move(place, board, chance)
                arrived, board = await tables.board(place)
                self.waits.append((began, arrived - at))

    async def run(self, matches: int) -> float:
        """Play beside it until all boards of the season are there; the seconds that this took."""
        tables = Tables(self.world, self.seen)
        others = [asyncio.create_task(self.play(tables, number)) for number in range(OTHERS)]
        async with asyncio.timeout(WITHIN + PATIENCE), self.world.watch(ADA_ID) as events:
            while len(self.boards()) < matches:
                await events.get()
        took = self.world.state.now() - self.starts_at
        for task in others:
            assert not task.done(), task.result()
            task.cancel()
        return took


@asynccontextmanager
async def started(folder: Path, openapi: OpenAPI, people: int, calm: float) -> AsyncIterator[Start]:
    """The bot at a playground that keeps to Discord's limits, shortly before a season starts."""
    world = World(patience=PATIENCE)
    for number in range(people):
        person = str(member(number))
        world.state.members[person] = directory.Person(person, f"member{number}", f"Member {number}")
    app = make_app(world, openapi)
    runner = await serve(world, app)
    starts_at = world.state.now() + calm
    await prepared(world, folder, people, starts_at)
    bot = BotProcess(world.state.address, folder, "bench.busy_bot")
    openapi.violations.clear()
    try:
        world.faults.limit_rates()
        async with watching(world) as seen, world.watch(ADA_ID) as events:
            await bot.start()
            async with asyncio.timeout(PATIENCE):
                while not (world.state.bot_online and world.commands(ADA_ID)):
                    await events.get()
            yield Start(world, app[REST], seen, starts_at)
    finally:
        await bot.stop()
        await runner.cleanup()
    assert openapi.violations == []
    assert "Traceback" not in bot.log_end(10_000), bot.log_end(100)


async def posts_all_and_holds_nobody_up(folder: Path, openapi: OpenAPI, people: int, calm: float) -> None:
    matches = sum(len(pairs) for size in sizes(people) for pairs in round_robin(size))
    async with started(folder, openapi, people, calm) as start:
        took = await start.run(matches)
        boards = start.boards()
        answered, waits = list(start.rest.answered), list(start.waits)
    assert took < WITHIN
    assert len(boards) == len(set(boards)) == matches
    assert [each.request for each in answered if each.status == 429] == []
    keeps_to_limits(answered)
    before = slowest([wait for at, wait in waits if at + wait < start.starts_at])
    beside = slowest([wait for at, wait in waits if at >= start.starts_at])
    assert beside < before + LONGER, (took, before, beside)


def slowest(waits: list[float]) -> float:
    """How long the slowest waited but for one in a hundred."""
    return sorted(waits)[int(len(waits) * 0.99)]


@pytest.mark.asyncio
async def test_a_small_season_starts(
    tmp_path: Path, openapi: OpenAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", PATIENCE)
    await posts_all_and_holds_nobody_up(tmp_path, openapi, *SMALL)


@pytest.mark.deep
@pytest.mark.asyncio
async def test_a_season_of_sixty_starts_within_five_minutes(
    tmp_path: Path, openapi: OpenAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", PATIENCE)
    await posts_all_and_holds_nobody_up(tmp_path, openapi, *WHOLE)
