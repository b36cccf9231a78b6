"""A match of two teams as members use it.

It is joined by a tap, lined up, played on boards, counted and played again.
"""

import pytest

from tests.bot.cogs.competitions.league_steps import later, posts
from tests.bot.cogs.competitions.team_steps import (
    fill_teams,
    first_card,
    line_up,
    match,
    start_teams,
    table,
)
from tests.bot.competing import lose, take_mentions
from tests.bot.server import Server, buttons, menus, reply_text, texts


@pytest.mark.ci
async def test_two_teams_join_are_lined_up_play_on_boards_and_are_counted(room: Server) -> None:
    mo, reds, blues, card = await fill_teams(room, 3)
    assert f"**Red** · 3 members, captain <@{mo.id}>: <@{reds[0].id}>, <@{reds[1].id}>" in texts(card)
    room.env.http_requests.clear()
    await mo.click(card, label="Start now")
    await later(room, 1.0)
    shown = table(room)
    assert take_mentions(room) == sorted(member.id for member in (*reds, *blues))
    assert "**Red 0 : 0 Blue**" in texts(shown) and "0 of 3 boards are over" in texts(shown)
    assert f"): <@{reds[0].id}> – <@{blues[0].id}>\n" in texts(shown)
    assert f"): <@{reds[2].id}> – <@{blues[2].id}>" in texts(shown)
    assert len(room.channel.threads) == 3
    boards = [message for thread in room.channel.threads for message in thread.history()]
    reasons = [
        f"Board {number} of Red – Blue. {name} begins"
        for number, name in ((1, "Red 1"), (2, "Blue 2"), (3, "Red 3"))
    ]
    for reason in reasons:
        assert sum(reason in texts(board) for board in boards) == 1

    await lose(room, 1)  # Blue 1
    await lose(room, 2, seat=0)  # Blue 2
    await later(room, 1.0)
    assert "**Red 4 : 0 Blue**" in texts(table(room)) and "2 of 3 boards are over" in texts(table(room))
    assert f"): <@{reds[0].id}> **2 : 0** <@{blues[0].id}>" in texts(table(room))
    alt = table(room).attachments[0].description or ""
    assert alt.startswith("The boards of Red – Blue. 2 of 3 over. Red 4, Blue 0. Board 1: Red 1 2, Blue 1 0.")
    assert "Board 3: Red 3 against Blue 3, open." in alt
    await lose(room, 3, seat=0)  # Red 3
    await later(room, 1.0)
    over = table(room)
    assert "**Red 4 : 2 Blue**" in texts(over) and "Over: Red has won." in texts(over)
    assert posts(room, "Two teams on") == [], "the table alone is left"


async def test_a_captain_orders_the_line_up_by_hand(room: Server) -> None:
    captain = room.guild.add_member(room.env.create_user("Captain"))
    mo, reds, blues, card = await fill_teams(room, 3, first_captain=captain, boards=2)
    assert "Only the captain" in reply_text(await line_up(reds[0], card))
    shown = await line_up(captain, card)
    assert "The first 2 play" in reply_text(shown) and "1. Red 1\n2. Red 2\n3. Red 3" in reply_text(shown)
    [pick] = menus(shown.response)
    shown = await captain.select(shown.response, [pick["options"][2]["value"]])
    assert "**Red 3** is chosen" in texts(shown.response)
    for _ in range(2):
        shown = await captain.click(shown.response, label="Up")
    assert "1. Red 3\n2. Red 1\n3. Red 2" in texts(shown.response)
    assert "Up" not in buttons(shown.response)
    shown = await line_up(mo, first_card(room))  # who has made it helps out
    [pick] = menus(shown.response)
    shown = await mo.select(shown.response, [pick["options"][0]["value"]])
    shown = await mo.click(shown.response, label="Down")
    assert "1. Red 1\n2. Red 3\n3. Red 2" in texts(shown.response)
    await room.env.settle()
    assert f"<@{reds[0].id}>, <@{reds[2].id}>, <@{reds[1].id}>" in texts(first_card(room))
    await mo.click(first_card(room), label="Start now")
    await later(room, 1.0)
    assert f"): <@{reds[2].id}> – <@{blues[1].id}>" in texts(table(room)) and "[Board 2](" in texts(
        table(room)
    )
    assert "Board 3" not in texts(table(room))


async def test_a_captain_takes_a_member_out_of_their_team(room: Server) -> None:
    mo, reds, _, card = await fill_teams(room, 2)
    shown = await line_up(mo, card)
    [pick] = menus(shown.response)
    shown = await mo.select(shown.response, [pick["options"][0]["value"]])
    shown = await mo.click(shown.response, label="Out of the team")
    assert "1. Red 2" in texts(shown.response) and "Out of the team" not in buttons(shown.response)
    assert "Each team needs 2 members" in reply_text(await mo.click(first_card(room), label="Start now"))
    assert f"<@{reds[0].id}>" not in texts(first_card(room))


async def test_members_change_teams_leave_and_come_only_by_their_role(room: Server) -> None:
    role = room.guild.create_role("Reds")
    _, card = await match(room, first_role=role)
    assert f"Red is for <@&{role.id}>" in texts(card)
    assert f"is for members with the role <@&{role.id}>" in reply_text(
        await room.ann.click(card, label="Join Red")
    )
    await room.ann.click(card, label="Join Blue")
    red = room.guild.add_member(room.env.create_user("Rae"), roles=[role])
    await red.click(card, label="Join Blue")
    assert "You play for Red." in reply_text(await red.click(first_card(room), label="Join Red"))
    await room.env.settle()
    assert "**Red** · 1 member" in texts(first_card(room)) and "**Blue** · 1 member" in texts(
        first_card(room)
    )
    assert "You are out." in reply_text(await room.ann.click(first_card(room), label="Leave"))
    await room.env.settle()
    assert "Nobody has joined yet" in texts(first_card(room))


async def test_a_player_comes_to_their_board_from_the_table_and_to_its_record(room: Server) -> None:
    _, reds, _ = await start_teams(room, 2)
    shown = await reds[0].click(table(room), label="My board")
    assert shown.ephemeral and "Play" in buttons(shown.response)
    assert "You have no board" in reply_text(await room.ann.click(table(room), label="My board"))
    record = await room.ann.click(table(room), label="Table as files")
    assert "TRF16" in reply_text(record)
