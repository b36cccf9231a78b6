"""The picker explains each choice to a player new to One Zero One."""

from typing import Any

import pytest

from tests.bot.matches_over import give_up
from tests.bot.server import Server, press_play, texts
from tests.bot.walks import by_commands

FIRST = "You lay cards that show **0**."
PLAYED = 8


async def open_picker(room: Server, place: Any) -> tuple[Any, Any]:
    """Press Play; return the player to move and the picker that it opens."""
    number = await newest(room)
    mover = (await room.players(number))[(await room.match(number)).turn or 0]
    return mover, await press_play(mover, room.board(place))


async def newest(room: Server) -> int:
    """The id of Ann's newest running match."""
    return max(match.row.id for match in await room.bot.club.play.lists.list_running(room.ann.id))


@pytest.mark.ci
async def test_each_choice_of_a_first_match_has_its_lesson(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    ann, shown = await open_picker(room, place)
    assert FIRST in texts(shown.response)
    assert "A card goes to the first free place of a line" in texts(shown.response)
    message = shown.response.message
    turned = await ann.click(message, label="PRINT ↕ 10")
    assert "Now turn the card." in texts(turned.response)
    done = await ann.click(message, label="↓ IF ↑")
    assert texts(done.response) == "You played PRINT ↓ on line 10, then IF ↑."
    await by_commands(room, place, seed=1, limit=1)
    ann, shown = await open_picker(room, place)
    assert "Ben has answered: a bright rim is around what they laid." in texts(shown.response)


@pytest.mark.ci
@pytest.mark.usefixtures("pictures_undrawn")
async def test_who_has_played_a_match_is_taught_no_more(room: Server) -> None:
    place = await room.begin("one-zero-one", side="0")
    await by_commands(room, place, seed=1, limit=PLAYED - 1)
    await give_up(room.ann, place)
    place = await room.begin("one-zero-one", side="0")
    _, shown = await open_picker(room, place)
    assert FIRST in texts(shown.response), "a match that was given up early teaches nobody"
    await by_commands_in(room, place, PLAYED)
    await give_up(room.ann, place)
    place = await room.begin("one-zero-one", side="0")
    _, shown = await open_picker(room, place)
    assert "Your move" in texts(shown.response)
    assert FIRST not in texts(shown.response)


async def by_commands_in(room: Server, place: Any, count: int) -> None:
    """So many first legal moves in the newest match."""
    number = await newest(room)
    players = await room.players(number)
    for _ in range(count):
        match = await room.match(number)
        await players[match.turn or 0].slash(place, "move", move=match.moves()[0])


async def test_trying_the_game_teaches_as_well(room: Server) -> None:
    rules = await room.cleo.slash(room.channel, "rules", game="one-zero-one")
    tried = await room.cleo.click(rules.response, label="Try it")
    words = texts(tried.response)
    assert "You lay cards that show" in words
    assert "You play both sides" in words
    assert "A card goes to the first free place of a line" in words
