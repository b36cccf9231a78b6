"""The choice of the first puzzle.

A member who has seen none gets an easy one. A member who plays a game gets one of that game.
"""

import pytest

from data.puzzles import puzzle_rating
from data.puzzles.puzzle_rating import SolverRow
from tests.bot.puzzle_moves import press_move, puzzle_of, wrong_move
from tests.bot.puzzles import FIRST
from tests.bot.server import Server, buttons, texts

pytestmark = pytest.mark.ci


async def test_somebodys_first_puzzle_is_an_easy_one_of_a_game_that_many_know(room: Server) -> None:
    first = await room.ann.slash(room.channel, "puzzle")
    again = await room.ann.slash(room.channel, "puzzle")
    assert puzzle_of(first.response) == puzzle_of(again.response)
    assert (puzzle_of(first.response).game, puzzle_of(first.response).stars) in (("binar", 1), ("russian", 1))
    assert FIRST in texts(first.response)
    ended = await room.ann.click(first.response, label="Solution")
    assert "First try" not in texts(ended.response)
    assert await rating_of(room, room.ann.id) == [], "the first is not rated"
    today = await room.ann.click(ended.response, label="Today's puzzle")
    assert texts(today.response).startswith("### Puzzle of the day no. ")
    assert FIRST not in texts(today.response)
    shown = await room.ann.click(today.response, label="Solution")
    assert texts(shown.response).splitlines()[0] == texts(today.response).splitlines()[0]
    assert "Today's puzzle" not in buttons(shown.response)
    [rated] = await rating_of(room, room.ann.id)
    assert rated.tries == 1


@pytest.mark.parametrize("press", ["miss", "Hint"])
async def test_neither_a_miss_nor_a_hint_at_the_first_puzzle_costs_anything(room: Server, press: str) -> None:
    first = await room.ann.slash(room.channel, "puzzle")
    if press == "miss":
        puzzle = puzzle_of(first.response)
        await press_move(room, first, puzzle, 0, wrong_move(puzzle))
    else:
        await room.ann.click(first.response, label=press)
    await room.ann.click(first.response, label="Solution")
    assert await rating_of(room, room.ann.id) == []


async def rating_of(room: Server, user_id: int) -> list[SolverRow]:
    """Return a member's puzzle ratings."""
    return await room.bot.club.store.read(lambda tx: puzzle_rating.list_solver_ratings(tx, user_id))


async def test_the_command_begins_with_what_one_plays(room: Server) -> None:
    await room.begin("binary")
    for member in (room.ann, room.ben):
        assert puzzle_of((await member.slash(room.channel, "puzzle")).response).game == "binary"
    await room.begin("zong-heng")
    assert puzzle_of((await room.ann.slash(room.channel, "puzzle")).response).game == "zong-heng"
    assert FIRST in texts((await room.cleo.slash(room.channel, "puzzle")).response)
