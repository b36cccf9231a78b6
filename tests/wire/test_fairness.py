"""People who press and ask most keep no one else waiting.

Five people and ten addresses act at once, and one person more.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from club.puzzles.solving import shipped_puzzles
from playground.checks.openapi import OpenAPI
from playground.world.directory import WorldPerson
from playground.world.errors import JSON, ActRefusedError
from playground.world.state import BEN_ID, CLEO_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE, slowness
from tests.wire.live_bot import Scene, on_stage
from tests.wire.noting_bot import FILE
from tests.wire.slow import slow_time
from tests.wire.visible_message import loading, words
from workshop.bench.scrape import free_port

pytestmark = pytest.mark.ci

PEOPLE: Final = 5
PRESSES: Final = 100
ADDRESSES: Final = 10
PAGES, DEEP_PAGES = 40, 120
WITHIN: Final = 0.5
"""Seconds of the bot's CPU until another person is answered."""
LOST: Final = 3.0
"""Seconds of the bot's CPU after which Discord accepts no answer."""
TRIES: Final = 20
ASKER: Final = """
import asyncio, collections, json, sys
port, addresses, count, *paths = sys.argv[1:]
async def ask(number):
    path, sender = paths[number % len(paths)], f"X-Forwarded-For: 10.0.0.{number % int(addresses)}"
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
        writer.write(f"GET {path} HTTP/1.1\\r\\nHost: x\\r\\n{sender}\\r\\nConnection: close\\r\\n\\r\\n".encode())
        answer = await reader.read()
        writer.close()
        return answer[9:12].decode() or "closed"
    except OSError:
        return "closed"
async def main():
    print(flush=True)
    sys.stdin.readline()
    print(json.dumps(collections.Counter(await asyncio.gather(*map(ask, range(int(count)))))))
asyncio.run(main())
"""
"""Script that requests many pages at once, in the name of some addresses.

It prints how many requests were answered with each status.
"""


def cpu_at_answer(scene: Scene, outcome: JSON) -> float:
    """The seconds of CPU that the process had used when it had sent an answer."""
    lines = (scene.bot.folder / FILE).read_text(encoding="utf-8").splitlines()
    return next(float(line.split()[1]) for line in reversed(lines) if line.startswith(f"{outcome['id']} "))


@dataclass
class Rush:
    """Results of all presses and requests made at once.

    Each is the seconds of the bot's CPU until it was answered, as on a machine of usual pace.
    """

    scene: Scene
    port: int
    pressers: list[str]
    asked: int
    """Pages that each address asks for."""
    slowness: float = 1.0
    """The most that was seen so far."""
    acknowledged: list[float] = field(default_factory=list)
    bystanders: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    slowed: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)

    async def press(self, member: str) -> None:
        """Press once."""
        before, world = self.scene.cpu_seconds(), self.scene.world
        try:
            outcome = await world.slash(member, GAMES_ID, "puzzle", {})
        except ActRefusedError as refused:
            self.lost.append(str(refused))
            return
        self.acknowledged.append((cpu_at_answer(self.scene, outcome) - before) / self.slowness)
        message = world.state.find_message(outcome["message_id"])
        assert message is not None
        await self.scene.until(lambda: not loading(message))
        self.slowed[member] += "That was a lot" in words(message.body)

    async def ask(self, ready: asyncio.Event) -> None:
        """Ask for all pages as soon as everything else begins."""
        every = len(shipped_puzzles()) // self.asked
        keys = list(islice(shipped_puzzles(), 0, None, every))[: self.asked]
        paths = [path for key in keys for path in (f"/p/{key}", f"/p/{key}/begin.png")]
        asked = map(str, (self.port, ADDRESSES, ADDRESSES * self.asked, *paths))
        asker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", ASKER, *asked),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert asker.stdin is not None and asker.stdout is not None
        await asker.stdout.readline()
        ready.set()
        asker.stdin.write(b"\n")
        self.pages.update(json.loads(await asker.stdout.readline()))
        await asker.wait()

    async def stand_by(self, rush: asyncio.Future[Any]) -> None:
        """Ask for help again and again as long as the others press."""
        while not rush.done():
            before, who = self.scene.cpu_seconds(), (BEN_ID, CLEO_ID)[len(self.bystanders) % 2]
            outcome = await self.scene.world.slash(who, GAMES_ID, "help", {})
            self.slowness = max(self.slowness, slowness())
            self.bystanders.append((cpu_at_answer(self.scene, outcome) - before) / self.slowness)

    async def run(self) -> None:
        """Let all of it come at once."""
        ready = asyncio.Event()
        asking = asyncio.create_task(self.ask(ready))
        await ready.wait()
        rush = asyncio.gather(asking, *(self.press(each) for each in self.pressers * PRESSES))
        await asyncio.wait({rush}, timeout=0)  # now all of them have pressed
        await self.stand_by(rush)
        await rush


@pytest.mark.skipif(sys.platform != "linux", reason="another process's CPU is told as Linux does")
@pytest.mark.parametrize(
    ("tries", "asked"), [(2, PAGES), pytest.param(TRIES, DEEP_PAGES, marks=pytest.mark.deep)]
)
async def test_five_people_and_ten_addresses_keep_nobody_waiting(
    tmp_path: Path, openapi: OpenAPI, tries: int, asked: int
) -> None:
    world, port = World(slow_time, PATIENCE), free_port()
    pages = {"PUBLIC_URL": "https://twotone.example", "WEB_BIND": f"127.0.0.1:{port}"}
    people = [str(int(BEN_ID) + 1000 + number) for number in range(tries * PEOPLE)]
    for each in people:
        world.state.members[each] = WorldPerson(each, f"member{each}", f"Member {each}")
    async with on_stage(tmp_path, openapi, "tests.wire.noting_bot", world, pages) as scene:
        # What a bot does once only, such as drawing its first picture, is not what is measured here.
        for member in (BEN_ID, CLEO_ID):
            for name in ("help", "puzzle"):
                await world.slash(member, GAMES_ID, name, {})
        slowest = []
        for number in range(tries):
            rush = Rush(scene, port, people[number * PEOPLE : (number + 1) * PEOPLE], asked)
            await rush.run()
            assert rush.lost == []
            slowest.append((max(rush.bystanders), max(rush.acknowledged)))
            assert all(rush.slowed[each] > PRESSES // 2 for each in rush.pressers)
            if tries == 2 and slowest[-1][0] < WITHIN and slowest[-1][1] < LOST:
                break
            world.state.channels[GAMES_ID].messages.clear()  # a full channel slows the playground down
    # Other work on the machine makes a try slower, never quicker: of two the better one counts.
    bystander, presser = map(min if tries == 2 else max, zip(*slowest, strict=True))
    assert bystander < WITHIN, slowest
    assert presser < LOST, slowest
