"""Actions reserved for moderators."""

from dataclasses import replace
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from tests.bot.officials import official
from tests.bot.server import Server, buttons, texts


@pytest.fixture
def moderator(room: Server) -> Any:
    return official(room, manage_messages=True)


async def test_a_moderator_ends_the_match_of_the_thread_without_a_result(
    room: Server, moderator: Any
) -> None:
    place = await room.begin("binar", side="Even")
    told = await moderator.slash(place, "admin end", why="It hung")
    assert "ended without a result" in texts(told.response)
    for where in (place, room.channel):
        assert "No result: ended by a moderator" in texts(room.board(where))
    late = await room.ann.slash(place, "move", move="c3")
    assert "ended by a moderator" in texts(late.response)
    again = await moderator.slash(place, "admin end", why="It hung")
    assert "over already" in texts(again.response)


async def test_a_moderator_is_asked_why_and_both_players_read_it_where_they_played(
    room: Server, moderator: Any
) -> None:
    place = await room.begin("binar", side="Even")
    form = await moderator.slash(place, "admin end")
    assert "Binar, Ann – Ben" in str(form.modal)
    assert (await room.bot.club.play.matches.load(1)).is_running, "it was only asked"
    told = await moderator.submit_modal(form, {"why": "  It hung\nfor days " + "and days " * 20})
    assert "ended without a result" in texts(told.response)
    assert texts(room.board(place)).endswith("Why: It hung for days" + " and days" * 20), "all of it"
    again = await moderator.slash(place, "admin end")
    assert again.modal is None and "over already" in texts(again.response)


async def test_an_end_is_undone_from_its_answer_or_a_list_and_players_are_told(
    room: Server, moderator: Any
) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    ended = await moderator.slash(place, "admin end", why="It hung")
    assert "No result" in texts(room.board(room.channel))
    form = await moderator.click(ended.response, label="Let it go on")
    assert "Binar, Ann – Ben" in str(form.modal)
    undone = await moderator.submit_modal(form, {"why": "Ben was only away"})
    assert "goes on as it stood" in texts(undone.response)
    assert (
        f"<@{room.ann.id}>, <@{room.ben.id}>: a moderator lets this match go on. Why: Ben was only away"
        in [texts(message) for message in place.history()]
    )
    assert not any("No result" in texts(message) for message in room.channel.history())
    assert "Play" in buttons(room.board(place)), "it is Ben's turn again"
    moved = await room.ben.slash(place, "move", move="a1")
    assert "error" not in texts(moved.response).casefold()
    assert await moderator.autocomplete(room.channel, "admin end", "match", "", undo=True) == []
    await moderator.click(undone.response, label="End this match")
    await moderator.slash(place, "admin end", why="It hung again")
    [offered] = await moderator.autocomplete(room.channel, "admin end", "match", "", undo=True)
    assert offered["name"].startswith("Binar: Ann – Ben")
    await moderator.slash(room.channel, "admin end", match=offered["value"], why="so", undo=True)
    assert (await room.bot.club.play.matches.load(1)).is_running


async def test_a_moderator_names_any_running_match_of_their_server(room: Server, moderator: Any) -> None:
    await room.begin("binar", side="Even")
    unnamed = await moderator.slash(room.channel, "admin end", why="It hung")
    assert "Say which match" in texts(unnamed.response)
    [offered] = await moderator.autocomplete(room.channel, "admin end", "match", "bin")
    assert offered["name"] == "Binar: Ann – Ben"
    await moderator.slash(room.channel, "admin end", match=offered["value"], why="It hung")
    assert "No result" in texts(room.board(room.channel))


async def test_a_moderator_does_not_end_the_match_that_they_play(room: Server, moderator: Any) -> None:
    shown = await moderator.slash(room.channel, "play", game="binar", opponent=room.ben)
    await room.ben.click(shown.response, label="Accept")
    assert await moderator.autocomplete(room.channel, "admin end", "match", "bin") == []
    [moved] = await moderator.autocomplete(room.channel, "admin move", "match", "bin")
    refused = await moderator.slash(room.channel, "admin end", match=moved["value"], why="It hung")
    assert "in your own matter" in texts(refused.response)
    assert (await room.bot.club.play.matches.load(1)).is_running


async def test_members_do_not_see_the_command_and_are_refused_where_a_server_opened_it(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    with pytest.raises(SetupError, match="not visible"):
        await room.cleo.slash(place, "admin end", why="It hung")
    command = next(c for c in await room.run(room.bot.tree.fetch_commands()) if c.name == "admin")
    room.guild.set_command_permissions(command.id, {room.cleo: True})
    refused = await room.cleo.slash(place, "admin end", why="It hung")
    assert "Only moderators" in texts(refused.response)
    assert await room.cleo.autocomplete(place, "admin end", "match", "") == []
    assert (await room.bot.club.play.matches.load(1)).is_running


async def test_a_moderator_sees_which_processes_run(room: Server, moderator: Any) -> None:
    processes = room.bot.club.processes
    processes.host = replace(processes.host, describe_shards=lambda: "0-3/16")
    await room.run(room.bot.club.processes.beat())
    told = await moderator.slash(room.channel, "admin status")
    lines = texts(told.response).splitlines()
    assert lines[0] == "1 process of Twotone runs:"
    assert lines[1].startswith(f"Shards 0-3/16: version {processes.host.version}, seen <t:")
    assert len(lines) == 2
