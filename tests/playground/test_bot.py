"""A real discord.py client does all it does at Discord."""

from __future__ import annotations

import time

from playground.state import ADA_ID, BEN_ID, CLEO_ID, GAMES_ID
from tests.playground.conftest import Server, logged_in
from tests.playground.sample_bot import SampleBot


async def test_logs_in_within_a_second(server: Server) -> None:
    began = time.perf_counter()
    async with logged_in(SampleBot()) as bot:
        assert time.perf_counter() - began < 1
        assert [guild.name for guild in bot.guilds] == ["Twotone Playground"]
        assert server.world.sight(ADA_ID)["bot"]["online"]
    assert not server.world.sight(ADA_ID)["bot"]["online"]


async def test_members_are_offered_the_commands_it_synced(server: Server, bot: SampleBot) -> None:
    names = {command["name"]: command["type"] for command in server.world.commands(BEN_ID)}
    assert names["board"] == 1
    assert names["Challenge"] == 2
