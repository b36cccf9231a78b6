"""A vote match as members use it: a command begins it.

Anyone who presses Vote on the board votes on each move.
"""

from typing import Any

import discord
import pytest

from club.play.course.ballots import SPARE
from tests.bot.cogs.competitions.test_competitions import later
from tests.bot.limits import pings
from tests.bot.server import Server, button, buttons, reply_text, texts, walk
from tests.bot.test_doors import overwrite

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


def shown_by(result: Any) -> discord.Message:
    found: discord.Message = next(
        (each for each in result.followups if each.ephemeral), result.response.message or result.response
    )
    return found


async def vote(room: Server, who: Any, place: Any, *labels: str) -> discord.Message:
    """Vote by the picker's buttons as a member, and return what the member sees then."""
    shown = await open_vote(room, who, place)
    for label in labels:
        shown = shown_by(await who.click(shown, label=label))
    return shown


async def moves(room: Server, number: int = 1) -> list[str]:
    return [ply.text for ply in (await room.match(number)).plies]


async def test_a_team_of_thirty(room: Server) -> None:
    place = await begin(room, quorum=31)
    board = room.board(place)
    assert f"**{TEAM} votes** (Black)" in texts(board) and "Press Vote to be of this team" in texts(board)
    assert "Play" not in buttons(board)
    team = voters(room, 29)
    for member in (*team[:12], room.cleo):
        seen = await vote(room, member, place, "11", "15")
        assert "You are for `11-15`" in texts(seen) and "`11-15` · **" in texts(seen)
    for member in team[12:]:
        seen = await vote(room, member, place, "9", "14")
    assert "`9-14` · **17** votes" in texts(seen) and "`11-15` · **13** votes" in texts(seen)
    assert room.board(place).id == board.id and texts(room.board(place)) == texts(board)
    changed = shown_by(await team[0].click(await open_vote(room, team[0], place), label="Change my vote"))
    for label in ("9", "14"):
        changed = shown_by(await team[0].click(changed, label=label))
    assert "`9-14` · **18** votes" in texts(changed) and "`11-15` · **12** votes" in texts(changed)
    assert await moves(room) == []
    await later(room, 13 * HOUR)
    assert await moves(room) == ["9-14"]
    after = room.board(place)
    assert after.id != board.id and "**18 of 30 for `9-14`**" in texts(after) and TEAM in texts(after)
    assert f"<@{room.ben.id}> to move" in texts(after)
    await room.ben.slash(place, "move", move="22-18")
    again = room.board(place)
    assert "**18 of 30 for `9-14`**" in texts(again) and "votes** (Black)" in texts(again)
    assert "nothing to vote on" not in texts(await open_vote(room, team[0], place))


async def test_enough_votes_close_it_at_once(room: Server) -> None:
    place = await begin(room, quorum=3)
    for member in voters(room, 2):
        await vote(room, member, place, "11", "15")
    assert await moves(room) == []
    await vote(room, room.cleo, place, "11", "16")
    await room.env.settle()
    assert await moves(room) == ["11-15"]
    assert "**2 of 3 for `11-15`**" in texts(room.board(place))


async def test_of_equals_the_move_wins_that_had_its_votes_first(room: Server) -> None:
    place = await begin(room, quorum=4)
    one, two, three, four = voters(room, 4)
    await vote(room, one, place, "9", "14")
    await vote(room, two, place, "11", "15")
    await vote(room, three, place, "11", "15")
    await vote(room, four, place, "9", "14")
    await room.env.settle()
    assert await moves(room) == ["11-15"]
    assert "**2 of 4 for `11-15`**" in texts(room.board(place))


async def test_who_has_not_voted_sees_the_same_whatever_others_are_for(room: Server) -> None:
    place = await begin(room)
    empty = texts(room.board(place)), texts(await open_vote(room, room.cleo, place))
    for number, member in enumerate(voters(room, 6)):
        await vote(room, member, place, *(("11", "15") if number % 2 else ("9", "14")))
        assert (texts(room.board(place)), texts(await open_vote(room, room.cleo, place))) == empty
    before = len(room.env.http_requests)
    await vote(room, room.cleo, place, "11")
    assert not any(
        "/messages" in request.path
        and place.id == room.place.id
        and request.method == "PATCH"
        and "webhooks" not in request.path
        for request in room.env.http_requests[before:]
    )


async def test_the_captain_s_safe_move_counts_where_nobody_votes(room: Server) -> None:
    place = await begin(room)
    seen = await vote(room, room.ann, place, "12-16")
    safe = shown_by(await room.ann.click(seen, label="Only as the safe move"))
    assert "`12-16` is your safe move" in texts(safe) and "**1** vote" not in texts(safe)
    counted = shown_by(await room.ann.click(safe, label="Count it as my vote"))
    assert "You are for `12-16`" in texts(counted)
    await room.ann.click(counted, label="Only as the safe move")
    await later(room, 13 * HOUR)
    assert await moves(room) == ["12-16"]
    assert "the captain's safe move `12-16` was made" in texts(room.board(place))


