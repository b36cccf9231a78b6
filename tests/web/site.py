"""A club whose server wants pages, and its pages served at the loopback address."""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

from bot.cards.kit.names import plain_text_name, safe_name
from club.club import Club
from club.members.people import Act, Person
from club.pages.column import WebPresence
from club.play.match.matches import Table
from data.play.places import PlacedRow
from data.store_opening import open_store
from tests.ample import AMPLE
from tests.club.people import ANN, BEN, GUILD, act, start_match
from tests.databases import where
from web.page_host import PageHost
from web.page_server import PageServer

BASE = "https://twotone.example"
NOW = 1_700_000_000.0
CLOSED = 66
"""A channel that not every member may see."""


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Site:
    """The pages and the club behind them; `counted` is what they tell the metrics."""

    club: Club
    session: aiohttp.ClientSession
    at: str
    time: list[float]
    seen: dict[str, Any]
    host: PageHost
    location: Path | str
    counted: list[tuple[str, int]] = field(default_factory=list)

    async def get(self, path: str, method: str = "GET", **given: Any) -> Answer:
        """Request a path as a reader, a minute after the last request.

        No reader is therefore too quick.
        """
        self.time[0] += 60.0
        async with self.session.request(method, f"{self.at}{path}", **given) as came:
            return Answer(came.status, came.headers, await came.read())

    async def allow(self, pages: str = "unlisted", guild_id: int = GUILD) -> None:
        """A server switches its pages on, or off."""
        await self.club.members.servers.change(guild_id, moderator_id=ANN.id, pages=pages)

    async def play_random(
        self,
        game: str = "binar",
        *,
        people: tuple[Person, Person] = (ANN, BEN),
        most: int = 400,
        seed: int = 1,
        end: bool = True,
    ) -> Table:
        """Play a match of random moves and return it.

        The player to move after `most` of them resigns.
        """
        table, chance = await start_match(self.club, game, people=people), random.Random(seed)
        while table.is_running and len(table.match.plies) < most:
            assert table.turn is not None
            mover = table.player(table.turn).user_id
            moves = table.match.moves()
            table = await self.club.play.matches.play(
                table.row.id, act(Person(mover, "")), moves[chance.randrange(len(moves))]
            )
        if table.is_running and end:
            assert table.turn is not None
            mover = table.player(table.turn).user_id
            table = await self.club.play.matches.resign(table.row.id, act(Person(mover, "")))
        return table

    async def make_page(self, table: Table) -> str:
        """Make a match's page as the final card does, and return its path."""
        url = await self.club.pages.single.make_match_page(table, self.is_open)
        assert url is not None
        assert url.startswith(f"{BASE}/m/")
        return url.removeprefix(BASE)

    async def is_open(self, place: PlacedRow) -> bool:
        return is_open(self.seen)(place)


def is_open(seen: dict[str, Any]) -> Callable[[PlacedRow], bool]:
    return lambda place: place.channel_id not in seen["closed"]


def draw(first: int = 0) -> Callable[[], bytes]:
    """Secrets that follow from a number, each another one."""
    numbers = count(first)
    return lambda: hashlib.sha256(b"%d" % next(numbers)).digest()


@asynccontextmanager
async def site(
    database: str,
    folder: Path,
    *,
    live: bool = False,
    activity: Path | None = None,
    beside: Site | None = None,
) -> AsyncIterator[Site]:
    """Pages of a fresh club, or of another process `beside` one on its database."""
    time = [NOW]
    seen: dict[str, Any] = {
        "closed": {CLOSED},
        "serving": True,
        "unheard": set(),
        "strangers": set(),
        "codes": {},
        "server": "The Corner",
    }
    location = beside.location if beside else where(database, folder / "club.db")
    store = await open_store(location, now=lambda: time[0])
    club = Club(
        store,
        now=lambda: time[0],
        chance=lambda below: 0,
        secret=draw(1000 if beside else 0),
        limits=AMPLE,
        web=WebPresence(public_url=BASE, has_live_boards=live, has_activity=activity is not None),
    )
    counted: list[tuple[str, int]] = []

    async def is_channel_open(place: PlacedRow) -> bool:
        """Whether the channel of a match is open."""
        return is_open(seen)(place)

    async def may_see(place: PlacedRow, user_id: int) -> bool:
        """Whether a user may see the channel of a match."""
        return is_open(seen)(place) and user_id not in seen["strangers"]

    async def identify(code: str) -> int | None:
        """Whose window has got a code; each counts once."""
        found: int | None = seen["codes"].pop(code, None)
        return found

    host = PageHost(
        BASE,
        club=lambda: club if seen["serving"] else None,
        is_open=is_channel_open,
        hears_server=lambda guild_id: guild_id not in seen["unheard"],
        server_name=lambda guild_id: seen["server"],
        clean_name=plain_text_name,
        escape_name=safe_name,
        now=lambda: time[0],
        folder=folder,
        invite_url=lambda: "https://discord.com/oauth2/authorize?client_id=1",
        support_url="https://discord.gg/twotone",
        has_live_boards=live,
        may_see=may_see,
        activity=activity,
        application_id=lambda: 1,
        identify=identify,
        count_request=lambda kind, status: counted.append((kind, status)),
    )
    try:
        async with (
            PageServer(host, share=None).serve("127.0.0.1", 0) as port,
            aiohttp.ClientSession() as session,
        ):
            yield Site(club, session, f"http://127.0.0.1:{port}", time, seen, host, location, counted)
    finally:
        await store.close()


__all__ = ["ANN", "BASE", "BEN", "CLOSED", "Act", "Answer", "Site", "site"]
