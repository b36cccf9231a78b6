"""Mini-matches: two games from one beginning with sides swapped, and one score.

The second game begins as the first ends.
"""

from typing import Any

import pytest

from data.sqlite.check import check
from tests.bot.matches_over import give_up
from tests.bot.server import Server, reply_text, texts


async def begin_both(room: Server, game: str = "american", **options: Any) -> Any:
    """Begin a mini-match of Ann and Ben."""
    return await room.begin(game, side="both", **options)


async def test_the_challenge_says_what_is_asked_and_chance_who_begins(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="american", opponent=room.ben, side="both")
    assert "**Mini-match:** two games from one beginning, each player once on each side." in texts(
        shown.response
    )
    await room.ben.click(shown.response, label="Accept")
    assert "-# Game 1 of 2; the second begins as this one ends." in texts(room.board(room.place))


async def test_the_second_game_begins_as_the_first_ends(room: Server) -> None:
    place = await begin_both(room, options="opening=lot")
    first, second = await room.players()
    before = await room.match()
    await give_up(first, place)
    assert room.place is not place, "a thread of its own"
    assert await room.players(2) == (second, first)
    after = await room.match(2)
    assert after.position == before.origin
    assert after.settled_options == before.settled_options
    said = texts(room.board(room.place))
    assert "-# Game 2 of 2, from the same beginning with sides swapped." in said
    assert f"So far: {second.name} 1, {first.name} 0." in said
    assert "Game 1 of 2; the second has begun." in texts(room.board(place))
    for thread, which in ((place, "Game 1 of 2; the second has begun."), (room.place, "Game 2 of 2")):
        assert which in texts((await room.cleo.slash(thread, "history")).response)
    await give_up(second, room.place)
    assert f"So far: {second.name} 1, {first.name} 1." in texts(room.board(room.place))
    assert f"So far: {second.name} 1, {first.name} 1." in texts(room.board(room.channel))
    assert len(room.channel.threads) == 2, "there is no third"
    check(room.bot.config.database)


@pytest.mark.ci
async def test_a_rematch_of_a_mini_match_is_one(room: Server) -> None:
    place = await begin_both(room, options="opening=lot")
    await give_up(room.ann, place)
    there = await room.ben.click(room.board(place), label="Rematch")
    assert "has begun" in reply_text(there) or "channels/" in reply_text(there)
    place = room.place
    await give_up(room.ann, place)
    asked = await room.ann.click(room.board(place), label="Rematch")
    assert "You asked Ben for a rematch" in reply_text(asked)
    card = room.channel.history()[-1]
    assert "Mini-match:" in texts(card)
    assert "opening drawn by lot" in texts(card)
    await room.ben.click(card, label="Accept")
    assert "Game 1 of 2" in texts(room.board(room.place))
    assert "So far:" in texts(room.board(room.place))
    await give_up(room.ann, room.place)
    assert "Game 2 of 2" in texts(room.board(room.place))
    assert (await room.match(4)).settled_options == (await room.match(3)).settled_options


async def test_the_computer_plays_none(room: Server) -> None:
    shown = await room.ann.slash(room.channel, "play", game="binar", opponent=room.twotone, side="both")
    assert "A mini-match is played with a member" in reply_text(shown)
