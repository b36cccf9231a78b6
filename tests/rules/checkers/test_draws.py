"""Automatic draws: the third repetition, and each rule set's move counts."""

import pytest

from rules.catalogue import GAMES
from rules.checkers import draws
from rules.checkers.moves import generator
from rules.checkers.rulesets import ruleset
from rules.match import read_record
from tests.rules.checkers.diagram import place
from tests.rules.checkers.matches import at, new
from tests.rules.checkers.quiet_play import FEW, KINGS, QUIET, step
from tests.rules.english import english
from tests.rules.laid_out import end_of

NO_STEP_FORWARD = "without a capture or a man's step forward"
COUNTS = [
    ("american", "Ka1 Kc1", "Kf8 Kh8", 40, QUIET),
    ("international", "Ka1 Kc1", "Kf10 Kh10", 25, QUIET),
    ("german", "Ka1 Kc1", "Kf8 Kb8", 40, QUIET),
    ("pool", "Kf2 Kg1 Ke1", "Kb8", 13, "with three kings against one"),
    ("russian", "Kf2 Kg1 Ke1", "Kb8", 15, KINGS),
    ("russian", "Kf2 Kg1", "Kb8", 5, FEW),
    ("russian", "Kf2 Kg1 a1 c1 e1", "Kb8 h8 f8", 15, QUIET),
    ("brazilian", "Kf2 Kg1 Ke1", "Kb8", 15, KINGS),
    ("brazilian", "Kf2 Kg1", "Kb8", 5, FEW),
    ("brazilian", "Kf2 Kg1 a1 c1 e1", "Kb8 h8 f8", 15, QUIET),
    ("spanish", "Kb1 Kd1", "Ka8 Kc8", 40, QUIET),
    ("italian", "Ka2 Kc2", "Kf7 Kh7", 40, QUIET),
    ("czech", "Kf2 Kg1", "Kb8 Ka7", 40, QUIET),
    ("turkish", "Ka1 Kb1", "Kg8 Kh8", 40, NO_STEP_FORWARD),
    ("armenian", "Ka1 Kb1", "Kg8 Kh7", 40, NO_STEP_FORWARD),
    ("gothic", "Ka1 Kb1", "Kg8 Kh7", 40, QUIET),
    ("malaysian", "Ka1 Kc1", "Kj12 Kh12", 50, QUIET),
    ("frisian", "Kg1 Ki1", "Kb10", 7, "with two kings against one"),
    ("frisian", "Kg1", "Kb10", 2, "with king against king"),
    ("canadian", "Ka1 Kc1", "Kh12 Kj12", 50, QUIET),
]
"""Counts: variant, White's and Black's pieces, moves by each side, and the reason.

After that many moves it is a draw.
"""


@pytest.mark.parametrize(("key", "white", "black", "moves", "why"), COUNTS)
def test_a_count_is_full_after_its_moves_by_each_side_and_not_before(
    key: str, white: str, black: str, moves: int, why: str
) -> None:
    match = at(key, white, black, counters={"quiet": 2 * moves - 2})
    step(match)
    assert match.turn is not None
    step(match)
    assert end_of(match) == (None, None, f"{moves} moves by each side {why}")


@pytest.mark.parametrize(
    ("key", "white", "black", "capture"),
    [
        ("american", "Ka1 Kc1", "Kd2 Kh8", "c1xe3"),
        ("russian", "Ka1 Kc1", "Kd2 Kh8 Kf8", "c1xf4"),
        ("american", "a1 Kc1", "Kf8 Kh8", "a1-b2"),
        ("turkish", "a3 Kb1", "Kg8 Kh8", "a3-a4"),
    ],
)
def test_a_capture_and_a_man_s_move_begin_the_count_again(
    key: str, white: str, black: str, capture: str
) -> None:
    match = at(key, white, black, counters={"quiet": 28})
    match.play(capture)
    clock = match.show_view(None)["clock"]
    assert (clock["quiet"], clock["repeated"]) == (0, 1)


def test_forty_moves_each_played_one_by_one_are_a_draw_in_american() -> None:
    match = at("american", "Ka1 Kc1", "Kf8 Kh8")
    while match.outcome is None:
        step(match)
    assert len(match.plies) == 80
    assert match.outcome.text == f"40 moves by each side {QUIET}"


