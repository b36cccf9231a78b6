"""Completion of options: at most 25 choices, by any name.

A player's moves are offered to no one else.
"""

import pytest

from bot.cogs.naming.completion import LIMIT, find_game
from rules.catalogue import GAMES
from tests.bot.server import Server

OWN_DIGITS = "own digits (Even 0 and Odd 1)"
DOUBLE = "double lines (row and column together)"
SINGLE = "single lines (the first full one decides)"

CHECKERS = [game.key for game in GAMES.values() if "checkers" in game.words]


async def test_moves_complete_for_the_player_to_move_alone(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    offered = await room.ann.autocomplete(place, "move", "move", "")
    assert len(offered) == LIMIT
    for other in (room.ben, room.cleo):
        assert await other.autocomplete(place, "move", "move", "") == []
    assert await room.ann.autocomplete(place, "move", "move", "", match="junk") == []
    await room.ann.slash(place, "move", move="c3")
    assert await room.ann.autocomplete(place, "move", "move", "") == []


async def test_moves_narrow_as_one_types_in_any_notation(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    offered = await room.ann.autocomplete(place, "move", "move", "B")
    assert [choice["value"] for choice in offered] == ["b1", "b2", "b3", "b4", "b5"]
    exact = await room.ann.autocomplete(place, "move", "move", "d3:0")
    assert [choice["value"] for choice in exact] == ["d3"]
    assert await room.ann.autocomplete(place, "move", "move", "zz") == []


async def test_what_is_offered_can_be_played(room: Server, key: str) -> None:
    place = await room.begin(key)
    first, _ = await room.players()
    offered = await first.autocomplete(place, "move", "move", "")
    assert 0 < len(offered) <= LIMIT
    await first.slash(place, "move", move=offered[-1]["value"])
    assert [ply.text for ply in (await room.match()).plies] == [offered[-1]["value"]]


async def test_games_with_puzzles_begin_with_those_that_one_plays(room: Server) -> None:
    await room.begin("zong-heng")
    for member, first in ((room.ann, "zong-heng"), (room.cleo, "binar")):
        assert (await member.autocomplete(room.channel, "puzzle", "game", ""))[0]["value"] == first


@pytest.mark.parametrize("typed", ["checkers", "draughts", "dama", "DAMA "])
async def test_checkers_are_found_by_their_other_names(room: Server, typed: str) -> None:
    offered = {choice["value"] for choice in await room.ann.autocomplete(room.channel, "play", "game", typed)}
    assert len(CHECKERS) == 15
    assert set(CHECKERS) <= offered


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("0 1", "one-zero-one"),
        ("101", "one-zero-one"),
        ("shashki", "russian"),
        ("Yin", "yin-yang"),
        ("frysk", "frisian"),
    ],
)
async def test_a_game_is_found_by_any_of_its_words(room: Server, typed: str, key: str) -> None:
    offered = [choice["value"] for choice in await room.ann.autocomplete(room.channel, "play", "game", typed)]
    assert key in offered
    if len(offered) == 1:
        assert find_game(typed).key == key


async def test_every_game_is_offered_before_one_types(room: Server) -> None:
    offered = await room.ann.autocomplete(room.channel, "rules", "game", "")
    assert [choice["value"] for choice in offered] == list(GAMES)[:LIMIT]


async def test_options_complete_in_words_one_after_another(room: Server) -> None:
    async def complete(typed: str, game: str = "binar") -> dict[str, str]:
        found = await room.ann.autocomplete(room.channel, "play", "options", typed, game=game)
        return {choice["name"]: choice["value"] for choice in found}

    assert (await complete(""))["7×7 board"] == "size=7"
    assert await complete("7×7 board, single") == {
        f"7×7 board, {SINGLE}": "size=7 lines=single",
        f"7×7 board, {SINGLE}, {OWN_DIGITS}": "size=7 lines=single digits=own",
        f"7×7 board, {SINGLE}, either digit": "size=7 lines=single digits=choose",
    }
    assert list(await complete("7 li")) == [
        f"7×7 board, {DOUBLE}",
        f"7×7 board, {SINGLE}",
    ]
    assert next(iter(await complete("s"))) == SINGLE
    assert next(iter(await complete("everything op", "One Zero One"))) == "deck with everything, open hands"
    assert await complete("", "russian") == {
        "from the start": "opening=none",
        "opening drawn by lot": "opening=lot",
    }
    assert await complete("", "chess") == await complete("quick") == {}


async def test_sides_complete(room: Server) -> None:
    sides = await room.ann.autocomplete(room.channel, "play", "side", "", game="binar")
    assert [choice["value"] for choice in sides] == ["Even", "Odd", "random", "both"]


async def test_one_s_own_matches_complete_and_nobody_else_s(room: Server) -> None:
    await room.begin("binar", side="Even")
    [mine] = await room.ben.autocomplete(room.channel, "board", "match", "ann")
    assert mine["name"] == "Binar against Ann (their turn)"
    assert await room.cleo.autocomplete(room.channel, "board", "match", "") == []
    await room.ann.slash(room.channel, "move", move="c3", match=mine["value"])
    assert len((await room.match()).plies) == 1
