"""Matches with another aim, as members come upon them."""

import pytest

from tests.bot.matches_over import over
from tests.bot.server import Server, buttons, reply_text

pytestmark = pytest.mark.ci


async def test_a_match_of_giveaway_is_not_analysed_and_no_button_offers_it(room: Server) -> None:
    finished = await over(room, "russian:lose", 8, side="White")
    refused = await room.ann.slash(finished, "analyse")
    assert "Giveaway and breakthrough are not analysed" in reply_text(refused)
    assert "Analyse" not in buttons(room.board(finished))
    goes_on = await room.begin("russian:lose")
    assert reply_text(await room.ann.slash(goes_on, "analyse")) == reply_text(refused)
