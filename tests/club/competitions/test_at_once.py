"""Simultaneous commands have no more effect than the same commands in sequence.

They come to one process or to two.
"""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from club.clocks.time_control import parse_control
from club.competitions.kinds.simul import SimulKind
from club.competitions.tournaments import Tournaments
from club.refusals import Refusal
from data.competitions import competitions
from data.store_opening import open_store
from rules.catalogue import GAMES
from tests.club.people import ANN, CHANNEL, GUILD, act
from tests.databases import closing, where


@pytest.mark.both_databases
async def test_somebody_who_asks_twice_at_once_gives_one_simul(database: str, tmp_path: Path) -> None:
    address = where(database, tmp_path / "club.db")
    async with AsyncExitStack() as held:
        # Two processes, where the database takes more than one.
        count = 2 if database == "postgres" else 1
        stores = [await held.enter_async_context(closing(await open_store(address))) for _ in range(count)]
        rooms = [Tournaments(store, now=lambda: 0.0, wake=_nothing, expect=_nothing) for store in stores]
        for guild_id in range(GUILD, GUILD + 5):
            made = await asyncio.gather(
                *(_simul(rooms[number % count], guild_id) for number in range(2)), return_exceptions=True
            )
            assert sum(isinstance(each, Refusal) for each in made) == 1, made
            found = await stores[0].read(partial(competitions.list_for_server, guild_id=guild_id))
            assert len(found) == 1


async def _simul(room: Tournaments, guild_id: int) -> None:
    control = parse_control("1d")
    assert control is not None
    await room.create(
        kind=SimulKind(),
        name="Ann plays many",
        game=GAMES["binar"],
        options={},
        control=control,
        starts_in=60.0,
        rounds=None,
        organiser=act(ANN),
        place=(guild_id, CHANNEL),
        exhibitor=ANN,
        sides="first",
    )


def _nothing() -> None:
    """Do nothing, as if no one listened."""
