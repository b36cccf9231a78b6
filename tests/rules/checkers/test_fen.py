"""Draughts FEN in and out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.checkers import fen
from rules.checkers.moves import BLACK, WHITE, generator
from rules.checkers.rulesets import ruleset
from rules.game import BadPosition
from tests.rules.checkers.matches import EVERY_SETUP, at, new, position
from tests.rules.english import english
from tests.rules.laid_out import end_of
from tests.rules.playouts import random_match


@pytest.mark.parametrize(
    ("key", "options", "text"),
    [
        ("american", {}, "B:W21-32:B1-12"),
        ("international", {}, "B:W31-50:B1-20"),
        ("international", {"rules": "federation"}, "W:W31-50:B1-20"),
        ("spanish", {}, "W:W1-12:B21-32"),
        ("italian", {}, "W:W21-32:B1-12"),
        ("canadian", {}, "B:W43-72:B1-30"),
        ("russian", {}, "W:Wb2,d2,f2,h2,a3,c3,e3,g3,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"),
    ],
)
def test_the_start_is_written_as_its_players_know_it(key: str, options: dict[str, str], text: str) -> None:
    here = position(new(key, **options))
    written = fen.write(here.generator, here.board, here.colour)
    assert {frozenset(part.lstrip("WB").split(",")) for part in written.split(":")} == {
        frozenset(part.lstrip("WB").split(",")) for part in text.split(":")
    }
    match = new(key, **options)
    match.set_position(text)
    assert match.show_view(None) == new(key, **options).show_view(None)


@pytest.mark.parametrize(
    "text",
    [
        "W:W31-50:B1-20",
        "W:B1-20:W31-50.",
        "w:w31-50:b1-20",
        " W : W31-50 : B1-20 . ",
        "W:W" + ",".join(map(str, range(31, 51))) + ":B1-20",
        "W:W31-40,41-50:B1,2,3-20",
        "W:Wb4-i1:Bb10-i7",
        "W:W31-50:B1-20:H0:F1",
    ],
)
def test_every_usual_way_of_writing_is_read(text: str) -> None:
    match = new("international")
    match.set_position(text)
    here = position(match)
    assert fen.write(here.generator, here.board, here.colour) == "W:W31-50:B1-20"


def test_kings_carry_a_k_and_are_written_one_by_one() -> None:
    here = position(at("international", "Ka1 Kc1 Ke1 a3", "Kb10 Kd10 Kf10"))
    assert fen.write(here.generator, here.board, here.colour) == "W:W36,K46,K47,K48:BK1,K2,K3"


def test_capital_letters_of_files_are_no_marks_and_small_ones_of_kings_are() -> None:
    for key, text, plain in (
        ("russian", "W:WG1,KC1:BKB8", "W:Wg1,Kc1:BKb8"),
        ("international", "w:wk32,33:b5,k6", "W:WK32,33:B5,K6"),
        ("international", "w:wk31-k33:bk6", "W:WK31-33:BK6"),
        ("russian", "w:wkc1:bkb8", "W:WKc1:BKb8"),
        ("canadian", "w:wk6,32:bkk1", "W:WK6,32:BKk1"),
        ("canadian", "w:wk31:bkk1", "W:WK31:BKk1"),
    ):
        here, there = new(key), new(key)
        here.set_position(text)
        there.set_position(plain)
        assert here.position == there.position


def test_a_range_of_kings_is_read() -> None:
    match = new("international")
    match.set_position("B:WK46-48:BK1-K3")
    assert match.show_view(None)["cells"] == {
        "a1": "W",
        "c1": "W",
        "e1": "W",
        "b10": "B",
        "d10": "B",
        "f10": "B",
    }


def test_the_plies_of_a_half_move_field_count_as_quiet() -> None:
    match = new("russian")
    match.set_position("W:WKa1:BKh8,Kb8:H12:F30")
    assert match.show_view(None)["clock"]["quiet"] == 12


def test_the_side_to_move_is_the_string_s_own_unless_a_turn_is_given() -> None:
    match = new("american")
    match.set_position("W:W21-32:B1-12")
    assert (match.turn, english(match.sides)) == (1, ("Black", "White"))
    match.set_position("W:W21-32:B1-12", 0)
    assert match.turn == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is not part of a position string"),
        ("W", "is not part of a position string"),
        ("X:W31:B1", "“X:W31:B1” is not part of a position string"),
        ("W:W31:Q1", "“Q1” is not part of a position string"),
        ("W:W31;32:B1", "“31;32” is not part of a position string"),
        ("W:W31,:B1", "A square is missing beside a comma"),
        ("W:W51:B1", "51 is no square of International draughts"),
        ("W:W0:B1", "0 is no square"),
        ("W:Wa2:B1", "a2 is no square"),
        ("W:W31,31:B1", "names 31 twice"),
        ("W:W31:B31", "names 31 twice"),
        ("W:W:B", "Both sides are empty"),
        ("W:W1:B20", "A man stands on 1, where men of White are crowned"),
        ("W:W31:B50", "A man stands on 50, where men of Black are crowned"),
        ("W:W50-31:B1", "“50-31” is a range that runs backwards"),
        ("W:W30-50:B1", "White has 21 pieces; there are only 20"),
    ],
)
def test_what_is_no_position_is_refused_with_the_place(text: str, told: str) -> None:
    match = new("international")
    with pytest.raises(BadPosition) as refused:
        match.set_position(text)
    assert told in str(refused.value)
    assert not match.was_set


def test_a_side_without_pieces_is_a_position_that_is_over() -> None:
    match = new("international")
    match.set_position("W:W31:B")
    assert end_of(match).text == "Black has no piece left"


def test_on_boards_with_twelve_files_a_small_k_is_a_file() -> None:
    gen = generator(ruleset("canadian"))
    assert gen.squares[next(iter(fen.parse(gen, "W:Wk1:Bb12").pieces))] == "k1"


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=4)
def test_what_is_written_is_read_back(key: str, options: dict[str, str], seed: int) -> None:
    here = position(random_match(new(key).game, options, seed, limit=seed % 120))
    gen = here.generator
    said = fen.parse(gen, fen.write(gen, here.board, here.colour))
    assert gen.build_board(said.pieces) == here.board
    assert said.colour == here.colour
    assert {WHITE, BLACK} >= {piece.colour for piece in said.pieces.values()}
