"""A simul as members use it: one exhibitor, and one tap to join.

A queue leads the exhibitor from board to board.
"""

from typing import Any

import discord

from data.database.transaction import Job
from tests.bot.closed_places import overwrite
from tests.bot.cogs.competitions.league_steps import later, posts
from tests.bot.competing import people
from tests.bot.server import Server, buttons, reply_text, texts
from tests.bot.vote_acts import shown_by

MINUTE = 60.0


def card(room: Server) -> discord.Message:
    """The card by which people join."""
    return posts(room, "plays everybody who joins")[-1]


def score(room: Server) -> discord.Message:
    return [each for each in posts(room, "### Simul") if "**Ann " in texts(each)][-1]


async def make_simul(room: Server, count: int, **options: Any) -> list[Any]:
    """Make a simul with Ann as exhibitor; return the `count` members who join it."""
    given = {"game": "american", "clock": "1d", "sides": "first"} | options
    shown = await room.ann.slash(room.channel, "simul", **given)
    assert "The simul is there" in reply_text(shown)
    await room.env.settle()
    members = people(room, count)
    for member in members:
        assert "You are in" in reply_text(await member.click(card(room), label="Join"))
    return members


async def start_simul(room: Server, count: int, **options: Any) -> list[Any]:
    """Make and start a simul of Ann's, and return the members who joined it."""
    members = await make_simul(room, count, **options)
    await room.ann.click(card(room), label="Start now")
    await later(room, 1.0)
    return members


def damaging(match_id: int) -> Job[int]:
    """A job that damages a match: one of its seats loses its player."""
    return lambda tx: tx.run("DELETE FROM seat WHERE match_id = ? AND seat = 1", match_id)


async def test_nobody_but_its_giver_is_led(room: Server) -> None:
    members = await start_simul(room, 2)
    assert "Only whoever gives this simul" in reply_text(
        await members[0].click(score(room), label="Next board")
    )


async def test_a_board_that_is_set_aside_or_suspended_keeps_its_giver_from_no_other(room: Server) -> None:
    await start_simul(room, 4)
    for number in (1, 3):
        await room.run(room.bot.club.store.write(damaging(number)))
    await room.run(room.bot.club.play.places.suspend_match(2))
    queue = shown_by(await room.ann.click(score(room), label="Next board"))
    assert "**Board 4 of 4: Member 4**" in texts(queue)
    for label in ("11", "15"):
        queue = shown_by(await room.ann.click(queue, label=label))
    assert "You played `11-15`" in texts(queue) and "No board waits for you just now" in texts(queue)
    await later(room, 1.0)
    assert "4 running" in texts(score(room))


async def test_its_giver_cannot_leave_it_but_end_it(room: Server) -> None:
    await make_simul(room, 1)
    assert "You can end it instead" in reply_text(await room.ann.click(card(room), label="Leave"))
    sure = await room.ann.click(card(room), label="End the simul")
    await room.ann.click(sure.response, label="End the simul")
    await later(room, 1.0)
    assert "Start now" not in buttons(card(room)) and not room.channel.threads


async def test_it_needs_somebody_to_play_against_and_one_gives_one_at_a_time(room: Server) -> None:
    await make_simul(room, 0)
    assert "Nobody has joined yet" in texts(card(room))
    assert "a simul needs somebody to play against" in reply_text(
        await room.ann.click(card(room), label="Start now")
    )
    again = await room.ann.slash(room.channel, "simul", game="binar", clock="1d")
    assert "You give a simul here already" in reply_text(again)
    await later(room, 31 * MINUTE)
    assert not room.channel.threads and "Start now" not in buttons(card(room))
    assert "The simul is there" in reply_text(
        await room.ann.slash(room.channel, "simul", game="binar", clock="1d")
    )


async def test_who_may_not_write_gives_none(room: Server) -> None:
    overwrite(room, room.channel, room.guild.default_role, send_messages=False)
    overwrite(room, room.channel, room.twotone, send_messages=True)
    refused = reply_text(await room.ben.slash(room.channel, "simul", game="binar", clock="1d"))
    assert "You may not write in this channel" in refused
