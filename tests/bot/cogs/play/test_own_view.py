"""A player's own view of a board marks and names the pieces that can be played.

It does so in the picture and in words.
"""

import pytest

from tests.bot.server import Server, buttons, press_play, texts, walk
from words import ENGLISH, render_message

pytestmark = pytest.mark.ci


def alt_of(message: object) -> str:
    """The alt text of a card's picture."""
    shown = walk(message.components)  # pyrefly: ignore[missing-attribute]  # SimCord's
    said: list[str] = [item["description"] for each in shown for item in each.get("items", ())]
    return " ".join(said)


async def test_what_the_one_to_move_can_play_is_marked_in_their_view_and_nobody_else_s(room: Server) -> None:
    place = await room.begin("russian", side="White")
    own = alt_of((await room.ann.slash(place, "board")).response)
    marked = render_message("alt.choices", {"squares": "a3 c3 e3 g3"}, ENGLISH)
    assert marked in own
    assert own == alt_of((await room.ann.click(room.board(place), label="My view")).response)
    assert marked in texts((await room.ann.slash(place, "board", **{"as": "text"})).response)
    for other in (room.ben, room.cleo):
        seen = alt_of((await other.slash(place, "board")).response)
        assert "g3." in seen
        assert marked not in seen
        assert marked not in texts((await other.slash(place, "board", **{"as": "text"})).response)


async def test_it_says_when_one_must_capture(room: Server) -> None:
    place = await room.begin("russian", side="White")
    await room.ann.slash(place, "move", move="c3-d4")
    await room.ben.slash(place, "move", move="f6-e5")
    for given in ({}, {"as": "text"}):
        duty = "You must capture (Russian checkers: captures are mandatory)."
        assert duty in texts((await room.ann.slash(place, "board", **given)).response)
        assert duty not in texts((await room.ben.slash(place, "board", **given)).response)


async def test_the_board_in_words_is_a_press_away_and_leads_on_to_a_move(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    view = await room.ann.click(room.board(place), label="My view")
    assert list(buttons(view.response)) == ["Play", "In words"]
    told = await room.ann.click(view.response.message, label="In words")
    assert told.ephemeral
    assert texts(told.response) == texts((await room.ann.slash(place, "board", **{"as": "text"})).response)
    opened = await press_play(room.ann, told.response.message)
    assert "Your move" in texts(opened.response)
    watched = await room.cleo.click(room.board(place), label="My view")
    assert list(buttons(watched.response)) == ["In words"]
    assert buttons((await room.cleo.click(watched.response.message, label="In words")).response) == {}
