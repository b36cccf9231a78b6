"""The list of legal turns, compared with a slow second generator.

Also its speed, and the text of turns, read and written.
"""

import json
import random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import AmbiguousMove, IllegalMove
from rules.one_zero_one.decks import DECKS
from rules.one_zero_one.playing_cards import (
    CUT,
    KINDS,
    LINES,
    PASTE,
    PRINT,
    LaidCard,
    PlayingCard,
    sort_cards,
)
from rules.one_zero_one.program import DisplayLines
from rules.one_zero_one.turn import Position
from tests.pace import slowness
from tests.rules.one_zero_one.diagram import GAME, cards, position, texts
from tests.rules.one_zero_one.reference import legal
from tests.rules.playouts import play_out
from tests.uncollected import no_garbage_collection

ROOMY = "10 0 1 0\n20 1 0 1\n30 1 1 . 1\n40 0 0 0\n50 1 . 0"


def table_of(shape: list[list[bool]]) -> DisplayLines:
    """Plain zeros where the shape says so, the last line cut short."""
    rows = []
    for line, row in zip(LINES, shape, strict=True):
        filled = [LaidCard("PLAIN", None, 0) if there else None for there in row[: 2 if line == 50 else None]]
        while filled and filled[-1] is None:
            filled.pop()
        rows.append(tuple(filled))
    return tuple(rows)


chainable = st.sampled_from([*PRINT, *PASTE, *CUT, *KINDS])
shapes = st.lists(st.lists(st.booleans(), max_size=5), min_size=5, max_size=5)


@pytest.mark.ci
@given(shape=shapes, hand=st.lists(chainable, min_size=1, max_size=3), pile=st.lists(chainable, max_size=3))
@settings(max_examples=150)
def test_moves_agree_with_the_reference_on_any_table(
    shape: list[list[bool]], hand: list[PlayingCard], pile: list[PlayingCard]
) -> None:
    before = Position(
        (0, 1), table_of(shape), (sort_cards(hand), cards("PLAIN")), (cards("PLAIN"), ()), sort_cards(pile)
    )
    moves = GAME.moves(before)
    written = [GAME.write(before, move) for move in moves]
    assert len(set(written)) == len(written)
    assert set(written) == legal(json.loads(json.dumps(GAME.dump(before))))


@pytest.mark.ci
@pytest.mark.parametrize("deck", DECKS)
def test_moves_agree_with_the_reference_in_real_games(deck: str) -> None:
    for seed in range(4):
        for before, move in play_out(GAME, {"deck": deck}, seed):
            if move is not None:
                assert texts(before) == legal(GAME.dump(before))


def test_a_list_with_a_print_chain_takes_at_most_5_ms() -> None:
    before = position(ROOMY, "PRINT-h PRINT-v PASTE-h", cut="PASTE-v CUT-h CUT-v IF-h")
    assert any(text.count(":") >= 3 for text in texts(before))
    times = []
    for _ in range(9):
        began = process_time()
        GAME.moves(before)
        times.append(process_time() - began)
    assert min(times) < 0.005 * slowness()


def test_the_values_of_the_longest_chain_fit_a_custom_id() -> None:
    before = position(ROOMY, "PRINT-h PRINT-v PASTE-h", cut="PASTE-v PASTE-h PRINT-h PRINT-v")
    longest = max(
        (",".join(step.value for step in GAME.steps(before, move)) for move in GAME.moves(before)), key=len
    )
    assert longest.count(",") >= 12
    assert len(longest) <= 70


