"""Squares and moves as text.

Both ways of naming squares, short and long captures, and ambiguity.
"""

import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import BoardView
from rules.checkers import notation
from rules.checkers.moves import generator
from rules.checkers.rulesets import ruleset
from rules.game import AmbiguousMove, IllegalMove
from rules.match import Match
from tests.rules.checkers.crowded import THOUSANDS
from tests.rules.checkers.matches import (
    EVERY_SETUP,
    EVERY_VARIANT,
    at,
    new,
    position,
    refusal,
)
from tests.rules.playouts import random_match


@pytest.mark.parametrize(
    ("key", "first", "last"),
    [
        ("american", "b8", "g1"),
        ("german", "b8", "g1"),
        ("pool", "b8", "g1"),
        ("russian", "b8", "g1"),
        ("italian", "a8", "h1"),
        ("spanish", "h1", "a8"),
        ("international", "b10", "i1"),
        ("frisian", "b10", "i1"),
        ("malaysian", "b12", "k1"),
        ("canadian", "b12", "k1"),
        ("turkish", "a8", "h1"),
        ("armenian", "a8", "h1"),
        ("gothic", "a8", "h1"),
    ],
)
def test_numbers_run_from_the_upper_left_and_in_spanish_from_the_lower_right(
    key: str, first: str, last: str
) -> None:
    squares = generator(ruleset(key)).squares
    assert (squares[0], squares[-1]) == (first, last)


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_numeric_variants_write_numbers_and_the_others_letters(key: str) -> None:
    numeric = key not in ("russian", "brazilian", "czech", "turkish", "armenian", "gothic")
    for text in new(key).moves():
        assert text.replace("-", "").isdecimal() == numeric


def test_spanish_men_of_white_start_on_1_to_12() -> None:
    assert new("spanish").moves() == ["10-13", "10-14", "11-14", "11-15", "12-15", "12-16", "9-13"]


@pytest.mark.parametrize("text", ["11-15", "11 15", "11–15", "f6-e5", "F6 E5", "f6e5", "11x15", " 11 - 15 "])
def test_american_reads_numbers_and_letters_with_any_sign(text: str) -> None:
    assert new("american").play(text).text == "11-15"


@pytest.mark.parametrize("text", ["c3-d4", "22-18", "22 18", "c3d4", "C3–D4", "c3-d4!"])
def test_russian_reads_numbers_and_letters_with_any_sign(text: str) -> None:
    assert new("russian").play(text).text == "c3-d4"


@pytest.mark.parametrize("text", ["с3-д4", "С3 д4", "ц3-D4", "c3д4"])
def test_russian_reads_squares_in_cyrillic_letters_by_their_look_and_by_their_sound(text: str) -> None:
    assert new("russian").play(text).text == "c3-d4"


@pytest.mark.parametrize("text", ["ｃ３－ｄ４", "c３　d４", "ＣＤ４"])
def test_wide_letters_and_digits_are_read(text: str) -> None:
    assert new("russian").play(text).text == "c3-d4"


@pytest.mark.parametrize("text", ["г3хе5", "Ж3:Е5", "g3Хe5"])
def test_a_cyrillic_ha_is_a_capture_or_the_last_file(text: str) -> None:
    assert at("russian", "g3", "f4").play(text).text == "g3:e5"
    assert (
        at("russian", "h2", "c7").play("х2-г3").text
        == at("russian", "h2", "c7").play("н2-ж3").text
        == "h2-g3"
    )


def test_a_word_in_cyrillic_letters_is_no_move_and_quoted_as_it_is() -> None:
    assert "“шах”" in refusal(new("russian"), "шах")


def test_turkish_squares_are_numbered_row_by_row_from_a8() -> None:
    assert new("turkish").play("41-33").text == "a3-a4"


def test_russian_writes_a_colon_where_the_others_write_an_x() -> None:
    assert at("russian", "c3", "d4").moves() == ["c3:e5"]
    assert at("brazilian", "c3", "d4").moves() == ["c3xe5"]
    for text in ("c3:e5", "c3xe5", "c3×e5", "c3-e5", "c3 e5"):
        assert at("russian", "c3", "d4").play(text).text == "c3:e5"


def test_a_capture_is_written_from_and_to_while_that_is_enough() -> None:
    match = at("american", "a1", "b2 d4 f6", "White")
    assert match.moves() == ["29x8"]
    for text in ("29x8", "29x22x15x8", "29x22x8", "29x15x8", "a1xg7", "a1 c3 e5 g7"):
        assert match.copy().play(text).text == "29x8"


def test_two_ways_round_the_same_pieces_are_one_move() -> None:
    match = at("american", "Kc1", "b2 b4 d2 d4", "White")
    assert match.moves() == ["30x30"]
    for text in ("30x30", "30x21x14x23x30", "c1xe3xc5xa3xc1"):
        assert match.copy().play(text).text == "30x30"


def test_an_ambiguous_text_is_answered_with_the_candidates() -> None:
    match = at("american", "c1", "b2 b4 d2 d4", "White")
    assert match.moves() == ["30x21x14", "30x23x14"]
    with pytest.raises(AmbiguousMove) as refused:
        match.play("30x14")
    assert refused.value.candidates == ("30x21x14", "30x23x14")
    assert str(refused.value) == "“30x14” fits several moves: 30x21x14, 30x23x14. Write one of them."
    assert match.play("c1xe3xc5").text == "30x23x14"


def test_one_landing_square_is_enough_to_tell_two_captures_apart() -> None:
    match = at("american", "e1", "d2 d4 f2 f4 f6", "White")
    assert match.moves() == ["31x22x15x8", "31x24x15x8"]
    for text, full in (("e1 c3 g7", "31x22x15x8"), ("31x24x8", "31x24x15x8")):
        assert match.copy().play(text).text == full
    with pytest.raises(AmbiguousMove):
        match.play("31x15x8")


