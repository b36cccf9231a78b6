"""Acts on ladders that store something, each prepared up to its last press."""

from tests.bot.cogs.competitions.ladder_steps import filled_ladder
from tests.bot.league_acts import Act
from tests.bot.officials import manager
from tests.bot.server import Server


async def make(room: Server) -> Act:
    who = manager(room)
    return lambda: who.slash(room.channel, "ladder create", name="Club", game="binar")


async def challenge(room: Server) -> Act:
    _, members, card = await filled_ladder(room)
    asked = await members[2].click(card, label="Challenge")
    return lambda: members[2].click(asked.response, label="1 · Ann")