def test_steps_are_card_line_direction_and_then_card_and_direction() -> None:
    before = position("10 0 1 0\n20 1 0 1\n30 0 1 1", "PRINT-h DELETE-v PLAIN")
    move = GAME.read(before, "PRINT-h> 30 : DELETE-v^")
    steps = GAME.steps(before, move)
    assert [step.value for step in steps] == ["PRh", "30", ">", "DEv", "^"]
    assert [str(step.label) for step in steps] == [*("PRINT ↔", "C · 30", "→ right", "DELETE ↕", "↑ up")]
    assert [step.square for step in steps] == [None, "C", None, None, None]
    plain = GAME.steps(before, GAME.read(before, "PLAIN 10"))
    assert [step.value for step in plain] == ["PL", "10"]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("print-h>30:delete-v^", "PRINT-h> 30 : DELETE-v^"),
        ("  PRINT h > 30 : DELETE ^ ", "PRINT-h> 30 : DELETE-v^"),
        ("print right line 30 : delete up", "PRINT-h> 30 : DELETE-v^"),
        ("PRINT→ 30 : DELETE↑", "PRINT-h> 30 : DELETE-v^"),
        ("PRINT> 30 : DELETE v", "PRINT-h> 30 : DELETE-vv"),
        ("printh> 30 : deletevv", "PRINT-h> 30 : DELETE-vv"),
        ("delete v 20", "DELETE-vv 20"),
        ("DELETE-V^ 10", "DELETE-v^ 10"),
        ("DELETE-VV 10", "DELETE-vv 10"),
        ("if then else 10", "ELSE 10"),
        ("IF...THEN...ELSE... 20", "ELSE 20"),
    ],
)
def test_reading_is_lenient_and_writing_canonical(text: str, canonical: str) -> None:
    before = position("10 0 1 0\n20 1 0 1\n30 0 1 1", "PRINT-h DELETE-v ELSE")
    assert GAME.write(before, GAME.read(before, text)) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("goto 10< 20", "GOTO10-h< 20"),
        ("goto 10 < 20", "GOTO10-h< 20"),
        ("goto< 20", "GOTO10-h< 20"),
        ("GOTO10-h< 10", "GOTO10-h< 10"),
        ("goto left 10", "GOTO10-h< 10"),
        ("syntax error ^ 10", "SYNTAX-v^ 10"),
        ("SYNTAX up 10", "SYNTAX-v^ 10"),
        ("if...then...> 10", "IF-h> 10"),
        ("IF THEN > 10", "IF-h> 10"),
    ],
)
def test_commands_are_read_as_printed_on_the_cards(text: str, canonical: str) -> None:
    before = position("10 0\n20 1", "GOTO10-h SYNTAX-v IF-h")
    assert GAME.write(before, GAME.read(before, text)) == canonical