async def test_a_safe_move_gives_way_to_any_vote(room: Server) -> None:
    place = await begin(room)
    seen = await vote(room, room.ann, place, "9", "14")
    await room.ann.click(seen, label="Only as the safe move")
    await vote(room, room.cleo, place, "11", "15")
    await later(room, 13 * HOUR)
    assert await moves(room) == ["11-15"]
    assert "**1 of 1 for `11-15`**" in texts(room.board(place))


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


async def test_a_ballot_closes_in_time_for_the_clock(room: Server) -> None:
    place = await begin(room, clock="1h", quorum=50)
    await vote(room, room.cleo, place, "11", "15")
    await later(room, HOUR - SPARE - 60)
    assert await moves(room) == []
    await later(room, 120)
    assert await moves(room) == ["11-15"]


async def test_who_plays_against_a_team_has_no_vote_in_it(room: Server) -> None:
    place = await begin(room)
    told_ben = await room.ben.click(room.board(place), label="Vote")
    assert "You play against this team" in reply_text(told_ben)
    refused = await room.ann.slash(place, "move", move="11-15")
    assert "Your team decides on its moves" in reply_text(refused)
    assert await moves(room) == []


async def test_two_teams(room: Server) -> None:
    place = await begin(room, teams="both", quorum=2)
    one, two, three = voters(room, 3)
    for member in (one, two):
        await vote(room, member, place, "11", "15")
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


async def test_one_alone_against_a_team(room: Server) -> None:
    place = await begin(room, teams="other", quorum=2)
    await room.ann.slash(place, "move", move="11-15")
    for member in (room.ben, room.cleo):
        await vote(room, member, place, "22", "18")
    await room.env.settle()
    assert len(await moves(room)) == 2 and "2 of 2 for" in texts(room.board(place))


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


async def test_votes_for_a_position_never_count_in_another(room: Server) -> None:
    place = await begin(room, quorum=2)
    one, two = voters(room, 2)
    for member in (one, two):
        await vote(room, member, place, "11", "15")
    await room.env.settle()
    await room.ben.slash(place, "move", move="22-18")
    assert "You are for `15x22`" in texts(await vote(room, one, place, "For 15x22"))
    await room.ben.slash(place, "takeback")
    await room.ann.click(place.history()[-1], label="Agree to the take-back")
    assert await moves(room) == ["11-15"]
    await room.ben.slash(place, "move", move="22-18")  # the same board, but another position
    assert "You are for" not in texts(await open_vote(room, one, place))
    await vote(room, two, place, "For 15x22")
    await room.env.settle()
    assert await moves(room) == ["11-15", "22-18"]
    await vote(room, one, place, "For 15x22")
    await room.env.settle()
    assert (await moves(room))[2:] == ["15x22"]


async def test_nothing_of_a_vote_is_kept_when_the_match_is_over(room: Server) -> None:
    place = await begin(room)
    await vote(room, room.cleo, place, "11", "15")
    old = await open_vote(room, room.cleo, place)
    asked = await room.ann.slash(place, "resign")
    await room.ann.click(asked.response, label="Resign")
    assert "nothing to vote on any more" in reply_text(await room.cleo.click(old, label="Change my vote"))
    for table in ("vote", "ballot"):
        found = await room.bot.club.store.read(lambda tx, name=table: tx.all(f"SELECT * FROM {name}"))  # type: ignore[misc]  # bound at once
        assert found == []


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


async def test_only_the_captain_leaves_a_safe_move(room: Server) -> None:
    place = await begin(room)
    seen = await vote(room, room.cleo, place, "11", "15")
    assert "Only as the safe move" not in buttons(seen)
    card = room.plant(place, [button("v1:1:vote-safe:0:1")])
    assert "Only the captain of this team can leave a safe move" in reply_text(
        await room.cleo.click(card, label="forged")
    )


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
    asked = await room.ann.slash(place, "resign")
    await room.ann.click(asked.response, label="Resign")
    await room.ben.click(room.board(place), label="Rematch")
    card = next(message for message in reversed(room.channel.history()) if "Vote match" in texts(message))
    assert f"Only members with the role <@&{role.id}> vote" in texts(card)


async def test_a_role_that_everybody_has_is_none(room: Server) -> None:
    await begin(room, role=room.guild.default_role)
    assert "Only members" not in texts(room.board(room.place))
    assert "You are for" in texts(await vote(room, room.cleo, room.place, "11", "15"))


async def test_the_captain_is_mentioned_and_nobody_else(room: Server) -> None:
    room.env.http_requests.clear()
    await begin(room)
    found = [user for request in room.env.http_requests for user in pings(request)]
    assert found.count(room.ann.id) == 1 and set(found) <= {room.ann.id, room.ben.id}


async def test_a_rematch_has_the_same_team(room: Server) -> None:
    place = await begin(room, quorum=2)
    asked = await room.ann.slash(place, "resign")
    await room.ann.click(asked.response, label="Resign")
    await room.ben.click(room.board(place), label="Rematch")
    card = next(message for message in reversed(room.channel.history()) if "Vote match" in texts(message))
    assert f"<@{room.ben.id}> plays alone against a team" in texts(card)
    await room.ann.click(card, label="Accept")
    row = (await room.bot.club.matches.load(2)).row
    assert [seat.team for seat in row.seats if seat.user_id == room.ann.id] == [True]
    assert [seat.team for seat in row.seats if seat.user_id == room.ben.id] == [False]


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
