"""Members whose finished matches are looked through for puzzles, and a miner.

The miner finds one in each match.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from club.club import Club
from club.engine_functions import EngineFunctions
from club.members.people import Person
from club.members.quotas import LIMITS, Limits
from club.play.match.matches import Table
from club.puzzles.mining import AFTER, LEAST
from data.database.store import Store
from data.puzzles.mining import NAMELESS
from data.store_opening import open_store
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
from engines.worker_messages import PuzzleRequest
from tests.club.conftest import NOW
from tests.club.people import ANN, BEN, GUILD, act, make_first_moves, start_match
from tests.club.play.course.computer_matches import a_moment
from tests.club.room import club_on
from tests.databases import EACH_DATABASE, where
from tests.pace import PATIENCE

DAY = 86_400.0
FOUND = load_shipped_puzzles("russian")


@dataclass
class Miner:
    """Miner that finds a puzzle of its own in the match of each number.

    Before that it is late or broken as often as it is told to be.
    """

    faults: list[type[Exception]] = field(default_factory=list)
    hunts: list[PuzzleRequest] = field(default_factory=list)
    finds: bool = True
    meanwhile: Any = None
    waits: asyncio.Event | None = None

    async def __call__(self, hunt: PuzzleRequest) -> Puzzle | None:
        self.hunts.append(hunt)
        if self.waits:
            await self.waits.wait()
        if self.faults:
            raise self.faults.pop(0)
        if self.meanwhile:
            await self.meanwhile()
        if not self.finds:
            return None
        found = FOUND[hunt.match_number % len(FOUND)]
        return replace(found, line=found.line[:1], match=hunt.match_number)


@dataclass
class Hall:
    """Processes of the bot on one database.

    Their common time stands until a test moves it.
    """

    place: Path | str
    miner: Miner = field(default_factory=Miner)
    limits: Limits = LIMITS
    time: float = NOW
    opened: list[Store] = field(default_factory=list)
    clubs: list[Club] = field(default_factory=list)

    async def open(self, miner: Miner | None = None) -> Club:
        store = await open_store(self.place, now=lambda: self.time)
        self.opened.append(store)
        number = len(self.opened)
        engines = EngineFunctions(seek=miner or self.miner)
        club = club_on(store, lambda: self.time, number=number, engines=engines, limits=self.limits)
        self.clubs.append(club)
        await club.processes.open(3600.0)
        await club.puzzles.miner.jobs.open()
        return club

    async def close(self) -> None:
        for club, store in zip(self.clubs, self.opened, strict=True):
            await club.puzzles.miner.jobs.stop()
            await store.close()
        self.clubs, self.opened = [], []


@pytest.fixture(params=EACH_DATABASE)
async def hall(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Hall]:
    made = Hall(where(request.param, tmp_path / "club.db"))
    yield made
    await made.close()


async def give_consent(club: Club, *people: Person, mined: str | None = NAMELESS) -> None:
    """Let the server and these members consent to their matches being mined."""
    await club.members.servers.change(GUILD, moderator_id=ANN.id, mined=True)
    for person in people or (ANN, BEN):
        await club.members.preferences.change(person.id, mined=mined)


async def finish_match(
    club: Club,
    game: str = "russian",
    *,
    plies: int = LEAST,
    people: tuple[Person, Person] = (ANN, BEN),
    **how: Any,
) -> Table:
    """Play a match that is resigned after `plies` moves."""
    table = await start_match(club, game, people=people, **how)
    await make_first_moves(club, table, plies)
    return await club.play.matches.resign(table.row.id, act(people[0]))


async def open_with_match(hall: Hall, **how: Any) -> Club:
    """A club in which a match has ended that both let be mined."""
    club = await hall.open()
    await give_consent(club, **how)
    await finish_match(club)
    return club


async def rows(club: Club, table: str) -> list[dict[str, Any]]:
    return await club.store.read(lambda tx: tx.all(f"SELECT * FROM {table}"))


async def mine_due(hall: Hall, *, after: float = AFTER) -> None:
    """Let time go on, and wait until all matches due by then are looked through."""
    hall.time += after
    for club in hall.clubs:
        club.puzzles.miner.jobs.ring()
    async with asyncio.timeout(PATIENCE):
        while any(
            club.puzzles.miner.jobs.flying or club.puzzles.miner.jobs.alarm.task for club in hall.clubs
        ):
            await a_moment()
