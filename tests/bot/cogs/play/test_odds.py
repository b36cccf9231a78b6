"""Odds: asked for as a side, stated on every card, and never rated.

They are suggested when ratings are far apart.
"""

from typing import Any

import pytest

from bot.cards.play.challenge import _begins
from data.database.transaction import Transaction
from data.sqlite.check import check
from data.standing import ratings
from data.standing.ratings import RatingRow
from rules.board import BoardView
from tests.bot.cogs.play.test_challenge_forms import chosen_values, fields
from tests.bot.cogs.play.test_challenges import card
from tests.bot.server import Server, buttons, reply_text, texts


async def rated_at(
    room: Server, *points: float, game: str = "russian", opponents: int = 4, deviation: float = 80.0
) -> None:
    """Ann and Ben have these ratings."""

    async def job(tx: Transaction) -> None:
        for who, number in zip((room.ann, room.ben), points, strict=True):
            row = RatingRow(
                room.guild.id, game, who.id, "", number, deviation, room.bot.club.now(), 9, opponents
            )
            await ratings.put(tx, row)

    await room.run(room.bot.club.store.write(job))


async def challenge(room: Server, side: str = "", game: str = "russian", **given: Any) -> Any:
    asked = {"side": side} if side else {}
    return await room.ann.slash(room.channel, "play", game=game, opponent=room.ben, **asked, **given)


async def test_they_complete_among_the_sides_of_checkers(room: Server) -> None:
    sides = await room.ann.autocomplete(room.channel, "play", "side", "", game="russian")
    assert [choice["value"] for choice in sides] == [
        "White",
        "Black",
        "random",
        "both",
        "giving the move",
        "giving a man",
        "giving two men",
        "taking the move",
        "taking a man",
        "taking two men",
    ]


async def test_whoever_gives_a_man_begins_without_it_and_moves_second(room: Server) -> None:
    shown = await challenge(room, "giving a man")
    said = texts(shown.response)
    assert "**Odds:** Ann begins with a man less, and the other one moves first." in said
    await room.ben.click(shown.response, label="Accept")
    begun = await room.match()
    assert [player.id for player in await room.players()] == [room.ben.id, room.ann.id]
    assert begun.game.tally(begun.position) == (12, 11)
    assert "-# Odds: Ann has begun with a man less." in texts(room.board(room.place))
    table = await room.bot.club.matches.load(1)
    assert table.row.rated is None
    check(room.bot.config.database)


@pytest.mark.parametrize(
    ("side", "said", "seat", "men"),
    [
        ("giving the move", "Ann lets the other one move first.", 1, (12, 12)),
        ("giving two men", "Ann begins with two men less, and the other one moves first.", 1, (12, 10)),
        ("taking the move", "Ann moves first.", 0, (12, 12)),
        ("TAKING A MAN", "Ann moves first, and the other one begins with a man less.", 0, (12, 11)),
        ("taking two men", "Ann moves first, and the other one begins with two men less.", 0, (12, 10)),
    ],
)
async def test_each_kind_of_odds(room: Server, side: str, said: str, seat: int, men: tuple[int, int]) -> None:
    shown = await challenge(room, side)
    assert f"**Odds:** {said}" in texts(shown.response)
    await room.ben.click(shown.response, label="Accept")
    begun = await room.match()
    assert (await room.players())[seat].id == room.ann.id
    assert begun.game.tally(begun.position) == men
    assert ("-# Odds:" in texts(room.board(room.place))) == (sum(men) < 24)


