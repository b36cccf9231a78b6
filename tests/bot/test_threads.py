"""A match goes on wherever it can.

It uses its thread, a thread opened again, or the channel itself.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.closed_places import forbid
from tests.bot.matches_over import give_up
from tests.bot.server import Server, buttons, serve, texts


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Ann, Ben and Cleo on a server with the bot, which posts by channel routes alone."""
    async with serve(tmp_path / "twotone.db", follow_ups=False) as met:
        yield met


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
    await give_up(room.ben, place)
    assert sum("wins" in texts(message) for message in place.history()) == 1


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


@pytest.mark.parametrize("state", ["awake", "archived", "locked"])
async def test_discord_is_asked_to_keep_a_silent_thread_in_sight(room: Server, state: str) -> None:
    """Changing the time until it is archived is activity, and so is to reopen it."""
    thread = await room.begin("binar", side="Even")
    metadata = room.env.backend.channels[thread.id].thread_metadata
    metadata.archived, metadata.locked = state != "awake", state == "locked"
    before = len(room.env.http_requests)
    await room.env.advance_time(6 * 24 * 3600 + 120)
    asked = [
        request.json
        for request in room.env.http_requests[before:]
        if request.method == "PATCH" and request.path.endswith(f"/channels/{thread.id}")
    ]
    weeks = [{"auto_archive_duration": minutes} for minutes in (4320, 10080)]
    assert asked == {"awake": weeks, "archived": [{"archived": False}], "locked": []}[state]
