"""Promises of every picture: its size, its form and its bytes.

No game is drawn by its name.
"""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from rendering.describe import text_board
from rendering.picture import draw, draw_hand
from rendering.themes import MAX_COLOURS, THEMES
from rules.board import BoardView
from rules.catalogue import GAMES
from tests.rendering.samples import BOARDS, CHECKERS, EARLY, VIEWS, in_themes
from tests.rendering.strict_png import decode
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci


@pytest.mark.ci
@pytest.mark.parametrize(
    ("name", "theme"), leave_to_ci(in_themes(VIEWS, ("checkers", "program-early")), every=10)
)
def test_a_picture_is_a_small_png_in_the_theme_s_palette(name: str, theme: str) -> None:
    picture = draw(VIEWS[name], theme=theme)
    decoded = decode(picture.png)
    assert (decoded.width, decoded.height) == (picture.width, picture.height)
    palette = THEMES[theme].board if name in BOARDS else THEMES[theme].program
    assert decoded.palette == palette.colours and len(decoded.palette) <= MAX_COLOURS
    assert len(picture.png) <= (64 if "end" in name or "kings" in name or picture.height > 900 else 54) * 1024


@pytest.mark.ci
def test_the_same_view_gives_the_same_bytes_and_no_metadata() -> None:
    for view in VIEWS.values():
        again = replace(view)
        first = draw(view)
        assert first == draw(again)
        kinds = []
        at = 8
        while at < len(first.png):
            kinds.append(first.png[at + 4 : at + 8])
            at += 12 + int.from_bytes(first.png[at : at + 4])
        assert list(dict.fromkeys(kinds)) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.ci
def test_every_game_is_drawn_from_every_seat(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=11, limit=40)
    for seat in (None, 0, 1):
        view = match.game.seen_by(match.position, seat)
        picture = draw(view)
        assert len(picture.png) <= (58 if view.turn is not None else 64) * 1024
        assert 0 < len(picture.alt) <= 1024


def test_an_unknown_theme_is_drawn_as_the_default() -> None:
    assert draw(CHECKERS, theme="gone") == draw(CHECKERS)
    assert draw_hand(EARLY, theme="gone") == draw_hand(EARLY)


def test_no_picture_and_no_word_asks_which_game_it_is() -> None:
    """Differences between games are facts of the view.

    A new board game therefore needs no entry in `rendering`.
    """
    rooms = Path(__file__).parents[2] / "rendering"
    found = [
        f"{path.relative_to(rooms)}:{node.lineno}"
        for path in rooms.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "game")
        or (isinstance(node, ast.Constant) and node.value in GAMES)
    ]
    assert found == []


@pytest.mark.ci
@pytest.mark.parametrize("name", BOARDS)
def test_a_game_of_another_name_is_drawn_and_told_alike(name: str) -> None:
    view = BOARDS[name]
    assert draw(replace(view, game="three-in-a-row")) == draw(view)


def test_every_text_board_fits_a_message(key: str) -> None:
    match = random_match(GAMES[key], {}, seed=3, limit=60)
    assert len(text_board(match.game.seen_by(match.position, None))) <= 1900


def test_a_view_that_declares_nothing_but_its_pieces_is_drawn_and_told() -> None:
    view = BoardView("three-in-a-row", None, 1, ("Crosses", "Noughts"), 3, {"a1": "b", "b2": "w"})
    picture = draw(view, choices=["c3"])
    assert (picture.width, picture.height) == (720, 780)
    assert picture.alt == "Noughts to move. You can choose: c3. White: b2. Black: a1."
    assert " 3 . . ." in text_board(view).splitlines()
