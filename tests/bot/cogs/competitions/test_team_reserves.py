"""Players who disappear from a team match, and people who lead a team.

A reserve takes a missing player's seat by one tap. Others besides its captain may lead a team.
"""

from dataclasses import replace

import discord
import pytest

from bot.cards.competitions.teams import TeamMatchCards
from bot.cards.kit.kit import TEXT_LIMIT
from club.competitions.seasons import ABSENT
from tests.bot.cogs.competitions.league_steps import later
from tests.bot.cogs.competitions.server_meeting import HOUR, Meeting, direct
from tests.bot.cogs.competitions.team_steps import fill_teams, first_card, line_up, match, start_teams, table
from tests.bot.competing import load_pairings, lose, people, take_mentions
from tests.bot.officials import manager
from tests.bot.server import Server, button, buttons, menus, reply_text, texts
from tests.bot.unsent_cards import card_text
from words import languages, localizer_for

TAKEN = "Your board begins at once"


async def users(room: Server, match_id: int) -> list[int]:
    return list((await room.bot.club.play.matches.load(match_id)).row.user_ids)


async def test_a_reserve_takes_the_seat_of_who_never_moves_by_one_tap(room: Server) -> None:
    _, reds, blues = await start_teams(room, 3, boards=2)
    take_mentions(room)
    await later(room, ABSENT + HOUR)
    shown = texts(table(room))
    assert f"<@{reds[0].id}> has not made a first move" in shown and f"<@{reds[2].id}>, or anybody" in shown
    assert f"<@{blues[1].id}> has not made a first move" in shown and f"<@{blues[2].id}>, or anybody" in shown
    assert set(take_mentions(room)) >= {reds[2].id, blues[2].id}
    free = "Take the place of Red 1"
    assert "You play in this match already" in reply_text(await reds[1].click(table(room), label=free))
    assert TAKEN in reply_text(await reds[2].click(table(room), label=free))
    await later(room, 1.0)
    shown = texts(table(room))
    assert f"): <@{reds[2].id}> – <@{blues[0].id}>" in shown and "has taken the place" in shown
    assert "Take the place of Blue 2" in buttons(table(room)) and free not in buttons(table(room))
    assert (await room.bot.club.play.matches.load(1)).row.reason == "ended.replaced"
    assert [pairing.match_id for pairing in await load_pairings(room)] == [3, 2]
    assert await users(room, 3) == [reds[2].id, blues[0].id]


@pytest.mark.ci
async def test_the_table_fits_into_a_message_however_many_have_not_begun(room: Server) -> None:
    await start_teams(room, 2, boards=2)
    sheet = await room.bot.club.competitions.all.load_crosstable(1)
    line, pairing, great = sheet.lines[0], sheet.pairings[0], 10**18
    people = [
        replace(line.entrant, id=each, user_id=great + each, name="*_" * 16, side=each % 2, absent_at=1.0)
        for each in range(40)
    ]
    long = replace(
        sheet,
        competition=replace(sheet.competition, name="*_" * 29),
        teams=[replace(team, name="*_" * 14, gone=True) for team in sheet.teams],
        lines=[replace(line, entrant=each) for each in people],
        pairings=[
            replace(pairing, round=board, first_id=2 * board, second_id=2 * board + 1) for board in range(20)
        ],
        listed_matches={
            id_: replace(each, guild_id=great, thread_id=great) for id_, each in sheet.listed_matches.items()
        },
        unreachable_guests=[each.user_id for each in people],
    )
    for language in languages():
        card = TeamMatchCards().section_card(long, localizer_for(language), None, is_new_post=False)
        assert len(card_text(card)) <= TEXT_LIMIT, language
        assert f"<@{great + 9}>" in card_text(card), "there is room for half of the boards at least"


async def test_a_free_seat_is_for_everybody_of_whom_the_team_is(room: Server) -> None:
    role = room.guild.create_role("Reds")
    mo, card = await match(room, first_role=role)
    reds = people(room, 3, "Red", role=role)
    for team, members in (("Red", reds[:2]), ("Blue", people(room, 2, "Blue"))):
        for member in members:
            await member.click(card, label=f"Join {team}")
    await mo.click(first_card(room), label="Start now")
    await later(room, ABSENT + HOUR)
    free = "Take the place of Red 1"
    assert "Who does not play in this match" in texts(table(room))
    assert f"is for members with the role <@&{role.id}>" in reply_text(
        await room.ann.click(table(room), label=free)
    )
    assert TAKEN in reply_text(await reds[2].click(table(room), label=free))
    await later(room, 1.0)
    assert reds[2].id in await users(room, 3)


@pytest.mark.ci
async def test_a_guest_is_replaced_by_a_guest_who_gets_the_board(room: Server) -> None:
    meeting = await Meeting.after_acceptance(room, boards=2)
    await meeting.join(3)
    await meeting.mo.click(meeting.home("Two teams"), label="Start now")
    await later(room, ABSENT + HOUR)
    free = "Take the place of Guest 2"
    assert "Take the place of Host 1" in buttons(meeting.home("board points"))
    assert free not in buttons(meeting.home("board points"))
    reserve = meeting.guests[2]
    assert f"<@{reserve.id}>, or anybody" in texts(meeting.there("board points"))
    assert TAKEN in reply_text(await reserve.click(meeting.there("board points"), label=free))
    await later(room, 60.0)
    [board] = direct(reserve)
    assert "Board 2 of Home – Away. Guest 3 begins" in texts(board) and "Play" in buttons(board)


async def test_a_manager_lines_up_invites_and_plays_again_in_place_of_an_organiser(room: Server) -> None:
    _, reds, _, card = await fill_teams(room, 2)
    other = manager(room)
    assert "may manage this team’s server" in reply_text(await line_up(reds[0], card))
    shown = await line_up(other, card)
    [pick] = menus(shown.response)
    shown = await other.select(shown.response, [pick["options"][0]["value"]])
    shown = await other.click(shown.response, label="Down")
    assert "1. Red 2\n2. Red 1" in texts(shown.response)
    await other.click(first_card(room), label="Start now")
    await later(room, 1.0)
    for pairing in await load_pairings(room):
        await lose(room, pairing.match_id or 0)
    await later(room, 1.0)
    assert "The rematch is there" in reply_text(await other.click(table(room), label="Rematch"))


async def test_who_manages_a_server_leads_its_team_alone(room: Server) -> None:
    meeting = await Meeting.after_invitation(room)
    other = manager(room)
    shown = await other.click(meeting.home("Two teams"), label="Invitation")
    assert f"code:{meeting.code}" in reply_text(shown)
    assert "Only whoever" in reply_text(await room.ann.click(meeting.home("Two teams"), label="Invitation"))
    await meeting.eve.slash(meeting.channel, "team accept", code=meeting.code, name="Away")
    await room.env.settle()
    await meeting.join(2)
    role = meeting.away.create_role("Deputies", permissions=discord.Permissions(manage_guild=True))
    deputy = meeting.away.add_member(room.env.create_user("Dee"), roles=[role])
    shown = await deputy.click(meeting.there("Two teams"), label="Line-up of Away")
    assert "1. Guest 1" in reply_text(shown)
    for stranger in (meeting.mo, other):
        planted = room.plant(room.channel, [button("v1:0:team-line:0:1,1")])
        assert "Only the captain" in reply_text(await stranger.click(planted, label="forged"))
