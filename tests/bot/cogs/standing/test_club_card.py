"""A server's card: moderators choose its channel, and members take seats from it.

Nothing private is on it.
"""

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from club.members.people import Person
from tests.bot.closed_places import shut_channel
from tests.bot.officials import manager
from tests.bot.server import Server, buttons, texts, walk
from tests.bot.settings_cards import choose, of_server, setting
from tests.club.people import act


async def settled_card(room: Server, lobby: Any) -> Any:
    """Return the card once recent events have had time to reach it."""
    for _ in range(3):
        await room.env.advance_time(31)
        await room.env.settle()
    [card] = [each for each in lobby.history() if each.type is discord.MessageType.default]
    return card


async def test_whose_turn_it_is_and_which_seats_are_open_is_on_one_message(room: Server) -> None:
    mo, lobby = manager(room), room.guild.create_text_channel("lobby")
    card = await choose(mo, await setting(room, mo), "card_channel", lobby)
    assert "Saved" in texts(card)
    first = await settled_card(room, lobby)
    assert "### Play here\n" in texts(first)
    assert "No match is going on here just now." in texts(first)
    assert list(buttons(first)) == ["My matches", "Find an opponent", "Today's puzzle"]
    place = await room.begin("russian", side="White")
    await room.cleo.slash(room.channel, "play", game="binar")
    both = await settled_card(room, lobby)
    assert both.id == first.id
    assert "### Playing here now\n" in texts(both)
    assert f"**Ann** · [Russian checkers](https://discord.com/channels/{room.guild.id}/{place.id}" in texts(
        both
    )
    assert "with Cleo · no clock" in texts(both)
    assert "<@" not in texts(both)
    taken = await room.ben.click(both, label="Take the seat")
    assert taken.ephemeral
    assert "Take the seat" not in buttons(await settled_card(room, lobby))
    mine = await room.ann.click(both, label="My matches")
    assert mine.ephemeral
    assert "Russian checkers" in texts(mine.response)


async def test_a_seat_of_somebody_barred_is_not_on_it(room: Server) -> None:
    mo, lobby = manager(room), room.guild.create_text_channel("lobby")
    await choose(mo, await setting(room, mo), "card_channel", lobby)
    await room.cleo.slash(room.channel, "play", game="binar")
    assert "with Cleo" in texts(await settled_card(room, lobby))
    barring, cleo = room.bot.club.competitions.barring, Person(room.cleo.id, "Cleo")
    await room.run(barring.bar(room.guild.id, cleo, act(Person(mo.id, "Mo")), why="loud", until=None))
    assert "with Cleo" not in texts(await settled_card(room, lobby))
    await room.run(barring.let_back(room.guild.id, cleo, act(Person(mo.id, "Mo")), why="sorry"))
    assert "with Cleo" in texts(await settled_card(room, lobby))


async def test_a_private_channel_s_matches_are_not_on_it_until_everybody_may_see_them(room: Server) -> None:
    mo, lobby = manager(room), room.guild.create_text_channel("lobby")
    everyone, view = room.guild.default_role.id, discord.Permissions(view_channel=True).value
    backend, bot = room.env.backend, room.env.backend.bot_user.id
    await choose(mo, await setting(room, mo), "card_channel", lobby)
    backend.set_overwrite(room.channel.id, Overwrite(everyone, OverwriteType.ROLE, 0, view))
    for who in (bot, room.ann.id, room.ben.id):
        backend.set_overwrite(room.channel.id, Overwrite(who, OverwriteType.MEMBER, view, 0))
    await room.begin("russian", side="White")
    assert "No match is going" in texts(await settled_card(room, lobby))
    backend.delete_overwrite(room.channel.id, everyone)
    assert "Russian checkers" in texts(await settled_card(room, lobby))
    backend.set_overwrite(room.channel.id, Overwrite(everyone, OverwriteType.ROLE, 0, view))
    assert "No match is going" in texts(await settled_card(room, lobby))


async def test_it_is_pinned_where_the_bot_may_pin(room: Server) -> None:
    mo, lobby = manager(room), room.guild.create_text_channel("lobby")
    may = discord.Permissions(pin_messages=True, manage_messages=True).value
    me = Overwrite(room.env.backend.bot_user.id, OverwriteType.MEMBER, may, 0)
    room.env.backend.set_overwrite(lobby.id, me)
    await choose(mo, await setting(room, mo), "card_channel", lobby)
    assert (await settled_card(room, lobby)).pinned


async def test_only_who_manages_the_server_chooses_and_only_where_the_bot_may_post(room: Server) -> None:
    mo = manager(room)
    shut = shut_channel(room)
    card = await setting(room, mo)
    assert "Not saved" in texts(await choose(mo, card, "card_channel", shut))
    server, row = await room.bot.club.standing.cards.load_card(room.guild.id)
    assert (server.card_channel, row) == (None, None)
    chosen = await choose(mo, await setting(room, mo), "card_channel", room.channel)
    none = await choose(mo, chosen, "card_channel")
    assert "Saved" in texts(none)
    logged = await mo.click(await of_server(room, mo), label="What was changed")
    assert "Channel** of this server's card" in texts(logged.response)


@pytest.mark.ci
async def test_the_newest_board_and_the_last_result_are_on_it(room: Server) -> None:
    mo, lobby = manager(room), room.guild.create_text_channel("lobby")
    await choose(mo, await setting(room, mo), "card_channel", lobby)
    empty = await settled_card(room, lobby)
    assert "Press **Find an opponent**: your challenge is shown here" in texts(empty)
    assert [file.filename for file in empty.attachments] == ["games.png"]
    await room.begin("binar", side="Even")
    place = await room.begin("russian", side="White")
    await room.ann.slash(place, "move", move="c3-d4")
    shown = await settled_card(room, lobby)
    assert [file.filename for file in shown.attachments] == ["board.png"]
    assert "Last move: c3-d4" in (shown.attachments[0].description or "")
    assert f"[Russian checkers](https://discord.com/channels/{room.guild.id}/{place.id}" in texts(shown)
    assert "**Ann** against **Ben**" in texts(shown)
    assert "Last result" not in texts(shown)
    for each in (1, 2):
        await room.run(room.bot.club.play.matches.resign(each, act(Person(room.ben.id, "Ben"))))
    over = await settled_card(room, lobby)
    assert "**Last result**\n**Ann** won against Ben" in texts(over)
    assert [file.filename for file in over.attachments] == ["board.png"]
    assert "Press **Find an opponent**" in texts(over)
    await room.cleo.slash(room.channel, "play", game="binar")
    assert "Press **Find an opponent**" not in texts(await settled_card(room, lobby))


async def test_a_seat_with_terms_leads_to_its_challenge_which_says_them(room: Server) -> None:
    mo, lobby = manager(room), room.guild.create_text_channel("lobby")
    await choose(mo, await setting(room, mo), "card_channel", lobby)
    await room.cleo.slash(room.channel, "play", game="russian:lose")
    await room.cleo.slash(room.channel, "play", game="russian", side="taking a man")
    await room.ann.slash(room.channel, "vote", game="russian", teams="other")
    parts = walk((await settled_card(room, lobby)).components)
    labels = [part["accessory"]["label"] for part in parts if part.get("accessory")]
    assert labels == ["See the challenge"] * 3
