"""A simul as members use it: one exhibitor, and one tap to join.

A queue leads the exhibitor from board to board.
"""

from typing import Any

import discord
import pytest

from club.clocks.clock import Clock
from club.competitions import tournaments
from club.members.people import Act
from club.play.course.offers import OfferKind
from data.database.transaction import Job
from tests.bot.cogs.competitions.test_competitions import later, league, posts
from tests.bot.cogs.play.test_votes import shown_by
from tests.bot.competing import people
from tests.bot.server import Server, buttons, reply_text, texts
from tests.bot.test_doors import overwrite

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


@pytest.mark.ci
async def test_a_simul_of_ten(room: Server) -> None:
    members = await start_simul(room, 10)
    assert "**Ann 0 – 0**, 10 running" in texts(score(room))
    assert len(room.channel.threads) == 10
    queue = shown_by(await room.ann.click(score(room), label="Next board"))
    assert "**Board 1 of 10: Member 1** · 10 boards wait for you" in texts(queue)
    for number in range(1, 11):
        assert f"**Board {number} of 10: Member {number}**" in texts(queue)
        queue = shown_by(await room.ann.click(queue, label="11"))
        queue = shown_by(await room.ann.click(queue, label="15"))
        assert "You played `11-15`" in texts(queue)
    assert "No board waits for you just now" in texts(queue)
    for number in (7, 3):
        act = Act(members[number].id, 9_400_000 + number)
        await room.run(room.bot.club.matches.play(number + 1, act, "22-18"))
        await later(room, 5.0)
    queue = shown_by(await room.ann.click(queue, label="Next board"))
    assert "**Board 8 of 10: Member 8** · 2 boards wait for you" in texts(queue)
    for number in range(6):
        await room.run(room.bot.club.matches.resign(number + 1, Act(members[number].id, 9_000_000 + number)))
    await room.run(room.bot.club.offers.offer(7, Act(members[6].id, 9_100_000), OfferKind.DRAW))
    await room.run(room.bot.club.offers.accept(7, Act(room.ann.id, 9_100_001), OfferKind.DRAW))
    await room.run(room.bot.club.matches.resign(9, Act(room.ann.id, 9_200_000)))
    await later(room, 1.0)
    words = texts(score(room))
    assert "**Ann 6½ – 1½**, 2 running" in words
    assert (
        "Member 1](" in words and ") · Ann won" in words and "a draw" in words and "won against Ann" in words
    )
    for number in (8, 10):
        await room.run(room.bot.club.matches.resign(number, Act(members[number - 1].id, 9_300_000 + number)))
    await later(room, 1.0)
    assert "**Ann 8½ – 1½**" in texts(score(room)) and "running" not in texts(score(room))
    assert "Next board" not in buttons(score(room))


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
    await room.run(room.bot.club.places.suspend(2))
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


async def test_a_simul_that_was_ended_is_no_room_for_another_while_its_boards_go_on(room: Server) -> None:
    members = await start_simul(room, 2)
    sure = await room.ann.click(card(room), label="End the simul")
    await room.ann.click(sure.response, label="End the simul")
    again = "You give a simul here already"
    assert again in reply_text(await room.ann.slash(room.channel, "simul", game="binar", clock="1d"))
    for number in (1, 2):
        await room.run(room.bot.club.matches.resign(number, Act(members[number - 1].id, 9_300_000 + number)))
    await later(room, 1.0)
    assert "The simul is there" in reply_text(
        await room.ann.slash(room.channel, "simul", game="binar", clock="1d")
    )


async def test_who_makes_one_after_the_other_asks_too_often(room: Server) -> None:
    most = room.bot.club.challenges.pace
    while most.take(room.ann.id):
        pass
    refused = reply_text(await room.ann.slash(room.channel, "simul", game="binar", clock="1d"))
    assert "challenges within a minute" in refused and not room.channel.threads
    assert posts(room, "plays everybody who joins") == []


async def test_who_may_not_write_gives_none(room: Server) -> None:
    overwrite(room, room.channel, room.guild.default_role, send_messages=False)
    overwrite(room, room.channel, room.twotone, send_messages=True)
    refused = reply_text(await room.ben.slash(room.channel, "simul", game="binar", clock="1d"))
    assert "You may not write in this channel" in refused


async def test_who_organises_a_league_gives_a_simul_too(room: Server) -> None:
    mo, _ = await league(room)
    assert "The simul is there" in reply_text(await mo.slash(room.channel, "simul", game="binar", clock="1d"))


async def test_a_server_has_so_many(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "PER_SERVER", 1)
    await make_simul(room, 0)
    told_ben = reply_text(await room.ben.slash(room.channel, "simul", game="binar", clock="1d"))
    assert "simuls already. Wait until one of them is over" in told_ben


async def test_with_a_clock_to_sit_down_to_the_giver_has_the_time_of_all_boards_on_each(room: Server) -> None:
    await start_simul(room, 3, clock="10+5", sides="turns")
    lefts = []
    for number in (1, 2, 3):
        row = (await room.bot.club.matches.load(number)).row
        assert row.clock is not None
        sides = Clock.parse(row.clock.state).sides
        giver = row.user_ids.index(room.ann.id)
        lefts.append((giver, round(sides[giver].left), round(sides[1 - giver].left)))
    assert lefts == [(0, 1800, 600), (1, 1800, 600), (0, 1800, 600)]


async def test_over_days_everybody_has_the_same_time(room: Server) -> None:
    await start_simul(room, 2, sides="second")
    for number in (1, 2):
        row = (await room.bot.club.matches.load(number)).row
        assert row.clock is not None and row.user_ids[1] == room.ann.id
        assert len({side.left for side in Clock.parse(row.clock.state).sides}) == 1


async def test_all_boards_begin_at_once_however_many(room: Server) -> None:
    await start_simul(room, 20, clock="10+5")
    assert len(room.channel.threads) == 20


async def test_it_is_full_with_twenty(room: Server) -> None:
    await make_simul(room, 20)
    assert "All the" in reply_text(await room.cleo.click(card(room), label="Join"))


async def test_a_giver_who_was_forgotten_before_the_start_gives_none(room: Server) -> None:
    await make_simul(room, 2)
    asked = await room.ann.slash(room.channel, "privacy delete")
    await room.ann.click(asked.response, label="Forget me")
    await later(room, 31 * MINUTE)
    assert not room.channel.threads and "Join" not in buttons(card(room))
    rows = await room.bot.club.store.read(lambda tx: tx.all("SELECT name FROM competition"))
    assert [row["name"] for row in rows] == ["Simul"]
