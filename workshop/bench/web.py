"""Every kind of page as the server makes it, from the address to the last byte.

It is measured among the fewest and the most matches. All finished matches have a page of one
server, one person sits at a hundredth of them (10,000 of a million), and a Swiss of the most
entrants is played. Each request is of another match, and nothing is kept from the one before.
"""

import asyncio
import re
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any, Final

from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.cards.kit.names import plain_text_name, safe_name
from club.club import Club
from club.pages.column import WebPresence
from club.puzzles.solving import shipped_puzzles
from data.database.store import Store
from data.database.transaction import Transaction
from data.play.places import PlacedRow
from rules.editions import RULES_VERSION, replay
from web.page_host import PageHost
from web.page_server import PageServer
from workshop.bench.row import BenchFigure
from workshop.bench.store_scale import ADA, copies, measured_counts

BASE: Final = "https://twotone.example"
ASKED: Final = 50
"""Requests of each kind that are measured."""
GUILD: Final = 1
ENTRANTS, ROUNDS = 64, 7
SERVER, PROFILE, SWISS = (letter * 21 + "A" for letter in "suc")
NAMED: Final = r":(\w+)"
FILLED: Final = (
    "INSERT INTO server (guild_id, channels, threads, pages) VALUES (:guild, '[]', 1, 'unlisted')",
    "UPDATE seat SET user_id = :ada WHERE seat = 0 AND match_id <= :count / 100",
    "INSERT INTO page (address, guild_id, made_at, match_id)"
    " SELECT printf('%021d', id) || 'A', :guild, id, id FROM match WHERE status = 'over'",
    "INSERT INTO page (address, guild_id, made_at) VALUES (:server, :guild, 1)",
    "INSERT INTO profile_page (user_id, guild_id, address, made_at) VALUES (:ada, :guild, :profile, 1)",
    "INSERT INTO competition (id, guild_id, channel_id, kind, name, organiser_id, game, options, control, hour,"
    " created_at, interaction_id) VALUES (1, :guild, :guild, 'swiss', 'Swiss', 1, 'binar', '{}', '3d+1d', 0, 1, 1)",
    "INSERT INTO page (address, guild_id, made_at, competition_id) VALUES (:swiss, :guild, 1, 1)",
    "INSERT INTO stage (id, competition_id, number, status, starts_at, closes_at, rounds, round)"
    " VALUES (1, 1, 0, 'running', 1, 2, :rounds, :rounds - 1)",
    "INSERT INTO section (id, stage_id, number) VALUES (1, 1, 0)",
    "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < :entrants)"
    " INSERT INTO entrant (id, stage_id, section_id, seed, user_id, name, joined_at)"
    " SELECT id, 1, 1, id - 1, 1000 + id, 'Entrant ' || id, 1 FROM n",
    "WITH RECURSIVE r (round) AS (SELECT 0 UNION ALL SELECT round + 1 FROM r WHERE round < :rounds - 1),"
    " n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < :entrants / 2)"
    " INSERT INTO pairing (section_id, round, first_id, second_id, turned, match_id, result)"
    " SELECT 1, round, id, :entrants / 2 + 1 + (id + round) % (:entrants / 2), 0,"
    " round * :entrants / 2 + id, 'first' FROM r, n",
)


def rows() -> Iterator[BenchFigure]:
    """Yield the median and the worst milliseconds of each kind, and its CPU.

    The baseline is among the fewest matches.
    """
    counts = measured_counts()
    few, many = asyncio.run(_measure((counts[0], counts[-1])))
    for kind, (middle, worst, cpu) in many.items():
        yield BenchFigure(f"web.{kind}", middle, "ms", few[kind][0])
        yield BenchFigure(f"web.{kind}.worst", worst, "ms", few[kind][1])
        yield BenchFigure(f"web.{kind}.cpu", cpu, "ms", few[kind][2])


async def _measure(counts: tuple[int, ...]) -> list[dict[str, tuple[float, float, float]]]:
    async with copies(counts) as stores:
        return [await _time_pages(store, count) for count, store in stores.items()]


