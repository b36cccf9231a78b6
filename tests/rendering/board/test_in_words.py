"""Alt texts and text boards of square boards describe the whole position.

They say nothing else.
"""

import random
import re
from dataclasses import replace

import pytest

from rendering.board.in_words import PHONE_WIDTH
from rendering.describe import describe, summary_lines, text_board
from rendering.picture import draw
from rules.board import BoardView, Trace
from rules.catalogue import GAMES
from rules.game import Outcome
from rules.match import Match
from rules.squares import square_names
from tests.examples.every_game import EVERY_BOARD_GAME
from tests.rendering.samples import BINAR, BINARY, BINARY_END, CANADIAN, CHECKERS, MIDDLE, YIN_YANG, ZONG_HENG


def cells_of(alt: str, view: BoardView) -> dict[str, str]:
    """The pieces that an alt text of a square board tells."""
    names_of = {label: name for name, label in view.labels.items()}
    sides = {"0": "0", "1": "1", "White": "w", "Black": "b"}
    cells = {}
    for side, symbol in sides.items():
        for told in re.findall(rf"(?:^|[.0-9] ){side}: ([^.]*)[.]", alt)[:1]:
            for kind in told.split(", "):
                sign = symbol.upper() if kind.startswith("kings ") else symbol
                for place in kind.removeprefix("kings ").removeprefix("men ").split():
                    if place != "none":
                        cells[names_of.get(place, place)] = sign
    return cells


def parse_text_board(text: str, view: BoardView) -> dict[str, str]:
    """Return the pieces that a text board shows.

    In a game with numbered squares, each square is shown with its number.
    """
    rows = text.split("\n\n")[1].splitlines()[: view.ranks]
    wide = max(map(len, view.labels.values()), default=0)
    cells = {}
    for squares, row in zip(view.reading, rows, strict=True):
        rest = row if view.labels else row[2:]
        for name in squares:
            width = (wide + 1 if name in view.labels else 2) if view.labels else 2
            shown, rest = rest[:width].ljust(width), rest[width:]
            if name in view.labels:
                assert shown[:-1].strip() == view.labels[name]
            if shown[-1] not in " .":
                cells[name] = shown[-1]
        assert rest == ""
    return cells


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_a_game_can_be_followed_by_its_words_alone(key: str) -> None:
    """After every move the words give all that a reader needs.

    They give the change, the player to move or the winner, and the whole position.
    """
    match = Match(GAMES[key], {}, bytes(32))
    chance = random.Random(key)
    for _ in range(60):
        view = match.view(None)
        assert isinstance(view, BoardView)
        alt = describe(view)
        assert len(alt) <= 1024
        assert cells_of(alt, view) == dict(view.cells)
        told = text_board(view)
        assert parse_text_board(told, view) == dict(view.cells)
        assert max(map(len, told.splitlines())) <= PHONE_WIDTH
        assert cells_of(" ".join(told.split()), view) == dict(view.cells), "the list comes before the board"
        first, _, rest = alt.partition(". ")
        if match.plies:
            assert first == f"Last move: {view.last_move}"
            mover = view.sides[match.plies[-1].seat]
            assert rest.startswith(f"{mover} "), "who moved is said by side"
        outcome = match.outcome
        if outcome is None:
            assert match.turn is not None
            assert f"{view.sides[match.turn]} to move." in alt
        elif outcome.winner is None:
            assert f"A draw: {outcome.text}." in rest
        else:
            assert f"{view.sides[outcome.winner]} wins: {outcome.text}." in rest
        if outcome:
            break
        match.play(chance.choice(match.moves()))