def test_international_three_pieces_with_a_king_against_a_lone_king_have_sixteen_moves() -> None:
    match = at("international", "Kc1 Ke1 a1", "Kj10", counters={"quiet": 3})
    assert match.show_view(None)["clock"]["counts"] == {"16": 3}
    match = at("international", "Kc1 Ke1 a1", "Kh10", counters={"counts": {"16": 30}})
    step(match)
    step(match)
    assert (
        end_of(match).text
        == "16 moves by each side with three pieces, a king among them, against a lone king"
    )


def test_international_sixteen_goes_on_through_a_capture_and_begins_again_with_a_man_s_move() -> None:
    row = ruleset("international")
    gen = generator(row)
    three, two = place(gen, "Ka1 Kc1 e3", "Kh10"), place(gen, "Ka1 Kc1", "Kh10")
    tallies = draws.begin_tallies(row, three)
    assert tallies == (None, 0, None)
    for _ in range(30):
        tallies = draws.advance_tallies(row, tallies, three, three.white, by_man=False, changed=False)
    again = draws.advance_tallies(row, tallies, three, three.white, by_man=True, changed=False)
    assert again == (None, 0, None)
    tallies = draws.advance_tallies(row, tallies, two, two.black, by_man=False, changed=True)
    assert tallies == (None, 31, 0)
    assert draws.ending_rule(row, tallies, 0, two) is None
    tallies = draws.advance_tallies(row, tallies, two, two.white, by_man=False, changed=False)
    assert draws.ending_rule(row, tallies, 1, two) == row.draws[1]


def test_international_five_never_begins_again() -> None:
    row = ruleset("international")
    gen = generator(row)
    with_man, two, one = (place(gen, white, "Kh10") for white in ("Ka1 e3", "Ka1 Kc1", "Ka1"))
    tallies = draws.begin_tallies(row, with_man)
    for number, (board, by_man) in enumerate(
        [(with_man, False), (with_man, True), (two, True), (one, False)] * 2 + [(one, False)] * 2, 1
    ):
        assert draws.ending_rule(row, tallies, 0, board) is None
        tallies = draws.advance_tallies(row, tallies, board, board.white, by_man=by_man, changed=False)
        assert tallies[2] == number
    assert draws.ending_rule(row, tallies, 0, one) == row.draws[2]


def test_international_five_is_counted_from_the_capture_that_brings_it_about() -> None:
    match = at("international", "Ka1 Kc1", "Kh10 d2", "White")
    match.play("c1xe3")
    assert match.show_view(None)["clock"]["counts"] == {"5": 0}
    for _ in range(10):
        assert match.turn is not None
        step(match)
    assert (
        end_of(match).text
        == "5 moves by each side with two pieces or fewer, a king among them, against a lone king"
    )


def test_material_that_is_not_there_is_not_counted() -> None:
    assert at("pool", "Kf2 Kg1", "Kb8", counters={"quiet": 500}).outcome is None
    assert at("frisian", "Kg1 Ki1 Ke1", "Kb10", counters={"quiet": 500}).outcome is None
    assert at("frisian", "Kg1 i3", "Kb10", counters={"quiet": 500}).outcome is None


def test_a_lone_king_counts_for_either_side() -> None:
    match = at("frisian", "Kb2", "Kg9 Ki9", counters={"quiet": 14})
    assert end_of(match).winner is None


def test_the_third_time_a_position_stands_with_the_same_side_to_move_is_a_draw() -> None:
    match = at("russian", "Ka1 Ke1", "Kb8 Kf8")
    for lap in (2, 3):
        assert match.turn is not None
        for text in ("e1-h4", "f8-h6", "h4-e1", "h6-f8"):
            match.play(text)
        assert match.show_view(None)["clock"]["repeated"] == lap
    assert end_of(match) == (None, None, "the same position stood 3 times with the same side to move")
    assert match.moves() == []
    match.undo()
    assert match.turn is not None


