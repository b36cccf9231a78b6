"""Matches that end by what the players agree on, or by one giving up."""

import pytest

from tests.bot.server import Server, buttons, texts


@pytest.mark.ci
async def test_an_offered_draw_is_taken_by_its_button(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    told = await room.ann.slash(place, "draw")
    assert "on the table" in texts(told.response)
    offer = place.history()[-1]
    assert "Ann (Even) offers a draw" in texts(offer)
    assert "Ann offers a draw." in texts(room.board(place))
    await room.restart()
    await room.ben.click(offer, label="Accept the draw")
    assert (await room.match()).outcome is not None
    assert "Draw: " in texts(room.board(place))
    assert "Draw: " in texts(room.board(room.channel))


async def test_nobody_accepts_their_own_offer(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    own = await room.ann.click(place.history()[-1], label="Accept the draw")
    assert "no draw offer for you" in texts((own.followups or [own.response])[-1])
    again = await room.ann.slash(place, "draw")
    assert "still stands" in texts(again.response)
    assert (await room.match()).outcome is None


@pytest.mark.ci
async def test_resigning_asks_once_and_names_the_winner(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    more = await room.ben.click(room.board(place), label="More")
    asked = await room.ben.click(more.response, label="Resign")
    await room.ben.click(asked.response, label="Keep playing")
    assert (await room.match()).outcome is None
    asked = await room.ben.slash(place, "resign")
    await room.restart()
    await room.ben.click(asked.response, label="Resign")
    outcome = (await room.match()).outcome
    assert outcome is not None
    assert outcome.winner == 0
    for where in (place, room.channel):
        assert "Ann (Even) wins: Ben resigned" in texts(room.board(where))
    assert list(buttons(room.board(place))) == ["Rematch", "Share", "More"]
