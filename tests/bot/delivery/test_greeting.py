"""A server that adds the bot gets one card, once.

It comes in a place where the bot may write. Servers that were there before get none.
"""

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.greeted import add_bot, greetings
from tests.bot.server import Server, buttons, texts


async def test_a_new_server_gets_one_card_in_its_system_channel_with_the_way_to_begin(room: Server) -> None:
    lobby = room.guild.create_text_channel("lobby")
    await add_bot(room, system=lobby)
    [card] = greetings(lobby)
    assert greetings(room.channel) == []
    for word in ("Play me, or somebody here", "/settings server", "/help"):
        assert word in texts(card)
    assert [file.filename for file in card.attachments] == ["games.png"]
    assert list(buttons(card)) == ["Play Twotone", "Find an opponent", "Today's puzzle", "Learn a game"]


async def test_where_the_system_channel_is_shut_the_first_open_one_serves(room: Server) -> None:
    mute = {room.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    shut = room.guild.create_text_channel("shut", overwrites=mute)
    await add_bot(room, system=shut)
    assert greetings(shut) == []
    assert len(greetings(room.channel)) == 1


async def test_where_the_bot_may_write_nowhere_it_says_nothing_and_tries_again_when_added_again(
    room: Server,
) -> None:
    bot, denied = room.bot.user.id, discord.Permissions(send_messages=True).value  # pyrefly: ignore[missing-attribute]  # logged in
    room.env.backend.set_overwrite(room.channel.id, Overwrite(bot, OverwriteType.MEMBER, 0, denied))
    await room.env.settle()
    await add_bot(room)
    assert greetings(room.channel) == []
    assert (await room.bot.club.members.servers.get(room.guild.id)).greeted_at is None
    other = room.guild.create_text_channel("other")
    await room.env.settle()
    await add_bot(room)
    assert len(greetings(other)) == 1


async def test_it_is_said_once_whatever_comes_again(room: Server) -> None:
    await add_bot(room)
    await add_bot(room)
    await room.restart()
    await add_bot(room)
    assert len(greetings(room.channel)) == 1


@pytest.mark.ci
async def test_a_server_that_was_there_before_gets_no_card_when_the_bot_starts_or_comes_back(
    room: Server,
) -> None:
    await add_bot(room, minutes_ago=20)
    await room.restart()
    assert greetings(room.channel) == []
