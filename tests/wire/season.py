"""The start of a league's season under Discord's limits, beside which others play.

`python -m tests.wire.season [PEOPLE]` prints how long all its boards took, and how long the others waited before and
beside it. Those times are the machine's as much as ours, so no test goes by them.
"""

import asyncio
import math
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from club.clocks.time_control import parse_control
from club.club import Club
from club.competitions.reckoning.round_robin import round_robin
from club.competitions.seasons import CONTROL, section_sizes
from club.members.people import Act, Person
from data.store_opening import open_store
from playground.api.rest_api import RestApi
from playground.app import REST, make_app, serve
from playground.bot_process import BotProcess
from playground.checks.document import load_openapi_document
from playground.checks.openapi import OpenAPI
from playground.world import directory
from playground.world.state import ADA_ID, GUILD_ID, LOUNGE_ID
from playground.world.world import World
from rules.catalogue import GAMES
from tests.databases import closing
from tests.pace import PATIENCE
from tests.wire.busy import Tables
from tests.wire.visible_message import is_board
from workshop.bench.arrivals import ArrivalQueues, watching

WHOLE, SMALL = (60, 20.0), (6, 5.0)
"""Members of a league, and seconds that others play before it starts."""
WITHIN = 300.0
"""Seconds in which all boards of the largest season are posted."""
OTHERS = 3
"""Matches that are played beside it."""


async def prepare_database(world: World, folder: Path, people: int, starts_at: float) -> None:
    """Make a database in which a season of so many members is about to start."""
    async with closing(await open_store(folder / "twotone.db", now=world.state.now)) as store:
        control = parse_control(CONTROL)
        club = Club(store, now=world.state.now, chance=random.Random(1).randrange, secret=lambda: bytes(32))
        assert control is not None
        await club.competitions.all.create(
            name="Autumn league",
            game=GAMES["binar"],
            options={},
            control=control,
            hour=18,
            organiser=Act(int(ADA_ID), 1),
            place=(int(GUILD_ID), int(LOUNGE_ID)),
        )
        for number in range(people):
            await club.competitions.all.join(1, Person(member(number), f"Member {number}"))
        await store.write(lambda tx: tx.run("UPDATE stage SET starts_at = ?", starts_at))
        await store.write(lambda tx: tx.run("UPDATE competition SET due_at = ?", starts_at))


def member(number: int) -> int:
    return int(ADA_ID) + 1000 + number


class Start:
    """The start of a season, and what others see of it who play meanwhile."""

    def __init__(self, world: World, rest: RestApi, seen: ArrivalQueues, starts_at: float) -> None:
        self.world = world
        self.rest = rest
        self.seen = seen
        self.starts_at = starts_at
        self.waits: list[tuple[float, float]] = []
        """When each move of the other matches began, and the seconds until its board."""
        self.acks: list[tuple[float, float]] = []
        """When each press and command of theirs was made, and the seconds to its answer.

        It is the first answer that counts.
        """

    def boards(self, but: Collection[str] = ()) -> list[str]:
        """The threads of the league in which a board is, but those that are known."""
        return [
            thread.id
            for thread in self.world.state.channels.values()
            if thread.parent_id == LOUNGE_ID
            and thread.id not in but
            and any(is_board(each.body) for each in thread.messages.values())
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

    def split(self, waits: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
        """How many seconds was waited before the season started, and beside it."""
        before = [wait for at, wait in waits if at + wait < self.starts_at]
        return before, [wait for at, wait in waits if at >= self.starts_at]

    async def run(self, matches: int) -> float:
        """Play beside the season until all its boards are there; return the seconds."""
        tables = Tables(self.world, self.seen)
        self.acks = tables.acks
        others = [asyncio.create_task(self.play(tables, number)) for number in range(OTHERS)]
        async with asyncio.timeout(WITHIN + PATIENCE), self.world.watch(ADA_ID) as events:
            begun: set[str] = set()
            while len(begun) < matches:
                await events.get()
                begun.update(
                    self.boards(begun)
                )  # to look through all of them each time would hold up the others
        took = self.world.state.now() - self.starts_at
        for task in others:
            assert not task.done(), task.result()
            task.cancel()
        return took


@asynccontextmanager
async def open_start(folder: Path, openapi: OpenAPI, people: int, calm: float) -> AsyncIterator[Start]:
    """Start the bot at a rate-limited playground, shortly before a season starts."""
    world = World(patience=PATIENCE)
    for number in range(people):
        person = str(member(number))
        world.state.members[person] = directory.WorldPerson(person, f"member{number}", f"Member {number}")
    app = make_app(world, openapi)
    runner = await serve(world, app)
    starts_at = world.state.now() + calm
    await prepare_database(world, folder, people, starts_at)
    bot = BotProcess(world.state.address, folder, "workshop.bench.busy_bot")
    openapi.violations.clear()
    try:
        world.faults.limit_rates()
        async with watching(world) as seen, world.watch(ADA_ID) as events:
            await bot.start()
            async with asyncio.timeout(PATIENCE):
                while not (world.state.bot_online and world.offered_commands(ADA_ID)):
                    await events.get()
            yield Start(world, app[REST], seen, starts_at)
    finally:
        await bot.stop()
        await runner.cleanup()
    assert openapi.violations == []
    assert "Traceback" not in bot.log_tail(10_000), bot.log_tail(100)


def matches_of(people: int) -> int:
    """How many matches a season of so many members has."""
    return sum(len(pairs) for size in section_sizes(people) for pairs in round_robin(size))


def slowest(waits: list[float]) -> float:
    """Longest wait, leaving out the slowest hundredth.

    NaN without any waits: on a busy machine there may be none before the season starts.
    """
    return sorted(waits)[int(len(waits) * 0.99)] if waits else math.nan


async def print_start(people: int, calm: float) -> None:
    """Print how long the start of a season took."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_start(Path(folder), OpenAPI(load_openapi_document()), people, calm) as start:
            took = await start.run(matches_of(people))
            print(f"{matches_of(people)} boards in {took:.0f} s")
            for what, waits in (("answers", start.acks), ("boards", start.waits)):
                before, beside = (slowest(each) for each in start.split(waits))
                print(f"{what}: p99 {before:.3f} s before, {beside:.3f} s beside, of {len(waits)}")


if __name__ == "__main__":
    asyncio.run(print_start(int(sys.argv[1]) if len(sys.argv) > 1 else WHOLE[0], WHOLE[1]))
