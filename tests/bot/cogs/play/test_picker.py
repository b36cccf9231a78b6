"""The picker beyond plain choices: Back, Confirm, the only move, a typed move.

Each survives a restart.
"""

from typing import Any

import pytest

from bot.answers import reply
from tests.bot.server import Server, button, buttons, press_play, texts
from tests.bot.settings_cards import wants_to_confirm


async def test_a_move_counts_only_when_it_is_confirmed_for_who_wants_that(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await wants_to_confirm(room, room.ann)
    opened = await press_play(room.ann, room.board(place))
    asked = await room.ann.click(opened.response.message, label="c3")
    assert "Play `c3`?" in texts(asked.response)
    assert (await room.match()).plies == []
    await room.restart()
    back = await room.ann.click(asked.response.message, label="Back")
    assert "Your move" in texts(back.response)
    asked = await room.ann.click(back.response.message, label="a1")
    done = await room.ann.click(asked.response.message, label="Confirm")
    assert "You played `a1`" in texts(done.response)
    assert [ply.text for ply in (await room.match()).plies] == ["a1"]


async def test_the_only_legal_move_is_one_tap(room: Server) -> None:
    place = await room.begin("american")
    black, white = await room.players()
    await black.slash(place, "move", move="11-15")
    await white.slash(place, "move", move="22-18")
    forced = await press_play(black, room.board(place))
    assert "Play 15x22 (the only move)" in buttons(forced.response)
    await room.restart()
    done = await black.click(forced.response.message, label="Play 15x22 (the only move)")
    assert "You played `15x22`" in texts(done.response)


async def test_a_move_is_typed_in_a_form_that_outlives_a_restart(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    opened = await press_play(room.ann, room.board(place))
    form = await room.ann.click(opened.response.message, label="Type a move")
    assert form.modal is not None
    assert form.modal["title"] == "Your move in Binar"
    other = await room.ann.click(opened.response.message, label="Type a move")
    await room.restart()
    done = await room.ann.submit_modal(form, {"move": " C3 "})
    assert "You played `c3`" in texts(done.response)
    refused = await room.ann.submit_modal(other, {"move": "a1"})
    shown = refused.followups[-1] if refused.followups else refused.response
    assert "moved on" in texts(shown)
    assert [ply.text for ply in (await room.match()).plies] == ["c3"]


async def test_a_typed_move_that_is_illegal_is_refused_with_its_rule_and_can_be_mended(room: Server) -> None:
    place = await room.begin("american")
    black, white = await room.players()
    await black.slash(place, "move", move="11-15")
    await white.slash(place, "move", move="22-18")
    opened = await press_play(black, room.board(place))
    form = await black.click(opened.response.message, label="Type a move")
    refused = await black.submit_modal(form, {"move": "9-13"})
    shown = refused.followups[-1] if refused.followups else refused.response
    assert shown.ephemeral
    assert "15x22" in texts(shown)
    form = await black.click(opened.response.message, label="Type a move")
    done = await black.submit_modal(form, {"move": "15x22"})
    assert "You played `15x22`" in texts(done.response)


@pytest.mark.ci
async def test_the_hand_is_drawn_where_a_card_is_chosen_with_those_before_it_raised(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    opened = await press_play(room.ann, room.board(place))
    assert [each.filename for each in opened.response.attachments] == ["board.png", "hand.png"]
    assert "Raised: " not in (opened.response.attachments[1].description or "")
    before = await opened.response.attachments[1].read()
    brought = await room.ann.click(opened.response.message, label="PRINT ↕ 10")
    assert "Raised: PRINT-v." in (brought.response.attachments[1].description or "")
    assert await brought.response.attachments[1].read() != before


async def test_every_choice_says_what_it_would_do_before_it_is_pressed(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    opened = await press_play(room.ann, room.board(place))
    assert small_print(opened) == [
        "**PLAIN** has no command, but counts like any card",
        "**IF ↕** turns the card it points at to your digit",
        "**PRINT ↕** lays another card on the empty place it points at, even in a closed line",
        "**PLAIN 10** 2 of yours against 0 of Ben's there",
        "**PLAIN 20** 1 of yours against 1 of Ben's there",
        "**IF ↑ 10** nothing: it points off the display",
        "**IF ↑ 20** nothing: no card lies there",
    ]
    asked = await room.ann.click(opened.response.message, label="PRINT ↕ 10")
    assert small_print(asked) == [
        "**↓ down** you lay another card there, on line 20",
        "**↑ up** nothing: it points off the display",
        "**↓ PLAIN** 1 of yours against 1 of Ben's there",
        "**↓ IF ↑** nothing: the card there shows your digit already",
    ]


@pytest.mark.ci
async def test_one_piece_of_binary_takes_a_tap_less_but_for_who_wants_to_be_asked(room: Server) -> None:
    place = await room.begin("binary")
    first, second = await room.players()
    await first.slash(place, "move", move="a1")
    await wants_to_confirm(room, second)
    opened = await press_play(second, room.board(place))
    asked = await second.click(opened.response.message, label="a7–h7")
    assert not [label for label in buttons(asked.response) if label.startswith("Just ")]
    await second.slash(place, "move", move="b7")
    opened = await press_play(first, room.board(place))
    shown = await first.click(opened.response.message, label="a7–h7")
    done = await first.click(shown.response.message, label="Just c7")
    assert "You played `c7`" in texts(done.response)


async def test_a_piece_whose_move_others_go_on_from_is_chosen_without_playing_it(room: Server) -> None:
    place = await room.begin("binary")
    first, second = await room.players()
    await first.slash(place, "move", move="a1")
    opened = await press_play(second, room.board(place))
    shown = await second.click(opened.response.message, label="a7–h7")
    asked = await second.click(shown.response.message, label="b7")
    assert [ply.text for ply in (await room.match()).plies] == ["a1"]
    done = await second.click(asked.response.message, label="Play b7")
    assert "You played `b7`" in texts(done.response)


def small_print(shown: Any) -> list[str]:
    """The lines in small print of a picker."""
    return [line.removeprefix("-# ") for line in texts(shown.response).splitlines() if line.startswith("-# ")]


async def test_a_picker_planted_where_all_see_it_answers_beside_it(room: Server) -> None:
    """The answer shows the presser's hand, which no one else may see."""
    place = await room.begin("one-zero-one")
    mover = (await room.players())[0]
    planted = room.plant(place, [button("v1:1:pick:0")])
    answered = await mover.click(planted, label="forged")
    assert answered.response.message.id != planted.id
    assert answered.response.message.flags.ephemeral
    [seen] = [message for message in place.history() if message.id == planted.id]
    assert texts(seen) == texts(planted)
    assert not seen.attachments


async def test_the_word_that_a_move_is_made_goes_away_by_itself(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    opened = await press_play(room.ann, room.board(place))
    played = await room.ann.click(opened.response.message, label="c3")
    assert "You played `c3`" in texts(played.response)
    written = await room.ben.slash(place, "move", move="a1")
    assert texts(written.response) == "You played `a1`."
    await room.env.advance_time(reply.FADES_AFTER + 1)
    assert (played.response, written.response) == (None, None)


async def test_a_bot_that_ends_takes_no_word_away_any_more(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    written = await room.ann.slash(place, "move", move="a1")
    room.bot.serving = False  # from here on its connections may be closed
    await room.env.advance_time(reply.FADES_AFTER + 1)
    assert texts(written.response) == "You played `a1`."
