"""On a server with the computer switched off, nothing leads to it.

Matches that have begun go on.
"""

from typing import Any

import pytest

from data.play.challenges import ChallengeStatus
from tests.bot.computer_matches import answer, begin_computer, newest, play_out
from tests.bot.matches_over import give_up
from tests.bot.server import Server, buttons, press_behind, reply_text, texts

OFF = "Playing against the computer is switched off on this server."


pytestmark = pytest.mark.usefixtures("computer_waits")


async def switch(room: Server, *, on: bool) -> None:
    """Moderators say whether the computer can be played here."""
    await room.bot.club.members.servers.change(room.guild.id, moderator_id=room.ann.id, computers=on)


async def open_challenges(room: Server) -> int:
    """How many challenges of Ann's wait."""
    return len(await room.bot.club.play.lists.list_challenges_by(room.ann.id))


async def over(room: Server) -> Any:
    """Ann has played a match against the computer to its end; returns its place."""
    place = await begin_computer(room)
    await play_out(room, place, await newest(room))
    return place


async def test_play_is_refused_before_anything_is_posted(room: Server) -> None:
    await switch(room, on=False)
    before = len(room.channel.history())
    for clock in ({}, {"clock": "1 day"}):
        refused = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone, **clock)
        assert OFF in reply_text(refused)
        assert refused.response.ephemeral
    assert (len(room.channel.history()), await open_challenges(room)) == (before, 0)


async def test_a_level_on_a_card_from_before_begins_nothing(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone)
    await switch(room, on=False)
    assert OFF in reply_text(await room.ann.click(shown.response, label="1★ gentle"))
    (waiting,) = await room.bot.club.play.lists.list_challenges_by(room.ann.id)
    assert waiting.status is ChallengeStatus.OPEN


@pytest.mark.ci
async def test_a_rematch_is_refused_at_once_and_posts_no_card(room: Server) -> None:
    place = await over(room)
    await switch(room, on=False)
    before = len(room.channel.history())
    assert OFF in reply_text(await room.ann.click(room.board(place), label="Rematch"))
    assert OFF in reply_text(await room.ann.slash(place, "rematch"))
    assert (len(room.channel.history()), await open_challenges(room)) == (before, 0)
    await switch(room, on=True)
    again = await room.ann.click(room.board(place), label="Rematch")
    assert "You asked Twotone for a rematch" in reply_text(again)


@pytest.mark.ci
async def test_a_try_out_offers_both_sides_alone(room: Server) -> None:
    helped = await room.ann.slash(room.channel, "rules", game="binar")
    opened = (await press_behind(room.ann, helped.response, "Try it")).response
    began = (await room.ann.click(opened, label="Against Twotone")).response
    assert "Binar against Twotone" in texts(began)
    opened = (await press_behind(room.ann, helped.response, "Try it")).response
    await switch(room, on=False)
    shown = (await press_behind(room.ann, helped.response, "Try it")).response
    assert "You play both sides" in texts(shown)
    assert "Against Twotone" not in buttons(shown)
    refused = reply_text(await room.ann.click(opened, label="Against Twotone"))
    assert OFF in refused
    assert "play both sides" in refused
    await room.ann.click(began, label="b2")
    await answer(room)
    assert "Twotone placed" in texts(began), "what has begun goes on"
    assert OFF in reply_text(
        await room.ann.slash(room.channel, "rematch", match=str(await resign_match(room)))
    )


async def resign_match(room: Server) -> int:
    """Resign Ann's only match, and return its number."""
    number = await newest(room)
    await give_up(room.ann, room.channel)
    return number


@pytest.mark.ci
async def test_a_match_that_runs_goes_on_to_its_end_with_its_hints(room: Server) -> None:
    place = await begin_computer(room)
    number = await newest(room)
    await switch(room, on=False)
    assert "Look here" in reply_text(await room.ann.slash(place, "hint"))
    await room.ann.slash(place, "move", move="b2")
    await answer(room)
    assert len((await room.match(number)).plies) == 2


@pytest.mark.ci
async def test_where_the_computer_is_switched_off_no_card_offers_it(room: Server) -> None:
    servers, number = room.bot.club.members.servers, room.guild.id
    there = await room.ann.slash(room.channel, "play", game="yin-yang")
    await room.ann.click(there.response, label="More")
    there = room.channel.history()[-1]
    assert "Play Twotone meanwhile" in buttons(there)
    await servers.change(number, moderator_id=room.ann.id, computers=False)
    shown = await room.ann.slash(room.channel, "play", game="binar")
    assert list(buttons(shown.response))[:3] == ["Accept", "Withdraw", "Clock and side"]
    form = await press_behind(room.ann, shown.response, "Options")
    await room.ann.submit_modal(form, {"size": ["3"]})
    (card,) = [message for message in room.channel.history() if message.id == shown.response.id]
    assert "3×3" in texts(card)
    unfolded = await room.ann.click(card, label="More")
    assert "Play Twotone meanwhile" not in buttons(unfolded.response)
    await room.restart()
    refused = await room.ann.click(there, label="Play Twotone meanwhile")
    assert "Playing against the computer is switched off on this server." in reply_text(refused)
    await room.bot.club.members.servers.change(number, moderator_id=room.ann.id, computers=True)
    for card in (there, shown.response):
        await room.ann.click(card, label="Withdraw")
    again = await room.ann.slash(room.channel, "play", game="binar")
    unfolded = await room.ann.click(again.response, label="More")
    assert "Play Twotone meanwhile" in buttons(unfolded.response)
    await room.ann.click(again.response, label="Withdraw")
