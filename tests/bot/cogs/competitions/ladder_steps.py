"""Steps of ladders that several tests of competitions begin with."""

from typing import Any

import discord

from club.members.people import Act
from tests.bot.cogs.competitions.league_steps import later, posts
from tests.bot.competing import make_competition
from tests.bot.server import Server, reply_text


async def ladder(room: Server, **options: Any) -> tuple[Any, discord.Message]:
    """A manager of the server, and the card of the ladder that they have made."""
    given = {"name": "Club X", "game": "binar", "options": "size 3"} | options
    return await make_competition(room, "ladder create", **given), card(room)


def card(room: Server) -> discord.Message:
    """The card of the ladder: there is one."""
    [found] = posts(room, ": a ladder")
    return found


async def filled_ladder(room: Server) -> tuple[Any, list[Any], discord.Message]:
    """A ladder with Ann, Ben, Cleo and Dan on it, from the top down."""
    mo, shown = await ladder(room)
    members = [room.ann, room.ben, room.cleo, room.guild.add_member(room.env.create_user("Dan"))]
    for member in members:
        assert "at the foot" in reply_text(await member.click(shown, label="Join"))
    await room.env.settle()
    return mo, members, card(room)


async def challenge(room: Server, who: Any, label: str) -> Any:
    """Challenge another member in two taps.

    Two are needed because the first shows the members within reach.
    """
    asked = await who.click(card(room), label="Challenge")
    done = await who.click(asked.response, label=label)
    await room.env.settle()
    return done


async def resign(room: Server, user_id: int, match_id: int = 1) -> None:
    await room.run(room.bot.club.play.matches.resign(match_id, Act(user_id, 9_000_000 + match_id)))
    await later(room, 1.0)
