"""Alt texts and text boards say the position: all of it, and nothing else."""

import re
from dataclasses import replace

import pytest

from rendering.describe import describe, hand_in_words, status, text_board
from rules.board import BoardView, names
from rules.catalogue import GAMES
from rules.one_zero_one.playing_cards import LINES, LaidCard
from rules.one_zero_one.view import ProgramView
from tests.rendering.samples import (
    BINAR,
    BINARY,
    BINARY_END,
    CANADIAN,
    CHECKERS,
    END,
    MIDDLE,
    WIDE,
    YIN_YANG,
    ZONG_HENG,
    display,
)
from tests.rules.playouts import random_match

BOARD_GAMES = [key for key in GAMES if key != "one-zero-one"]
WAYS = {"left": "<", "right": ">", "up": "^", "down": "v"}


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


def test_counts_and_groups_are_told() -> None:
    assert status(BINARY) == "Hands: Black 4 · White 5 — Points: Black 9 · White 4"
    assert status(BINARY_END) == "Points: Black 15 · White 14"
    assert status(ZONG_HENG) == "Largest groups: Black 6 · White 4"
    assert status(YIN_YANG) == "Points: First 4 · Second 5"
    assert status(BINAR) == status(CHECKERS) == ""
    assert status(MIDDLE) == "0: 60 points · 1: 30 points"
    assert "Black's territories: 5, 5. White's territories: 5, 4." in describe(BINARY_END)
    assert "Distances: c4:1 e4:1 d2:2 d5:1." in describe(YIN_YANG)


def test_full_lines_of_digits_are_told_with_their_sums() -> None:
    cells = {f"{file}2": "1" for file in "abcde"} | {"a1": "0"}
    assert "Full: row 2 = 5." in describe(replace(BINAR, cells=cells))
    assert "Full" not in describe(replace(BINAR, cells={"a2": "1"}))


def test_a_note_about_the_last_move_is_told() -> None:
    assert describe(replace(ZONG_HENG, note="White was skipped.")).endswith("White was skipped.")


def lines_of(alt: str) -> tuple[tuple[LaidCard | None, ...], ...]:
    """The display that an alt text tells."""
    lines = []
    for line in LINES:
        told = re.search(rf"Line {line} \([^)]*\): ([^.]*)[.]", alt)
        assert told
        words = [] if told[1] == "empty" else told[1].split(", ")
        lines.append(tuple(None if word == "gap" else _card(word) for word in words))
    return tuple(lines)


def _card(told: str) -> LaidCard:
    told, waiting = told.removesuffix(" not counted"), "waiting" in told
    digit, *rest = told.removesuffix(" waiting").split()
    saved = "saved" in rest
    point = next((WAYS[word] for word in rest if word in WAYS), None)
    command = next((word for word in rest if word.isupper() or word == "GOTO10"), "PLAIN")
    axis = None if point is None else "h" if point in "<>" else "v"
    return LaidCard(command, axis, int(digit), point, saved, waiting)  # type: ignore[arg-type]  # split from text


@pytest.mark.parametrize("view", [MIDDLE, WIDE, END])
def test_the_alt_text_of_the_display_equals_it(view: ProgramView) -> None:
    assert lines_of(describe(view)) == view.lines


def test_the_alt_text_of_random_displays_equals_them_and_hides_hands() -> None:
    for seed in range(6):
        for deck in ("base", "everything"):
            match = random_match(GAMES["one-zero-one"], {"deck": deck}, seed=seed, limit=8)
            view = match.game.seen_by(match.position, None)
            assert isinstance(view, ProgramView)
            alt = describe(view)
            assert lines_of(alt) == tuple(
                tuple(card and replace(card, inert=False) for card in line) for line in view.lines
            )
            if not view.over:
                assert re.search(r"0's hand: \d cards?\. 1's hand: \d cards?\.", alt)
            assert len(alt) <= 1024


def test_the_fullest_display_still_fits() -> None:
    line = " ".join(["0SYNTAX^*", "1DELETEv", "0REM<"] * 4)
    full = display(line, line, line, "0PRINT> 1PRINT<", "0PASTE> 1CUTv 0SAVEv?", turn=None)
    assert len(describe(full)) <= 1024
    assert "Line 50" in describe(full)


def test_open_hands_are_told_and_one_hidden_hand_is_not() -> None:
    assert "0's hand: PLAIN, SYNTAX-v. 1's hand: ELSE." in describe(END)
    assert "0's hand: 3 cards. 1's hand: 3 cards." in describe(MIDDLE)


def test_a_hand_in_words() -> None:
    assert hand_in_words(MIDDLE) == "PRINT-h (left or right), DELETE-v (up or down), PLAIN"
    with pytest.raises(ValueError, match="own view"):
        hand_in_words(END)
    with pytest.raises(TypeError):
        hand_in_words(CHECKERS)


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
        "Last move: b4:d6:f8",
    ]
    turned = text_board(replace(CHECKERS, viewer=1)).splitlines()
    assert turned[0] == " 1 . . . w . w . ."
    assert turned[8] == "   h g f e d c b a"


def test_the_text_of_the_display() -> None:
    assert text_board(WIDE).splitlines()[:5] == [
        "10 1 5:6 | 0~ 1REM< 1* 0CUTv 1 0 0GOTO10^ 1PASTE> 0 1 1 0",
        "20 - 3:3 | 1 0ELSE 0 _ 1SYNTAX^ 1 0SAVE>?",
        "30 1 1:2 | 1PRINT> 1 0SAVEv*",
        "40 1 1:2 | 0 1 1",
        "50 - 0:0 |",
    ]
    assert "40 0 3:1 | 0 1* [D] 0DELETE< 0" in text_board(MIDDLE)


@pytest.mark.parametrize("game", GAMES)
def test_every_text_board_fits_a_message(game: str) -> None:
    match = random_match(GAMES[game], {}, seed=3, limit=60)
    assert len(text_board(match.game.seen_by(match.position, None))) <= 1900
