"""Matches on live boards of processes that die, over connections that are cut.

A page does as `web/live/live.js`: it repeats a request under the same number until it is answered, and its
stream goes on from the version that it has seen last.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

from playground.world.errors import JSON
from playground.world.state import ADA_ID, BEN_ID
from rules.catalogue import GAMES
from rules.match import Match
from tests.pace import PATIENCE
from tests.ports import reserve_port
from tests.wire.crowd import Crowd, open_crowd

KINDS = ("russian", "american", "turkish", "frisian")
"""The games that are played at the same time: each long, and without a secret."""
SQLITE = "sqlite:///twotone.db"
KEY = re.compile(r"/live#([0-9a-f]{32})")
CUT = 0.15
"""Part of the requests that are cut, and of those that are sent twice.

A stream is cut after as many of its events.
"""
ALMOST = 0.02
"""Seconds at most until such a request is cut."""
BETWEEN = 0.05
"""Seconds between two tries."""
WITHIN = 10.0
"""Seconds that a page waits for an answer."""
FAULTS = (aiohttp.ClientError, OSError, TimeoutError)
ORDER = (
    "SELECT version, text, interaction_id FROM event WHERE match_id = {} AND kind = 'move' ORDER BY version"
)


@dataclass
class Page:
    """The page of one player; `version` is the newest that it has shown."""

    ways: Sequence[str]
    """The addresses of all processes."""
    session: aiohttp.ClientSession
    chance: random.Random
    counted: Counter[str]
    token: str = ""
    state: JSON = field(default_factory=lambda: {"version": -1})
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def version(self) -> int:
        """The newest version shown."""
        return int(self.state["version"])

    def show(self, state: JSON) -> None:
        """Show a state, unless a newer one is shown."""
        if state["version"] > self.version:
            self.state = state
            self.changed.set()

    async def wait_for(self, number: int) -> None:
        """Wait until this version, or a newer one, has come by the stream."""
        async with self._patience("version", number):
            while self.version < number:
                self.changed.clear()
                await self.changed.wait()

    async def ask(self, name: str, request: Mapping[str, Any]) -> JSON:
        """Repeat a request until it is answered; return what the answer allows.

        Some are cut, and some come twice at once.
        """
        came: list[object] = []
        async with self._patience(request, came):
            while True:
                self.counted["requests"] += 1
                if name == "ask" and self.chance.random() < CUT:
                    self.counted["cut"] += 1
                    with suppress(*FAULTS):
                        async with asyncio.timeout(self.chance.random() * ALMOST):
                            await self._post(name, request)
                copies = 1 + (name == "ask" and self.chance.random() < CUT)
                self.counted["doubled"] += copies - 1
                answers = await asyncio.gather(*(self._try(name, request) for _ in range(copies)))
                came += answers
                for answer in filter(None, answers):
                    if answer.get("ok"):
                        return answer
                    self.counted[f"refused: {answer['error']}"] += 1
                await asyncio.sleep(BETWEEN)

    @asynccontextmanager
    async def _patience(self, *about: object) -> AsyncIterator[None]:
        """Say what came instead if nothing does within the patience of tests."""
        try:
            async with asyncio.timeout(PATIENCE):
                yield
        except TimeoutError:
            raise AssertionError((*about, self.version, dict(self.counted))) from None

    async def _try(self, name: str, request: Mapping[str, Any]) -> JSON | None:
        """Return an answer, or `None` if there is none and the page would ask again."""
        with suppress(*FAULTS):
            async with asyncio.timeout(WITHIN):
                status, answer = await self._post(name, request)
            if status < 500 and status != 429:
                return answer
            self.counted[f"status {status}"] += 1
            return None
        self.counted["unanswered"] += 1
        return None

    async def _post(self, name: str, request: Mapping[str, Any]) -> tuple[int, JSON]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        way = self.chance.choice(self.ways)
        async with self.session.post(f"{way}/live/{name}", json=request, headers=headers) as came:
            answer: JSON = await came.json()
            return came.status, answer

    async def follow(self) -> None:
        """Read the stream for ever: of any process, and of another one once it ends."""
        while True:
            with suppress(*FAULTS):
                await self._read_stream()
            self.counted["streams"] += 1
            await asyncio.sleep(BETWEEN)

    async def _read_stream(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}", "Last-Event-ID": str(self.version)}
        way = self.chance.choice(self.ways)
        async with self.session.get(f"{way}/live/events", headers=headers) as came:
            self.counted[f"stream {came.status}"] += 1
            if came.status >= 500 or came.status == 429:
                return
            assert came.status == 200, await came.text()
            async for line in came.content:
                if line.startswith(b"data: "):
                    self.show(json.loads(line.removeprefix(b"data: ")))
                    if self.chance.random() < CUT:
                        self.counted["streams cut"] += 1
                        return


class LiveMatch:
    """One match on two pages, and all moves that these were told to have made."""

    def __init__(self, game: str, place: str, pages: Sequence[Page]) -> None:
        self.place = place
        self.pages = pages
        self.confirmed: list[str] = []
        self.chance = pages[0].chance
        self._model = Match(GAMES[game], {}, bytes(32))

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self._model.turn is None

    async def play_move(self) -> None:
        """Make one move on its player's page, once the stream has brought the board."""
        assert self._model.turn is not None
        number = len(self.confirmed)
        [page] = [each for each in self.pages if each.state["seat"] == self._model.turn]
        await page.wait_for(number)
        make = self._type if self.chance.random() < 0.3 else self._tap
        answer = await make(page, number)
        assert answer["version"] == number + 1
        page.show(answer)
        [text] = [each["move"] for each in answer["moves"] if each["ply"] == number + 1]
        self._model.play(text)
        self.confirmed.append(text)
        page.counted["moves"] += 1

    async def _type(self, page: Page, number: int) -> JSON:
        text = str(self.chance.choice(self._model.moves()))
        return await page.ask("ask", {"do": "play", "move": text, "version": number, "act": self._draw()})

    async def _tap(self, page: Page, number: int) -> JSON:
        state = page.state
        while state["version"] == number:
            path = self.chance.choice(state["choices"])["path"] if state["choices"] else state["path"]
            asked = {"do": "choose", "path": path, "version": number, "act": self._draw()}
            state = await page.ask("ask", {**asked, "ends": not state["choices"]})
        return state

    def _draw(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"


class LiveCrowd:
    """Matches on the pages of several processes, or of one on SQLite."""

    def __init__(self, crowd: Crowd, ways: Sequence[str], session: aiohttp.ClientSession) -> None:
        self.crowd = crowd
        self.matches: list[LiveMatch] = []
        self.counted = Counter[str]()
        self._ways = ways
        self._session = session
        self._following = set[asyncio.Task[None]]()

    async def begin(self, count: int) -> None:
        """Begin so many matches, each open on the pages of both players."""
        await self.crowd.wait_connected()
        for game in itertools.islice(itertools.cycle(KINDS), count):
            place = await self.crowd.scene.begin(game)
            pages = [await self._open(place, member) for member in (ADA_ID, BEN_ID)]
            self.matches.append(LiveMatch(game, place, pages))

    async def _open(self, place: str, member_id: str) -> Page:
        """Press the button, follow its link, and read the stream from then on."""
        scene, page = self.crowd.scene, Page(self._ways, self._session, self.crowd.chance, self.counted)
        more = await scene.press(member_id, scene.board(place)["id"], "More")
        shown = await scene.press(member_id, more["id"], "Open the board")
        found = KEY.search(json.dumps(shown["components"]))
        assert found, shown
        state = await page.ask("open", {"key": found[1]})
        page.token = state["session"]
        page.show(state)
        self._following.add(asyncio.create_task(page.follow()))
        return page

    async def play(self, moves: int, harming: asyncio.Future[None]) -> None:
        """Play so many moves in all, and on until all harm is done."""
        each = -(-moves // len(self.matches))

        async def play(match: LiveMatch) -> None:
            while not match.is_over and (len(match.confirmed) < each or not harming.done()):
                await match.play_move()

        await asyncio.gather(*map(play, self.matches))

    async def some_moves(self, count: int) -> None:
        """Wait until so many more moves were made."""
        goal = self.counted["moves"] + count
        while self.counted["moves"] < goal:
            await asyncio.sleep(BETWEEN)

    async def check(self) -> None:
        """Check that each record has its confirmed moves, each once.

        Every page must show the last one.
        """
        for match in self.matches:
            count = len(match.confirmed)
            number = await self._number(match.place)
            stored = await self.rows(ORDER.format(number))
            assert [row[1] for row in stored] == match.confirmed, "nothing lost, nothing doubled"
            assert [row[0] for row in stored] == list(range(1, count + 1))
            assert len({row[2] for row in stored}) == count
            for page in match.pages:
                await page.wait_for(count)
                assert page.version == count
                for way in self._ways:
                    shown = await Page([way], page.session, page.chance, Counter(), page.token).ask(
                        "ask", {"do": "show"}
                    )
                    assert (shown["version"], shown["text"]) == (count, page.state["text"])
        for done in self._following:
            assert not done.done(), done.exception()

    async def _number(self, place: str) -> int:
        [[number]] = await self.rows(f"SELECT id FROM match WHERE thread_id = {int(place)}")
        return int(number)

    async def rows(self, statement: str) -> Sequence[Sequence[Any]]:
        """What the database answers."""
        if self.crowd.address == SQLITE:
            file = self.crowd.bots[0].folder / "twotone.db"
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
                return database.execute(statement).fetchall()
        async with await psycopg.AsyncConnection.connect(self.crowd.address, autocommit=True) as connection:
            return await (await connection.execute(statement.encode())).fetchall()

    async def close(self) -> None:
        """Close all pages, and forget their matches."""
        for task in self._following:
            task.cancel()
        if self._following:
            await asyncio.wait(self._following)
        self._following.clear()
        self.matches.clear()


@asynccontextmanager
async def open_live_crowd(folder: Path, address: str, *, count: int, seed: int) -> AsyncIterator[LiveCrowd]:
    """Open a crowd whose processes serve live boards, each at a port of its own."""
    async with AsyncExitStack() as until:
        ports = [until.enter_context(reserve_port()) for _ in range(count)]
        settings = [
            {"PUBLIC_URL": f"http://127.0.0.1:{port}", "WEB_BIND": f"127.0.0.1:{port}", "LIVE_BOARD": "yes"}
            for port in ports
        ]
        crowd = await until.enter_async_context(
            open_crowd(folder, address, count=count, seed=seed, settings=settings)
        )
        session = await until.enter_async_context(
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0, force_close=True))
        )
        live = LiveCrowd(crowd, [each["PUBLIC_URL"] for each in settings], session)
        until.push_async_callback(live.close)
        yield live
