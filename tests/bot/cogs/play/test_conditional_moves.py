"""Conditional moves, which a waiting player prepares by buttons or in words.

Only that player sees them until they count.
"""

from typing import Any

import pytest

from tests.bot.challenge_cards import fields
from tests.bot.server import Server, button, buttons, press_labels, texts, walk
from tests.sets import leave_to_ci


async def open_list(room: Server, who: Any, place: Any) -> Any:
    """Open a player's conditional moves from their own view of the board."""
    view = await who.click(room.board(place), label="My view")
    return (await who.click(view.response.message, label="Moves in advance")).response.message


def deletes(shown: Any) -> list[str]:
    """The buttons that delete a line each."""
    parts = [part["accessory"] for part in walk(shown.components) if part["type"] == 9]
    assert {part["label"] for part in parts} <= {"Delete"}
    return [part["custom_id"] for part in parts]


def form_text(form: Any) -> str:
    """The text in the form as it opens."""
    return str(fields(form)["lines"].get("value") or "")


async def moves(room: Server) -> list[str]:
    return [ply.text for ply in (await room.match()).plies]


async def test_a_line_is_two_taps_where_a_move_is_one(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    shown = await press_labels(room.ben, await open_list(room, room.ben, place), "Add a line", "c3")
    assert "If `c3`, …" in texts(shown)
    assert "What do you answer?" in texts(shown)
    shown = await press_labels(room.ben, shown, "d4")
    assert "If `c3`, then `d4`." in texts(shown)
    before = room.board(place)
    await room.ann.slash(place, "move", move="c3")
    assert await moves(room) == ["c3", "d4"]
    board = room.board(place)
    assert board.id != before.id
    assert "Ben had made this move in advance, as an answer to `c3`." in texts(board)
    assert f"<@{room.ann.id}> to move" in texts(board)
    assert len([message for message in place.history() if message.attachments]) == 2


@pytest.mark.ci
async def test_moves_are_chosen_like_one_s_own_and_back_again(room: Server) -> None:
    place = await room.begin("american", side="Black")
    shown = await press_labels(room.ben, await open_list(room, room.ben, place), "Add a line")
    assert list(buttons(shown))[:4] == ["9", "10", "11", "12-16"]  # as Ben reads the board; one has one move
    shown = await press_labels(room.ben, shown, "11", "Back", "11", "15", "22")
    assert "If `11-15`, …" in texts(shown)
    shown = await press_labels(room.ben, shown, "18")
    assert "If `11-15`, then `22-18`." in texts(shown)
    await room.ann.slash(place, "move", move="11-15")
    assert await moves(room) == ["11-15", "22-18"]


async def test_lines_are_deleted_one_by_one(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    shown = await open_list(room, room.ben, place)
    assert "Ann is to move. Say now how you answer a move" in texts(shown)
    for moved in ("c3", "a1"):
        shown = await press_labels(room.ben, shown, "Add a line", moved, "d4")
    first = shown
    [gone, _] = deletes(shown)
    shown = (await room.ben.click(shown, custom_id=gone)).response.message
    assert "`c3`" not in texts(shown)
    assert "If `a1`, then `d4`." in texts(shown)
    room.forge(shown, first.components)
    again = await room.ben.click(shown, custom_id=gone)
    assert "If `a1`, then `d4`." in texts(again.response.message)
    assert len(deletes(again.response.message)) == 1
    await room.ann.slash(place, "move", move="c3")
    assert await moves(room) == ["c3"]


async def test_all_lines_are_text_for_who_types(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    more = await room.ben.click(room.board(place), label="More")
    shown = await press_labels(room.ben, more.response.message, "Moves in advance", "Add a line", "c3", "d4")
    form = await room.ben.click(shown, label="Type lines")
    assert "c3, d4" in str(form.modal)
    done = await room.ben.submit_modal(form, {"lines": "c3, d4, a1, b2\n\nA1 E5\n"})
    shown = done.response.message
    assert "If `c3`, then `d4`; if then `a1`, then `b2`." in texts(shown)
    assert "If `a1`, then `e5`." in texts(shown)
    form = await room.ben.click(shown, label="Type lines")
    refused = await room.ben.submit_modal(form, {"lines": "c3 d4\na1"})
    assert "a line ends with your own move" in texts(refused.response.message)
    form = await room.ben.click(shown, label="Type lines")
    refused = await room.ben.submit_modal(form, {"lines": "c3, d9"})
    assert "d9" in texts(refused.response.message)
    await room.ann.slash(place, "move", move="c3")
    assert await moves(room) == ["c3", "d4"]


async def test_a_form_opened_before_another_window_added_a_line_is_refused(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    shown = await press_labels(room.ben, await open_list(room, room.ben, place), "Add a line", "c3", "d4")
    form = await room.ben.click(shown, label="Type lines")
    await press_labels(room.ben, await open_list(room, room.ben, place), "Add a line", "b2", "d4")
    refused = await room.ben.submit_modal(form, {"lines": "a1, d4"})
    shown = refused.response.message
    assert "your lines have changed since you began to type" in texts(shown)
    for moved, there in (("c3", True), ("b2", True), ("a1", False)):
        assert (f"If `{moved}`, then `d4`." in texts(shown)) is there
    form = await room.ben.click(shown, label="Type lines")
    done = await room.ben.submit_modal(form, {"lines": "a1, d4"})
    assert len(deletes(done.response.message)) == 1


async def test_a_refused_form_opens_again_with_what_was_typed(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    shown = await press_labels(room.ben, await open_list(room, room.ben, place), "Add a line", "c3", "d4")
    form = await room.ben.click(shown, label="Type lines")
    refused = await room.ben.submit_modal(form, {"lines": "b2, d4\na1, d9"})
    shown = refused.response.message
    assert "If `c3`, then `d4`." in texts(shown)
    form = await room.ben.click(shown, label="Type lines")
    assert form_text(form) == "b2, d4\na1, d9"
    planted = room.plant(place, [button(buttons(shown)["Type lines"])])
    await room.ann.slash(place, "move", move="e5")
    assert form_text(await room.ann.click(planted, label="forged")) == ""  # it is for its writer alone


async def test_an_old_list_shows_how_the_board_is_by_now(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    shown = await press_labels(room.ben, await open_list(room, room.ben, place), "Add a line", "c3")
    await room.ann.slash(place, "move", move="b2")
    late = await room.ben.click(shown, label="d4")
    assert "The board has moved on" in texts(late.response)
    assert "Play" in buttons(late.response)
    await room.ben.slash(place, "move", move="a1")
    late = await room.ben.click(shown, label="d4")
    assert "The board has moved on" in texts(late.response.message)
    assert "Add a line" in buttons(late.response.message)
    assert await moves(room) == ["b2", "a1"]


@pytest.mark.parametrize(
    "rest", leave_to_ci(["99:c3", "0.99:c3", "x:c3", ":zz", "", "0.0.0.0.0.0:c3", "0:a1"], after=2)
)
async def test_what_is_no_choice_leads_back_to_the_list(room: Server, rest: str) -> None:
    place = await room.begin("binar", side="Even")
    card = room.plant(place, [button(f"v1:1:adv-pick:0:{rest}")])
    answered = await room.ben.click(card, label="forged")
    assert answered.ephemeral or answered.response.ephemeral
    assert await room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM advance")) == []


async def test_where_nothing_can_be_prepared_there_is_no_button(room: Server) -> None:
    place = await room.begin("one-zero-one")
    for member in (room.ann, room.ben):
        view = await member.click(room.board(place), label="My view")
        more = await member.click(room.board(place), label="More")
        assert "Moves in advance" not in {**buttons(view.response), **buttons(more.response)}
    other = await room.players()
    card = room.plant(place, [button("v1:1:advance:0")])
    told = await other[1].click(card, label="forged")
    assert "there are no moves in advance" in texts(told.response)


async def test_what_the_opponent_must_is_not_said_to_who_prepares(room: Server) -> None:
    place = await room.begin("american", side="Black")
    shown = await press_labels(
        room.ben, await open_list(room, room.ben, place), "Add a line", "11", "15", "22", "18"
    )
    shown = await press_labels(room.ben, shown, "Go on after 22-18")
    assert "You must capture" not in texts(shown)
    shown = await press_labels(room.ben, shown, "15x22 (the only move)")
    assert "If `11-15`, then `22-18`; if then `15x22`, …" in texts(shown)
    assert "You must capture" in texts(shown)
