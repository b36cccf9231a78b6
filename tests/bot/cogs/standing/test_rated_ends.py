"""The final cards of a rated match state the change of both ratings."""

import pytest

from club.standing.newcomers import MOST
from data.standing import ratings
from data.standing.ratings import RatingRow
from tests.bot.rated_matches import RATING, add_rated_match, end_match, play_cleo
from tests.bot.server import Server, texts


async def test_both_final_cards_say_both_ratings_before_and_after(room: Server) -> None:
    await play_cleo(room)
    place = await end_match(room)
    on_board = RATING.findall(texts(room.board(place)))
    assert RATING.findall(texts(room.board(room.channel))) == on_board
    first, second = (await room.bot.club.play.matches.load(1)).row.user_ids
    assert [int(line[0]) for line in on_board] == [first, second]
    lines = {int(user): tuple(map(int, numbers)) for user, *numbers in on_board}
    for member, wins in ((room.ann, 1), (room.ben, -1)):
        before, was, after, now = lines[member.id]
        assert (after - before) * wins > 0 and now < was
    stored = await room.bot.club.standing.ratings.load_profile(
        room.guild.id, room.ann.id, viewer_id=room.ann.id
    )
    assert stored is not None
    assert round(stored.lines[0].rating.points) == lines[room.ann.id][2]


@pytest.mark.ci
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
