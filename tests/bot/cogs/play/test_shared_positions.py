"""Try this position: a shared board leads to a private match from it."""

from typing import Any

import pytest

from rules import json_records
from tests.bot.cogs.play.import_steps import files_of, import_record, press
from tests.bot.cogs.play.test_share import choose_where, share_card
from tests.bot.matches_over import over, play_plies
from tests.bot.server import Server, button, buttons, reply_text, texts

TRY = "Try this position"


async def share_after(room: Server, plies: int) -> Any:
    """Share Ann's record after some half-moves, in the channel."""
    card = await import_record(room)
    for _ in range(plies):
        card = await press(room, card, "On")
    return await press(room, card, "Share")


async def test_a_shared_record_is_tried_against_the_computer_by_the_side_to_move(room: Server) -> None:
    post = await share_after(room, 1)
    [(name, carried)] = (await files_of(post)).items()
    assert name == "record.json"
    assert "Ada_" not in carried and "c3" not in carried, "it has the position alone"
    await room.restart()  # the file on the card is all that is left
    begun = await room.cleo.click(post, label=TRY)
    assert begun.ephemeral and "Your move" in reply_text(begun)
    assert "You are still in this match" not in reply_text(begun)
    assert "moves first" not in reply_text(begun), "that is told of the usual start"
    match = await room.match()
    table = await room.bot.club.play.matches.load(1)
    assert table.row.is_private and table.seat_of(room.cleo.id) == match.turn == 1
    assert [ply.text for ply in match.plies] == []
    assert match.was_set and {"f6-g5", "d6-e5"} & {*match.moves()}
    again = await room.cleo.click(post, label=TRY)
    assert "You are still in this match" in reply_text(again)


async def test_a_record_in_a_thread_is_shared_where_one_chooses(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    card = (await room.ann.slash(place, "import", record=("game.pdn", b'[GameType "25"] 1. c3-d4'))).response
    asked = await room.ann.click(card, label="Share")
    await room.restart()
    answered = await room.ann.click(asked.response, label="In the channel above")
    assert reply_text(answered) == f"Shared in {room.channel.mention}."
    post = room.channel.history()[-1]
    assert "Shared by Ann" in texts(post) and list(buttons(post)) == [TRY]
    assert "Shared by" not in texts(place.history()[-1])
    replay = (await room.ann.click(card, label="Replay")).response
    await choose_where(room.ann, replay, "In the channel above")
    assert [file.filename for file in room.channel.history()[-1].attachments] == ["replay.gif"]


@pytest.mark.ci
async def test_a_shared_turning_point_is_tried_from_the_board_that_it_shows(room: Server) -> None:
    place = await over(room, "russian", 10, side="White")
    own = (await room.ann.slash(place, "analyse")).response
    point = next(label for label in buttons(own) if label[:1].isdecimal())
    turned = await room.ann.click(own, label=point)
    assert TRY not in buttons(turned.response)
    post = await share_card(room.ann, turned.response, place)
    assert list(buttons(post)).count(TRY) == 1
    before = texts(post)
    begun = await room.cleo.click(post, label=TRY)
    assert begun.ephemeral and "Twotone" in reply_text(begun)
    table = await room.bot.club.play.matches.load(2)
    assert table.row.is_private and table.match.was_set
    seat = table.seat_of(room.cleo.id)
    assert seat == table.match.game.turn(table.match.origin)
    assert texts(post) == before


async def test_nobody_tries_a_position_of_a_running_match_of_theirs(room: Server) -> None:
    await play_plies(room, 10)
    record = json_records.write(await room.match(), whole=True).encode()
    card = await import_record(room, record, "x.json", who=room.cleo)
    last = (await room.cleo.click(card, label="Last")).response
    post = (await room.cleo.click(last, label="Share")).response
    refused = await room.ann.click(post, label=TRY)
    assert "I help nobody in a match" in reply_text(refused)
    assert len(await room.bot.club.play.lists.list_by_urgency(room.ann.id)) == 1


@pytest.mark.parametrize("rest", ["", "9", "0", "1,b,x"])
async def test_a_forged_turning_point_is_refused(room: Server, rest: str) -> None:
    place = await room.begin("binar", side="Even")
    planted: Any = room.plant(place, [button(f"v1:1:try-turn:0:{rest}")])
    answered = await room.cleo.click(planted, label="forged")
    assert answered.ephemeral and "Twotone" not in texts(answered.response)


async def test_what_the_computer_does_not_play_here_is_not_offered(room: Server) -> None:
    await room.bot.club.members.servers.change(room.guild.id, moderator_id=room.ann.id, computers=False)
    assert not buttons(await share_after(room, 1))
