"""Steps of team matches that several tests of competitions begin with."""

from typing import Any

import discord

from tests.bot.cogs.competitions.league_steps import later, posts
from tests.bot.competing import make_competition, people
from tests.bot.server import Server, buttons, reply_text

GIVEN = {"game": "binar", "options": "size 3", "clock": "1d"}


async def match(room: Server, **options: Any) -> tuple[Any, discord.Message]:
    """A manager of the server, and the card of the team match that they have made."""
    mo = await make_competition(room, "team match", **{"first": "Red", "second": "Blue"} | GIVEN | options)
    return mo, first_card(room)


def first_card(room: Server) -> discord.Message:
    return posts(room, "Two teams on")[-1]


async def line_up(member: Any, card: discord.Message) -> Any:
    """Open the line-up of Red behind More; what a member is shown."""
    more = await member.click(card, label="More")
    assert list(buttons(more.response)) == ["Line-up of Red", "Line-up of Blue", "End the match"]
    return await member.click(more.response, label="Line-up of Red")


def table(room: Server) -> discord.Message:
    return posts(room, "board points")[-1]


async def fill_teams(
    room: Server, count: int, **options: Any
) -> tuple[Any, list[Any], list[Any], discord.Message]:
    """Make a team match that `count` members have joined on each side.

    Return the manager who made it, both teams, and its card.
    """
    mo, card = await match(room, **options)
    reds, blues = people(room, count, "Red"), people(room, count, "Blue")
    for team, members in (("Red", reds), ("Blue", blues)):
        for member in members:
            assert f"You play for {team}." in reply_text(await member.click(card, label=f"Join {team}"))
    await room.env.settle()
    return mo, reds, blues, first_card(room)


async def start_teams(room: Server, count: int, **options: Any) -> tuple[Any, list[Any], list[Any]]:
    """Start a team match; return the manager who made it and both teams."""
    mo, reds, blues, card = await fill_teams(room, count, **options)
    assert "It starts." in reply_text(await mo.click(card, label="Start now"))
    await later(room, 1.0)
    return mo, reds, blues
