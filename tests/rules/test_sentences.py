"""Refusals say what is wrong, and no more than that.

Each sentence here once said less, or something untrue.
"""

import pytest

from rules.catalogue import GAMES, load_match
from rules.game import AmbiguousMove, BadPosition, BadRecord, IllegalMove
from rules.match import Match, secret_of
from tests.rules.checkers.matches import at, new, refusal
from tests.rules.pipe import Pipe

CROWDED = "W:WKa6,Ka2,Kh2,Kc1:Bd8,f8,b7,h7,d6,c5,f5,c4,e4,d3,g3,c2,e2,Ke1"


@pytest.mark.ci
def test_a_text_that_fits_very_many_moves_gets_six_and_the_number_of_the_others() -> None:
    match = new("gothic", kings="flying")
    match.set_position(CROWDED)
    texts = [text for text in match.moves() if text.startswith("a6x") and text.endswith("xa6")]
    with pytest.raises(AmbiguousMove) as refused:
        match.play("a6xa6")
    assert set(refused.value.candidates) == set(texts)
    sentence = str(refused.value)
    assert sentence.startswith("“a6xa6” fits several moves: a6x")
    assert sentence.endswith(f", and {len(texts) - 6} more. Write one of them.")
    assert sentence.count(", ") == 6


def test_one_zero_one_also_says_how_many_more_moves_a_text_fits() -> None:
    match = Match(GAMES["one-zero-one"], {}, secret_of("many 0"))
    with pytest.raises(AmbiguousMove) as refused:
        match.play("DELETE")
    assert len(refused.value.candidates) == 8
    assert str(refused.value).endswith(", and 2 more. Write one of them.")


def test_six_candidates_are_all_named_and_a_seventh_is_one_more() -> None:
    assert str(AmbiguousMove("x", list("abcdef"))) == (
        "“x” fits several moves: a, b, c, d, e, f. Write one of them."
    )
    assert str(AmbiguousMove("x", list("abcdefg"))) == (
        "“x” fits several moves: a, b, c, d, e, f, and 1 more. Write one of them."
    )


def test_a_capture_may_end_where_it_began_but_no_other_move() -> None:
    assert refusal(new("gothic", kings="flying"), "a2-a2") == (
        "The piece on a2 would stay where it is; only a capture can end where it began."
    )


def test_a_capture_of_nothing_is_refused_as_such() -> None:
    assert refusal(new("american"), "11x18") == (
        "There is nothing to capture between 11 and 18 (American checkers: a capture jumps over a piece)."
    )
    assert "one square at a time" in refusal(new("american"), "11-18")


def test_nobody_jumps_their_own_piece() -> None:
    assert refusal(new("american"), "7x16").endswith("nobody jumps their own piece).")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("W:W31-29:B1", "“31-29” is a range that runs backwards: write its lowest square first."),
        ("W:W31,:B1", "A square is missing beside a comma of “31,”."),
        ('"W:W31:B1"', "A position string has no quotation marks; write it like W:W31-50:B1-20."),
    ],
)
def test_a_position_string_is_refused_for_what_is_wrong_with_it(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as refused:
        new("american").set_position(text)
    assert str(refused.value) == sentence


def test_a_range_of_one_square_runs_nowhere() -> None:
    match = new("american")
    match.set_position("W:W31-31:B1")
    assert len(match.show_view(None)["cells"]) == 2


def test_a_record_of_our_own_form_that_goes_on_after_the_end_says_so_too() -> None:
    match = Match(GAMES["binar"], {"size": 3, "lines": "single"}, secret_of("end"))
    while match.turn is not None:
        match.play(match.moves()[0])
    with pytest.raises(BadRecord, match=r"c3 comes after the end of the match, which was already over: "):
        load_match(f"{match.save()}99. c3\n")


@pytest.mark.parametrize("version", ["2", "10"])
def test_a_record_of_a_newer_version_is_refused(version: str) -> None:
    text = Match(GAMES["binar"], {}, secret_of("new")).save().replace("Twotone: 1", f"Twotone: {version}")
    with pytest.raises(BadRecord) as refused:
        load_match(text)
    assert str(refused.value) == (
        f"Line 1, column 10: this record has form {version}, made by a newer Twotone; this one reads form 1."
    )


@pytest.mark.parametrize("version", ["0", "", "one", "1.5", "²", "9" * 5000])
def test_a_version_that_never_was_is_refused(version: str) -> None:
    text = Match(GAMES["binar"], {}, secret_of("new")).save().replace("Twotone: 1", f"Twotone: {version}")
    with pytest.raises(BadRecord, match="Line 1, column 10: “Twotone” has the wrong form"):
        load_match(text)


def test_a_size_in_words_is_named(pipe: Pipe) -> None:
    said = pipe.expect_refusal("new", game="binar", options={"size": "purple"})
    assert said == "“size” is a whole number, not the text “purple”."


def test_nobody_replies_once_the_last_malaysian_piece_is_forfeited() -> None:
    match = new("malaysian", first="white")
    match.set_position("W:W39:B33,5")
    slowly = [match.game._leaves(match.position, depth) for depth in (1, 2)]
    assert match.game.perft(match.position, 2) == slowly


def test_over_is_over() -> None:
    match = at("american", "Kf6 g7", "Kh8")
    match.resign(0)
    with pytest.raises(IllegalMove, match=r"The match is over\."):
        match.play("a1-b2")
