"""Completion of options: at most 25 choices, by any name.

A player's moves are offered to no one else.
"""

import pytest

from bot.cogs.naming import completion
from bot.cogs.naming.completion import LIMIT, find_game, find_named_game
from club.clocks.time_control import parse_control
from club.refusals import Refusal
from rules.catalogue import GAMES
from tests.bot.matches_over import resign
from tests.bot.officials import manager
from tests.bot.server import Server, button, reply_text
from tests.examples.every_game import A_FEW_GAMES
from tests.sets import leave_to_ci

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


@pytest.mark.ci
@pytest.mark.parametrize("key", A_FEW_GAMES, indirect=True)
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


@pytest.mark.parametrize("typed", leave_to_ci(["checkers", "draughts", "dama", "DAMA "], after=2))
async def test_checkers_are_found_by_their_other_names(room: Server, typed: str) -> None:
    offered = {choice["value"] for choice in await room.ann.autocomplete(room.channel, "play", "game", typed)}
    assert len(CHECKERS) == 15
    assert set(CHECKERS) <= offered


@pytest.mark.parametrize(
    ("typed", "key"),
    leave_to_ci(
        [
            ("0 1", "one-zero-one"),
            ("101", "one-zero-one"),
            ("shashki", "russian"),
            ("Yin", "yin-yang"),
            ("frysk", "frisian"),
        ],
        after=2,
    ),
)
async def test_a_game_is_found_by_any_of_its_words(room: Server, typed: str, key: str) -> None:
    offered = [choice["value"] for choice in await room.ann.autocomplete(room.channel, "play", "game", typed)]
    assert key in offered
    if len(offered) == 1:
        assert find_game(typed).key == key


@pytest.mark.ci
@pytest.mark.parametrize(
    ("typed", "first", "also"),
    [
        ("giveaway", "american:lose", "russian:lose"),
        ("поддавки", "russian:lose", "pool:lose"),
        ("qui perd gagne", "international:lose", "canadian:lose"),
        ("lege dammen", "international:lose", "frisian:lose"),
        ("Frysk!", "frisian:5", "frisian:5"),
        ("frysk", "frisian:5", "frisian"),
        ("breakthrough", "american:crown", "gothic:crown"),
        ("russian", "russian", "russian:crown"),
    ],
)
async def test_games_that_are_one_option_away_are_found_by_their_names(
    room: Server, typed: str, first: str, also: str
) -> None:
    offered = [choice["value"] for choice in await room.ann.autocomplete(room.channel, "play", "game", typed)]
    assert offered[0] == first
    assert also in offered
    elsewhere = await room.ann.autocomplete(room.channel, "openings", "game", typed)
    assert not any(":" in choice["value"] for choice in elsewhere), "there games have no options"


def test_a_name_in_full_is_enough_and_several_are_listed() -> None:
    assert find_named_game("поддавки").key == "russian:lose"
    assert find_named_game("Frysk").options == {"men": 5}
    assert find_named_game("russian giveaway").key == "russian:lose"
    assert find_named_game("Canadian draughts, breakthrough").key == "canadian:crown"
    assert find_named_game("russian").key == "russian"
    with pytest.raises(Refusal, match="American checkers, giveaway"):
        find_named_game("giveaway")
    with pytest.raises(Refusal, match="There is no game"):
        find_game("поддавки")


async def test_a_game_found_by_its_name_is_played_with_its_option(room: Server) -> None:
    offered = await room.ann.autocomplete(room.channel, "play", "options", "", game="russian:lose")
    assert [choice["value"] for choice in offered] == ["opening=none", "opening=lot"]
    sides = await room.ann.autocomplete(room.channel, "play", "side", "", game="russian:lose")
    assert [choice["value"] for choice in sides] == ["White", "Black", "random", "both"]
    refused = await room.ann.slash(room.channel, "play", game="поддавки", options="breakthrough")
    assert "giveaway" in reply_text(refused) and "breakthrough" in reply_text(refused)
    await room.begin("Поддавки", side="White")
    assert (await room.match()).options["aim"] == "lose"


async def test_both_sides_are_not_offered_where_they_are_refused(room: Server) -> None:
    for command, both in (("play", True), ("vote", False)):
        sides = await room.ann.autocomplete(room.channel, command, "side", "", game="russian")
        assert ("both" in [choice["value"] for choice in sides]) is both


async def test_a_game_of_hidden_cards_is_not_offered_where_it_is_refused(room: Server) -> None:
    for command, takes_it in (("play", True), ("rules", True), ("vote", False), ("openings", False)):
        found = await room.ann.autocomplete(room.channel, command, "game", "one zero")
        assert [choice["value"] for choice in found] == ["one-zero-one"] * takes_it


async def test_only_clocks_that_the_command_takes_are_offered(room: Server) -> None:
    mo = manager(room)

    async def offered(command: str, **given: str) -> set[bool]:
        """Whether the clocks offered are live."""
        found = await mo.autocomplete(room.channel, command, "clock", "", **given)
        controls = [parse_control(choice["value"]) for choice in found]
        return {control is not None and control.is_live for control in controls}

    assert await offered("play") == {True, False}
    assert await offered("vote") == {False}
    assert await offered("league create", length="week") == {False}
    assert await offered("league create", length="evening") == {True}
    await room.run(
        room.bot.club.members.servers.change(
            room.guild.id, moderator_id=mo.id, clock_least=24 * 3600, clock_most=3 * 24 * 3600
        )
    )
    found = await mo.autocomplete(room.channel, "play", "clock", "")
    assert [choice["value"] for choice in found] == ["1d", "2d", "3d", "3d+12h", "1d+1h"]


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
        "the usual aim": "aim=capture",
        "giveaway": "aim=lose",
        "breakthrough": "aim=crown",
        "from the start": "opening=none",
        "opening drawn by lot": "opening=lot",
    }
    assert await complete("", "chess") == await complete("quick") == {}


async def test_one_s_own_matches_complete_and_nobody_else_s(room: Server) -> None:
    await room.begin("binar", side="Even")
    [mine] = await room.ben.autocomplete(room.channel, "board", "match", "ann")
    assert mine["name"] == "Binar against Ann (their turn)"
    assert await room.cleo.autocomplete(room.channel, "board", "match", "") == []
    await room.ann.slash(room.channel, "move", move="c3", match=mine["value"])
    assert len((await room.match()).plies) == 1


async def test_only_matches_that_the_command_takes_are_offered(room: Server) -> None:
    await resign(room, await room.begin("yin-yang"))
    await room.begin("russian")
    await room.begin("one-zero-one")
    await room.ann.click(room.plant(room.channel, [button("v1:0:private:0:binar")]), label="forged")
    for command, title in (("hint", "Binar"), ("hand", "One Zero One"), ("analyse", "Yin Yang")):
        [only] = await room.ann.autocomplete(room.channel, command, "match", "")
        assert only["name"].startswith(title)


async def test_a_finished_match_is_found_by_its_name_behind_newer_ones(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("binar", "yin-yang"):
        await resign(room, await room.begin(game))
    monkeypatch.setattr(completion, "LIMIT", 1)
    for command in ("rematch", "history"):
        [newest] = await room.ann.autocomplete(room.channel, command, "match", "")
        [older] = await room.ann.autocomplete(room.channel, command, "match", "binar")
        assert (newest["value"], older["value"]) == ("2", "1")
