"""A ladder as members use it: one command makes it.

One tap joins it, and another climbs it.
"""

from dataclasses import replace

import discord
import pytest

from bot.cards.competitions.ladder import LadderCards
from data.competitions.pairings import PairingResult, TableChange, TableChangeRow
from tests.bot.cogs.competitions.ladder_steps import card, challenge, filled_ladder, resign
from tests.bot.cogs.competitions.league_steps import boards, later
from tests.bot.limits import pings
from tests.bot.server import Server, button, buttons, menus, reply_text, texts
from words import ENGLISH, localizer_for


@pytest.mark.ci
async def test_who_joins_stands_at_the_foot_and_the_card_shows_it(room: Server) -> None:
    _, members, shown = await filled_ladder(room)
    for place, member in enumerate(members, 1):
        assert f"**{place}** · <@{member.id}>: 0 of 0 won" in texts(shown)
    assert f"<@{members[3].id}> has joined at place 4" in texts(shown)
    assert "Nobody stands" not in texts(shown)
    assert not [user for request in room.env.http_requests for user in pings(request)]


async def test_a_challenge_is_a_match_in_a_thread_that_says_why_and_a_win_takes_the_place(
    room: Server,
) -> None:
    _, members, shown = await filled_ladder(room)
    asked = await members[3].click(shown, label="Challenge")
    assert asked.ephemeral and set(buttons(asked.response)) == {"1 · Ann", "2 · Ben", "3 · Cleo"}
    done = await members[3].click(asked.response, label="2 · Ben")
    assert "You have challenged Ben for place 2" in reply_text(done)
    await room.env.settle()
    [thread] = room.channel.threads
    reason = "Ladder of Club X: place 4 challenges place 2. Ben begins, who is challenged."
    assert all(reason in texts(board) for board in boards(room)) and boards(room)
    await later(room, 31.0)
    assert "Dan – Ben](https" in texts(card(room)) and f"/{thread.id})" in texts(card(room))
    assert "place 4 challenges place 2" in texts(card(room))
    await resign(room, room.ben.id)
    assert f"<@{members[3].id}> has taken place 2 from <@{room.ben.id}>" in texts(card(room))
    assert f"**2** · <@{members[3].id}>: 1 of 1 won" in texts(card(room))
    assert f"**3** · <@{room.ben.id}>" in texts(card(room)) and card(room).id == shown.id
    assert "1 won of 1 match" in (card(room).attachments[0].description or "")


async def test_what_cannot_be_is_refused_in_one_sentence(room: Server) -> None:
    _, _, shown = await filled_ladder(room)
    eve = room.guild.add_member(room.env.create_user("Eve"))
    assert "You do not stand on this ladder" in reply_text(await eve.click(shown, label="Challenge"))
    assert "nobody to challenge" in reply_text(await room.ann.click(shown, label="Challenge"))
    forged = room.plant(room.channel, [button("v1:0:climb-to:0:1,4")])
    assert "out of your reach" in reply_text(await room.ben.click(forged, label="forged"))
    await challenge(room, room.cleo, "2 · Ben")
    assert "You have an open challenge" in reply_text(await room.cleo.click(shown, label="Challenge"))
    await resign(room, room.cleo.id)
    asked = await room.cleo.click(card(room), label="Challenge")
    assert set(buttons(asked.response)) == {"1 · Ann"} and "met Ben a short time ago" in texts(asked.response)
    forged = room.plant(room.channel, [button("v1:0:climb-to:0:1,2")])
    assert "You two have met" in reply_text(await room.cleo.click(forged, label="forged"))
    forged = room.plant(room.channel, [button("v1:0:table-record:0:1")])
    assert "not there any more" in reply_text(await room.cleo.click(forged, label="forged"))


async def test_who_leaves_is_asked_first_and_those_below_move_up(room: Server) -> None:
    _, _, shown = await filled_ladder(room)
    asked = await room.ben.click(shown, label="Leave")
    assert "Leave the ladder?" in reply_text(asked)
    assert "You have withdrawn" in reply_text(await room.ben.click(asked.response, label="Leave"))
    await room.env.settle()
    assert f"<@{room.ben.id}> has left place 2" in texts(card(room))
    assert f"**2** · <@{room.cleo.id}>" in texts(card(room))
    back = await room.ben.click(card(room), label="Join")
    assert reply_text(back).startswith("You have left this ladder today. You can come back <t:")


async def test_the_organiser_rules_for_everybody_to_read_and_ends_it(room: Server) -> None:
    mo, members, _ = await filled_ladder(room)
    await challenge(room, members[3], "3 · Cleo")
    await resign(room, members[3].id)
    assert f"<@{room.cleo.id}> has kept place 3 against <@{members[3].id}>" in texts(card(room))
    shown = await mo.click(card(room), label="Rule on a result")
    [pick] = menus(shown.response)
    asked = await mo.select(shown.response, [pick["options"][0]["value"]])
    form = await mo.click(asked.response, label="Dan won")
    assert "Noted" in reply_text(await mo.submit_modal(form, {"why": "a slip"}))
    await room.env.settle()
    assert f"<@{mo.id}> has ruled on Cleo – Dan: Dan won" in texts(card(room))
    assert f"**3** · <@{members[3].id}>" in texts(card(room))
    asked = await mo.click(card(room), label="End the ladder")
    assert "The ladder is ended" in reply_text(await mo.click(asked.response, label="End the ladder"))
    await later(room, 1.0)
    assert "It is over" in texts(card(room)) and set(buttons(card(room))) == {"Rule on a result"}
    forged = room.plant(room.channel, [button("v1:0:climb:0:1")])
    assert "This ladder is ended" in reply_text(await room.ben.click(forged, label="forged"))


async def test_a_full_ladder_with_many_challenges_fits_into_a_message(room: Server) -> None:
    _, members, _ = await filled_ladder(room)
    await challenge(room, members[3], "3 · Cleo")
    sheet = await room.run(room.bot.club.competitions.all.load_crosstable(1))
    far = 10**18
    lines = [replace(line, entrant=replace(line.entrant, user_id=far)) for line in sheet.lines[:4]]
    ruled = [TableChangeRow(1, 0.0, far, TableChange.RULED, pairing_id=1, result=PairingResult.FIRST)] * 3
    many = replace(
        sheet,
        lines=lines * 16,
        pairings=[*sheet.pairings] * 60,
        effects=[*sheet.effects] * 2,
        latest_changes=ruled,
    )
    shown = LadderCards().section_card(many, localizer_for(ENGLISH), None, is_new_post=False)
    written = sum(
        len(part.content) for part in shown.view.walk_children() if isinstance(part, discord.ui.TextDisplay)
    )
    assert 2500 < written < 4000
