"""Odds: asked for as a side, stated on every card, and never rated.

They are suggested when ratings are far apart.
"""

from typing import Any

import pytest

from bot.cogs.play.challenges import _side_in_form
from data.sqlite.check import check
from tests.bot.challenge_cards import card, chosen_values, fields
from tests.bot.server import Server, reply_text, texts


async def challenge(room: Server, side: str = "", game: str = "russian", **given: Any) -> Any:
    asked = {"side": side} if side else {}
    return await room.ann.slash(room.channel, "play", game=game, opponent=room.ben, **asked, **given)


@pytest.mark.ci
async def test_whoever_gives_a_man_begins_without_it_and_moves_second(room: Server) -> None:
    shown = await challenge(room, "giving a man")
    said = texts(shown.response)
    assert "**Odds:** Ann begins with a man less, and the other one moves first." in said
    await room.ben.click(shown.response, label="Accept")
    begun = await room.match()
    assert [player.id for player in await room.players()] == [room.ben.id, room.ann.id]
    assert begun.game.tally(begun.position) == (12, 11)
    assert "-# Odds: Ann has begun with a man less." in texts(room.board(room.place))
    table = await room.bot.club.play.matches.load(1)
    assert table.row.rated is None
    check(room.bot.config.database)


async def test_their_longest_name_in_any_language_can_be_typed(room: Server) -> None:
    for language, typed in (("de", "zwei Steine Vorgabe bekommen"), ("ru", "получаю вперёд две простые")):
        await room.bot.club.members.preferences.change(room.ann.id, own_language=language)
        await challenge(room, typed)
    rows = await room.bot.club.play.lists.list_challenges_by(room.ann.id)
    assert [row.side for row in rows] == ["side.takes.two_men"]


async def test_they_go_with_no_rating_no_opening_and_no_other_game(room: Server) -> None:
    rated = await challenge(room, "giving a man", rated=True)
    assert "A match with odds is never rated" in reply_text(rated)
    opened = await challenge(room, "giving a man", game="american", options="opening=lot")
    assert "Odds are given from the usual start" in reply_text(opened)
    other = await challenge(room, "giving a man", game="binar")
    assert "Even, Odd, random" in reply_text(other)
    known = await challenge(room, "giving a rook")
    assert "White, Black, random, both, giving the move, giving a man" in reply_text(known)


async def test_the_form_of_a_challenge_has_them_behind_one_handicap(room: Server) -> None:
    await challenge(room, rated=True)
    form = await room.ann.click(card(room), label="Clock and side")
    asked = fields(form)
    assert [option["label"] for option in asked["side"]["options"]] == [
        "Drawn by lot",
        "White",
        "Black",
        "Both: a mini-match of two games",
    ]
    assert [option["label"] for option in asked["handicap"]["options"]] == [
        "None",
        "Giving the move",
        "Giving a man",
        "Giving two men",
        "Taking the move",
        "Taking a man",
        "Taking two men",
    ]
    assert form.modal is not None
    about = "Who takes odds moves first; such a match is never rated."
    assert form.modal["components"][1]["description"] == about
    await room.ann.submit_modal(form, {"handicap": ["side.takes.two_men"], "rated": True})
    said = texts(card(room))
    assert "**Odds:** Ann moves first, and the other one begins with two men less." in said
    assert "-# Rated" not in said
    form = await room.ann.click(card(room), label="Clock and side")
    asked = fields(form)
    assert (chosen_values(asked["side"]), chosen_values(asked["handicap"])) == (
        ["random"],
        ["side.takes.two_men"],
    )
    await room.ann.submit_modal(form, {"side": "side.white", "handicap": ["none"], "rated": True})
    assert "-# Rated" in texts(card(room)) and "plays **White**" in texts(card(room))


async def test_a_form_opened_before_handicaps_had_a_field_of_their_own_is_still_taken(room: Server) -> None:
    await challenge(room)
    form = await room.ann.click(card(room), label="Clock and side")
    await room.ann.submit_modal(form, {"handicap": ["side.takes.man"]})
    assert "**Odds:** Ann moves first" in texts(card(room))
    assert _side_in_form("side.gives.man", "") == "side.gives.man"


async def test_a_list_of_sides_has_odds_once_they_are_asked_for(room: Server) -> None:
    async def offered(typed: str, **given: Any) -> list[str]:
        found = await room.ann.autocomplete(room.channel, "play", "side", typed, game="russian", **given)
        return [each["name"] for each in found]

    assert await offered("") == ["White", "Black", "random", "both"]
    assert await offered("giv") == ["giving the move", "giving a man", "giving two men"]
    assert len(await offered("handi")) == 6
    assert await offered("", opponent=room.twotone) == ["White", "Black", "random"]


@pytest.mark.parametrize(("side", "giver"), [("giving the move", "Ann"), ("taking the move", "Ben")])
async def test_the_first_board_says_that_the_move_was_given(room: Server, side: str, giver: str) -> None:
    shown = await challenge(room, side)
    await room.ben.click(shown.response, label="Accept")
    said = f"-# **Odds:** {giver} lets the other one move first."
    assert said in texts(room.board(room.place))
    mover = room.ben if giver == "Ann" else room.ann
    await mover.slash(room.place, "move", move="c3-b4")
    assert said not in texts(room.board(room.place))
