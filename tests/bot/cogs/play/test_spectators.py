"""Spectators follow a match by being in its thread; it pings no one."""

from typing import Any

import pytest

from tests.bot.closed_places import forbid
from tests.bot.limits import pings
from tests.bot.server import Server, button, buttons, reply_text, texts


def members(room: Server, thread: Any) -> set[int]:
    """Who is in a thread."""
    return set(room.env.backend.get_channel(thread.id).thread_members)


async def test_a_spectator_follows_and_leaves_again(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    more = await room.cleo.click(room.board(thread), label="More")
    before = len(room.env.http_requests)
    followed = await room.cleo.click(more.response, label="Follow")
    assert f"You follow this match: Discord shows you what is new in <#{thread.id}>" in texts(
        followed.response
    )
    assert room.cleo.id in members(room, thread)
    left = await room.cleo.click(followed.response, label="Unfollow")
    assert "do not follow" in texts(left.response)
    assert room.cleo.id not in members(room, thread)
    await room.cleo.click(left.response, label="Follow")
    assert room.cleo.id in members(room, thread)
    assert [pings(each) for each in room.env.http_requests[before:] if pings(each)] == []


async def test_players_hear_of_their_match_anyway(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    pressed = room.plant(thread, [button("v1:1:follow:0")])
    assert "You play in this match" in reply_text(await room.ann.click(pressed, label="forged"))


async def test_a_match_in_a_channel_is_seen_by_everybody(room: Server) -> None:
    forbid(room, create_public_threads=True)
    place = await room.begin("binar", side="Even")
    more = await room.cleo.click(room.board(place), label="More")
    assert "Follow" not in buttons(more.response)
    assert "in the channel itself, where everybody sees every move" in texts(more.response)
    assert "in the channel itself" not in texts(
        (await room.ann.click(room.board(place), label="More")).response
    )
    pressed = room.plant(place, [button("v1:1:follow:0")])
    assert "in the channel itself" in reply_text(await room.cleo.click(pressed, label="forged"))


@pytest.mark.parametrize("action", ["follow", "unfollow"])
async def test_where_the_bot_may_not_do_it_discord_s_own_way_is_named(room: Server, action: str) -> None:
    thread = await room.begin("binar", side="Even")
    room.env.inject_error("*", f"/channels/{thread.id}/thread-members/*", status=403, code=50001)
    pressed = room.plant(thread, [button(f"v1:1:{action}:0")])
    assert "Discord's own" in reply_text(await room.cleo.click(pressed, label="forged"))
