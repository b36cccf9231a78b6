"""The draws of Russian and Brazilian checkers by FMJD-64, 7.2.4 to 7.2.8.

Each count is played out: the draw comes at its ply, and one ply earlier it has not. The numbers in
the tests' names are those of the articles.

Where others count otherwise, rules.md decides. pydraughts 0.6.7 takes the thirty and sixty moves for
four or five, six or seven pieces on each side and for equal numbers alone; it counts the five moves
on the main road and of two pieces from the last capture, wherever the king has been, and has none of
king against king. lidraughts lets the thirty and sixty moves stand in place of the fifteen, and goes
on counting on the main road when the king comes back to it.
"""

from typing import Any

import pytest

from rules.match import Match
from tests.rules.checkers.matches import at, position
from tests.rules.checkers.quiet_play import FEW, KINGS, QUIET, step
from tests.rules.laid_out import end_of

KEYS = ("russian", "brazilian")
ROAD = "moves of a lone king that stands alone on the main road against three pieces, a king among them"
IN_ALL = "pieces in all, kings on both sides, without a capture or a new king"
FOUR_OR_FIVE = f"with four or five {IN_ALL}"
SIX_OR_SEVEN = f"with six or seven {IN_ALL}"

both = pytest.mark.parametrize("key", KEYS)


def counts(match: Match) -> dict[str, int]:
    """Return the tallies of the counts that go on through more."""
    found: dict[str, int] = match.show_view(None)["clock"].get("counts", {})
    return found


def play_on(match: Match) -> int:
    """Play quiet king's moves until the match is over, and return how many."""
    before = len(match.plies)
    while match.outcome is None:
        step(match)
    return len(match.plies) - before


def ends(match: Match, plies: int, why: str) -> None:
    """Check that the draw comes after this many more moves, and not before."""
    assert play_on(match) == plies
    assert match.outcome
    assert (match.outcome.winner, why in match.outcome.text) == (None, True), match.outcome.text


@both
@pytest.mark.parametrize("white", ["Kf2 Kg1 Ke1", "Kf2 Kg1 Ke1 Kd2"])
def test_7_2_4_three_kings_or_more_against_a_lone_king_have_fifteen_moves(key: str, white: str) -> None:
    ends(at(key, white, "Kb8"), 30, f"15 moves by each side {KINGS}")


@both
def test_7_2_4_begins_with_the_third_king_and_the_move_that_makes_it_is_not_counted(key: str) -> None:
    match = at(key, "Kf2 Kg1 g7", "Ka3", counters={"quiet": 9})
    match.play("g7-h8")
    ends(match, 30, f"15 moves by each side {KINGS}")


@both
def test_7_2_4_begins_again_with_a_capture(key: str) -> None:
    match = at(key, "Kg1 Ke1 Kh2 Kg7", "Kh6", "Black", counters={"quiet": 29})
    assert match.outcome is None
    match.play(match.moves()[0])
    assert match.outcome is None
    ends(match, 30, f"15 moves by each side {KINGS}")


@both
def test_7_2_5_kings_alone_have_fifteen_moves_whatever_the_number_of_pieces(key: str) -> None:
    ends(at(key, "Kf2 Kg1 a1 c1 e1", "Kb8 h8 f8"), 30, f"15 moves by each side {QUIET}")


@both
def test_7_2_5_begins_again_with_a_man_s_move_and_a_capture(key: str) -> None:
    match = at(key, "Kg1 a1 c1 e1", "Kb8 h8 f8 h6", counters={"quiet": 29})
    match.play("a1-b2")
    ends(match, 30, f"15 moves by each side {QUIET}")


@pytest.mark.ci
@both
@pytest.mark.parametrize(
    ("white", "black", "name", "plies", "why"),
    [
        ("Kg1 a1", "Kb8 h8", "30", 60, FOUR_OR_FIVE),
        ("Kg1 a1 c1", "Kb8 h8", "30", 60, FOUR_OR_FIVE),
        ("Kg1 a1 c1 e1", "Kb8 h8", "60", 120, SIX_OR_SEVEN),
        ("Kg1 a1 e1 b2", "Kb8 f8 d8", "60", 120, SIX_OR_SEVEN),
    ],
)
def test_7_2_6_four_to_seven_pieces_have_thirty_or_sixty_moves(
    key: str, white: str, black: str, name: str, plies: int, why: str
) -> None:
    """Men step now and then, so that the count of kings' moves alone is never full."""
    match = at(key, white, black)
    assert counts(match) == {name: 0}
    for ply in range(plies):
        assert match.outcome is None
        play_safely(match, by_man=position(match).quiet > 16)
        assert counts(match)[name] == ply + 1
    assert end_of(match) == (None, None, f"{plies // 2} moves by each side {why}")


