"""Reading for /games, and for a keystroke of /move and of /admin end.

It is measured beside 1,000 to 1,000,000 matches.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from statistics import median
from time import perf_counter, time

from club.club import Club
from club.play.after.completions import MoveCompleter
from club.play.match.access import Asker, no_rights
from club.refusals import Refusal
from workshop.bench.row import BenchFigure
from workshop.bench.store_scale import ADA, copies, measured_counts

TURNS = 100
"""Measured lists of each kind, each of other people.

That many matches go on in the smallest database.
"""

Listing = Callable[[Club, int], Awaitable[object]]
"""Reads what a list shows that the first player of a match asks for."""


async def _games(club: Club, match_id: int) -> None:
    """Read what /games shows."""
    user_id = ADA + match_id // 20
    await club.play.lists.list_running(user_id)
    await club.play.lists.list_challenges_to(user_id)
    await club.play.lists.list_challenges_by(user_id)


async def _completion(club: Club, match_id: int) -> None:
    """Read the data for one keystroke of /move and of /admin end.

    For /move it is in a thread, in a channel, and of its option `match`.
    """
    user_id, guild_id, channel_id = ADA + match_id // 20, match_id // 1000, match_id // 100
    asker = Asker(user_id, guild_id, channel_id, no_rights)
    table = await club.play.resolver.resolve(asker, match_id)
    await club.play.resolver.resolve(replace(asker, channel_id=table.row.place_id), None)
    with suppress(Refusal):  # a player at several boards does not say which one they mean
        await club.play.resolver.resolve(asker, None)
    await MoveCompleter(club.play.crowded_positions).complete(table, "a", user_id=1, limit=25, max_length=100)
    await club.play.lists.list_running(user_id)
    await club.play.lists.list_on_server(guild_id)


LISTINGS: dict[str, Listing] = {"games": _games, "completion": _completion}


def rows() -> Iterator[BenchFigure]:
    """Yield the median milliseconds of each list for each number of matches.

    The baseline is the smallest number's.
    """
    counts = measured_counts()
    taken = asyncio.run(_measure(counts))
    for name in LISTINGS:
        for count in counts:
            yield BenchFigure(f"store.scale.{name}.{count}", taken[name, count], "ms", taken[name, counts[0]])


async def _measure(counts: tuple[int, ...]) -> dict[tuple[str, int], float]:
    """Return the milliseconds of a list by its name and the number of matches.

    They run in turns, because the machine is shared.
    """
    samples: dict[tuple[str, int], list[float]] = {(name, count): [] for name in LISTINGS for count in counts}
    async with copies(counts) as stores:
        clubs = {
            count: Club(store, now=time, chance=lambda below: 0, secret=lambda: bytes(32))
            for count, store in stores.items()
        }
        chosen = {count: Random(1).sample(range(10, count + 1, 10), TURNS) for count in counts}
        for turn in range(TURNS):
            for count, club in clubs.items():
                for name, listing in LISTINGS.items():
                    began = perf_counter()
                    await listing(club, chosen[count][turn])
                    samples[name, count].append((perf_counter() - began) * 1000)
    return {key: median(times) for key, times in samples.items()}
