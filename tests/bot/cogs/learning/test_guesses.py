"""Guess the move: spectators open it from More and use the players' buttons.

No one else sees it.
"""

from typing import Any

import pytest

from tests.bot.server import Server, button, buttons, press_labels, texts
from tests.sets import leave_to_ci


async def open_guess(room: Server, who: Any, place: Any) -> Any:
    """Open the member's guess from More under the board."""
    more = await who.click(room.board(place), label="More")
    return (await who.click(more.response.message, label="Guess the move")).response.message


async def press_forged(room: Server, who: Any, place: Any, custom_id: str) -> str:
    """Press a button with a forged custom_id, and return the words of the answer."""
    answered = await who.click(room.plant(place, [button(custom_id)]), label="forged")
    return texts(answered.response)


async def test_a_move_is_guessed_changed_and_counted(room: Server) -> None:
    place = await room.begin("american", side="Black")
    board = room.board(place)
    shown = await open_guess(room, room.cleo, place)
    assert "**What will Ann play?** · Black" in texts(shown) and shown.flags.ephemeral
    shown = await press_labels(room.cleo, shown, "11", "Back", "11", "15")
    assert "Your guess: `11-15`. You can change it until Ann has moved." in texts(shown)
    assert "Nobody has guessed a move right" in texts(shown)
    shown = await press_labels(
        room.cleo, await open_guess(room, room.cleo, place), "Change my guess", "12-16"
    )
    assert "Your guess: `12-16`" in texts(shown)
    assert room.board(place).id == board.id and texts(room.board(place)) == texts(board)
    await room.ann.slash(place, "move", move="12-16")
    shown = await open_guess(room, room.cleo, place)
    assert "**Right:** `12-16` was your last guess here." in texts(shown)
    assert "**What will Ben play?** · White" in texts(shown)
    shown = await press_labels(room.cleo, shown, "21-17")
    assert f"1. <@{room.cleo.id}> · 1 right of 1" in texts(shown)
    await room.ben.slash(place, "move", move="24-20")
    shown = await open_guess(room, room.cleo, place)
    assert "Your last guess here was `21-17`; `24-20` was played." in texts(shown)
    month = (await room.cleo.click(shown, label="Best guesses of the month")).response
    assert f"1. <@{room.cleo.id}> · 1 right of 2" in texts(month)
    table = await room.ann.slash(place, "standings")
    month = (await room.ann.click(table.response, label="Best guesses of the month")).response
    assert f"1. <@{room.cleo.id}> · 1 right of 2" in texts(month)
    assert month.flags.ephemeral


async def test_players_and_hidden_games_have_no_such_button(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    for who in (room.ann, room.ben):
        more = await who.click(room.board(place), label="More")
        assert "Guess the move" not in buttons(more.response)
        assert "Only who watches guesses" in await press_forged(room, who, place, "v1:1:guess-pick:0:c3")
    hidden = await room.begin("one-zero-one")
    more = await room.cleo.click(room.board(hidden), label="More")
    assert "Guess the move" not in buttons(more.response)
    assert "In One Zero One nobody can guess a move" in await press_forged(
        room, room.cleo, hidden, "v1:2:guess:0"
    )


async def test_an_old_picker_begins_anew(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    shown = await open_guess(room, room.cleo, place)
    await room.ann.slash(place, "move", move="c3")
    late = await press_labels(room.cleo, shown, "a1")
    assert "The board has moved on" in texts(late) and "**What will Ben play?**" in texts(late)
    kept = await press_labels(room.cleo, late, "d4")
    assert "Your guess: `d4`" in texts(kept)


@pytest.mark.parametrize("rest", leave_to_ci(["zz", "c3,d4", "", ","], after=2))
async def test_what_is_no_choice_begins_anew(room: Server, rest: str) -> None:
    place = await room.begin("binar", side="Even")
    for action in ("guess-pick", "guess-do"):
        words = await press_forged(room, room.cleo, place, f"v1:1:{action}:0:{rest}")
        assert "**What will Ann play?**" in words
    assert await room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM guess")) == []


@pytest.mark.ci
async def test_a_single_move_is_no_guess(room: Server) -> None:
    place = await room.begin("american", side="Black")
    for number, move in enumerate(("11-16", "24-20", "16-19")):
        await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
    for custom_id in ("v1:1:guess:3", "v1:1:guess-pick:3:23x16", "v1:1:guess-do:3:23,16"):
        assert "There is only one move here" in await press_forged(room, room.cleo, place, custom_id)
    assert await room.bot.club.store.read(lambda tx: tx.all("SELECT * FROM guess")) == []
