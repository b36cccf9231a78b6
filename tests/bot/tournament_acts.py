"""Acts in tournaments that store something, each prepared up to its last press."""

from tests.bot.cogs.competitions.test_tournaments import here as all_here
from tests.bot.cogs.competitions.test_tournaments import start_tournament, table, tournament
from tests.bot.cogs.members.test_settings import manager
from tests.bot.competing import people
from tests.bot.league_acts import Act
from tests.bot.server import Server


async def make(room: Server) -> Act:
    who = await manager(room)
    given = {"name": "Friday", "game": "binar", "kind": "swiss", "clock": "10+5"}
    return lambda: who.slash(room.channel, "tournament create", **given)


async def start(room: Server) -> Act:
    mo, card = await tournament(room)
    for member in people(room, 4):
        await member.click(card, label="Join")
    return lambda: mo.click(card, label="Start now")


async def here(room: Server) -> Act:
    _, members, card = await start_tournament(room, 4)
    return lambda: members[0].click(card, label="I’m here")


async def take_back(room: Server) -> Act:
    mo, members, _ = await start_tournament(room, 4)
    await all_here(room, members)
    asked = await mo.click(table(room), label="Take back the round")
    return lambda: mo.click(asked.response, label="Take back the round")