def test_what_a_move_did_to_others_is_told_after_it() -> None:
    chain = "Last move: b4:d6:f8. Its way: b4 d6 f8. Captured: c5 e7. Black to move. "
    assert describe(CHECKERS).startswith(chain)
    assert text_board(CHECKERS).startswith("Last move: b4:d6:f8.\nIts way: b4 d6 f8.\nCaptured: c5 e7.\n")
    assert describe(ZONG_HENG).startswith("Last move: d3↑. Moved along, now on: d4 d5. ")
    # Numbers are what the players call the squares.
    called = {label: name for name, label in CANADIAN.labels.items()}
    way = Trace(path=tuple(called[label] for label in ("67", "56", "45")), removed=((called["61"], "b"),))
    numbered = replace(CANADIAN, trace=way, last_move="67x45")
    assert "Its way: 67 56 45. Captured: 61." in describe(numbered)


def test_who_has_won_is_told_with_the_reason() -> None:
    won = CHECKERS.with_outcome(Outcome(0, "resignation", facts={"loser": "Black"}))
    assert "White wins: Black resigned. White: men" in describe(won)
    assert "A draw: by agreement." in describe(CHECKERS.with_outcome(Outcome(None, "agreement")))
    assert "The game is over." in describe(CHECKERS.with_outcome(None))


def test_what_is_chosen_and_what_can_be_chosen_is_told() -> None:
    assert "Black to move. Chosen: d2. You can choose: e3 c7. White:" in describe(
        CHECKERS, chosen=["d2"], choices=["e3", "c7"]
    )
    assert "Chosen" not in describe(CHECKERS)
    assert draw(CHECKERS, choices=["e3"]).alt == describe(CHECKERS, choices=["e3"])


def test_the_alt_text_of_checkers_in_full() -> None:
    assert describe(CHECKERS) == (
        "Last move: b4:d6:f8. Its way: b4 d6 f8. Captured: c5 e7. Black to move. "
        "White: men c1 e1 b2 h2 a3 c3 g3 f4 h4 a5, kings f8. Black: men g5 h6 c7 b8 d8 h8, kings d2."
    )


def test_numbered_squares_are_told_by_their_numbers() -> None:
    told = describe(CANADIAN)
    assert "Black: men 1 2 3 4 5 6 7 8 9 10 11 " in told
    assert "White: men 43 44 45 " in told


def test_the_largest_board_full_of_pieces_fits() -> None:
    cells = {name: "bw"[i % 2] for i, name in enumerate(square_names(12))}
    alt = describe(replace(ZONG_HENG, size=12, cells=cells))
    assert len(alt) <= 1024
    assert cells_of(alt, ZONG_HENG) == cells


def test_what_does_not_fit_is_cut_with_a_sign_of_it() -> None:
    alt = describe(replace(ZONG_HENG, note="so " * 400))
    assert len(alt) == 1024
    assert alt.startswith("Last move: d3↑.") and alt.endswith("…")


def test_counts_and_groups_are_told() -> None:
    assert summary_lines(BINARY) == ("Hands: Black 4 · White 5 — Points: Black 9 · White 4",)
    assert summary_lines(BINARY_END) == (
        "Points: Black 15 · White 14",
        "The largest territory of each side counts twice.",
    )
    assert summary_lines(ZONG_HENG) == ("Largest groups: Black 6 · White 4", "32 squares are still empty.")
    assert summary_lines(YIN_YANG) == (
        "Points: First 4 · Second 5",
        "First counts every stone on a square of the stone's own colour, Second every stone on the other colour.",
        "The number on a stone says how many squares it moves.",
    )
    assert summary_lines(BINAR) == ()
    assert summary_lines(CHECKERS) == ("Pieces: White 11 · Black 7",)
    assert summary_lines(MIDDLE)[0] == "0: 60 points · 1: 30 points"
    whole = describe(BINARY_END)
    assert "Black's territories: 5 (a6 a5 b5 c5 c4), 5 (e6 f6 f5 e5 e4)." in whole
    assert "White's territories: 5 (a3 a2 b2 b1 c2), 4 (f1 f2 f3 f4)." in whole
    assert "Framed, with a rule of their own: c3 d3 c4 d4." in describe(BINARY)
    # Black on dark squares and white on light ones count for First, the others for Second.
    assert "Counting for First: d3 d5. Counting for Second: d1 d2 c3 f3 c4 d4 e4." in describe(YIN_YANG)
    assert "Distances: c4:1 e4:1 d2:2 d5:1." in describe(YIN_YANG)