async def _time_pages(store: Store, count: int) -> dict[str, tuple[float, float, float]]:
    """Return the median and worst milliseconds of each page kind, and its median CPU."""
    ids = [each for each in range(count, count // 2, -1) if each % 10][:ASKED]
    await store.write(lambda tx: _fill(tx, count, ids))
    club = Club(
        store,
        now=time.time,
        chance=lambda below: 0,
        secret=lambda: bytes(32),
        web=WebPresence(public_url=BASE),
    )
    await club.members.servers.open()

    async def is_open(place: PlacedRow) -> bool:
        return place.channel_id >= 0

    host = PageHost(
        BASE,
        club=lambda: club,
        is_open=is_open,
        hears_server=GUILD.__eq__,
        server_name=lambda guild_id: None,
        clean_name=plain_text_name,
        escape_name=safe_name,
        now=time.time,
        folder=Path(),
        invite_url=lambda: None,
    )
    found: dict[str, tuple[float, float, float]] = {}
    for kind, paths in _paths(ids).items():
        taken = []
        for number, path in enumerate(paths):
            club.pages.single._sheets.clear()
            made = PageServer(host).make_application()
            made.freeze()
            wall, cpu = time.perf_counter(), time.process_time()
            await _request_page(made, path, number)
            taken.append(((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000))
        walls = [wall for wall, _ in taken]
        found[kind] = median(walls), max(walls), median(cpu for _, cpu in taken)
    await club.close()
    return found


async def _fill(tx: Transaction, count: int, ids: list[int]) -> None:
    """Give all finished matches a page; the requested ones end as their records say."""
    facts: Mapping[str, Any] = {
        "guild": GUILD,
        "count": count,
        "ada": ADA,
        "server": SERVER,
        "profile": PROFILE,
        "swiss": SWISS,
        "entrants": ENTRANTS,
        "rounds": ROUNDS,
    }
    row = await tx.one("SELECT record FROM match WHERE id = ?", ids[0])
    assert row is not None
    match = replay(row["record"], version=RULES_VERSION, over=False)
    match.resign(0)  # the copies ended without a word of it in their records
    for each in ids:
        await tx.run("UPDATE match SET record = ? WHERE id = ?", match.save(), each)
    for statement in FILLED:
        given = [facts[name] for name in re.findall(NAMED, statement)]
        await tx.run(re.sub(NAMED, "?", statement), *given)


def _paths(ids: list[int]) -> dict[str, list[str]]:
    """Return the addresses that are asked for, by the kind of page."""
    matches = [f"{each:021}A" for each in ids]
    puzzles = list(islice(shipped_puzzles(), 0, None, max(1, len(shipped_puzzles()) // ASKED)))[:ASKED]
    return {
        "match": [f"/m/{each}" for each in matches],
        "move": [f"/m/{each}/2" for each in matches],
        "server": [f"/s/{SERVER}"] * ASKED,
        "feed": [f"/s/{SERVER}/feed.atom"] * ASKED,
        "profile": [f"/u/{PROFILE}"] * ASKED,
        "competition": [f"/c/{SWISS}"] * ASKED,
        "puzzle": [f"/p/{each}" for each in puzzles],
        "start": ["/"] * ASKED,
        "api.match": [f"/api/v1/matches/{each}" for each in matches],
        "api.server": [f"/api/v1/servers/{SERVER}"] * ASKED,
        "api.profile": [f"/api/v1/profiles/{PROFILE}"] * ASKED,
        "api.competition": [f"/api/v1/competitions/{SWISS}"] * ASKED,
    }


async def _request_page(made: web.Application, path: str, number: int) -> None:
    """Answer a request as a server does that has just read it.

    Every request comes from another address.
    """
    peer = SimpleNamespace(get_extra_info=lambda name, default=None: (f"10.0.0.{number}", 1))
    request = make_mocked_request("GET", path, transport=peer, app=made)
    answer = await made._handle(request)
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")
