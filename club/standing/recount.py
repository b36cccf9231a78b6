"""Computing the ratings of all servers again, for `twotone recount`."""

import asyncio
from dataclasses import replace

from club.standing.advantage import AdvantageSample, collect_samples, estimate_advantage
from club.standing.counted_matches import count_ratings
from club.standing.ratings import load_rated_rows
from data.database.store import Store
from data.database.transaction import Transaction
from data.standing import rated_rows, ratings
from data.standing.ratings import RecountResult
from rules.catalogue import title_of
from words import Phrase


async def recount_all(store: Store, *, refit: bool, now: float) -> list[Phrase]:
    """Correct the ratings of all servers, and return a report for the host.

    `refit` also measures the first mover's advantage of each game. The new value applies to matches
    that end from then on; stored matches keep the advantage that they were stored with.
    """
    servers = await store.read(rated_rows.list_servers)
    known: dict[str, list[AdvantageSample]] = {}
    matches = changed = 0
    for guild_id in servers:
        rows = await load_rated_rows(store, guild_id)
        counted = await asyncio.to_thread(count_ratings, guild_id, rows)
        matches += len(rows)
        changed += await _put_right(store, guild_id, counted, last=rows[-1].number)
        for game, some in (await asyncio.to_thread(collect_samples, rows)).items() if refit else ():
            known.setdefault(game, []).extend(some)
    lines = [Phrase("recount.done", count=matches, all=len(servers), number=changed)]
    for game, some in sorted(known.items()):
        points = estimate_advantage(some)
        await _set_edge(store, game, points, matches=len(some), at=now)
        lines.append(Phrase("recount.edge", title=title_of(game), count=round(points), all=len(some)))
    return lines


async def _put_right(store: Store, guild_id: int, counted: RecountResult, *, last: int) -> bool:
    """Store ratings that were computed from all rows up to `last`.

    Return whether they differ from the stored ones. If another match has ended since, the bot computes
    them once more.
    """

    async def job(tx: Transaction) -> bool:
        if set(await ratings.list_for_server(tx, guild_id)) == set(counted.ratings):
            return False
        await ratings.request_recount(tx, guild_id)
        asked = await ratings.get_recount(tx, guild_id)
        return await ratings.replace_all(tx, replace(asked, last=last), counted)

    return await store.write(job)


async def _set_edge(store: Store, game: str, points: float, *, matches: int, at: float) -> None:
    await store.write(lambda tx: rated_rows.set_edge(tx, game, points, matches=matches, at=at))
