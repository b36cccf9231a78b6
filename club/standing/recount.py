"""Counts the ratings of all servers anew for the host: `twotone recount`."""

import asyncio
from dataclasses import replace

from club.standing.advantage import AdvantageSample, advantage, collect_samples
from club.standing.counted_matches import count_ratings
from club.standing.ratings import rows_of
from data.database.store import Store
from data.database.transaction import Transaction
from data.standing import rated_rows, ratings
from data.standing.ratings import RecountResult
from rules.catalogue import title_of
from words import Phrase


async def recount_all(store: Store, *, refit: bool, now: float) -> list[Phrase]:
    """Correct the ratings of all servers, and say what was done.

    `refit` also measures the first mover's advantage. The measured value counts in matches that end
    from then on: rows keep the advantage that they were stored with.
    """
    servers = await store.read(rated_rows.servers)
    known: dict[str, list[AdvantageSample]] = {}
    matches = changed = 0
    for guild_id in servers:
        rows = await rows_of(store, guild_id)
        counted = await asyncio.to_thread(count_ratings, guild_id, rows)
        matches += len(rows)
        changed += await _put_right(store, guild_id, counted, last=rows[-1].number)
        for game, some in (await asyncio.to_thread(collect_samples, rows)).items() if refit else ():
            known.setdefault(game, []).extend(some)
    lines = [Phrase("recount.done", count=matches, all=len(servers), number=changed)]
    for game, some in sorted(known.items()):
        points = advantage(some)
        await _set_edge(store, game, points, matches=len(some), at=now)
        lines.append(Phrase("recount.edge", title=title_of(game), count=round(points), all=len(some)))
    return lines


async def _put_right(store: Store, guild_id: int, counted: RecountResult, *, last: int) -> bool:
    """Put ratings in place that were counted up to the `last` row.

    Return whether they differ from the former ones. If a match has ended since, the bot counts once
    more.
    """

    async def job(tx: Transaction) -> bool:
        if set(await ratings.of_server(tx, guild_id)) == set(counted.ratings):
            return False
        await ratings.want_recount(tx, guild_id)
        asked = await ratings.recount_of(tx, guild_id)
        return await ratings.swap(tx, replace(asked, last=last), counted)

    return await store.write(job)


async def _set_edge(store: Store, game: str, points: float, *, matches: int, at: float) -> None:
    await store.write(lambda tx: rated_rows.set_edge(tx, game, points, matches=matches, at=at))
