"""The choice of the first puzzle.

A member who has seen none gets an easy one. A member who plays a game gets one of that game.
"""

import pytest

from tests.bot.puzzle_moves import puzzle_of
from tests.bot.puzzles import FIRST
from tests.bot.server import Server, buttons, texts


async def test_somebodys_first_puzzle_is_an_easy_one_of_a_game_that_many_know(room: Server) -> None:
    card = await room.ann.slash(room.channel, "help")
    first = await room.ann.click(card.response, label="Today's puzzle")
    again = await room.ann.slash(room.channel, "puzzle")
    assert puzzle_of(first.response) == puzzle_of(again.response)
    assert (puzzle_of(first.response).game, puzzle_of(first.response).stars) in (("binar", 1), ("russian", 1))
    assert FIRST in texts(first.response)
    ended = await room.ann.click(first.response, label="Solution")
    today = await room.ann.click(ended.response, label="Today's puzzle")
    assert texts(today.response).startswith("### Puzzle of the day no. ")
    assert FIRST not in texts(today.response)
    shown = await room.ann.click(today.response, label="Solution")
    assert texts(shown.response).splitlines()[0] == texts(today.response).splitlines()[0]
    assert "Today's puzzle" not in buttons(shown.response)


@pytest.mark.ci
async def test_the_command_begins_with_what_one_plays(room: Server) -> None:
    await room.begin("binary")
    for member in (room.ann, room.ben):
        assert puzzle_of((await member.slash(room.channel, "puzzle")).response).game == "binary"
    await room.begin("zong-heng")
    assert puzzle_of((await room.ann.slash(room.channel, "puzzle")).response).game == "zong-heng"
    assert FIRST in texts((await room.cleo.slash(room.channel, "puzzle")).response)
