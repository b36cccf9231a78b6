"""Private notes as members use them: under More and beside the replay, by a form.

No one else sees them.
"""

from typing import Any

import pytest

from tests.bot.matches_over import give_up
from tests.bot.server import Server, button, buttons, press_behind, texts

LIVE = "**so** <@1> @everyone https://e.vil [x](https://e.vil) </play:1>\n# big"


async def begin(room: Server, moves: int = 3) -> Any:
    place = await room.begin("binar", side="Even")
    for number, move in enumerate(("c3", "d4", "a1")[:moves]):
        await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
    return place


async def open_notes(room: Server, who: Any, place: Any) -> Any:
    """Open a player's notes from More under the board."""
    more = await who.click(room.board(place), label="More")
    return (await press_behind(who, more.response.message, "My notes")).response


async def write_note(who: Any, shown: Any, note: str, move: str = "", label: str = "Write a note") -> Any:
    """Write a note in the form, and return the answer."""
    form = await who.click(shown, label=label)
    fields = {"note": note} | ({"move": move} if move else {"move": "2."})
    return (await who.submit_modal(form, fields)).response


async def rows(room: Server, table: str = "note") -> list[Any]:
    return await room.bot.club.store.read(lambda tx: tx.all(f"SELECT * FROM {table}"))


async def test_a_note_is_written_changed_and_deleted(room: Server) -> None:
    place = await begin(room)
    board = room.board(place)
    for who in (room.ann, room.cleo):
        shown = await open_notes(room, who, place)
        assert "You have noted nothing" in texts(shown) and "Nobody but you sees this." in texts(shown)
        form = await who.click(shown, label="Write a note")
        assert "2." in str(form.modal)
        shown = (await who.submit_modal(form, {"move": "1…", "note": "a surprise"})).response.message
        assert "**1. …** `d4` · a surprise" in texts(shown)
        form = await who.click(shown, label="Change")
        assert "a surprise" in str(form.modal)
        shown = (await who.submit_modal(form, {"move": "1", "note": "no: this one"})).response.message
        assert "**1.** `c3` · no: this one" in texts(shown) and "d4" not in texts(shown)
        assert shown.flags.ephemeral
        form = await who.click(shown, label="Change")
        shown = (await who.submit_modal(form, {"move": "1", "note": "  "})).response.message
        assert "You have noted nothing" in texts(shown)
    assert await rows(room) == []
    assert room.board(place).id == board.id and texts(room.board(place)) == texts(board)


async def test_nothing_in_a_note_is_live(room: Server) -> None:
    place = await begin(room)
    shown = await write_note(room.ann, await open_notes(room, room.ann, place), LIVE)
    words = texts(shown)
    assert "\\<\\@1>" in words and "\\@everyone" in words and "https\\://" in words and "\\</play:1>" in words
    assert "\\*\\*so" in words and "\n# big" not in words
    refused = await write_note(room.ann, await open_notes(room, room.ann, place), LIVE, move="77")
    assert "There is no such move" in texts(refused) and "\\<\\@1>" in texts(refused)
    again = await write_note(room.ann, await open_notes(room, room.ann, place), LIVE)
    assert "2. has a note already" in texts(again) and "\\<\\@1>" in texts(again)


async def test_before_the_first_move_there_is_nothing_to_note(room: Server) -> None:
    place = await begin(room, moves=0)
    more = await room.ann.click(room.board(place), label="More")
    assert "My notes" not in buttons(more.response)
    told = await room.ann.click(room.plant(place, [button("v1:1:note:0")]), label="forged")
    assert "nothing to note" in texts(told.response)


@pytest.mark.ci
async def test_notes_are_beside_the_replay_if_both_agree(room: Server) -> None:
    place = await begin(room)
    await write_note(room.ann, await open_notes(room, room.ann, place), "of Ann <@1>")
    await write_note(room.ben, await open_notes(room, room.ben, place), "of Ben", move="1…")
    await write_note(room.cleo, await open_notes(room, room.cleo, place), "of Cleo")
    await give_up(room.ben, place)
    assert "Notes of the players" not in texts(await replay(room, room.cleo, place))
    mine = await replay(room, room.ann, place)
    shown = (await press_behind(room.ann, mine, "My notes")).response
    assert "If you and Ben both want it" in texts(shown)
    shown = (await room.ann.click(shown, label="Show beside the replay")).response.message
    assert "Until Ben wants it too" in texts(shown) and "Keep to myself" in buttons(shown)
    theirs = (await press_behind(room.ben, await replay(room, room.ben, place), "My notes")).response
    assert "Ann wants the notes of you both" in texts(theirs) and "of Ann" not in texts(theirs)
    assert "Notes of the players" not in texts(await replay(room, room.cleo, place))
    theirs = (await room.ben.click(theirs, label="Show beside the replay")).response.message
    assert "The notes of you and Ann stand beside the replay" in texts(theirs)
    seen = texts(await replay(room, room.cleo, place))
    assert "**1. …** `d4` · Ben: of Ben" in seen and "**2.** `a1` · Ann: of Ann \\<\\@1>" in seen
    assert "of Cleo" not in seen
    part = await room.cleo.slash(place, "replay", match="1", **{"from": 1, "to": 1})
    assert "of Ben" in texts(last(part)) and "of Ann" not in texts(last(part))
    asked = await room.cleo.click(await replay(room, room.cleo, place), label="Share")
    public = await room.cleo.click(last(asked), label="Here")
    assert "of Ben" in texts(last(public)) and "My notes" not in buttons(last(public))
    await room.ben.click(theirs, label="Keep to myself")
    assert "Notes of the players" not in texts(await replay(room, room.cleo, place))


def last(result: Any) -> Any:
    return [each for each in (result.response.message or result.response, *result.followups) if each][-1]


async def replay(room: Server, who: Any, place: Any) -> Any:
    return last(await who.slash(place, "replay", match="1"))


async def test_a_note_on_a_move_that_was_taken_back_is_changed_or_deleted_where_it_is(room: Server) -> None:
    place = await begin(room)
    shown = await open_notes(room, room.ann, place)
    form = await room.ann.click(shown, label="Write a note")
    await room.ann.submit_modal(form, {"move": "1…", "note": "a surprise"})
    await room.ben.slash(place, "takeback")
    await room.ann.click(place.history()[-1], label="Agree to the take-back")
    form = await room.ann.click(await open_notes(room, room.ann, place), label="Change")
    shown = (await room.ann.submit_modal(form, {"move": "", "note": "gone"})).response.message
    assert [(row["ply"], row["move"], row["text"]) for row in await rows(room)] == [(2, "d4", "gone")]
    form = await room.ann.click(shown, label="Change")
    await room.ann.submit_modal(form, {"move": "", "note": ""})
    assert await rows(room) == []
