"""Steps of leagues that several tests of competitions begin with."""

from typing import Any

import discord

from tests.bot.competing import make_competition
from tests.bot.server import Server, menus, reply_text, texts

DAY = 24 * 3600.0


async def league(room: Server, **options: Any) -> tuple[Any, discord.Message]:
    """Make a league; return the manager who made it and its first season's card."""
    mo = await make_competition(room, "league create", name="Autumn league", game="binar", **options)
    return mo, season(room)


def posts(room: Server, word: str) -> list[discord.Message]:
    """The messages of the channel that say something, the newest last."""
    found = [message for message in room.channel.history() if word in texts(message)]
    return sorted(found, key=lambda message: message.id)


def season(room: Server) -> discord.Message:
    """The newest card of a season."""
    return posts(room, "Autumn league: season")[-1]


def section(room: Server) -> discord.Message:
    """The newest card of a section."""
    return posts(room, ": section A")[-1]


def boards(room: Server) -> list[discord.Message]:
    """All cards in the threads of matches."""
    return [message for thread in room.channel.threads for message in thread.history()]


async def later(room: Server, seconds: float) -> None:
    await room.env.advance_time(seconds)
    await room.env.settle()


async def four(room: Server) -> tuple[Any, dict[str, Any], discord.Message]:
    """Start a league's first season.

    Return its organiser, its four members, and its section's card.
    """
    mo, card = await league(room, options="size 3")
    dan = room.guild.add_member(room.env.create_user("Dan"))
    members = {"Ann": room.ann, "Ben": room.ben, "Cleo": room.cleo, "Dan": dan}
    for member in members.values():
        assert "You are in" in reply_text(await member.click(card, label="Join"))
    await later(room, 8 * DAY)
    return mo, members, section(room)


async def choose_result(room: Server, manager: Any, label: str) -> Any:
    """Choose what counts of the first ended match; return the form that asks why."""
    shown = await manager.click(section(room), label="Rule on a result")
    [pick] = menus(shown.response)
    asked = await manager.select(shown.response, [pick["options"][0]["value"]])
    return await manager.click(asked.response, label=label)
