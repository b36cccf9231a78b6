"""The example of docs/add-a-game.md is a game like any other.

All it needs is to be in the catalogues.
"""

from pathlib import Path

from engines.choose import level_count
from engines.puzzles.match_hunt import find_match_puzzle
from rendering.board.layout import PICTURE_HEIGHT, PICTURE_WIDTH, lay_out
from rendering.describe import describe, text_board
from rendering.picture import draw
from rendering.replay import BAR, Moment, ReplayLength, render_replay
from rules.board import BoardView
from rules.match import Match
from rules.squares import square_names
from tests.bot.server import buttons, press_behind, serve, texts
from tests.examples.three_in_a_row import english
from tests.examples.three_in_a_row.game import ThreeInARow
from tests.rendering.pixels import open_picture, part
from tests.rendering.strict_gif import decode
from tests.rules.pipe import Spoken
from tests.untranslated import untranslated_words
from words import PSEUDO, Phrase, render_message
from words.facts import FACTS

DRAWN = "c1 a1 d1 b1 a2 e1 b2 c2 e2 d2 c3 a3 d3 b3 a4 e3 b4 c4 e4 d4"
"""Moves that fill the board without a line."""


def test_black_wins_with_three_in_a_line(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in ("a1", "b1", "b2", "b3", "c3"):
        match.play(move)
    assert match.outcome
    assert (match.outcome.winner, match.outcome.text) == (0, "Black has three in a line")


def test_a_full_board_without_a_line_is_a_draw(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in DRAWN.split():
        match.play(move)
    assert match.outcome
    assert (match.outcome.winner, match.outcome.reason) == (None, "three_in_a_row.full")


def test_the_pipe_plays_it(game: ThreeInARow) -> None:
    pipe = Spoken()
    assert pipe.ask("games")["games"][-1] == {
        "key": "three-in-a-row",
        "title": "Three in a row",
        "sides": ["Black", "White"],
        "options": [],
    }
    assert pipe.ask("new", game=game.key, seed="x") == {"turn": 0, "sides": ["Black", "White"]}
    assert pipe.ask("perft", depth=3)["counts"] == [20, 380, 6840]
    assert (
        pipe.expect_refusal("play", move="a5") == "a5 is not a square of this board: they run from a1 to e4."
    )
    assert "is not a move of Three in a row" in pipe.expect_refusal("play", move="a1-a2")


def test_its_size_is_files_and_ranks_in_the_protocol(game: ThreeInARow) -> None:
    pipe = Spoken()
    pipe.ask("new", game=game.key, seed="x")
    assert pipe.ask("position") == {"position": {"size": [5, 4], "cells": {}, "turn": 0}}
    pipe.ask("set", position={"size": [5, 4], "cells": {"e4": "b"}, "turn": 1})
    for size in ([4, 5], 5, 20, "5x4"):
        said = pipe.expect_refusal("set", position={"size": size, "cells": {}})
        assert said.startswith("This match is played on a board of size [5, 4], the position says")
    assert "a5" in pipe.expect_refusal("set", position={"cells": {"a5": "b"}})


def test_its_words_are_complete_fit_their_places_and_can_be_translated(game: ThreeInARow) -> None:
    for message in english.MESSAGES:
        assert message.facts <= set(FACTS)
        facts = {name: Phrase("side.black") for name in message.facts}
        for language in ("en", PSEUDO):
            assert len(render_message(message.code, facts, language)) <= message.place.limit
        assert untranslated_words(render_message(message.code, facts, PSEUDO)) == []


def test_its_board_is_told_as_wide_and_as_high_as_it_is(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in ("b2", "e4"):
        match.play(move)
    view = match.view(None)
    assert describe(view) == "Last move: e4. White took e4. Black to move. White: e4. Black: b2."
    assert text_board(view).splitlines()[-5:] == [
        " 4 . . . . w",
        " 3 . . . . .",
        " 2 . b . . .",
        " 1 . . . . .",
        "   a b c d e",
    ]


def test_its_picture_and_its_film_are_lower_than_a_square_board_s_by_one_rank(game: ThreeInARow) -> None:
    match = Match(game, {}, bytes(32))
    for move in ("e4", "a1"):
        match.play(move)
    views = [match.copy_at(plies).view(None) for plies in range(3)]
    assert isinstance(views[2], BoardView)
    picture, cell = draw(views[2]), lay_out(views[2]).square_size
    assert (
        (picture.width, picture.height)
        == open_picture(picture).size
        == (PICTURE_WIDTH, PICTURE_HEIGHT - cell)
    )
    tones = {
        square: part(picture, views[2], square).getpixel((cell // 2, cell // 2))
        for square in square_names(game.size)
    }
    black, white = tones["e4"], tones["a1"]
    assert list(tones.values()).count(black) == list(tones.values()).count(white) == 1
    moments = [Moment(view, plies, (plies + 1) // 2) for plies, view in enumerate(views)]
    film = decode(render_replay(moments, ReplayLength(2, 1)).gif)
    assert (film.width, film.height) == (picture.width, picture.height + BAR)


async def test_it_has_neither_a_computer_nor_puzzles_and_nothing_breaks(
    game: ThreeInARow, tmp_path: Path
) -> None:
    assert level_count(game) == 0
    match = Match(game, {}, bytes(32))
    assert find_match_puzzle(game, match.options, [match.position], 1) is None
    async with serve(tmp_path / "twotone.db") as room:
        offer = await room.ann.slash(room.channel, "play", game=game.key)
        assert "Play Twotone meanwhile" not in buttons(offer.response)
        refused = await room.ann.slash(room.channel, "play", game=game.key, opponent=room.twotone)
        assert "Three in a row" in texts(refused.response)
        none = await room.ann.slash(room.channel, "puzzle", game=game.key)
        assert "There are no puzzles of Three in a row yet." in texts(none.response)
        tried = await room.ann.slash(room.channel, "rules", game=game.key)
        shown = await press_behind(room.ann, tried.response, "Try it")
        assert "### Try" in texts(shown.response)
