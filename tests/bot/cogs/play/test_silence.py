"""No player is stuck with an opponent who does not move.

First comes a nudge, then the win or a match without a result.
"""

from typing import Any

import aiohttp
import pytest

from tests.bot.limits import pings
from tests.bot.server import Server, buttons, reply_text, texts

DAY = 24 * 3600


async def wait_days(room: Server, days: float) -> Any:
    """Begin a match in which Ann moved and Ben has not for some days; Ann waits."""
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    await room.env.advance_time(days * DAY)
    return place


async def nudge_and_wait(room: Server, days: float) -> Any:
    """Begin a match in which Ann has waited for 15 days and nudged Ben.

    The given number of days has passed since the nudge.
    """
    place = await wait_days(room, 15)
    await room.ann.click(room.board(place), label="Nudge")
    await room.env.advance_time(days * DAY)
    return place


@pytest.mark.ci
async def test_after_two_weeks_the_board_lets_the_one_who_waits_nudge_once(room: Server) -> None:
    place = await wait_days(room, 13)
    shown = room.board(place)
    before = len(room.env.http_requests)
    await room.env.advance_time(1.5 * DAY)
    assert room.board(place).id == shown.id
    assert "Nudge" in buttons(room.board(place))
    assert [pings(request) for request in room.env.http_requests[before:] if pings(request)] == []
    assert "your own turn" in reply_text(await room.ben.click(room.board(place), label="Nudge"))
    assert "watching" in reply_text(await room.cleo.click(room.board(place), label="Nudge"))
    before = len(room.env.http_requests)
    assert "Ben has been nudged" in reply_text(await room.ann.click(room.board(place), label="Nudge"))
    aloud = [pings(request) for request in room.env.http_requests[before:] if pings(request)]
    assert aloud == [[room.ben.id]]
    board = room.board(place)
    assert board.id != shown.id
    assert "Ben, Ann has waited for your move since" in texts(board)
    assert "Nudge" not in buttons(board)
    assert "still has time" in reply_text(await room.ann.slash(place, "claim"))


@pytest.mark.ci
async def test_games_and_more_have_the_same_ways_on(room: Server) -> None:
    place = await wait_days(room, 15)
    listed = await room.ann.slash(room.channel, "games")
    assert "Nudge Ben" in buttons(listed.response)
    more = await room.ann.click(room.board(place), label="More")
    assert "Nudge" in buttons(more.response)
    await room.ann.click(listed.response, label="Nudge Ben")
    await room.env.advance_time(8 * DAY)
    listed = await room.ann.slash(room.channel, "games")
    asked = await room.ann.click(listed.response, label="Ben does not move: claim or adjourn")
    await room.ann.click(asked.response, label="Claim the win")
    assert (await room.bot.club.play.matches.load(1)).is_over


async def test_who_left_is_noticed_and_after_a_day_the_match_can_end(room: Server) -> None:
    place = await wait_days(room, 2)
    room.env.backend.remove_member(room.guild.id, room.ben.id)
    more = await room.ann.click(room.board(place), label="More")
    assert "Ben has left this server" in texts(more.response)
    assert "Ben has left this server" in texts(room.board(place))
    assert "still has time" in reply_text(await room.ann.slash(place, "claim"))
    await room.env.advance_time(1.1 * DAY)
    assert "Claim or adjourn" in buttons(room.board(place))
    asked = await room.ann.click(room.board(place), label="Claim or adjourn")
    await room.ann.click(asked.response, label="Adjourn")
    assert (await room.bot.club.play.matches.load(1)).is_over


@pytest.mark.ci
async def test_who_left_or_came_back_while_the_bot_was_away_is_found_once_it_matters(room: Server) -> None:
    place = await wait_days(room, 2)
    await room.restart(lambda: room.env.backend.remove_member(room.guild.id, room.ben.id))
    assert "has left" not in texts(room.board(place)), "no session names members"
    await room.ann.slash(room.channel, "games")
    assert "Ben has left this server" in texts(room.board(place))
    await room.restart(lambda: room.env.backend.add_member(room.guild.id, room.ben.id))
    assert "Ben has left this server" in texts(room.board(place))
    await room.ann.slash(room.channel, "games")
    assert "has left" not in texts(room.board(place))


LOST = [
    aiohttp.ServerDisconnectedError(),
    aiohttp.ClientPayloadError(),
    ConnectionResetError(104),
    TimeoutError(),
]


@pytest.mark.ci
@pytest.mark.parametrize(
    "fault",
    [LOST[0], *(pytest.param(each, marks=pytest.mark.deep) for each in LOST[1:])],
    ids=lambda fault: type(fault).__name__,
)
async def test_an_answer_about_who_left_that_is_lost_says_nothing_and_stops_nothing(
    room: Server, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    place, asked = await wait_days(room, 15), []

    async def get_member(self: object, guild_id: int, member_id: int) -> None:
        asked.append(member_id)
        raise fault

    monkeypatch.setattr(type(room.bot.http), "get_member", get_member)
    assert "Nudge Ben" in buttons((await room.ann.slash(room.channel, "games")).response)
    assert "Nudge" in buttons((await room.ann.click(room.board(place), label="More")).response)
    assert "You can nudge them now" in reply_text(await room.ann.slash(place, "claim"))
    assert "Ben has been nudged" in reply_text(await room.ann.click(room.board(place), label="Nudge"))
    assert asked == 4 * [room.ben.id]
    assert "has left" not in texts(room.board(place))
