"""Playing the computer on one card.

The picker turns into the computer's answer, and that into the next picker.
"""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from engines.player import MoveChoice, TablebaseResult
from rendering.picture import draw
from tests.bot import computer_matches
from tests.bot.computer_matches import answer
from tests.bot.server import Opened, Server, buttons, press_play, texts
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("computer_waits")


async def begin_computer(room: Server, side: str = "Even") -> Any:
    """Begin a match of Binar against the computer as Ann, and return the public board."""
    return room.board(await computer_matches.begin_computer(room, side=side))


def square(card: Opened) -> str:
    """The first square that a picker offers."""
    return next(label for label in buttons(card.response) if len(label) == 2)


@pytest.mark.ci
async def test_the_picker_turns_into_the_answer_and_the_next_picker(room: Server) -> None:
    board = await begin_computer(room)
    opened = await press_play(room.ann, board)
    card = opened.response.message
    for _ in range(2):
        chosen = square(opened)
        played = await room.ann.click(card, label=chosen)
        assert f"You played `{chosen}`. **Twotone thinks" in texts(played.response)
        assert list(buttons(played.response)) == ["Go on"]
        await answer(room)
        assert "Twotone placed" in texts(opened.response) and "Your move" in texts(opened.response)
    assert len((await room.match()).plies) == 4


async def test_the_board_for_all_is_one_card_that_edits_itself(room: Server) -> None:
    board = await begin_computer(room)
    opened = await press_play(room.ann, board)
    await room.ann.click(opened.response.message, label=square(opened))
    assert "Twotone to move" in texts(room.board(room.place)).replace("*", "")
    await answer(room)
    assert "Twotone placed" in texts(room.board(room.place))
    assert [message.id for message in room.place.history() if message.attachments] == [board.id]


@pytest.mark.ci
async def test_the_card_shows_the_end_and_the_way_to_another_match(room: Server) -> None:
    opened = await press_play(room.ann, await begin_computer(room))
    card = opened.response.message
    while (await room.match()).turn is not None:
        await room.ann.click(card, label=square(opened))
        await answer(room)
    assert {"Rematch", "Replay"} <= set(buttons(opened.response))
    assert "wins" in texts(opened.response)


@pytest.mark.ci
async def test_after_a_restart_a_button_goes_on(room: Server) -> None:
    opened = await press_play(room.ann, await begin_computer(room))
    card = opened.response.message
    await room.ann.click(card, label=square(opened))
    await room.restart()
    await answer(room)
    assert "thinks" in texts(opened.response)
    went_on = await room.ann.click(card, label="Go on")
    assert went_on.response.message.id == card.id
    assert "Your move" in texts(went_on.response)


async def ask_hint(room: Server, board: Any) -> Opened:
    """Ask for a hint from the public board as Ann."""
    more = await room.ann.click(board, label="More")
    return Opened(await room.ann.click(more.response, label="Hint"))


async def picture(shown: Opened) -> bytes:
    """The board of a card."""
    drawn: bytes = await shown.response.attachments[0].read()
    return drawn


async def test_a_hint_marks_where_to_look_and_then_the_move_on_the_board(room: Server) -> None:
    board = await begin_computer(room)
    table = await asyncio.ensure_future(room.bot.club.play.matches.load(1))
    view = table.view(0)
    looked = await ask_hint(room, board)
    names = [name for rank in view.reading for name in rank]
    rank = [name for name in names if f"**rank {name[1]}**" in texts(looked.response)]
    assert len(rank) == 3
    assert await picture(looked) == draw(view, choices=rank).png
    shown = await room.ann.click(looked.response, label="Show the move")
    move = texts(shown.response).partition("`")[2].partition("`")[0]
    assert await picture(shown) == draw(view, chosen=[move]).png


@pytest.mark.parametrize(
    ("plies", "said"),
    leave_to_ci(
        [(27, "a win in 14 moves"), (1, "a win in 1 move"), (6, "a loss in 3 moves"), (None, "a draw")],
        after=2,
    ),
)
async def test_a_hint_says_with_the_move_what_the_tables_know(
    room: Server, monkeypatch: pytest.MonkeyPatch, plies: int | None, said: str
) -> None:
    board = await begin_computer(room)
    thinking = room.bot.club.play.thinking
    choose = thinking.choose_move

    async def choose_with_ending(*asked: Any, **how: Any) -> MoveChoice:
        return replace(await choose(*asked, **how), ending=TablebaseResult(plies))

    monkeypatch.setattr(thinking, "choose_move", choose_with_ending)
    looked = await ask_hint(room, board)
    assert "tables" not in texts(looked.response), "it would say where to look"
    shown = await room.ann.click(looked.response, label="Show the move")
    assert texts(shown.response).endswith(f"\n-# By the tables of endings: {said}.")


async def test_play_beside_a_hint_plays_that_move_at_once(room: Server) -> None:
    looked = await ask_hint(room, await begin_computer(room))
    shown = await room.ann.click(looked.response, label="Show the move")
    move = texts(shown.response).partition("`")[2].partition("`")[0]
    played = await room.ann.click(shown.response, label="Play")
    assert [ply.text for ply in (await room.match()).plies] == [move]
    assert f"You played `{move}`. **Twotone thinks" in texts(played.response)
    await answer(room)
    assert "Your move" in texts(shown.response), "the hint has become the one card"