@pytest.mark.parametrize(("side", "men"), [("taking a man", (12, 11)), ("taking the move", (12, 12))])
async def test_a_rematch_has_the_same_giver(room: Server, side: str, men: tuple[int, int]) -> None:
    shown = await challenge(room, side)
    await room.ben.click(shown.response, label="Accept")
    place = room.place
    for number, who, other in ((1, room.ben, room.ann), (2, room.ann, room.ben)):
        asked = await who.slash(place, "resign")
        await who.click(asked.response, label="Resign")
        asked = await who.click(room.board(place), label="Rematch")
        assert "swapped" not in reply_text(asked)
        assert "**Rematch**, with the same odds. So far:" in texts(room.channel.history()[-1])
        await other.click(room.board(place), label="Rematch")
        place = room.place
        again = await room.match(number + 1)
        table = await room.bot.club.matches.load(number + 1)
        assert table.row.user_ids == (room.ann.id, room.ben.id)
        assert again.game.tally(again.position) == men


@pytest.mark.parametrize(("side", "giver"), [("giving the move", "Ann"), ("taking the move", "Ben")])
async def test_the_first_board_says_that_the_move_was_given(room: Server, side: str, giver: str) -> None:
    shown = await challenge(room, side)
    await room.ben.click(shown.response, label="Accept")
    said = f"-# **Odds:** {giver} lets the other one move first."
    assert said in texts(room.board(room.place))
    mover = room.ben if giver == "Ann" else room.ann
    await mover.slash(room.place, "move", move="c3-b4")
    assert said not in texts(room.board(room.place))
    await room.ben.click((await room.ben.slash(room.place, "resign")).response, label="Resign")
    await room.ben.click(room.board(room.place), label="Rematch")
    await room.ann.click(room.board(room.place), label="Rematch")
    assert said in texts(room.board(room.place))


async def test_no_board_says_so_where_nothing_was_given(room: Server) -> None:
    shown = await challenge(room, "random")
    await room.ben.click(shown.response, label="Accept")
    assert "move first" not in texts(room.board(room.place))


async def test_they_go_with_no_rating_no_opening_and_no_other_game(room: Server) -> None:
    rated = await challenge(room, "giving a man", rated=True)
    assert "A match with odds is never rated" in reply_text(rated)
    opened = await challenge(room, "giving a man", game="american", options="opening=lot")
    assert "Odds are given from the usual start" in reply_text(opened)
    other = await challenge(room, "giving a man", game="binar")
    assert "Even, Odd, random" in reply_text(other)
    known = await challenge(room, "giving a rook")
    assert "White, Black, random, both, giving the move, giving a man" in reply_text(known)


async def test_a_lot_that_has_yet_to_decide_the_colours_shows_all_men(room: Server) -> None:
    shown = await challenge(room, "giving a man", game="malaysian")
    begins = _begins("malaysian", (await room.bot.club.challenges.get(1)).options, None, "side.gives.man")
    assert isinstance(begins, BoardView)
    assert (len(begins.cells), begins.lot) == (60, True)
    await room.ben.click(shown.response, label="Accept")
    begun = await room.match()
    assert begun.game.tally(begun.position) == (30, 29)
    assert (await room.players())[1].id == room.ann.id


async def test_the_computer_takes_them_too(room: Server) -> None:
    shown = await room.ann.slash(
        room.channel, "play", game="russian", opponent=room.twotone, side="taking a man"
    )
    level = next(label for label in buttons(shown.response) if "★" in label)
    await room.ann.click(shown.response, label=level)
    begun = await room.match()
    assert begun.game.tally(begun.origin) == (12, 11)
    assert (await room.bot.club.matches.load(1)).seat_of(room.ann.id) == 0


SUGGESTED = "is rated much higher here: with odds it would be more even."


async def test_they_are_suggested_where_ratings_are_three_hundred_apart(room: Server) -> None:
    await rated_at(room, 1800.0, 1500.0)
    said = texts((await challenge(room)).response)
    assert f"<@{room.ann.id}> {SUGGESTED}" in said
    assert SUGGESTED not in texts((await challenge(room, "giving a man")).response)
    assert SUGGESTED not in texts((await challenge(room, game="brazilian")).response)
    open_to_all = await room.ann.slash(room.channel, "play", game="russian")
    assert SUGGESTED not in texts(open_to_all.response)


