"""No player is stuck with an opponent who does not move.

First comes a nudge, then the win or a match without a result.
"""

from typing import Any

import aiohttp
import pytest

from data.sqlite.check import check
from tests.bot.limits import pings
from tests.bot.server import Server, button, buttons, reply_text, texts

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


async def test_before_two_weeks_there_is_nothing_but_a_date(room: Server) -> None:
    place = await wait_days(room, 13)
    refused = reply_text(await room.ann.slash(place, "claim"))
    assert "Ben has been to move since <t:" in refused
    assert "After two weeks" in refused
    assert "Nudge" not in buttons(room.board(place))
    more = await room.ann.click(room.board(place), label="More")
    assert "Nudge" not in buttons(more.response)


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


async def test_a_week_after_the_nudge_the_win_can_be_claimed(room: Server) -> None:
    place = await nudge_and_wait(room, 6)
    assert "Claim or adjourn" not in buttons(room.board(place))
    await room.env.advance_time(1.5 * DAY)
    await room.restart()
    assert "Claim or adjourn" in buttons(room.board(place))
    asked = await room.ann.click(room.board(place), label="Claim or adjourn")
    await room.ann.click(asked.response, label="Claim the win")
    outcome = (await room.match()).outcome
    assert outcome is not None
    assert outcome.winner == 0
    assert "Ann (Even) wins: Odd did not move any more" in texts(room.board(place))
    check(room.bot.config.database)


async def test_or_the_match_is_adjourned_without_a_result(room: Server) -> None:
    place = await nudge_and_wait(room, 8)
    asked = await room.ann.slash(place, "claim")
    await room.ann.click(asked.response, label="Adjourn")
    assert "No result: adjourned" in texts(room.board(place))
    assert "This match is over: adjourned" in reply_text(await room.ben.slash(place, "move", move="d4"))
    check(room.bot.config.database)


async def test_a_move_ends_all_of_it(room: Server) -> None:
    place = await nudge_and_wait(room, 8)
    asked = await room.ann.slash(place, "claim")
    await room.ben.slash(place, "move", move="d4")
    assert "your own turn" in reply_text(await room.ann.click(asked.response, label="Claim the win"))
    assert "has waited" not in texts(room.board(place))
    assert "Claim or adjourn" not in buttons(room.board(place))
    await room.ann.slash(place, "move", move="e5")
    assert "After two weeks" in reply_text(await room.ann.slash(place, "claim"))
    await room.env.advance_time(15 * DAY)
    assert "Nudge" in buttons(room.board(place))


async def test_the_one_to_move_can_neither_nudge_nor_claim(room: Server) -> None:
    place = await nudge_and_wait(room, 8)
    assert "your own turn" in reply_text(await room.ben.slash(place, "claim"))
    more = await room.ben.click(room.board(place), label="More")
    assert "Claim or adjourn" not in buttons(more.response)
    assert "watching" in reply_text(await room.cleo.slash(place, "claim"))


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
    assert (await room.bot.club.matches.load(1)).over


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
    assert (await room.bot.club.matches.load(1)).over


LOST = [
    aiohttp.ServerDisconnectedError(),
    aiohttp.ClientPayloadError(),
    ConnectionResetError(104),
    TimeoutError(),
]


@pytest.mark.parametrize("fault", LOST, ids=lambda fault: type(fault).__name__)
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


@pytest.mark.parametrize("action", ["claim-win", "adjourn"])
async def test_a_forged_button_claims_nothing_before_its_time(room: Server, action: str) -> None:
    place = await nudge_and_wait(room, 6)
    pressed = room.plant(place, [button(f"v1:1:{action}:0")])
    assert "still has time" in reply_text(await room.ann.click(pressed, label="forged"))
    assert (await room.bot.club.matches.load(1)).running


async def test_nobody_is_looked_for_within_a_day(room: Server) -> None:
    place = await wait_days(room, 0.9)
    before = len(room.env.http_requests)
    await room.ann.slash(place, "games")
    await room.ann.click(room.board(place), label="More")
    assert [each.path for each in room.env.http_requests[before:] if "/members/" in each.path] == []


async def test_a_move_of_whoever_had_left_says_enough(room: Server) -> None:
    place = await wait_days(room, 2)
    ben = room.ben.user
    room.env.backend.remove_member(room.guild.id, ben.id)
    await room.ann.slash(room.channel, "games")
    await room.guild.add_member(ben).slash(place, "move", move="d4")
    await room.ann.slash(place, "move", move="e5")
    assert (await room.bot.club.matches.load(1)).row.absent_at is None
    assert "has left" not in texts(room.board(place))


async def test_who_comes_back_goes_on(room: Server) -> None:
    place = await wait_days(room, 2)
    ben = room.ben.user
    room.env.backend.remove_member(room.guild.id, ben.id)
    await room.ann.slash(room.channel, "games")
    assert "Ben has left this server" in texts(room.board(place))
    await room.env.advance_time(1.1 * DAY)
    back = room.guild.add_member(ben)
    assert "After two weeks" in reply_text(await room.ann.slash(place, "claim"))
    assert "has left" not in texts(room.board(place))
    await back.slash(place, "move", move="d4")
    assert len((await room.match()).plies) == 2


async def test_a_match_of_the_last_version_is_due_as_if_it_had_always_been_counted(room: Server) -> None:
    place = await wait_days(room, 0)
    store = room.bot.club.store
    row = (await room.bot.club.matches.load(1)).row
    assert row.due_at == pytest.approx(row.created_at + 14 * DAY, abs=60)
    await store.write(lambda tx: tx.run("UPDATE match SET due_at = ?", row.created_at))
    await room.restart()
    assert "Nudge" not in buttons(room.board(place))
    assert (await room.bot.club.matches.load(1)).row.due_at == pytest.approx(row.turn_at + 14 * DAY)
