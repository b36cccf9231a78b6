"""/move when several matches may be meant.

It asks which one by a button each, and completes the moves of all of them.
"""

from typing import Any

from tests.bot.closed_places import forbid
from tests.bot.matches_over import give_up
from tests.bot.server import Server, buttons, reply_text, texts


async def two_matches(room: Server) -> None:
    """It is Ann's turn in Binar and in Yin Yang, each in a thread of its own."""
    await room.begin("binar", side="Even")
    await room.env.advance_time(60)
    await room.begin("yin-yang", side="First")


async def complete_move(room: Server, member: Any, typed: str) -> dict[str, str]:
    """Complete the option `move` in the parent channel.

    The result maps the text shown to the text sent.
    """
    found = await member.autocomplete(room.channel, "move", "move", typed)
    return {choice["name"]: choice["value"] for choice in found}


async def test_a_written_move_is_made_in_the_match_of_the_button(room: Server) -> None:
    await two_matches(room)
    asked = await room.ann.slash(room.channel, "move", move="b2")
    assert "In which match do you play b2?" in reply_text(asked)
    assert list(buttons(asked.response)) == ["Binar against Ben", "Yin Yang against Ben"]
    played = await room.ann.click(asked.response, label="Binar against Ben")
    assert "You played `b2`." in texts(played.response)
    assert [len((await room.match(number)).plies) for number in (1, 2)] == [1, 0]


async def test_a_move_that_is_none_there_is_refused_and_nothing_is_lost(room: Server) -> None:
    await two_matches(room)
    asked = await room.ann.slash(room.channel, "move", move="nonsense")
    refused = await room.ann.click(asked.response, label="Binar against Ben")
    assert "nonsense" in reply_text(refused)
    assert (await room.match()).plies == []


async def test_a_move_that_no_button_can_carry_opens_the_picker(room: Server) -> None:
    await two_matches(room)
    asked = await room.ann.slash(room.channel, "move", move="b2 " * 50)
    opened = await room.ann.click(asked.response, label="Binar against Ben")
    assert "Your move" in texts(opened.response)


async def test_an_old_button_says_that_the_board_has_moved_on(room: Server) -> None:
    await two_matches(room)
    asked = await room.ann.slash(room.channel, "move", move="b2")
    await room.ann.slash(room.channel, "move", move="a1", match="1")
    await room.ben.slash(room.channel, "move", move="a2", match="1")
    await room.ann.click(asked.response, label="Binar against Ben")
    assert len((await room.match()).plies) == 2


async def test_completion_offers_the_moves_of_what_waits_each_with_its_match(room: Server) -> None:
    await two_matches(room)
    found = await complete_move(room, room.ann, "")
    assert found["b2 · Binar against Ben"] == "b2"
    assert sum("Yin Yang" in name for name in found) > 5
    assert len(found) <= 25
    assert await complete_move(room, room.ben, "") == {}
    assert set(await complete_move(room, room.ann, "c3")) >= {"c3 · Binar against Ben"}


async def test_where_others_play_a_move_is_not_made_elsewhere_unasked(room: Server) -> None:
    await room.begin("binar", side="Even")
    forbid(room, create_public_threads=True)
    shown = await room.ben.slash(room.channel, "play", game="yin-yang", opponent=room.cleo)
    await room.cleo.click(shown.response, label="Accept")
    assert "b2 · Binar against Ben" in await complete_move(room, room.ann, "b2")
    asked = await room.ann.slash(room.channel, "move", move="b2")
    assert list(buttons(asked.response)) == ["Binar against Ben"]
    assert (await room.match()).plies == []
    await room.ann.click(asked.response, label="Binar against Ben")
    waits = await room.ann.slash(room.channel, "move", move="c3")
    assert "Ben" in reply_text(waits) and "several" not in reply_text(waits), reply_text(waits)


async def test_a_record_of_several_running_matches_is_asked_for_not_taken_from_one_that_is_over(
    room: Server,
) -> None:
    over = await room.begin("binar", side="Even")
    await give_up(room.ben, over)
    last = await room.ann.slash(room.channel, "history")
    assert "Binar" in texts(last.response)
    await two_matches(room)
    several = await room.ann.slash(room.channel, "history")
    assert "several" in reply_text(several), reply_text(several)
