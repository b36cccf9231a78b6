"""Clocks as players meet them: chosen on a challenge, and seen on the board.

When time is up, the opponent claims the win or lengthens the time.
"""

import re
from datetime import timedelta
from typing import Any

import pytest

from club.clocks.rest import Rest
from data.sqlite.check import check
from tests.bot.limits import pings
from tests.bot.server import Server, button, buttons, reply_text, texts
from tests.bot.settings_cards import choose, rest

HOUR = 3600
DAY = 24 * HOUR


async def test_a_clock_completes_in_words(room: Server) -> None:
    offered = await room.ann.autocomplete(room.channel, "play", "clock", "3", game="binar")
    assert [choice["name"] for choice in offered][:2] == ["3 days a move", "3 hours a move"]


@pytest.mark.parametrize(
    ("command", "given", "first", "count"),
    [
        ("simul", {}, "5m+5s", 18),
        ("tournament create", {"kind": "round-robin"}, "5m+5s", 18),
        ("tournament create", {"kind": "swiss"}, "5m+5s", 3),
        ("league create", {}, "1d", 15),
        ("team challenge", {}, "1d", 15),
        ("team match", {}, "1d", 18),
        ("play", {}, "none", 19),
    ],
)
async def test_a_list_of_clocks_holds_only_what_the_command_takes(
    room: Server, command: str, given: dict[str, str], first: str, count: int
) -> None:
    offered = await room.ann.autocomplete(room.channel, command, "clock", "", game="binar", **given)
    assert (offered[0]["value"], len(offered)) == (first, count)


async def begin_clocked(room: Server, clock: str = "1 day", game: str = "binar") -> Any:
    """Begin a match with a clock in which Ann has moved and Ben is to move."""
    place = await room.begin(game, side="Even", clock=clock)
    await room.ann.slash(place, "move", move="c3")
    return place


def deadline(board: Any) -> int:
    """When the time of the one to move is up, as the board tells Discord."""
    (found,) = re.findall(r"time (?:is|was) up <t:(\d+):R>", texts(board))
    return int(found)


def reminders(member: Any) -> list[Any]:
    """The reminders that a member has by direct message."""
    return [message for message in member.user.dm_channel.history() if "runs low" in texts(message)]


def time_ups(member: Any) -> list[Any]:
    """The messages to a member that the other's time is up."""
    return [message for message in member.user.dm_channel.history() if "time was up" in texts(message)]


async def test_who_waits_is_told_once_that_they_may_claim(room: Server) -> None:
    place = await begin_clocked(room)
    await room.env.advance_time(23 * HOUR)
    assert time_ups(room.ann) == []
    await room.env.advance_time(2 * HOUR)
    await room.env.advance_time(DAY)
    [told] = time_ups(room.ann)
    assert "Ben's time was up <t:" in texts(told) and time_ups(room.ben) == []
    asked = await room.ann.user.click(told, label="Claim or adjourn")
    await room.ann.user.click(asked.response, label="Claim the win")
    await room.env.settle()
    assert "Ben ran out of time" in texts(room.board(place))


@pytest.mark.parametrize("way", ["no reminders", "moved"])
async def test_who_waits_no_more_or_wants_no_reminders_is_told_nothing(room: Server, way: str) -> None:
    if way == "no reminders":
        await room.run(room.bot.club.play.clocks.set_rest(room.ann.id, lambda _: Rest(reminders=False)))
    place = await begin_clocked(room)
    await room.env.advance_time(DAY + 1)
    if way == "moved":
        await room.ben.slash(place, "move", move="a1")
    await room.env.advance_time(HOUR)
    assert time_ups(room.ann) == []


SILENT = 1 << 12
"""Discord's flag of messages for which no device makes a sound."""


def makes_a_sound(message: Any) -> bool:
    return not message.flags.value & SILENT


@pytest.mark.ci
async def test_in_quiet_hours_whatever_comes_makes_no_sound(room: Server) -> None:
    await choose(room.ben, await rest(room, room.ben), "hours_from", "22")  # until six; it is midnight
    place = await room.begin("one-zero-one", side="0")
    assert not makes_a_sound(room.channel.history()[0])  # the challenge
    for member, aloud in ((room.ann, True), (room.ben, False)):
        assert makes_a_sound(member.user.dm_channel.history()[-1]) == aloud  # their hand
    assert makes_a_sound(room.board(place))
    await room.ann.slash(place, "draw")
    assert not makes_a_sound(place.history()[-1])
    await room.ben.slash(place, "draw")
    await room.ann.click(room.board(place), label="Rematch")
    assert not makes_a_sound(room.channel.history()[-1])


