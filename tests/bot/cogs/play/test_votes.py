"""A vote match as members use it: a command begins it.

Anyone who presses Vote on the board votes on each move.
"""

from typing import Any

import discord
import pytest

from tests.bot.closed_places import overwrite
from tests.bot.cogs.competitions.league_steps import later
from tests.bot.limits import pings
from tests.bot.matches_over import give_up
from tests.bot.server import Server, button, buttons, reply_text, texts, walk
from tests.bot.vote_acts import shown_by

HOUR = 3600.0
TEAM = "Ann's team"


def voters(room: Server, count: int) -> list[Any]:
    return [room.guild.add_member(room.env.create_user(f"Voter {number}")) for number in range(count)]


async def begin(room: Server, **options: Any) -> Any:
    """Ann asks for a vote match, which Ben accepts; where it is played."""
    given = {"game": "american", "side": "Black", "opponent": room.ben, "quorum": 20} | options
    shown = await room.ann.slash(room.channel, "vote", **given)
    assert "**Vote match" in texts(shown.response)
    await room.ben.click(shown.response, label="Accept")
    return room.place


async def open_vote(room: Server, who: Any, place: Any) -> discord.Message:
    """Press Vote as a member, and return the message that the member sees."""
    return shown_by(await who.click(room.board(place), label="Vote"))


async def vote(room: Server, who: Any, place: Any, *labels: str) -> discord.Message:
    """Vote by the picker's buttons as a member, and return what the member sees then."""
    shown = await open_vote(room, who, place)
    for label in labels:
        shown = shown_by(await who.click(shown, label=label))
    return shown


async def moves(room: Server, number: int = 1) -> list[str]:
    return [ply.text for ply in (await room.match(number)).plies]


async def test_the_captain_s_safe_move_counts_where_nobody_votes(room: Server) -> None:
    place = await begin(room)
    seen = await vote(room, room.ann, place, "12-16")
    safe = shown_by(await room.ann.click(seen, label="Only if nobody votes"))
    assert "Your safe move is `12-16`" in texts(safe) and "**1** vote" not in texts(safe)
    counted = shown_by(await room.ann.click(safe, label="Count it as my vote"))
    assert "You are for `12-16`" in texts(counted)
    await room.env.settle()
    assert "1 has voted so far." in texts(room.board(place))
    await room.ann.click(counted, label="Only if nobody votes")
    await later(room, 60)
    assert "voted so far" not in texts(room.board(place)), "a safe move is no vote"
    await later(room, 13 * HOUR)
    assert await moves(room) == ["12-16"]
    assert "the captain's safe move `12-16` was made" in texts(room.board(place))


async def test_without_votes_it_is_put_off_once_and_then_waits_for_one(room: Server) -> None:
    place = await begin(room)
    board = room.board(place).id
    await later(room, 13 * HOUR)
    assert await moves(room) == [] and "it is not put off again" in texts(room.board(place))
    await later(room, 12 * HOUR)
    waits = room.board(place)
    assert "The next vote opens it for as long once more" in texts(waits) and waits.id == board
    await later(room, 48 * HOUR)
    await vote(room, room.cleo, place, "11", "15")
    await room.env.settle()
    assert await moves(room) == [] and "It closes" in texts(room.board(place))
    await later(room, 12 * HOUR)
    assert await moves(room) == ["11-15"]


async def test_who_plays_against_a_team_has_no_vote_in_it(room: Server) -> None:
    place = await begin(room)
    told_ben = await room.ben.click(room.board(place), label="Vote")
    assert "You play against this team" in reply_text(told_ben)
    refused = await room.ann.slash(place, "move", move="11-15")
    assert "Your team decides on its moves" in reply_text(refused)
    assert await moves(room) == []


@pytest.mark.ci
async def test_two_teams(room: Server) -> None:
    place = await begin(room, teams="both", quorum=2)
    one, two, three = voters(room, 3)
    assert "voted so far" not in texts(room.board(place))
    first = await vote(room, one, place, "11", "15")
    await room.env.settle()
    assert "1 has voted so far." in texts(room.board(place))
    assert "As it stood <t:" in texts(first)
    await vote(room, two, place, "11", "15")
    await room.env.settle()
    assert await moves(room) == ["11-15"]
    board = room.board(place)
    assert "**Ben's team votes** (White)" in texts(board)
    assert "You are of the other team" in reply_text(await one.click(board, label="Vote"))
    assert "You play against this team" in reply_text(await room.ann.click(board, label="Vote"))
    for member in (three, room.ben):
        await vote(room, member, place, "22", "18")
    await room.env.settle()
    assert (await moves(room))[:1] == ["11-15"] and len(await moves(room)) == 2


