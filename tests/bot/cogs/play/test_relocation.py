"""A match whose place is gone goes on where its players are.

A moderator can move a match, and everyone sees who did.
"""

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from club.members.people import Person
from data.sqlite.check import check
from tests.bot.closed_places import forbid
from tests.bot.officials import official
from tests.bot.server import Server, buttons, reply_text, texts
from tests.club.people import act
from tests.sets import leave_to_ci


def answer_card(result: Any) -> Any:
    """The card that answers."""
    return (result.followups or [result.response])[-1]


async def lose_channel(room: Server, game: str = "binar", side: str = "Even") -> Any:
    """Delete the channel of a match, and return another channel of the server."""
    thread = await room.begin(game, side=side)
    elsewhere = room.guild.create_text_channel("elsewhere")
    for place in (thread, room.channel):
        room.env.backend.delete_channel(place.id)
    await room.env.settle()
    return elsewhere


async def test_the_list_takes_a_match_to_where_it_is_pressed(room: Server) -> None:
    elsewhere = await lose_channel(room)
    listed = await room.ben.slash(elsewhere, "games")
    assert "Binar against Ann: its channel is gone" in texts(listed.response)
    assert "goes on here" in reply_text(
        await room.ben.click(listed.response, label="Go on here: Binar with Ann")
    )
    board = room.board(elsewhere)
    assert f"<@{room.ben.id}> brought this match here" in texts(board)
    await room.ann.slash(elsewhere, "move", move="c3")
    assert "brought this match" not in texts(room.board(elsewhere))
    assert "going on already" in reply_text(
        await room.ben.click(listed.response, label="Go on here: Binar with Ann")
    )
    check(room.bot.config.database)


@pytest.mark.ci
@pytest.mark.parametrize(
    "command", leave_to_ci(["move", "board", "resign", "draw", "takeback", "claim", "cancel"], after=2)
)
async def test_every_command_about_it_shows_the_way_on(room: Server, command: str) -> None:
    elsewhere = await lose_channel(room)
    given = {"move": "c3"} if command == "move" else {}
    result = await room.ann.slash(elsewhere, command, **given)
    assert "suspended" in reply_text(result)
    await room.ann.click(answer_card(result), label="Go on here")
    assert "Play" in buttons(room.board(elsewhere))


async def test_in_direct_messages_the_hand_says_where_to_go(room: Server) -> None:
    elsewhere = await lose_channel(room, "one-zero-one", "0")
    dm = room.ann.user.dm_channel
    pressed = await room.ann.user.click(dm.history()[-1], label="Play")
    assert "suspended" in reply_text(pressed)
    refused = reply_text(await room.ann.user.click(answer_card(pressed), label="Go on here"))
    assert f"On the server {room.guild.name}, use </games:" in refused
    hand = await room.ann.slash(elsewhere, "hand")
    await room.ann.click(answer_card(hand), label="Go on here")
    assert "Hand" in buttons(room.board(elsewhere))


async def test_where_the_server_is_gone_it_goes_on_where_both_are(room: Server) -> None:
    await room.begin("binar", side="Even")
    other = room.env.create_guild("Elsewhere")
    channel = other.create_text_channel("games")
    ann = other.add_member(room.ann.user)
    await room.run(room.bot.club.play.places.suspend_server(room.guild.id))
    room.bot._connection._remove_guild(room.bot.get_guild(room.guild.id))  # pyrefly: ignore[bad-argument-type]  # it is there
    listed = await ann.slash(channel, "games")
    refused = reply_text(await ann.click(listed.response, label="Go on here: Binar with Ben"))
    assert "Ben is not on this server" in refused
    ben = other.add_member(room.ben.user)
    barring, who, mo = room.bot.club.competitions.barring, Person(room.ann.id, "Ann"), act(Person(90, "Mo"))
    await room.run(barring.bar(other.id, who, mo, why="too loud", until=None))
    barred = await ann.click(listed.response, label="Go on here: Binar with Ben")
    assert "too loud" in reply_text(barred)
    await room.run(barring.let_back(other.id, who, mo, why="sorry"))
    opponent = Person(room.ben.id, "Ben")
    await room.run(barring.bar(other.id, opponent, mo, why="too loud", until=None))
    barred = reply_text(await ann.click(listed.response, label="Go on here: Binar with Ben"))
    assert "Ben cannot play on this server" in barred and "too loud" not in barred
    await room.run(barring.let_back(other.id, opponent, mo, why="sorry"))
    await ann.click(listed.response, label="Go on here: Binar with Ben")
    await ann.slash(channel, "move", move="c3")
    await ben.slash(channel, "move", move="d4")
    assert len((await room.match()).plies) == 2


