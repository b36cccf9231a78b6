"""The final cards of a rated match state the change of both ratings."""

import re
from typing import Any

import pytest

from club.members.people import Act
from club.standing.newcomers import MOST
from data.standing import ratings
from data.standing.ratings import RatingRow
from tests.bot.cogs.standing.test_standings import add_rated_match
from tests.bot.server import Server, texts

RATING = re.compile(r"-# <@(\d+)>: (\d+)\u00a0±\u00a0(\d+)\u00a0→ (\d+)\u00a0±\u00a0(\d+)")
"""A line of a card: who, their rating before and after."""


async def play_cleo(room: Server) -> None:
    """Let Ann and Ben each play Cleo.

    After that, what they play with each other counts.
    """
    for match_id, pair in enumerate([(room.ann, room.cleo), (room.cleo, room.ben)], 101):
        await add_rated_match(room, pair, match_id=match_id)


async def end_match(room: Server, number: int = 1) -> Any:
    """Play a match of Ann and Ben that Ben resigns after six moves.

    Return its place.
    """
    place = await room.begin("binar", side="Even")
    for _ in range(6):
        table = await room.bot.club.matches.load(number)
        assert table.turn is not None
        mover = table.player(table.turn).user_id
        await room.run(
            room.bot.club.matches.play(number, Act(mover, 7000 + table.row.version), table.match.moves()[0])
        )
    asked = await room.ben.slash(place, "resign")
    await room.ben.click(asked.response, label="Resign")
    return place


async def test_both_final_cards_say_both_ratings_before_and_after(room: Server) -> None:
    await play_cleo(room)
    place = await end_match(room)
    on_board = RATING.findall(texts(room.board(place)))
    assert RATING.findall(texts(room.board(room.channel))) == on_board
    first, second = (await room.bot.club.matches.load(1)).row.user_ids
    assert [int(line[0]) for line in on_board] == [first, second]
    lines = {int(user): tuple(map(int, numbers)) for user, *numbers in on_board}
    for member, wins in ((room.ann, 1), (room.ben, -1)):
        before, was, after, now = lines[member.id]
        assert (after - before) * wins > 0 and now < was
    stored = await room.bot.club.ratings.profile(room.guild.id, room.ann.id, by=room.ann.id)
    assert stored is not None
    assert round(stored.lines[0].rating.points) == lines[room.ann.id][2]


async def test_what_waits_to_count_changes_no_rating(room: Server) -> None:
    place = await end_match(room)
    for card in (room.board(place), room.board(room.channel)):
        assert RATING.findall(texts(card)) == []
    assert "-# Rated" in texts(room.board(place))


async def test_both_final_cards_say_why_one_match_more_against_newcomers_does_not_count(room: Server) -> None:
    for number in range(MOST):
        await add_rated_match(room, (room.ann, room.env.create_user(f"New {number}")), match_id=201 + number)
    now = room.bot.club.now()
    known = RatingRow(room.guild.id, "binar", room.ann.id, "Ann", 1500.0, 80.0, now, matches=20, opponents=5)
    await room.run(room.bot.club.store.write(lambda tx: ratings.put(tx, known)))
    place = await end_match(room)
    for card in (room.board(place), room.board(room.channel)):
        assert RATING.findall(texts(card)) == []
        assert f"-# Counts for no rating: a player whose rating is known had {MOST} rated matches" in texts(
            card
        )


@pytest.mark.parametrize("hides", ["ann", "ben"])
async def test_who_hides_their_profile_has_no_number_on_a_card(room: Server, hides: str) -> None:
    await play_cleo(room)
    hidden = getattr(room, hides)
    await room.run(room.bot.club.preferences.change(hidden.id, profile_shown=False))
    place = await end_match(room)
    [other] = {room.ann, room.ben} - {hidden}
    for card in (room.board(place), room.board(room.channel)):
        assert [int(line[0]) for line in RATING.findall(texts(card))] == [other.id]
