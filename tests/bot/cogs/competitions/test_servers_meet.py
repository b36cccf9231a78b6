"""One server against another, on boards.

A code invites the other server, both sides count, and guests play by direct message.
"""

from typing import Any

import discord
import pytest

from club.members.people import Act
from club.play.course.offers import OfferKind
from tests.bot.cogs.competitions.league_steps import later
from tests.bot.cogs.competitions.server_meeting import GIVEN, HOUR, Meeting, direct, newest
from tests.bot.officials import manager
from tests.bot.server import Server, button, buttons, press_play, reply_text, texts
from tests.bot.walks import CONFIRMED


async def move(who: Any, message: discord.Message) -> str:
    """Play the first moves that the picker offers, and return what it confirms."""
    shown = await press_play(who, message)
    while not (words := texts(shown.response)).startswith(CONFIRMED):
        label = next(each for each in buttons(shown.response) if each not in ("Back", "Type a move"))
        shown = await who.click(shown.response.message, label=label)
    return words


@pytest.mark.ci
async def test_nobody_of_the_other_server_is_mentioned_and_nothing_leads_there(room: Server) -> None:
    meeting = await Meeting.after_start(room, 2)
    hosts, guests = ({str(member.id) for member in side} for side in (meeting.hosts, meeting.guests))
    for message in meeting.channel.history():
        assert not any(host in str([part.to_dict() for part in message.components]) for host in hosts)
        assert str(room.guild.id) not in str([part.to_dict() for part in message.components])
    for message in (*room.channel.history(), *meeting.threads()):
        assert not any(f"<@{guest}>" in texts(message) for guest in guests)
    for member in meeting.guests:
        for message in direct(member):
            assert str(room.guild.id) not in str([part.to_dict() for part in message.components])


@pytest.mark.ci
async def test_a_guest_s_move_is_confirmed_without_a_link_to_where_they_are_not(room: Server) -> None:
    meeting = await Meeting.after_start(room, 2)
    guest, [board] = meeting.guests[1], direct(meeting.guests[1])
    assert "Guest 2 to move" in texts(board)
    told = await move(guest.user, board)
    assert "discord.com" not in told and str(room.guild.id) not in told
    for number in range(7):
        hosts = meeting.hosts[1] if number % 2 == 0 else guest
        moves = (await room.match(2)).moves()
        await room.run(room.bot.club.play.matches.play(2, Act(hosts.id, 9_300_000 + number), moves[0]))
    await meeting.lose(2, seat=0)
    await later(room, 60.0)
    assert "Analyse" in buttons(direct(guest)[-1])
    assert "Share" not in buttons(room.board(room.channel.threads[1])), "nobody could agree there"
    alone = room.plant(room.channel, [button("v1:2:rematch:0")])
    assert "one of two servers" in reply_text(await meeting.hosts[1].click(alone, label="forged"))
    assert f"It is over: [the table](https://discord.com/channels/{meeting.away.id}/" in texts(
        direct(guest)[-1]
    )


async def test_a_guest_sees_their_own_board_and_no_other(room: Server) -> None:
    meeting = await Meeting.after_start(room, 2)
    guest, other = meeting.guests
    shown = await guest.click(meeting.there("board points"), label="My board")
    assert shown.ephemeral and "Host 1 (Even) is to move" in texts(shown.response)
    [board], listed = direct(guest), reply_text(await guest.slash(meeting.channel, "games"))
    assert f"(https://discord.com/channels/@me/{board.channel.id}/{board.id}) as Odd" in listed
    assert "You have no board" in reply_text(
        await meeting.eve.click(meeting.there("board points"), label="My board")
    )
    [seats] = [[seat.user_id for seat in (await room.bot.club.play.matches.load(1)).row.seats]]
    assert guest.id in seats and other.id not in seats
    view = room.plant(meeting.channel, [button("v1:1:view:0")])
    assert "is not known here" in reply_text(await other.click(view, label="forged"))


async def test_an_offer_reaches_a_guest_who_answers_it(room: Server) -> None:
    meeting = await Meeting.after_start(room, 2)
    host, guest = meeting.hosts[0], meeting.guests[0]
    await room.run(room.bot.club.play.offers.offer(1, Act(host.id, 9_200_000), OfferKind.DRAW))
    await later(room, 60.0)
    former, asked = direct(guest)
    assert "offers a draw" in texts(asked)
    assert "\nHost 1 (Even) — Guest 1 (Odd)\n" in texts(former) and not buttons(former)
    accept = next(label for label in buttons(asked) if label.startswith("Accept"))
    await guest.user.click(asked, label=accept)
    await later(room, 60.0)
    assert "1 of 2 boards are over" in texts(meeting.there("board points"))
    assert "**Home 1 : 1 Away**" in texts(meeting.home("board points"))