@pytest.mark.ci
async def test_a_player_takes_a_match_only_where_they_may_write(room: Server) -> None:
    elsewhere = await lose_channel(room)
    mute = Overwrite(room.ann.id, OverwriteType.MEMBER, 0, discord.Permissions(send_messages=True).value)
    room.env.backend.set_overwrite(elsewhere.id, mute)
    listed = await room.ann.slash(elsewhere, "games")
    label = "Go on here: Binar with Ben"
    assert "You may not write in this channel" in reply_text(
        await room.ann.click(listed.response, label=label)
    )
    room.env.backend.delete_overwrite(elsewhere.id, room.ann.id)
    assert "goes on here" in reply_text(await room.ann.click(listed.response, label=label))


async def test_game_channels_are_kept_to_as_long_as_one_is_there(room: Server) -> None:
    games = room.guild.create_text_channel("more games")
    await room.run(
        room.bot.club.members.servers.change(
            room.guild.id, moderator_id=room.ann.id, channels=(room.channel.id, games.id)
        )
    )
    elsewhere = await lose_channel(room)
    label = "Go on here: Binar with Ben"
    listed = await room.ann.slash(elsewhere, "games")
    assert f"<#{games.id}>" in reply_text(await room.ann.click(listed.response, label=label))
    room.env.backend.delete_channel(games.id)
    await room.env.settle()
    assert "goes on here" in reply_text(await room.ann.click(listed.response, label=label))


@pytest.fixture
def moderator(room: Server) -> Any:
    return official(room, manage_messages=True)


async def test_a_moderator_moves_a_match_and_both_places_say_who_did(room: Server, moderator: Any) -> None:
    thread = await room.begin("binar", side="Even")
    elsewhere = room.guild.create_text_channel("elsewhere")
    answered = reply_text(await moderator.slash(thread, "admin move", channel=elsewhere))
    assert f"<#{elsewhere.id}>" in answered
    assert f"<@{moderator.id}> moved this match to <#{elsewhere.id}>" in texts(thread.history()[-1])
    board = room.board(elsewhere)
    assert f"<@{moderator.id}> moved this match here; it was played in <#{thread.id}> before" in texts(board)
    await room.ann.click(board, label="Play")
    await room.ann.slash(elsewhere, "move", move="c3")
    assert "Play" not in buttons(room.board(thread))
    again = await moderator.slash(elsewhere, "admin move", channel=elsewhere)
    assert "played there already" in reply_text(again)
    events = (await room.bot.club.play.matches.load_with_events(1))[1]
    assert (events[0].kind, events[0].user_id, events[0].seat) == ("place", moderator.id, None)
    check(room.bot.config.database)


async def test_it_belongs_to_its_server_while_the_bot_is_there(room: Server) -> None:
    await lose_channel(room)
    other = room.env.create_guild("Elsewhere")
    ann = other.add_member(room.ann.user)
    listed = await ann.slash(other.create_text_channel("games"), "games")
    refused = reply_text(await ann.click(listed.response, label="Go on here: Binar with Ben"))
    assert f"belongs to the server {room.guild.name}" in refused


async def test_a_match_is_not_moved_to_where_the_bot_cannot_write(room: Server, moderator: Any) -> None:
    thread = await room.begin("binar", side="Even")
    here, room.channel = room.channel, room.guild.create_text_channel("elsewhere")
    forbid(room, attach_files=True)
    refused = reply_text(await moderator.slash(thread, "admin move", channel=room.channel))
    assert "Attach Files" in refused
    assert here.id == (await room.bot.club.play.matches.load(1)).row.channel_id
