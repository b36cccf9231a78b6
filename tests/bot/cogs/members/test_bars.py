"""/admin bar: a moderator keeps a member from playing on the server."""

from typing import Any

import pytest

from tests.bot.officials import manager, official
from tests.bot.server import Server, button, reply_text, texts


@pytest.fixture
def moderator(room: Server) -> Any:
    return official(room, manage_messages=True, moderate_members=True)


async def test_a_member_is_barred_for_days_with_a_reason_and_let_back(room: Server, moderator: Any) -> None:
    place = await room.begin("binar", side="Even")
    told = await moderator.slash(room.channel, "admin bar", member=room.ben, why="too loud", days=3)
    assert told.ephemeral and texts(told.response).startswith("Ben cannot play here until <t:")
    assert "No result: ended by a moderator" in texts(room.board(place))
    refused = await room.ben.slash(room.channel, "play", game="russian")
    assert "A moderator's reason: too loud" in reply_text(refused)
    other = await room.ann.slash(room.channel, "play", game="russian", opponent=room.ben)
    assert reply_text(other).startswith("Ben cannot play on this server just now.")
    back = await moderator.slash(room.channel, "admin bar", member=room.ben, why="sorry", undo=True)
    assert texts(back.response).startswith("Ben can play here again")
    command = next(c for c in await room.run(room.bot.tree.fetch_commands()) if c.name == "admin")
    mo = manager(room)
    room.guild.set_command_permissions(command.id, {mo: True})
    log = texts((await mo.slash(room.channel, "admin log")).response)
    assert f"**Barred** <@{room.ben.id}> until <t:" in log and "too loud" in log
    assert f"**Lets play again** <@{room.ben.id}>: sorry" in log
    await room.ben.slash(room.channel, "play", game="russian")


async def test_only_a_moderator_bars_and_a_private_match_is_refused_too(room: Server, moderator: Any) -> None:
    command = next(c for c in await room.run(room.bot.tree.fetch_commands()) if c.name == "admin")
    room.guild.set_command_permissions(command.id, {room.ann: True})
    refused = await room.ann.slash(room.channel, "admin bar", member=room.ben, why="x")
    assert "Only moderators" in reply_text(refused)
    room.guild.set_command_permissions(command.id, {moderator: True})
    pressed = room.plant(room.channel, [button("v1:0:private:0:binar")])
    await room.ben.click(pressed, label="forged")
    await room.ben.click(room.plant(room.channel, [button("v1:1:resign-yes:0")]), label="forged")
    await moderator.slash(room.channel, "admin bar", member=room.ben, why="x")
    again = room.plant(room.channel, [button("v1:1:rematch:0")])
    for asked in (pressed, again):
        assert "for good" in reply_text(await room.ben.click(asked, label="forged"))


async def test_a_seat_of_somebody_barred_sends_others_where_seats_are(room: Server, moderator: Any) -> None:
    offered = await room.ben.slash(room.channel, "play", game="binar")
    await moderator.slash(room.channel, "admin bar", member=room.ben, why="x")
    refused = reply_text(await room.ann.click(offered.response, label="Accept"))
    assert "cannot play on this server just now" in refused
    assert "</play:" in refused and "</games:" not in refused