@pytest.mark.ci
async def test_a_team_against_the_computer_gets_a_new_board_each_turn(room: Server) -> None:
    shown = await room.ann.slash(
        room.channel, "vote", game="american", opponent=room.twotone, quorum=2, side="Black"
    )
    level = next(label for label in buttons(shown.response) if "★" in label)
    await room.ann.click(shown.response, label=level)
    place = room.place
    first = room.board(place)
    for member in voters(room, 2):
        await vote(room, member, place, "11", "15")
    await later(room, 5)
    assert len(await moves(room)) == 2
    board = room.board(place)
    assert board.id != first.id and "votes** (Black)" in texts(board) and "Vote" in buttons(board)


@pytest.mark.parametrize("game", ["one-zero-one"])
async def test_what_has_hidden_cards_is_refused_with_a_sentence(room: Server, game: str) -> None:
    refused = await room.ann.slash(room.channel, "vote", game=game)
    assert "is not played by teams that vote" in reply_text(refused)
    assert await room.bot.club.store.read(lambda tx: tx.all("SELECT id FROM challenge")) == []


async def test_a_sit_down_clock_and_a_mini_match_are_refused(room: Server) -> None:
    assert "needs a clock of hours or days" in reply_text(
        await room.ann.slash(room.channel, "vote", game="binar", clock="10+5")
    )
    assert "one game" in reply_text(await room.ann.slash(room.channel, "vote", game="binar", side="Both"))


async def test_who_may_not_write_there_has_no_vote(room: Server) -> None:
    place = await begin(room)
    muted = room.guild.add_member(room.env.create_user("Muted"))
    overwrite(
        room, room.channel, muted, view_channel=True, send_messages=False, send_messages_in_threads=False
    )
    told_them = reply_text(await muted.click(room.board(place), label="Vote"))
    assert "Only who may write where the match is can vote" in told_them


async def test_only_holders_of_its_role_vote_and_the_captain(room: Server) -> None:
    role = room.guild.create_role("Analysts")
    given = {"game": "american", "side": "Black", "opponent": room.ben, "quorum": 3, "role": role}
    shown = await room.ann.slash(room.channel, "vote", **given)
    assert f"Only members with the role <@&{role.id}> vote, and the captains" in texts(shown.response)
    await room.ben.click(shown.response, label="Accept")
    place = room.place
    assert f"Only members with the role <@&{role.id}> vote here" in texts(room.board(place))
    refused = await room.cleo.click(room.board(place), label="Vote")
    assert f"Only members with the role <@&{role.id}> vote in this match" in reply_text(refused)
    analysts = [
        room.guild.add_member(room.env.create_user(f"Analyst {each}"), roles=[role]) for each in (1, 2)
    ]
    for member in (*analysts, room.ann):
        await vote(room, member, place, "11", "15")
    await room.env.settle()
    assert await moves(room) == ["11-15"]
    await give_up(room.ann, place)
    await room.ben.click(room.board(place), label="Rematch")
    card = next(message for message in reversed(room.channel.history()) if "Vote match" in texts(message))
    assert f"Only members with the role <@&{role.id}> vote" in texts(card)


async def test_the_captain_is_mentioned_and_nobody_else(room: Server) -> None:
    room.env.http_requests.clear()
    await begin(room)
    found = [user for request in room.env.http_requests for user in pings(request)]
    assert found.count(room.ann.id) == 1 and set(found) <= {room.ann.id, room.ben.id}


async def test_a_vote_keeps_its_captain_from_none_of_their_own_moves(room: Server) -> None:
    await begin(room)
    await room.env.advance_time(60)
    await room.begin("binar", side="Even")
    listed = await room.ann.slash(room.channel, "games")
    assert "against Ben: Ann's team to move" in texts(listed.response)
    assert [label for label in buttons(listed.response) if "against" in label] == ["Binar against Ben"]
    pressed = room.plant(room.channel, [button("v1:0:next:0")])
    assert "Binar against Ben: your turn" in reply_text(await room.ann.click(pressed, label="forged"))


async def test_old_buttons_lead_to_the_ballot_that_is_open(room: Server) -> None:
    place = await begin(room, quorum=2)
    old = await open_vote(room, room.cleo, place)
    card = room.plant(place, [button("v1:1:vote-safe:0:1")])
    assert "The board has moved on" in texts(shown_by(await room.ann.click(card, label="forged")))
    for member in voters(room, 2):
        await vote(room, member, place, "11", "15")
    late = await room.cleo.click(old, label="11")
    assert "nothing to vote on" in reply_text(late)
    await room.ben.slash(place, "move", move="22-18")
    late = shown_by(await room.cleo.click(old, label="11"))
    assert "The board has moved on" in texts(late) and walk(late.components)