def test_a_sign_tells_a_quiet_move_from_a_capture_between_the_same_squares() -> None:
    match = at("malaysian", "Kc3", "d4 g5 g3 a11", first="white", rules="federation")
    assert {"56-69", "56x69"} < set(match.moves())
    assert not match.copy().play("c3-e1").position.last.move.captured
    assert len(match.copy().play("c3xe1").position.last.move.captured) == 3
    with pytest.raises(AmbiguousMove, match="56x69, 56-69"):
        match.play("c3 e1")


@pytest.mark.parametrize("text", ["1115", "fe5", "fxe5", "1. 11-15!", "1.1115", "фе5", "f6 e5"])
def test_the_short_forms_of_files_may_be_typed(text: str) -> None:
    assert new("american").play(text).text == "11-15"


def test_a_short_form_that_fits_several_moves_or_none_is_refused() -> None:
    match = at("american", "e3 g3 a1", "h8", "White")
    with pytest.raises(IllegalMove, match="“1199” fits no legal move here; "):
        match.play("1199")
    with pytest.raises(IllegalMove, match="“ad4” fits no legal move here; "):
        match.play("ad4")
    doubled = at("armenian", "c3 c4 h1", "h8", "White")
    with pytest.raises(AmbiguousMove, match="“cd4” fits several moves: c4-d4, c3-d4"):
        doubled.play("cd4")


@pytest.mark.parametrize(
    "text", ["", "-", "11", "hello", "11-", "-15", "11-15-", "f6", "11--x", "é4-f6", "11-15\0"]
)
def test_text_without_the_form_of_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        new("american").play(text)
    assert refused.value.code == "unreadable"
    assert str(refused.value).endswith("write it like 9-13.")


@pytest.mark.parametrize(
    ("text", "square"), [("0-4", "0"), ("33-29", "33"), ("a8-b7", "a8"), ("11-f9", "f9")]
)
def test_a_square_that_is_not_played_on_is_named(text: str, square: str) -> None:
    sentence = refusal(new("american"), text)
    assert sentence.startswith(f"{square} is no square of American checkers: only dark squares are played on")
    assert "numbered 1 to 32" in sentence


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=4)
def test_every_legal_move_reads_back_from_each_of_its_forms(
    key: str, options: dict[str, str], seed: int
) -> None:
    match = random_match(new(key).game, options, seed, limit=seed % 90)
    here = position(match)
    gen = here.generator
    written = match.moves()
    assert len(set(written)) == len(written)
    for move in here.legal if match.turn is not None else ():
        text = match.game.write(here, move)
        assert match.game.read(here, text) == move
        lettered = "-".join(gen.squares[square] for square in (move.start, *move.path))
        assert match.game.read(here, lettered).start == move.start
    for route in match.game.routes(here):
        full = notation.write_path(gen, route)
        assert match.game.read(here, full).key == route.key
        assert match.game.read(here, full.replace("x", " ").replace(":", " ")).end == route.end


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
def test_from_and_to_are_read_exactly_where_a_legal_move_has_them(key: str, options: dict[str, str]) -> None:
    match = random_match(new(key).game, options, seed=1, limit=24)
    if match.turn is None:
        match.undo()
    here = position(match)
    gen = here.generator
    starts = [square for square, piece in gen.pieces(here.board).items() if piece.colour == here.colour]
    for start, end in product(starts[::2], range(len(gen.squares))):
        fitting = [move for move in here.legal if (move.start, move.end) == (start, end)]
        try:
            read = match.game.read(here, f"{gen.squares[start]} {gen.squares[end]}")
        except IllegalMove:
            assert not fitting
        except AmbiguousMove:
            assert len(fitting) > 1
        else:
            assert read in fitting


@pytest.fixture(scope="module")
def crowded() -> Match:
    """A match at the position with thousands of moves."""
    match = new("gothic", kings="flying")
    match.set_position(THOUSANDS)
    return match


@pytest.mark.ci
def test_thousands_of_moves_are_written_in_a_time_that_grows_with_their_number(crowded: Match) -> None:
    before = time.process_time()
    legal = position(crowded).legal
    between = time.process_time()
    texts = crowded.moves()
    after = time.process_time()
    assert len(texts) == len(set(texts)) == len(legal) == 20_392
    assert after - between < 4 * (between - before)


def test_neither_whose_turn_it_is_nor_a_board_needs_the_list_of_moves(crowded: Match) -> None:
    match = new("gothic", kings="flying")
    match.set_position(THOUSANDS)
    assert match.turn == 0
    assert match.show_view(None)["turn"] == 0
    assert "legal" not in vars(match.position)


@pytest.mark.ci
def test_the_last_move_is_shown_as_it_was_written(crowded: Match) -> None:
    for text in crowded.moves()[::12000]:
        match = crowded.copy()
        assert match.play(text).text == text
        seen = match.view(None)
        assert isinstance(seen, BoardView)
        assert seen.last_move == text


def test_a_move_that_is_only_played_is_told_as_it_would_be_written() -> None:
    for index in (0, 1):
        match = new("czech")
        match.set_position("W:We3:Bd4,d6,f4,f6")
        move = match.game.moves(match.position)[index]
        after = match.game.play(match.position, move)
        view = match.game.seen_by(after, None)
        assert isinstance(view, BoardView)
        told = view.last_move
        assert told == match.game.write(match.position, move)
        assert told in ("e3xc5xe7", "e3xg5xe7")
