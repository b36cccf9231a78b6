"""Acts in leagues that store something, each prepared up to its last press."""

from collections.abc import Awaitable, Callable
from typing import Any

from club.competitions.seasons import ABSENT
from club.members.people import Act as Acted
from tests.bot.cogs.competitions.league_steps import boards, choose_result, four, later, league, section
from tests.bot.officials import manager
from tests.bot.server import Server, buttons, texts

Act = Callable[[], Awaitable[Any]]


async def make(room: Server) -> Act:
    who = manager(room)
    return lambda: who.slash(room.channel, "league create", name="Autumn league", game="binar")


async def join(room: Server) -> Act:
    _, card = await league(room)
    return lambda: room.ann.click(card, label="Join")


async def leave(room: Server) -> Act:
    _, card = await league(room)
    await room.ann.click(card, label="Join")
    return lambda: room.ann.click(card, label="Leave")


async def stop(room: Server) -> Act:
    mo, card = await league(room)
    asked = await mo.click(card, label="End the league")
    return lambda: mo.click(asked.response, label="End the league")


async def withdraw(room: Server) -> Act:
    _, _, card = await four(room)
    asked = await room.ann.click(card, label="Withdraw")
    return lambda: room.ann.click(asked.response, label="Withdraw")


async def take(room: Server) -> Act:
    await four(room)
    await later(room, ABSENT + 3600)
    eve = room.guild.add_member(room.env.create_user("Eve"))
    free = next(label for label in buttons(section(room)) if label.startswith("Take the place"))
    return lambda: eve.click(section(room), label=free)


async def rule(room: Server) -> Act:
    mo, _, _ = await four(room)
    _, second = (await room.bot.club.play.matches.load(1)).row.seats
    await room.run(room.bot.club.play.matches.resign(1, Acted(second.user_id, 9_000_001)))
    form = await choose_result(room, mo, "A draw")
    return lambda: mo.submit_modal(form, {"why": "It was one"})


async def contest(room: Server) -> Act:
    await (await rule(room))()
    await room.env.settle()
    first = (await room.bot.club.play.matches.load(1)).row.user_ids[0]
    loser = next(member for member in (room.ann, room.ben, room.cleo) if member.id == first)
    [notice] = [message for message in boards(room) if "has ruled on this match" in texts(message)]
    return lambda: loser.click(notice, label="Ask another manager")
