"""Acts in team matches that store something, each prepared up to its last press."""

from tests.bot.cogs.competitions.league_steps import later
from tests.bot.cogs.competitions.server_meeting import GIVEN as AGAINST
from tests.bot.cogs.competitions.server_meeting import Meeting
from tests.bot.cogs.competitions.team_steps import GIVEN, fill_teams, line_up, match, start_teams, table
from tests.bot.competing import load_pairings, lose
from tests.bot.league_acts import Act
from tests.bot.officials import manager
from tests.bot.server import Server, menus


async def make(room: Server) -> Act:
    who = manager(room)
    return lambda: who.slash(room.channel, "team match", first="Red", second="Blue", **GIVEN)


async def challenge(room: Server) -> Act:
    who = manager(room)
    return lambda: who.slash(room.channel, "team challenge", **AGAINST)


async def accept(room: Server) -> Act:
    meeting = await Meeting.after_invitation(room)
    return lambda: meeting.eve.slash(meeting.channel, "team accept", code=meeting.code)


async def join(room: Server) -> Act:
    _, card = await match(room)
    return lambda: room.ann.click(card, label="Join Red")


async def move(room: Server, way: str, place: int) -> Act:
    mo, _, _, card = await fill_teams(room, 2)
    shown = await line_up(mo, card)
    [pick] = menus(shown.response)
    chosen = await mo.select(shown.response, [pick["options"][place]["value"]])
    return lambda: mo.click(chosen.response, label=way)


async def up(room: Server) -> Act:
    return await move(room, "Up", 1)


async def down(room: Server) -> Act:
    return await move(room, "Down", 0)


async def out(room: Server) -> Act:
    return await move(room, "Out of the team", 0)


async def again(room: Server) -> Act:
    mo, _, _ = await start_teams(room, 2)
    for pairing in await load_pairings(room):
        await lose(room, pairing.match_id or 0)
    await later(room, 1.0)
    return lambda: mo.click(table(room), label="Rematch")


async def send(room: Server) -> Act:
    meeting, word = await Meeting.with_closed_dms(room)
    room.env.backend.faults.clear()
    return lambda: meeting.guests[0].click(word, label="Send it again")
