"""Steps of tournaments that several tests of competitions begin with."""

from typing import Any

import discord

from tests.bot.cogs.competitions.league_steps import later, posts
from tests.bot.competing import make_competition, people
from tests.bot.server import Server, reply_text
from tests.club.competitions.trf_texts import ONE_ROUND, trf

MINUTE = 60.0


async def tournament(room: Server, kind: str = "swiss", **options: Any) -> tuple[Any, discord.Message]:
    """A manager of the server, and the card of the tournament that they have made."""
    given = {"name": "Friday", "game": "binar", "options": "size 3", "clock": "10+5", "kind": kind} | options
    return await make_competition(room, "tournament create", **given), first_card(room)


def first_card(room: Server) -> discord.Message:
    """The newest card to sign up by, whether anybody has joined or not."""
    return max((*posts(room, "signed up"), *posts(room, "0 have joined")), key=lambda message: message.id)


def table(room: Server) -> discord.Message:
    """The newest card with a table, or with a bracket."""
    return max((*posts(room, "(90 of 100)"), *posts(room, "**Final**")), key=lambda message: message.id)


async def start_tournament(
    room: Server, count: int, kind: str = "swiss", **options: Any
) -> tuple[Any, list[Any], discord.Message]:
    """Start a tournament; return its organiser, its members, and its table."""
    mo, card = await tournament(room, kind, **options)
    members = people(room, count)
    for member in members:
        assert "You are in" in reply_text(await member.click(card, label="Join"))
    await later(room, 31 * MINUTE)
    return mo, members, table(room)


async def here(room: Server, members: list[Any]) -> None:
    await later(room, 1.0)
    for member in members:
        assert "You are in round" in reply_text(await member.click(table(room), label="I’m here"))
    await room.env.settle()


async def tournament_from_file(room: Server) -> Any:
    """A manager of the server, who has brought a file with one round of five."""
    mo, _ = await tournament(room, table=("friday.trf", trf(*ONE_ROUND)))
    return mo