def test_full_lines_of_digits_are_told_with_their_sums() -> None:
    cells = {f"{file}2": "1" for file in "abcde"} | {"a1": "0"}
    for told in (describe, text_board):
        assert "Full: row 2 = 5." in told(replace(BINAR, cells=cells))
        assert "Full" not in told(replace(BINAR, cells={"a2": "1"}))


def test_the_text_board_has_all_that_an_alt_text_leaves_out_for_want_of_room() -> None:
    crowd = replace(BINARY_END, groups=BINARY_END.groups * 16)
    unwrapped = " ".join(text_board(crowd).split())
    assert unwrapped.count("(a6 a5 b5 c5 c4)") == 16 and "(a6" not in describe(crowd)
    assert text_board(BINARY).endswith("\n\nFramed, with a rule of their\nown: c3 d3 c4 d4.")
    assert text_board(YIN_YANG).splitlines()[-4:] == [
        "Counting for First: d3 d5.",
        "Counting for Second: d1 d2 c3 f3",
        "c4 d4 e4.",
        "Distances: c4:1 e4:1 d2:2 d5:1.",
    ]


def test_the_text_board_names_the_squares_on_offer() -> None:
    told = text_board(CHECKERS, choices=["d8", "d2"]).splitlines()
    assert told[told.index("Black to move.") + 1] == "You can choose: d8 d2."
    assert "choose" not in text_board(CHECKERS)


def test_a_note_about_the_last_move_is_told() -> None:
    told = describe(replace(ZONG_HENG, note="White was skipped."))
    assert "Moved along, now on: d4 d5. White was skipped. Black to move." in told


def test_where_the_squares_of_groups_have_no_room_their_sizes_are_told() -> None:
    crowd = replace(BINARY_END, groups=BINARY_END.groups * 16)
    assert "Black's territories: 5, 5, 5, 5," in describe(crowd)
    assert len(describe(crowd)) <= 1024


def test_the_text_board_of_checkers() -> None:
    assert text_board(CHECKERS).splitlines() == [
        "Last move: b4:d6:f8.",
        "Its way: b4 d6 f8.",
        "Captured: c5 e7.",
        "Black to move.",
        "Pieces: White 11 · Black 7",
        "White: men c1 e1 b2 h2 a3 c3 g3",
        "f4 h4 a5, kings f8.",
        "Black: men g5 h6 c7 b8 d8 h8,",
        "kings d2.",
        "",
        " 8 . b . b . W . b",
        " 7 . . b . . . . .",
        " 6 . . . . . . . b",
        " 5 w . . . . . b .",
        " 4 . . . . . w . w",
        " 3 w . w . . . w .",
        " 2 . w . B . . . w",
        " 1 . . w . w . . .",
        "   a b c d e f g h",
        "b, w: men · B, W: kings",
    ]
    turned = text_board(replace(CHECKERS, viewer=1)).splitlines()
    assert turned[10] == " 1 . . . w . w . ."
    assert turned[18] == "   h g f e d c b a"
    men = replace(CHECKERS, cells={"a1": "w"})
    assert text_board(men).endswith("b: black man · w: white man")


def test_the_text_board_of_the_largest_numbered_board_fits_a_phone_with_every_number() -> None:
    told = text_board(CANADIAN).splitlines()
    board = told[told.index("") + 1 :]
    assert board[0] == "   1b   2b   3b   4b   5b   6b"
    assert board[11] == "67w  68w  69w  70w  71w  72w"
    assert max(map(len, told)) <= PHONE_WIDTH


def test_which_stone_yin_yang_placed_is_told() -> None:
    match = Match(GAMES["yin-yang"], {}, bytes(32))
    match.play(match.moves()[0])
    alt = describe(match.view(None))
    assert re.match(
        r"Last move: c3-\w+\. First moved the black stone on c3 to \w+ and put a white one in", alt
    )