SIDEWAYS = ("a4-b4", "h5-g5", "b4-a4", "g5-h5")
"""Steps of two men to the side and back.

They start from a position in which nothing can be captured.
"""


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_men_that_step_sideways_and_back_repeat_the_position(key: str) -> None:
    match = new(key)
    for text in ("a3-a4", "h6-h5", *SIDEWAYS, *SIDEWAYS):
        assert match.outcome is None
        match.play(text)
    assert end_of(match).text == "the same position stood 3 times with the same side to move"
    assert read_record(match.save(), GAMES).outcome == match.outcome


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_a_set_position_remembers_what_stood_before_a_step_sideways(key: str) -> None:
    match = new(key)
    for text in ("a3-a4", "h6-h5", *SIDEWAYS, *SIDEWAYS[:3]):
        match.play(text)
    again = new(key)
    again.set_position(match.game.dump(match.position))
    assert again.outcome is None
    again.play(SIDEWAYS[3])
    assert again.outcome


@pytest.mark.parametrize(
    ("key", "move", "counted"),
    [
        ("turkish", "a3-b3", 78),
        ("turkish", "a3-a4", 0),
        ("armenian", "a3-b3", 78),
        ("armenian", "a3-a4", 0),
        ("armenian", "a3-b4", 0),
        ("armenian", "c1-d1", 78),
        ("turkish", "c1-d1", 78),
    ],
)
def test_the_forty_moves_go_on_through_a_man_s_step_sideways(key: str, move: str, counted: int) -> None:
    match = at(key, "a3 Kc1", "Kg8 h6", counters={"quiet": 77})
    match.play(move)
    assert match.show_view(None)["clock"]["quiet"] == counted


def test_forty_moves_of_men_to_the_side_are_a_draw() -> None:
    match = at("turkish", "a3", "h6", counters={"quiet": 79})
    match.play("a3-b3")
    assert end_of(match).text == f"40 moves by each side {NO_STEP_FORWARD}"


@pytest.mark.parametrize(
    ("white", "black", "move"), [("a3 Kc1", "Kg8 b3", "a3xc3"), ("a7 Kc1", "Kg5 h6", "a7-a8")]
)
def test_a_capture_to_the_side_and_a_crowning_begin_the_count_again(
    white: str, black: str, move: str
) -> None:
    match = at("turkish", white, black, counters={"quiet": 50, "repeated": 2})
    match.play(move)
    assert match.show_view(None)["clock"] == {"quiet": 0, "repeated": 1}
    assert match.game.dump(match.position)["history"] == []


def test_a_position_set_up_as_having_stood_twice_needs_one_more_return() -> None:
    match = at("russian", "Ka1 Ke1", "Kb8 Kf8", counters={"repeated": 2})
    for text in ("e1-h4", "f8-h6", "h4-e1", "h6-f8"):
        assert match.turn is not None
        match.play(text)
    assert match.outcome
    assert at("russian", "Ka1 Ke1", "Kb8 Kf8", counters={"repeated": 3}).outcome


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    match = at("russian", "Ka1 Ke1", "Kb8 Kf8")
    cells = match.show_view(None)["cells"]
    for text in ("e1-f2", "f8-h6", "f2-h4", "h6-f8", "h4-e1"):
        match.play(text)
    assert match.show_view(None)["cells"] == cells
    assert match.show_view(None)["clock"]["repeated"] == 1


def test_a_loss_comes_before_a_draw() -> None:
    match = at("american", "Ka1 Ke5 Kd4 Kg7", "Kh8", counters={"quiet": 79})
    match.play("a1-b2")
    assert end_of(match).winner is None
    match = at("american", "Ka1 Kf6 Kd4 g7", "Kh8", counters={"quiet": 79})
    match.play("a1-b2")
    assert match.outcome
    assert match.outcome.winner == english(match.sides).index("White")
    assert match.outcome.text == "Black has no legal move"


def test_an_italian_man_before_kings_that_it_may_not_take_has_no_move() -> None:
    match = at("italian", "c6", "Kb7 Kd7")
    assert end_of(match).text == "White has no legal move"


def test_a_draw_may_be_agreed_on_at_any_time() -> None:
    match = new("frisian")
    match.agree_draw()
    assert end_of(match) == (None, None, "by agreement")
