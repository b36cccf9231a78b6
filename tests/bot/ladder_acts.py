"""Acts on ladders that store something, each prepared up to its last press."""

from tests.bot.cogs.competitions.test_ladders import filled_ladder
from tests.bot.cogs.members.test_settings import manager
from tests.bot.league_acts import Act
from tests.bot.server import Server


async def make(room: Server) -> Act:
    who = await manager(room)
    return lambda: who.slash(room.channel, "ladder create", name="Club", game="binar")


async def challenge(room: Server) -> Act:
    _, members, card = await filled_ladder(room)
    asked = await members[2].click(card, label="Challenge")
    return lambda: members[2].click(asked.response, label="1 · Ann")
