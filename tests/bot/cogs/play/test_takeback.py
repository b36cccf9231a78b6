"""Moves are taken back by consent.

The words say what is undone, and everything afterwards knows of it.
"""

from typing import Any

import pytest

from tests.bot.server import Server, buttons, press_play, reply_text, texts


async def begin_with_moves(room: Server, *moves: str) -> Any:
    """Begin a match of Ann (Even, who begins) and Ben, and make some moves."""
    place = await room.begin("binar", side="Even")
    for number, move in enumerate(moves):
        await (room.ann, room.ben)[number % 2].slash(place, "move", move=move)
    return place


async def move_texts(room: Server) -> list[str]:
    """Return the moves of the match as texts."""
    return [ply.text for ply in (await room.match()).plies]


def current(place: Any, message: Any) -> Any:
    """A message as it is now."""
    return next(each for each in place.history() if each.id == message.id)


async def test_a_move_is_taken_back_by_command_and_button(room: Server) -> None:
    place = await begin_with_moves(room, "c3")
    assert "opponent's to answer" in reply_text(await room.ann.slash(place, "takeback"))
    offer = place.history()[-1]
    assert "Ann (Even) asks to take back `c3`" in texts(offer)
    assert "Ann asks to take back `c3`." in texts(room.board(place))
    await room.restart()
    await room.ben.click(offer, label="Agree to the take-back")
    assert await move_texts(room) == []
    board = room.board(place)
    assert "Ann took a move back: 1 move was undone." in texts(board)
    assert "to move" in texts(board)
    assert f"<@{room.ann.id}>" in texts(board)
    assert not buttons(current(place, offer))
    await room.ann.slash(place, "move", move="d4")
    assert await move_texts(room) == ["d4"]
    assert "took a move back" not in texts(room.board(place))


@pytest.mark.ci
async def test_who_has_not_moved_has_nothing_to_take_back(room: Server) -> None:
    place = await begin_with_moves(room, "c3")
    assert "no move yet" in reply_text(await room.ben.slash(place, "takeback"))
    more = await room.ben.click(room.board(place), label="More")
    assert "Take back" not in buttons(more.response)
    assert "watching" in reply_text(await room.cleo.slash(place, "takeback"))


@pytest.mark.ci
async def test_nobody_else_answers_a_take_back(room: Server) -> None:
    place = await begin_with_moves(room, "c3")
    await room.ann.slash(place, "takeback")
    offer = place.history()[-1]
    assert "no take-back for you" in reply_text(await room.ann.click(offer, label="Agree to the take-back"))
    assert "watching" in reply_text(await room.cleo.click(offer, label="Agree to the take-back"))
    assert await move_texts(room) == ["c3"]


async def test_a_picker_that_was_open_before_a_take_back_plays_nothing(room: Server) -> None:
    place = await begin_with_moves(room, "c3")
    board = room.board(place)
    screen = board.components
    await room.ann.slash(place, "takeback")
    await room.ben.click(place.history()[-1], label="Agree to the take-back")
    room.forge(board, screen)
    assert "moved on" in reply_text(await press_play(room.ben, board))