def play_safely(match: Match, *, by_man: bool) -> None:
    """Play a move of a man or king after which nothing can be captured or crowned."""
    choices = []
    for move in position(match).legal:
        after = position(match).play(move)
        if move.promotes or any(each.captured or each.promotes for each in (move, *after.legal)):
            continue
        other_kind = (after.quiet == 0) != by_man
        choices.append((other_kind, after.occurrences, match.game.write(position(match), move)))
    match.play(min(choices)[2])


@both
@pytest.mark.parametrize(
    ("white", "black", "name", "move", "after"),
    [
        ("Kg1 a1 c1", "Kb8 h8", "30", "a1-b2", {"30": 42}),
        ("Kg1 g7 c1", "Kb8 a5", "30", "g7-h8", {"30": 0}),
        ("Kg1 a1 c1", "Kb8 h2", "30", "g1-f2", {"30": 42}),
        ("Kc1 a1 e1", "Kb8 d2", "30", "c1xe3", {"30": 0}),
        ("Kg1 a1 c1 e1", "Kb8 h8 f8", "60", "a1-b2", {"60": 42}),
        ("Kg1 g7 c1 e1", "Kb8 f8 a5", "60", "g7-h8", {"60": 0}),
        ("Kc1 a1 e1 h2", "Kb8 d2", "60", "c1xe3", {"30": 0}),
    ],
)
def test_7_2_6_begins_again_with_a_capture_or_a_promotion_and_not_with_a_man_s_step(
    key: str, white: str, black: str, name: str, move: str, after: dict[str, int]
) -> None:
    match = at(key, white, black, counters={"counts": {name: 41}})
    match.play(next(text for text in match.moves() if text.replace(":", "x")[:5] == move[:5]))
    assert counts(match) == after


@both
@pytest.mark.parametrize(
    ("white", "black"),
    [("Kg1 a1 c1", "b8 h8"), ("a1 c1 e1", "Kb8 h8"), ("Kg1 a1 c1 e1", "Kb8 h8 f8 d8"), ("Kg1 a1", "h8")],
)
def test_7_2_6_needs_a_king_on_both_sides_and_four_to_seven_pieces(key: str, white: str, black: str) -> None:
    assert counts(at(key, white, black, counters={"quiet": 7})) == {}
    assert counts(at(key, white, black, counters={"counts": {"30": 7, "60": 7}})) == {}


@both
def test_7_2_6_ends_where_a_side_has_no_king_any_more(key: str) -> None:
    match = at(key, "Kc1 a1 e1", "Kd2 h8", counters={"counts": {"30": 41}})
    match.play(match.moves()[0])
    assert counts(match) == {}


@both
def test_two_counts_go_on_side_by_side_and_the_first_that_is_full_ends_the_match(key: str) -> None:
    """This is a ruling: with five pieces fifteen king's moves are a draw too."""
    match = at(key, "Kg1 a1 c1", "Kb8 h8", counters={"quiet": 0, "counts": {"30": 31}})
    ends(match, 29, f"30 moves by each side {FOUR_OR_FIVE}")
    match = at(key, "Kg1 a1 c1", "Kb8 h8", counters={"quiet": 0, "counts": {"30": 20}})
    ends(match, 30, f"15 moves by each side {QUIET}")


def is_on_road(match: Match, square: int) -> bool:
    """Whether a square is on the main road."""
    file, rank = position(match).generator.geometry.places[square]
    return file == rank


def keep_to_road(match: Match) -> None:
    """Play a quiet move that leaves the lone king on the main road, and safe."""
    choices = []
    for move in position(match).legal:
        after = position(match).play(move)
        lone = not after.board.sides(position(match).colour)[0].bit_count() - 1
        if not any(each.captured for each in (move, *after.legal)) and is_on_road(match, move.end) == lone:
            choices.append((after.occurrences, after.quiet == 0, match.game.write(position(match), move)))
    match.play(min(choices)[2])