async def test_without_direct_messages_the_reminder_is_a_ping_where_they_play(room: Server) -> None:
    path = f"/channels/{room.ben.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, times=None)
    place = await begin_clocked(room)
    before = len(room.env.http_requests)
    await room.env.advance_time(19 * HOUR)
    said = [message for message in place.history() if "runs low" in texts(message)]
    assert len(said) == 1
    assert f"<@{room.ben.id}>, **your time runs low** in Binar against Ann" in texts(said[0])
    aloud = [pings(request) for request in room.env.http_requests[before:] if pings(request)]
    assert aloud[-1] == [room.ben.id]
    shown = await room.ann.click(said[0], label="Quiet hours, vacation")
    assert shown.ephemeral
    assert "### Your time" in texts(shown.response)


@pytest.mark.ci
async def test_when_time_is_up_the_board_lets_the_one_who_waits_claim_the_win(room: Server) -> None:
    place = await begin_clocked(room)
    shown = room.board(place)
    early = await room.ann.slash(place, "claim")
    assert "Ben still has time: you can claim the win or adjourn from <t:" in reply_text(early)
    await room.env.advance_time(24.1 * HOUR)
    board = room.board(place)
    assert board.id == shown.id
    assert "**Ben's time was up <t:" in texts(board)
    assert "Ann can claim the win, or give more time." in texts(board)
    assert {"Claim or adjourn", "Give more time"} <= buttons(board).keys()
    assert "your own turn" in reply_text(await room.ben.click(board, label="Claim or adjourn"))
    asked = await room.ann.click(board, label="Claim or adjourn")
    assert "Ben's time was up at <t:" in texts(asked.response)
    assert set(buttons(asked.response)) == {"Claim the win", "Adjourn", "Give more time"}
    await room.ann.click(asked.response, label="Claim the win")
    assert "**Ann (Even) wins: Ben ran out of time**" in texts(room.board(place))
    assert "Ben ran out of time" in texts(room.channel.history()[-1])
    assert await room.reason() == "Ben ran out of time"
    check(room.bot.config.database)


@pytest.mark.parametrize("where", ["board", pytest.param("claim", marks=pytest.mark.deep)])
async def test_more_time_is_given_and_everybody_sees_by_whom(room: Server, where: str) -> None:
    place = await begin_clocked(room)
    early = room.plant(place, [button("v1:1:give-time:1")])
    assert "Ben still has time until <t:" in reply_text(await room.ann.click(early, label="forged"))
    await room.env.advance_time(25 * HOUR)
    pressed = room.board(place)
    if where == "claim":
        pressed = (await room.ann.slash(place, "claim")).response
    assert "your own turn" in reply_text(await room.ben.click(room.board(place), label="Give more time"))
    given = await room.ann.click(pressed, label="Give more time")
    assert "Ben has 1 day more." in reply_text(given)
    board = room.board(place)
    assert "Ann gave Ben 1 day more." in texts(board)
    assert deadline(board) == int(room.env.now().timestamp()) + DAY
    assert "Give more time" not in buttons(board)
    await room.ben.slash(place, "move", move="a1")
    assert "gave" not in texts(room.board(place))


async def test_a_vacation_stops_the_clock_at_once_and_the_board_says_until_when(room: Server) -> None:
    place = await begin_clocked(room)
    before, shown = deadline(room.board(place)), room.board(place)
    await room.env.advance_time(12 * HOUR)
    form = await room.ben.click(await rest(room, room.ben), label="Take a vacation")
    today = room.env.now().date().isoformat()
    await room.ben.submit_modal(form, {"first": [today], "days": ["3"]})
    assert room.board(place).id == shown.id
    assert deadline(room.board(place)) == before + 2.5 * DAY
    assert "Ben is on vacation** until <t:" in texts(room.board(place))
    await room.env.advance_time(13 * HOUR)
    assert "still has time" in reply_text(await room.ann.slash(place, "claim"))
    assert reminders(room.ben) == []
    ended = await room.ben.click(await rest(room, room.ben), label="End the vacation")
    assert "You have 12 of 14 days left" in texts(ended.response)
    assert deadline(room.board(place)) == before + 13 * HOUR
    assert "on vacation" not in texts(room.board(place))


