"""Alt texts and text boards of square boards say the position: all of it, and nothing else."""

import re
from dataclasses import replace

import pytest

from rendering.describe import describe, status, text_board
from rules.board import BoardView, names
from rules.catalogue import GAMES
from tests.rendering.samples import (
    BINAR,
    BINARY,
    BINARY_END,
    CANADIAN,
    CHECKERS,
    MIDDLE,
    YIN_YANG,
    ZONG_HENG,
)
from tests.rules.playouts import random_match

BOARD_GAMES = [key for key in GAMES if key != "one-zero-one"]


def cells_of(alt: str, view: BoardView) -> dict[str, str]:
    """The pieces that an alt text of a square board tells."""
    names_of = {label: name for name, label in view.labels.items()}
    sides = {"0": "0", "1": "1", "White": "w", "Black": "b"}
    cells = {}
    for side, symbol in sides.items():
        for told in re.findall(rf"(?:^|[.] ){side}: ([^.]*)[.]", alt)[:1]:
            for kind in told.split(", "):
                sign = symbol.upper() if kind.startswith("kings ") else symbol
                for place in kind.removeprefix("kings ").removeprefix("men ").split():
                    if place != "none":
                        cells[names_of.get(place, place)] = sign
    return cells


@pytest.mark.parametrize("game", BOARD_GAMES)
def test_the_alt_text_of_a_board_equals_its_position(game: str) -> None:
    for seed in range(4):
        match = random_match(GAMES[game], {}, seed=seed, limit=15 + 30 * seed)
        view = match.game.seen_by(match.position, None)
        assert isinstance(view, BoardView)
        alt = describe(view)
        assert cells_of(alt, view) == dict(view.cells)
        assert alt.startswith(
            "The game is over." if view.turn is None else f"{view.sides[view.turn]} to move."
        )
        if view.last_move:
            assert f"Last move: {view.last_move}." in alt
        assert len(alt) <= 1024


def test_the_alt_text_of_checkers_in_full() -> None:
    assert describe(CHECKERS) == (
        "Black to move. White: men c1 e1 b2 h2 a3 c3 g3 f4 h4 a5, kings f8. "
        "Black: men g5 h6 c7 b8 d8 h8, kings d2. Last move: b4:d6:f8."
    )


def test_numbered_squares_are_told_by_their_numbers() -> None:
    told = describe(CANADIAN)
    assert "Black: men 1 2 3 4 5 6 7 8 9 10 11 " in told
    assert "White: men 43 44 45 " in told


def test_the_largest_board_full_of_pieces_fits() -> None:
    cells = {name: "bw"[i % 2] for i, name in enumerate(names(12))}
    alt = describe(replace(ZONG_HENG, size=12, cells=cells))
    assert len(alt) <= 1024
    assert cells_of(alt, ZONG_HENG) == cells


def test_what_does_not_fit_is_cut_with_a_sign_of_it() -> None:
    alt = describe(replace(ZONG_HENG, note="so " * 400))
    assert len(alt) == 1024
    assert alt.startswith("Black to move.") and alt.endswith("…")


def test_counts_and_groups_are_told() -> None:
    assert status(BINARY) == ("Hands: Black 4 · White 5 — Points: Black 9 · White 4",)
    assert status(BINARY_END) == ("Points: Black 15 · White 14",)
    assert status(ZONG_HENG) == ("Largest groups: Black 6 · White 4", "32 squares are still empty.")
    assert status(YIN_YANG) == (
        "Points: First 4 · Second 5",
        "First counts the stones on squares of their own colour, Second those on the other colour.",
    )
    assert status(BINAR) == ()
    assert status(CHECKERS) == ("Pieces: White 11 · Black 7",)
    assert status(MIDDLE)[0] == "Points: 0 60 · 1 30"
    assert "Black's territories: 5, 5. White's territories: 5, 4." in describe(BINARY_END)
    assert "Distances: c4:1 e4:1 d2:2 d5:1." in describe(YIN_YANG)


def test_full_lines_of_digits_are_told_with_their_sums() -> None:
    cells = {f"{file}2": "1" for file in "abcde"} | {"a1": "0"}
    assert "Full: row 2 = 5." in describe(replace(BINAR, cells=cells))
    assert "Full" not in describe(replace(BINAR, cells={"a2": "1"}))


def test_a_note_about_the_last_move_is_told() -> None:
    assert describe(replace(ZONG_HENG, note="White was skipped.")).endswith("White was skipped.")


def test_the_text_board_of_checkers() -> None:
    assert text_board(CHECKERS).splitlines() == [
        " 8 . b . b . W . b",
        " 7 . . b . . . . .",
        " 6 . . . . . . . b",
        " 5 w . . . . . b .",
        " 4 . . . . . w . w",
        " 3 w . w . . . w .",
        " 2 . w . B . . . w",
        " 1 . . w . w . . .",
        "   a b c d e f g h",
        "",
        "Black to move",
        "Pieces: White 11 · Black 7",
        "Last move: b4:d6:f8",
    ]
    turned = text_board(replace(CHECKERS, viewer=1)).splitlines()
    assert turned[0] == " 1 . . . w . w . ."
    assert turned[8] == "   h g f e d c b a"