@both
@pytest.mark.parametrize("white", ["Kf2 Kg1 Ke1", "Kf2 Kg1 h4", "Kf2 h2 h4"])
def test_7_2_7_a_lone_king_on_the_main_road_has_five_moves_there(key: str, white: str) -> None:
    """Its own move to the road is not among them."""
    match = at(key, white, "Kb8", "Black")
    match.play("b8-e5")
    for moves in range(5):
        assert match.outcome is None
        assert counts(match)["main_road"] == moves
        keep_to_road(match)
        assert match.outcome is None
        assert counts(match)["main_road"] == moves
        keep_to_road(match)
    assert end_of(match) == (None, None, f"5 {ROAD}")


@both
def test_7_2_7_men_may_step_and_be_crowned_meanwhile(key: str) -> None:
    match = at(key, "Kf2 c7 h4", "Kb2", counters={"counts": {"main_road": 3}})
    for text in ("c7-d8", "b2-a1", "h4-g5"):
        match.play(text)
    assert counts(match)["main_road"] == 4
    assert match.turn is not None
    match.play("a1-b2")
    assert end_of(match).text == f"5 {ROAD}"


@both
@pytest.mark.parametrize(
    ("white", "black", "move"),
    [("Kf2 Kg1 Ke1", "Kb2", "b2-a3"), ("Kf2 Kg1 Kb8", "Ka1", "a1-c3"), ("Kf2 Kg1 h4", "Kh8", "h8-f6")],
)
def test_7_2_7_counts_while_the_king_stands_there_alone_and_that_material_stands(
    key: str, white: str, black: str, move: str
) -> None:
    match = at(key, white, black, "Black", counters={"counts": {"main_road": 2}})
    match.play(move)
    last = position(match).last
    assert last is not None
    assert counts(match).get("main_road") == (3 if is_on_road(match, last.move.end) else None)


@both
def test_7_2_7_begins_anew_after_another_piece_stood_on_the_road(key: str) -> None:
    match = at(key, "Kf2 Kg1 Kb8", "Ka1", counters={"counts": {"main_road": 4}})
    match.play("b8-e5")
    assert "main_road" not in counts(match)
    match = at(key, "Kf2 Kg1 Ka7", "Kb2", "Black", counters={"counts": {"main_road": 4}})
    for text in ("b2-a3", "f2-g3", "a3-b2"):
        match.play(text)
    assert counts(match)["main_road"] == 0


@both
@pytest.mark.parametrize(
    ("white", "black"), [("Kf2 Kg1", "Kh8"), ("Kf2 Kg1 Ke1 Kh2", "Kh8"), ("f2 g1 e1", "Kh8")]
)
def test_7_2_7_is_of_three_pieces_with_a_king(key: str, white: str, black: str) -> None:
    assert "main_road" not in counts(at(key, white, black))


def test_7_2_7_a_position_set_up_with_quiet_plies_alone_counts_none_on_the_road() -> None:
    assert counts(at("russian", "Kf2 Kg1 Ke1", "Kh8", counters={"quiet": 9}))["main_road"] == 0


@both
@pytest.mark.parametrize("white", ["Kf2 Kg1", "Kf2 h2", "Kf2"])
def test_7_2_8_two_pieces_or_one_against_a_lone_king_have_five_moves(key: str, white: str) -> None:
    match = at(key, white, "Kb8")
    assert counts(match) == {"5": 0}
    ends(match, 10, f"5 moves by each side {FEW}")


@both
def test_7_2_8_the_capture_that_makes_it_is_not_counted(key: str) -> None:
    match = at(key, "Kg1 Kc1", "Kh8 d2", counters={"quiet": 3})
    match.play(match.moves()[0])
    ends(match, 10, f"5 moves by each side {FEW}")


@both
def test_7_2_8_never_begins_again(key: str) -> None:
    match = at(key, "Kf2 g7", "Ka3", counters={"counts": {"5": 6}})
    match.play("g7-f8" if key == "brazilian" else "g7-h8")
    assert counts(match) == {"5": 7}
    match = at(key, "Kf2 h4", "Ka3", counters={"counts": {"5": 6}})
    match.play("h4-g5")
    assert counts(match) == {"5": 7}
    match = at(key, "Kc1 b2", "Ka3", "Black", counters={"counts": {"5": 6}})
    match.play(match.moves()[0])
    assert counts(match) == {"5": 7}
    ends(match, 3, f"5 moves by each side {FEW}")


@both
def test_clocks_survive_a_dump(key: str) -> None:
    for white, black, name in (("Kf2 h2 h4", "Kb2", "main_road"), ("Kg1 a1 c1", "Kb8 h8", "30")):
        where: Any = at(key, white, black, counters={"counts": {name: 2}})
        again = at(key, "a1", "h8")
        again.set_position(where.game.dump(where.position))
        assert again.position == where.position