async def test_a_vacation_to_come_is_said_where_it_falls_into_the_opponent_s_time(room: Server) -> None:
    await room.env.advance_time(6 * HOUR)
    form = await room.ben.click(await rest(room, room.ben), label="Take a vacation")
    far = (room.env.now() + timedelta(days=6)).date().isoformat()
    card = (await room.ben.submit_modal(form, {"first": [far], "days": ["3"]})).response
    place = await begin_clocked(room)
    assert "on vacation" not in texts(room.board(place)), "that is after it"
    form = await room.ben.click(
        (await room.ben.click(card, label="Call the vacation off")).response, label="Take a vacation"
    )
    soon = (room.env.now() + timedelta(days=1)).date().isoformat()
    await room.ben.submit_modal(form, {"first": [soon], "days": ["3"]})
    assert "Ben is on vacation from <t:" in texts(room.board(place))


async def test_a_vacation_is_said_without_a_clock_too_on_boards_and_in_lists(room: Server) -> None:
    place = await room.begin("binar", side="Even", clock="none")
    await room.ann.slash(place, "move", move="c3")
    shown = room.board(place)
    form = await room.ben.click(await rest(room, room.ben), label="Take a vacation")
    today = room.env.now().date().isoformat()
    taken = await room.ben.submit_modal(form, {"first": [today], "days": ["3"]})
    await room.env.settle()
    assert room.board(place).id == shown.id
    assert "**Ben is on vacation** until <t:" in texts(room.board(place))
    listed = texts((await room.ann.slash(room.channel, "games")).response)
    assert "Ben to move" in listed and " · on vacation until <t:" in listed
    own = texts((await room.ben.slash(room.channel, "games")).response)
    assert "your turn" in own and "on vacation" not in own
    await room.ben.click(taken.response, label="End the vacation")
    await room.env.settle()
    assert "on vacation" not in texts(room.board(place))
    assert "on vacation" not in texts((await room.ann.slash(room.channel, "games")).response)


async def test_the_list_begins_with_what_is_most_urgent(room: Server) -> None:
    for game, clock in (("yin-yang", "none"), ("zong-heng", "3 days"), ("binar", "1 day")):
        shown = await room.ann.slash(room.channel, "play", game=game, clock=clock)
        await room.ben.click(shown.response, label="Accept")
    for member in (room.ann, room.ben):
        lines = texts((await member.slash(room.channel, "games")).response).splitlines()[1:]
        assert len(lines) == 3
        mine = [index for index, line in enumerate(lines) if "**your turn**" in line]
        assert mine == list(range(len(mine)))
        for part in (lines[: len(mine)], lines[len(mine) :]):
            times = [int(each) for line in part for each in re.findall(r"is up <t:(\d+):R>", line)]
            assert times == sorted(times)
            assert all("is up" in line for line in part[: len(times)])


async def test_what_the_bot_was_away_counts_for_nobody_and_the_board_says_so(room: Server) -> None:
    def beat() -> Any:
        return room.bot.club.play.clocks.store_heartbeats({0: room.env.now().timestamp()}, 1)

    place = await begin_clocked(room)
    before, shown = deadline(room.board(place)), room.board(place)
    await room.run(beat())
    await room.env.advance_time(3 * HOUR)
    await room.run(beat())
    await room.env.advance_time(1)
    board = room.board(place)
    assert board.id == shown.id
    assert "-# I was away for 3 hours: that counts for nobody's clock." in texts(board)
    assert deadline(board) == before + 3 * HOUR
    await room.ben.slash(place, "draw")
    assert "I was away for 3 hours" in texts(room.board(place))
    await room.ben.slash(place, "move", move="a1")
    assert "I was away for 3 hours" in texts(room.board(place))  # Ann has not been here since
    await room.ann.slash(place, "move", move="b2")
    assert "away" not in texts(room.board(place))


@pytest.mark.ci
async def test_five_buttons_are_in_sight_where_time_is_up_and_more_has_the_others(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0", clock="1 day")
    await room.env.advance_time(timedelta(days=2).total_seconds())
    in_sight = ["Play", "My view", "Hand", "More", "Claim or adjourn"]
    assert list(buttons(room.board(place))) == in_sight
    waiting = (await room.players())[1 - ((await room.match()).turn or 0)]
    more = await waiting.click(room.board(place), label="More")
    assert {"Claim or adjourn", "Give more time"} <= set(buttons(more.response))
    place = await begin_clocked(room)
    await room.env.advance_time(timedelta(days=2).total_seconds())
    more = await room.ann.click(room.board(place), label="More")
    first = list(buttons(more.response))
    assert len(first) == 6 and first[-1] == "More" and "Moves" not in first
    unfolded = await room.ann.click(more.response, label="More")
    assert list(buttons(unfolded.response))[:6] == [*first[:5], "Moves"]