async def test_a_guest_with_closed_direct_messages_is_told_and_the_organiser_sees_it(room: Server) -> None:
    meeting, word = await Meeting.with_closed_dms(room)
    guest = meeting.guests[0]
    assert f"<@{guest.id}>" in texts(word) and "against Host 1" in texts(word)
    assert "No direct message reaches Guest 1" in texts(meeting.home("board points"))
    assert f"No direct message reaches <@{guest.id}>" in texts(meeting.there("board points"))
    assert "You have no board" in reply_text(await meeting.eve.click(word, label="Send it again"))
    room.env.backend.faults.clear()
    assert "on its way" in reply_text(await guest.click(word, label="Send it again"))
    await later(room, 40.0)
    assert "Board 1 of Home – Away" in texts(direct(guest)[-1])
    assert "No direct message" not in texts(meeting.home("board points"))


async def test_a_guest_with_closed_direct_messages_is_reminded_on_their_own_server(room: Server) -> None:
    meeting, _ = await Meeting.with_closed_dms(room)
    guest = meeting.guests[0]
    listed = reply_text(await guest.slash(meeting.channel, "games"))
    assert str(room.guild.id) not in listed and f"/{meeting.there('board points').id}) as Odd" in listed
    moves = (await room.match(1)).moves()
    await room.run(room.bot.club.play.matches.play(1, Act(meeting.hosts[0].id, 9_400_000), moves[0]))
    await later(room, 19 * HOUR)
    told = meeting.there("runs low")
    assert f"<@{guest.id}>, **your time runs low**" in texts(told)
    assert not any("runs low" in texts(message) for message in meeting.threads())
    assert "Guest 1 (Odd) is to move" in reply_text(await guest.click(told, label="My view"))


async def test_a_code_is_good_once_for_another_server_and_in_its_time(room: Server) -> None:
    meeting = await Meeting.after_acceptance(room)
    again = await meeting.eve.slash(meeting.channel, "team accept", code=meeting.code)
    assert "This code is not good" in reply_text(again)
    assert "has accepted already" in reply_text(
        await meeting.mo.click(room.plant(room.channel, [button("v1:0:team-code:0:1")]), label="forged")
    )


async def test_a_code_is_no_more_good_after_its_time_nor_at_home(room: Server) -> None:
    mo = manager(room)
    shown = await mo.slash(room.channel, "team challenge", minutes=10080, **GIVEN)
    code = reply_text(shown).split("code:")[1].split("\n")[0]
    assert "for another server" in reply_text(await mo.slash(room.channel, "team accept", code=code.lower()))
    assert "manage this server" in reply_text(await room.ann.slash(room.channel, "team accept", code=code))
    await room.env.settle()
    assert "still awaited" in texts(newest(room.channel, "Two teams"))
    await later(room, 7 * 24 * HOUR)
    assert "called off" in texts(newest(room.channel, "Two teams"))
    assert "not good" in reply_text(await mo.slash(room.channel, "team accept", code=code))
    refused = await mo.slash(room.channel, "team challenge", **GIVEN | {"clock": "10+5"})
    assert "clock of hours or days" in reply_text(refused)


@pytest.mark.ci
@pytest.mark.parametrize("leaves", ["away", "home"])
async def test_a_server_that_leaves_forfeits_what_is_not_played(room: Server, leaves: str) -> None:
    meeting = await Meeting.after_start(room, 3)
    await meeting.lose(1, seat=1)  # Guest 1
    guild = meeting.away if leaves == "away" else room.guild
    await room.run(room.bot.club.play.places.suspend_server(guild.id))
    await later(room, 60.0)
    card = meeting.home("board points") if leaves == "away" else meeting.there("board points")
    score, name = ("**Home 6 : 0 Away**", "Away") if leaves == "away" else ("**Home 2 : 4 Away**", "Home")
    assert score in texts(card) and f"The server of {name} has left" in texts(card)
    assert "Rematch" not in buttons(card)
    if leaves == "home":
        await room.run(room.bot.club.play.places.resume_server(guild.id))
        await later(room, 60.0)
    rows = [(await room.bot.club.play.matches.load(number)).row for number in (2, 3)]
    assert {row.reason for row in rows} == {"ended.forfeited"}


async def test_a_server_that_leaves_before_the_start_calls_it_off(room: Server) -> None:
    meeting = await Meeting.after_acceptance(room)
    await room.run(room.bot.club.play.places.suspend_server(meeting.away.id))
    await later(room, 5.0)
    assert "called off" in texts(meeting.home("Two teams"))


async def test_members_join_only_on_their_own_server(room: Server) -> None:
    meeting = await Meeting.after_acceptance(room)
    for channel, who, side in ((room.channel, room.ann, 1), (meeting.channel, meeting.eve, 0)):
        planted = room.plant(channel, [button(f"v1:0:team-in:0:1,{side}")])
        assert "another server’s" in reply_text(await who.click(planted, label="forged"))
