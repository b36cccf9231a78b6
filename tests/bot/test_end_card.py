"""The picture of a match's end is shown where the match ends.

It is in its thread and its channel, and later for anyone who looks again.
"""

import pytest

from bot.cards.kit.kit import BOARD_FILE
from tests.bot.acts import end
from tests.bot.alt_texts import alts
from tests.bot.matches_over import give_up
from tests.bot.server import Server, buttons, texts, walk

pytestmark = pytest.mark.ci


async def test_both_final_cards_show_the_end_and_say_who_won_and_why(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    await room.ann.slash(thread, "move", move="a1")
    [running] = alts(room.board(thread))
    assert running.startswith("Last move: a1:0. Even placed 0 on a1. Odd to move.") and "made" not in running
    assert "Ann" not in running, "no names while the match runs"
    await give_up(room.ben, thread)
    for place in (thread, room.channel):
        [alt] = alts(room.board(place))
        assert alt.startswith(
            "Binar: Ann (Even) against Ben (Odd). Last move: a1:0. Even placed 0 on a1."
            " Even wins: Odd resigned."
        )
        assert alt.endswith("1 move was made.")
        assert [file.filename for file in room.board(place).attachments] == [BOARD_FILE]


async def test_who_looks_again_after_the_end_sees_it_in_their_theme(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    await give_up(room.ann, thread)
    shown = await room.ben.slash(thread, "board", match="1")
    [alt] = alts(shown.response)
    assert alt.startswith("Binar: Ann (Even) against Ben (Odd). Odd wins: Even resigned.") and alt.endswith(
        "0 moves were made."
    )


async def test_a_match_ended_by_a_moderator_has_a_final_picture_without_a_winner(room: Server) -> None:
    await (await end(room))()
    board = room.board(room.place)
    [alt] = alts(board)
    said = texts(board).rpartition("No result: ")[2].split("**")[0]
    assert alt.startswith("Binar: Ann (Even) against Ben (Odd). The game is over.") and alt.endswith(
        f"No result: {said}. 0 moves were made."
    )


async def test_what_ended_a_match_stands_above_the_picture_and_nothing_below_it(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    await room.ann.slash(thread, "move", move="a1")
    await give_up(room.ben, thread)
    for place in (thread, room.channel):
        parts = [part for part in walk(room.board(place).components) if part.get("type") in (10, 12)]
        assert [part["type"] for part in parts] == [10, 12]
        assert "**" in parts[0]["content"] and room.ben.name in parts[0]["content"]
    assert "`a1:0`" in parts[0]["content"] or "a1" in texts(room.board(thread))


async def test_whoever_wants_no_name_in_pictures_is_called_by_their_side_from_then_on(room: Server) -> None:
    thread = await room.begin("binar", side="Even")
    card = (await room.ben.slash(room.channel, "settings me")).response
    assert buttons(card)["My name in pictures of finished matches: yes"]
    card = (await room.ben.click(card, label="My name in pictures of finished matches: yes")).response
    assert buttons(card)["My name in pictures of finished matches: no"]
    await give_up(room.ben, thread)
    for place in (thread, room.channel):
        [alt] = alts(room.board(place))
        assert alt.startswith("Binar: Ann (Even) against Odd. Even wins: Odd resigned.")
        assert room.ben.mention in texts(room.board(place)), "cards name them all the same"
    await room.ben.click(card, label="My name in pictures of finished matches: no")
    again = await room.ann.slash(thread, "board", match="1")
    [alt] = alts(again.response)
    assert alt.startswith("Binar: Ann (Even) against Ben (Odd).")
