"""A match goes on wherever it can.

It uses its thread, a thread opened again, or the channel itself.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.server import Server, buttons, press_play, serve, texts

PERMISSION, ARCHIVED, LOCKED = 50013, 50083, 160005


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot, which posts by channel routes alone."""
    async with serve(tmp_path / "twotone.db", follow_ups=False) as met:
        yield met


def forbid(room: Server, **permissions: bool) -> None:
    """Take permissions from the bot in the channel of the games."""
    denied = discord.Permissions(**permissions).value
    bot = room.env.backend.bot_user.id
    room.env.backend.set_overwrite(room.channel.id, Overwrite(bot, OverwriteType.MEMBER, 0, denied))


def opened_again(room: Server, thread: Any) -> bool:
    """Whether the bot has unarchived the thread."""
    return any(
        request.method == "PATCH"
        and request.path == f"/channels/{thread.id}"
        and request.json == {"archived": False}
        for request in room.env.http_requests
    )


async def test_an_archived_thread_is_opened_before_the_board_is_posted(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    room.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=ARCHIVED)
    await room.ann.slash(thread, "move", move="c3")
    assert opened_again(room, thread)
    assert "Ann placed 0 on c3." in texts(room.board(thread))


@pytest.mark.parametrize("code", [ARCHIVED, LOCKED])
@pytest.mark.parametrize("unlocking", [PERMISSION, ARCHIVED])
async def test_a_match_whose_thread_is_locked_goes_on_in_the_channel(
    room: Server, code: int, unlocking: int
) -> None:
    thread = await room.begin("binar", side="Even")
    room.env.inject_error("*", f"/channels/{thread.id}/messages*", status=403, code=code, times=None)
    room.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=unlocking, times=None)
    await room.ann.slash(thread, "move", move="c3")
    assert "Ann placed 0 on c3." in texts(room.board(room.channel))
    await room.ben.slash(room.channel, "move", move="a1")
    assert len((await room.match()).plies) == 2


async def test_a_thread_that_stays_archived_whatever_one_does_is_left(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    room.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=ARCHIVED, times=None)
    await room.ann.slash(thread, "move", move="c3")
    assert "Ann placed 0 on c3." in texts(room.board(room.channel))


async def test_a_match_whose_thread_is_deleted_goes_on_in_the_channel(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    room.env.backend.delete_channel(thread.id)
    await room.ann.slash(room.channel, "move", move="c3")
    board = room.board(room.channel)
    assert "Ann placed 0 on c3." in texts(board)
    await press_play(room.ben, board)
    asked = await room.ben.slash(room.channel, "resign")
    await room.ben.click(asked.response, label="Resign")
    assert "Ann (Even) wins" in texts(room.board(room.channel))


async def test_a_match_whose_channel_is_deleted_waits_and_says_so(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = room.guild.create_text_channel("elsewhere")
    await room.ann.slash(thread, "move", move="c3")
    for place in (thread, room.channel):
        room.env.backend.delete_channel(place.id)
    await room.env.settle()  # the bot learns of it by an event
    told = await room.ben.slash(elsewhere, "move", move="a1", match="1")
    assert "suspended" in texts(told.response)
    for form in ("picture", "text"):
        shown = await room.ben.slash(elsewhere, "board", match="1", **{"as": form})
        assert "suspended" in texts(shown.response)
        assert "c3" in texts(shown.response)
    assert len((await room.match()).plies) == 1


async def test_a_deleted_board_is_posted_anew(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    room.env.backend.delete_message(thread.id, room.board(thread).id)
    await room.ann.slash(thread, "draw")
    assert "Ann offers a draw." in texts(room.board(thread))
    room.env.backend.delete_message(thread.id, room.board(thread).id)
    await room.ann.slash(thread, "move", move="c3")
    assert "Ann placed 0 on c3." in texts(room.board(thread))


async def test_a_deleted_challenge_card_leaves_the_match_in_the_channel(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=404, code=10008)
    await room.ben.click(shown.response, label="Accept")
    assert room.channel.threads == []
    assert "Play" in buttons(room.board(room.channel))


async def test_where_no_threads_may_be_made_the_channel_itself_serves(room: Server) -> None:
    forbid(room, create_public_threads=True)
    place = await room.begin("binar", side="Even")
    assert place is room.channel
    await room.ann.slash(place, "move", move="c3")
    assert "Ann placed 0 on c3." in texts(room.board(place))
    asked = await room.ben.slash(place, "resign")
    await room.ben.click(asked.response, label="Resign")
    assert sum("wins" in texts(message) for message in place.history()) == 1


async def test_where_one_may_not_write_in_threads_the_channel_itself_serves(room: Server) -> None:
    forbid(room, send_messages_in_threads=True)
    await room.begin("binar", side="Even")
    assert "Play" in buttons(room.board(room.channel))


@pytest.mark.parametrize(
    ("permission", "name"), [("attach_files", "Attach Files"), ("send_messages", "Send Messages")]
)
async def test_a_missing_permission_is_named_before_a_match_is_made(
    room: Server, permission: str, name: str
) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben)
    forbid(room, **{permission: True})
    for refused in (
        await room.ann.slash(room.channel, "play", game="binar", opponent=room.ben),
        await room.ben.click(shown.response, label="Accept"),
    ):
        assert refused.ephemeral
        assert f"I lack a permission in this channel: {name}" in texts(
            refused.followups[-1] if refused.followups else refused.response
        )
    assert room.channel.threads == []


async def test_a_board_without_permission_waits_for_an_hour_and_is_posted_then(room: Server) -> None:
    forbid(room, create_public_threads=True)
    place = await room.begin("binar", side="Even")
    forbid(room, create_public_threads=True, send_messages=True)
    await room.ann.slash(place, "move", move="c3")
    assert "played" not in texts(room.board(place))
    forbid(room, create_public_threads=True)
    await room.env.advance_time(3700)
    assert "Ann placed 0 on c3." in texts(room.board(place))