async def test_the_weaker_challenger_reads_the_same(room: Server) -> None:
    await rated_at(room, 1400.0, 1701.0)
    shown = await challenge(room)
    assert f"<@{room.ben.id}> {SUGGESTED}" in texts(shown.response)
    await room.ben.click(shown.response, label="Decline")
    assert SUGGESTED not in texts(room.channel.history()[-1])


@pytest.mark.parametrize(
    "known",
    [
        {"points": (1799.0, 1500.0)},
        {"points": (1900.0, 1500.0), "opponents": 3},
        {"points": (1900.0, 1500.0), "deviation": 120.0},
        {"points": (1900.0, 1500.0), "game": "italian"},
    ],
)
async def test_nothing_is_suggested_where_too_little_is_known(room: Server, known: dict[str, Any]) -> None:
    points = known.pop("points")
    await rated_at(room, *points, **known)
    assert SUGGESTED not in texts((await challenge(room)).response)


@pytest.mark.parametrize("asked", [{"options": "opening=lot"}, {"side": "both"}])
async def test_nothing_is_suggested_where_odds_do_not_fit(room: Server, asked: dict[str, str]) -> None:
    await rated_at(room, 1900.0, 1500.0, game="american")
    assert SUGGESTED in texts((await challenge(room, game="american")).response)
    assert SUGGESTED not in texts((await challenge(room, game="american", **asked)).response)


async def test_nothing_is_suggested_of_who_shows_their_ratings_to_nobody(room: Server) -> None:
    await rated_at(room, 1900.0, 1500.0)
    await room.run(room.bot.club.preferences.change(room.ben.id, profile_shown=False))
    assert SUGGESTED not in texts((await challenge(room)).response)


async def test_nothing_is_suggested_where_no_ratings_are_kept(room: Server) -> None:
    await rated_at(room, 1900.0, 1500.0)
    await room.run(room.bot.club.servers.change(room.guild.id, by=room.ann.id, ratings="none"))
    assert SUGGESTED not in texts((await challenge(room)).response)


async def test_the_form_of_a_challenge_has_them_among_its_sides(room: Server) -> None:
    await challenge(room, rated=True)
    form = await room.ann.click(card(room), label="Clock and side")
    asked = fields(form)
    assert [option["label"] for option in asked["side"]["options"]] == [
        "Drawn by lot",
        "White",
        "Black",
        "Both: a mini-match of two games",
        "Giving the move",
        "Giving a man",
        "Giving two men",
        "Taking the move",
        "Taking a man",
        "Taking two men",
    ]
    assert form.modal is not None
    about = "Who takes odds moves first; such a match is never rated."
    assert form.modal["components"][0]["description"] == about
    await room.ann.submit_modal(form, {"side": ["side.takes.two_men"], "rated": True})
    said = texts(card(room))
    assert "**Odds:** Ann moves first, and the other one begins with two men less." in said
    assert "-# Rated" not in said
    form = await room.ann.click(card(room), label="Clock and side")
    assert chosen_values(fields(form)["side"]) == ["side.takes.two_men"]
    await room.ann.submit_modal(form, {"side": ["side.white"], "rated": True})
    assert "-# Rated" in texts(card(room))


async def test_an_opening_and_odds_exclude_each_other_in_the_forms(room: Server) -> None:
    await challenge(room, "giving a man", game="american")
    form = await room.ann.click(card(room), label="Options")
    refused = await room.ann.submit_modal(form, {"opening": "lot"})
    assert "Odds are given from the usual start" in reply_text(refused)
    other = await challenge(room, game="american", options="opening=lot", clock="3d")
    form = await room.ann.click(other.response, label="Clock and side")
    refused = await room.ann.submit_modal(form, {"side": ["side.gives.man"]})
    assert "Odds are given from the usual start" in reply_text(refused)


async def test_a_game_without_men_has_none_in_its_form(room: Server) -> None:
    await challenge(room, game="binar")
    form = await room.ann.click(card(room), label="Clock and side")
    assert "description" not in (form.modal or {})["components"][0]
    assert len(fields(form)["side"]["options"]) == 4
