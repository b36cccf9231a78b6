"""The picker beyond plain choosing: Back, Confirm, the only move, a move typed; each survives a restart."""

import threading
from typing import Any

import pytest

from bot.answers import reply
from data import preferences
from data.preferences import Preference
from rules.catalogue import GAMES
from tests.bot.server import Server, button, buttons, press_play, texts

FORK_AFTER_ONE_WAY = [
    "20-25",
    "34-29",
    "17-22",
    "32-27",
    "15-20",
    "35x24",
    "19x26",
    "39-34",
    "22-27",
    "37x19",
]
"""Frisian: a capture whose second leap is the only one, and whose third can be chosen."""


async def wants_to_confirm(room: Server, member: Any) -> None:
    """That member is asked before a move counts."""
    wanted = Preference(member.id, confirm=True)
    await room.run(room.bot.club.store.write(lambda tx: preferences.put(tx, wanted)))


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


async def test_back_leads_to_the_last_choice_that_there_was(room: Server) -> None:
    place = await room.begin("frisian")
    players = await room.players()
    for number, move in enumerate(FORK_AFTER_ONE_WAY):
        await players[number % 2].slash(place, "move", move=move)
    mover = players[len(FORK_AFTER_ONE_WAY) % 2]
    first = await press_play(mover, room.board(place))
    assert "**26 › …** · you play" in texts(first.response), "one piece that must capture is chosen already"
    assert "You must capture" in texts(first.response)
    third = await mover.click(first.response.message, label="37")
    assert {"30", "28", "Back"} <= set(buttons(third.response))
    assert "26 › 37 › 39" in texts(third.response)
    back = await mover.click(third.response.message, label="Back")
    assert texts(back.response) == texts(first.response)
    assert "Back" not in buttons(back.response)


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


async def test_a_move_that_others_go_on_from_waits_for_its_own_button(room: Server) -> None:
    place = await room.begin("binary")
    black, white = await room.players()
    await black.slash(place, "move", move="c3")
    opened = await press_play(white, room.board(place))
    row = await white.click(opened.response.message, label="a8–h8")
    chosen = await white.click(row.response.message, label="a8")
    assert "**a8 › …** · you play White" in texts(chosen.response)
    assert {"c8–g8", "Play a8", "Back"} <= set(buttons(chosen.response)), "another piece may come with it"
    assert [ply.text for ply in (await room.match()).plies] == ["c3"]
    done = await white.click(chosen.response.message, label="Play a8")
    assert "You played `a8`" in texts(done.response)
    assert [ply.text for ply in (await room.match()).plies] == ["c3", "a8"]


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


async def test_only_its_player_sees_the_picker(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    opened = await press_play(room.ann, room.board(place))
    assert opened.ephemeral
    assert len(buttons(opened.response)) == 26
    assert all(message.id != opened.response.id for message in place.history(viewer=room.ben))


async def test_hidden_cards_are_played_without_a_question_too(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    shown = await press_play(room.ann, room.board(place))
    for _ in range(8):
        if texts(shown.response).startswith("You played"):
            break
        onward = [label for label in buttons(shown.response) if label not in ("Back", "Type a move")]
        assert "Confirm" not in onward
        shown = await room.ann.click(shown.response.message, label=onward[0])
    assert len((await room.match()).plies) == 1


async def test_the_chosen_card_is_raised_in_the_drawn_hand(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    opened = await press_play(room.ann, room.board(place))
    assert [each.filename for each in opened.response.attachments] == ["board.png", "hand.png"]
    assert "Raised: " not in (opened.response.attachments[1].description or "")
    before = await opened.response.attachments[1].read()
    card = next(label for label in buttons(opened.response) if label not in ("Back", "Type a move"))
    chosen = await room.ann.click(opened.response.message, label=card)
    name = card.split(" ")[0]
    assert f"Raised: {name}." in (chosen.response.attachments[1].description or "")
    assert await chosen.response.attachments[1].read() != before


async def test_moves_are_listed_off_the_event_loop(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = await room.begin("gothic")
    first, _ = await room.players()
    game, listed = GAMES["gothic"], []
    routes = type(game).routes

    def watched(self: Any, position: Any) -> Any:
        listed.append(threading.current_thread() is threading.main_thread())
        return routes(self, position)

    monkeypatch.setattr(type(game), "routes", watched)
    opened = await press_play(first, room.board(place))
    touched = next(label for label in buttons(opened.response) if label != "Type a move")
    await first.click(opened.response.message, label=touched)
    assert listed == [False], "once for a picker, and not by the thread of the loop"


async def test_a_picker_planted_where_all_see_it_answers_beside_it(room: Server) -> None:
    """With the presser's hand, which nobody else may see."""
    place = await room.begin("one-zero-one")
    mover = (await room.players())[0]
    planted = room.planted(place, [button("v1:1:pick:0")])
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
    await room.env.advance_time(reply.FADES_AFTER + 1)
    assert played.response is None