def test_the_direction_tells_which_of_two_axes_is_meant() -> None:
    before = position("10 0\n20 1", "DELETE-h DELETE-v PLAIN")
    assert GAME.write(before, GAME.read(before, "DELETE^ 10")) == "DELETE-v^ 10"
    assert GAME.write(before, GAME.read(before, "DELETE> 10")) == "DELETE-h> 10"


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("plain", ("PLAIN 10", "PLAIN 20")),
        ("delete-v 10", ("DELETE-v^ 10", "DELETE-vv 10")),
        ("delete 20", ("DELETE-v^ 20", "DELETE-vv 20")),
    ],
)
def test_text_that_fits_several_moves_names_them(text: str, candidates: tuple[str, ...]) -> None:
    before = position("10 0\n20 1", "PRINT-h DELETE-v PLAIN")
    with pytest.raises(AmbiguousMove) as caught:
        GAME.read(before, text)
    assert caught.value.candidates == candidates


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("hello", "unreadable", "not a move of One Zero One"),
        ("", "unreadable", "PRINT-h> 30 : DELETE-v^"),
        ("PLAIN 10 :", "unreadable", "PLAIN 10"),
        ("PLAIN 60", "one_zero_one.line", "Line 60 is no program line"),
        ("PLAIN 30", "one_zero_one.closed", "Line 30 is closed: line 20 has 2 of the three"),
        ("PLAIN 50", "one_zero_one.closed", "Line 50 is closed: line 20 has 2"),
        ("SAVE-h> 10", "one_zero_one.not_held", "You do not hold SAVE-h"),
        ("DELETE-h> 10", "one_zero_one.not_held", "You do not hold DELETE-h"),
        ("SYNTAX-h> 10", "one_zero_one.no_such_card", "There is no card SYNTAX-h; there is SYNTAX-v"),
        ("DELETE> 10", "one_zero_one.direction", "DELETE-v can be turned to ^ and v only, not to >"),
        ("PRINT-h^ 10 : PLAIN", "one_zero_one.direction", "PRINT-h can be turned to < and > only"),
        ("PLAIN> 10", "one_zero_one.no_direction", "PLAIN points nowhere"),
        (
            "PRINT-h> 10",
            "one_zero_one.must_print",
            "PRINT-h points at the empty cell 10/5, which must be filled",
        ),
        ("PRINT-h> 10 : SAVE-h>", "one_zero_one.not_held", "You do not hold SAVE-h"),
        ("PRINT-h> 10 : PLAIN 20", "one_zero_one.chained_line", "PLAIN takes no line"),
        ("PRINT-h> 10 : PLAIN : PLAIN", "one_zero_one.no_chain", "Nothing can be chained to PLAIN"),
        ("PLAIN 10 : DELETE-v^", "one_zero_one.no_chain", "only PRINT and PASTE bring"),
        ("PRINT-h< 10 : PLAIN", "one_zero_one.chain_taken", "PRINT-h points at 10/3, where a card lies"),
        ("PRINT-h> 10 : PRINT-h>", "one_zero_one.not_held", "You do not hold PRINT-h"),
    ],
)
def test_a_refusal_names_the_rule_it_breaks(text: str, code: str, says: str) -> None:
    before = position("10 0 1 0\n20 1 0", "PRINT-h DELETE-v PLAIN")
    with pytest.raises(IllegalMove) as caught:
        GAME.read(before, text)
    assert caught.value.code == code
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("hand", "cut", "text", "code"),
    [
        ("PRINT-h PLAIN", "", "PRINT-h< 20 : PLAIN", "one_zero_one.chain_off"),
        ("PRINT-h", "", "PRINT-h> 20 : PLAIN", "one_zero_one.chain_hand"),
        ("PASTE-h PLAIN", "", "PASTE-h> 20 : PLAIN", "one_zero_one.chain_pile"),
        ("PASTE-h PLAIN", "IF-h", "PASTE-h> 20 : PLAIN", "one_zero_one.not_in_pile"),
        ("PASTE-h PLAIN", "IF-h", "PASTE-h> 20", "one_zero_one.must_paste"),
        ("PASTE-h PLAIN", "IF-h", "PASTE-h> 20 : IF-h^", "one_zero_one.direction"),
    ],
)
def test_a_chain_is_refused_with_its_reason(hand: str, cut: str, text: str, code: str) -> None:
    before = position("10 0 1 0\n20", hand, cut=cut)
    with pytest.raises(IllegalMove) as caught:
        GAME.read(before, text)
    assert caught.value.code == code


def test_a_closed_line_stays_closed_for_the_first_card_of_a_chain_only() -> None:
    before = position("10 0 1 0\n20 1 0", "PRINT-v PLAIN PLAIN")
    assert "PRINT-vv 20 : PLAIN" in texts(before)
    assert not any(text.split()[1] == "30" for text in texts(before))


@pytest.mark.parametrize(
    "text",
    ["a" + " " * 390 + "!", "if" + "." * 390, "if" + " .-" * 130, "goto" + "- " * 190, "print" + ":" * 390],
)
def test_no_text_takes_long_to_refuse(text: str) -> None:
    before = position("10 0\n20 1")
    with no_garbage_collection():
        began = process_time()
        with pytest.raises(IllegalMove):
            GAME.read(before, text)
        taken = process_time() - began
    assert taken < 0.05 * slowness()


def test_any_letters_are_refused_and_never_break_the_reader() -> None:
    before = position("10 0 1 0\n20 1 0", "PRINT-h DELETE-v PLAIN")
    chance = random.Random(1)
    for _ in range(400):
        text = "".join(chance.choice("PRINTdelv^<> :-103é…\t\0") for _ in range(chance.randrange(25)))
        try:
            GAME.read(before, text)
        except (IllegalMove, AmbiguousMove) as refusal:
            assert str(refusal)
