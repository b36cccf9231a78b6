"""Acts in tournaments that store something, each prepared up to its last press."""

from tests.bot.cogs.competitions.tournament_steps import here as all_here
from tests.bot.cogs.competitions.tournament_steps import (
    start_tournament,
    table,
    tournament,
    tournament_from_file,
)
from tests.bot.competing import people
from tests.bot.league_acts import Act
from tests.bot.officials import manager
from tests.bot.server import Server, menus


async def make(room: Server) -> Act:
    who = manager(room)
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


async def take_place(room: Server) -> Act:
    """A member takes a place of a tournament that began elsewhere."""
    await tournament_from_file(room)
    shown = await room.ben.click(table(room), label="This is me")
    [pick] = menus(shown.response)
    return lambda: room.ben.select(shown.response, [pick["options"][0]["value"]])


async def take_back(room: Server) -> Act:
    mo, members, _ = await start_tournament(room, 4)
    await all_here(room, members)
    asked = await mo.click(table(room), label="Take back the round")
    return lambda: mo.click(asked.response, label="Take back the round")
