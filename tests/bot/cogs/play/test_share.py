"""Share: a member's private card becomes a post for everyone in the channel.

It shows only what everyone may see.
"""

from typing import Any

import discord
import pytest

from rendering.themes import THEMES
from tests.bot.closed_places import overwrite, secret_match
from tests.bot.matches_over import animate, play_plies
from tests.bot.server import Server, button, buttons, reply_text, texts
from tests.sets import leave_to_ci

ELSEWHERE = "Not everybody here may look into the place of this match"


async def choose_where(member: Any, card: Any, where: str) -> Any:
    """Press Share on a private card in a thread, and answer where."""
    asked = await member.click(card, label="Share")
    assert list(buttons(asked.response)) == ["In the channel above", "Here"]
    return await member.click(asked.response, label=where)


async def share_card(member: Any, card: Any, place: Any) -> Any:
    """Share a private card in a thread, and return the post that everyone sees."""
    before = {message.id for message in place.history()}
    await choose_where(member, card, "Here")
    [post] = [message for message in place.history() if message.id not in before]
    assert not post.flags.ephemeral
    return post


@pytest.mark.ci
async def test_a_replay_is_shared_with_its_moves_as_everybody_sees_it(room: Server) -> None:
    place = await play_plies(room, 8)
    await room.run(room.bot.club.members.preferences.change(room.ben.id, theme="night"))
    own = (await room.ben.slash(place, "replay", **{"from": 2, "to": 3})).response
    post = await share_card(room.ben, own, place)
    assert texts(post).startswith("-# Shared by Ben\n### Russian checkers: moves 2 to 3 of 4\n")
    colours = THEMES["wood"].board.colours
    assert (await animate(post)).colours[: len(colours)] == list(colours)
    assert list(buttons(post)) == ["All moves"]
    assert (await room.cleo.click(post, label="All moves")).ephemeral


async def test_it_goes_to_the_channel_above_where_others_are(room: Server) -> None:
    place = await play_plies(room, 2)
    own = (await room.ben.slash(place, "replay")).response
    answered = await choose_where(room.ben, own, "In the channel above")
    assert reply_text(answered) == f"Shared in {room.channel.mention}."
    post = room.channel.history()[-1]
    assert texts(post).startswith("-# Shared by Ben\n### Russian checkers")
    assert "Shared by" not in texts(place.history()[-1]), "it is posted once"


@pytest.mark.parametrize("who", ["ben", "twotone"])
async def test_nothing_goes_above_where_the_member_or_the_bot_may_not_write(room: Server, who: str) -> None:
    place = await play_plies(room, 2)
    own = (await room.ben.slash(place, "replay")).response
    overwrite(room, room.channel, getattr(room, who), send_messages=False)
    before = len(list(room.channel.history()))
    refused = await choose_where(room.ben, own, "In the channel above")
    assert "Shared" not in reply_text(refused) and len(list(room.channel.history())) == before


@pytest.mark.ci
async def test_who_may_not_write_shares_nothing(room: Server) -> None:
    place = await play_plies(room, 2)
    own = (await room.ben.slash(place, "replay")).response
    overwrite(room, room.channel, room.guild.default_role, send_messages_in_threads=False)
    overwrite(room, room.channel, room.twotone, send_messages_in_threads=True)
    before = len(list(place.history()))
    refused = await choose_where(room.ben, own, "Here")
    assert "You may not write in this channel" in reply_text(refused)
    assert len(list(place.history())) == before


@pytest.mark.ci
@pytest.mark.parametrize("kind", ["channel", "thread", "private thread"])
async def test_what_not_everybody_may_see_is_shared_in_its_own_place_alone(room: Server, kind: str) -> None:
    secret, _ = await secret_match(room, kind)
    first, second = await room.players()
    for member, move in ((first, "a1"), (second, "b2")):
        await member.slash(secret, "move", move=move)
    elsewhere = (await room.ann.slash(room.channel, "replay", match="1")).response
    before = [message.id for message in room.channel.history()]
    assert ELSEWHERE in reply_text(await room.ann.click(elsewhere, label="Share"))
    assert [message.id for message in room.channel.history()] == before
    there = (await room.ann.slash(secret, "replay")).response
    if kind == "channel":
        await room.ann.click(there, label="Share")
        assert "Shared by Ann" in texts(secret.history()[-1])
        return
    assert "Shared by Ann" in texts(await share_card(room.ann, there, secret))
    if kind == "private thread":
        above = await choose_where(room.ann, there, "In the channel above")
        assert ELSEWHERE in reply_text(above)
        assert [message.id for message in room.channel.history()] == before


@pytest.mark.parametrize("rest", leave_to_ci(["", "-", "1-", "a-b", "9-1", "1-99"], after=2))
async def test_a_forged_excerpt_is_refused(room: Server, rest: str) -> None:
    place = await play_plies(room, 2)
    planted: discord.Message = room.plant(place, [button(f"v1:1:share-to:2:here,replay,{rest}")])
    answered = await room.ann.click(planted, label="forged")
    assert answered.ephemeral and "Shared" not in reply_text(answered)
