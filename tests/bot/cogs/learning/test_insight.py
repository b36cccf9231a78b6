"""/insight: all of a member's finished matches.

It is private until the member shares it.
"""

from typing import Any

import pytest

from club.puzzles.mining import AFTER
from tests.bot.matches_over import play_blunders
from tests.bot.server import Server, button, buttons, texts

pytestmark = pytest.mark.usefixtures("looks_here")


async def over(room: Server) -> tuple[Any, Any]:
    """A match that is played to its end; returns the winner and the loser."""
    members = await play_blunders(room)
    table = await room.bot.club.play.matches.load(1)
    assert table.row.winner is not None
    winner, loser = (members[table.player(seat).user_id] for seat in (table.row.winner, 1 - table.row.winner))
    return winner, loser


async def test_without_a_match_it_says_what_will_be_there(room: Server) -> None:
    shown = await room.cleo.slash(room.channel, "insight")
    assert shown.ephemeral
    assert "You have no finished match with a result yet." in texts(shown.response)
    assert [*buttons(shown.response)] == ["Look through my matches"]


@pytest.mark.ci
async def test_the_whole_way_from_the_results_to_what_costs_most(room: Server) -> None:
    _, loser = await over(room)
    shown = await loser.slash(room.channel, "insight")
    assert shown.ephemeral
    told = texts(shown.response)
    assert "**1 match**: 0 won, 0 drawn, 1 lost." in told
    assert "I have looked through none of them yet" in told and "Nothing stands out yet" in told
    assert "up to 30 a day" in told
    assert "1 finished match. Binar: 0% of the points, 0 won, 0 drawn, 1 lost." in alt_of(shown.response)
    on = await loser.click(shown.response, label="Look through my matches")
    assert "1 match waits to be looked through" in texts(on.response)
    assert "Look through my matches" not in buttons(on.response)
    await room.env.advance_time(AFTER + 1)
    await room.env.settle()
    shown = await loser.slash(room.channel, "insight")
    told = texts(shown.response)
    assert "from the 1 match of 1 that I have looked through." in told
    assert "**Costs most**: " in told and "It was the worst move of 1 match" in told
    assert "waits to be looked through" not in told
    assert "as a curve" in alt_of(shown.response)
    looked = await loser.click(shown.response, label="The worst mistake")
    assert looked.acknowledged and looked.ephemeral


def alt_of(message: Any) -> str:
    said: list[str] = [file.description or "" for file in message.attachments]
    return " ".join(said)


@pytest.mark.ci
async def test_it_is_shown_to_nobody_else_until_it_is_shared(room: Server) -> None:
    winner, loser = await over(room)
    shown = await winner.slash(room.channel, "insight")
    shared = await winner.click(shown.response, label="Share")
    assert not shared.ephemeral
    told = texts(shared.response)
    assert f"The finished matches of {winner.name}" in told and "1 won, 0 drawn, 0 lost" in told
    challenge = f"Challenge {winner.name}"
    assert list(buttons(shared.response)) == [challenge], "no way to a match, for its place may be closed"
    games = await loser.click(shared.response, label=challenge)
    assert games.ephemeral
    made = await loser.select(games.response.message, ["yin-yang"])
    assert f"{loser.mention} challenges {winner.mention}." in texts(made.response)
    forged = room.plant(room.channel, [button("v1:0:share-all:0")])
    pressed = await loser.click(forged, label="forged")
    assert f"The finished matches of {loser.name}" in texts(pressed.response), "one shares one's own"
    none = await room.cleo.click(forged, label="forged")
    assert none.ephemeral and "You have no finished match" in texts(none.response)
