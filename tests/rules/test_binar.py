"""Binar, promise by promise; the rulebook is `binar.txt`."""

from functools import cache

import pytest

from rules.binar import EMPTY, Binar, Position
from rules.catalogue import GAMES
from rules.game import BadOption, BadPosition, IllegalMove
from rules.match import Match
from rules.squares import square_names
from tests.rules.english import english
from tests.rules.laid_out import end_of
from tests.rules.playouts import play_out
from tests.sets import leave_to_ci

GAME = Binar()
EXAMPLE = {
    "cells": dict.fromkeys(["a3", "c1", "c4", "c5", "d3", "e3"], "0")
    | dict.fromkeys(["b1", "b3", "b4", "c2", "d5"], "1"),
    "turn": 1,
}
"""The rulebook's board before Odd's last move 1 on c3."""


def match_of(moves: str = "", **given: int | str) -> Match:
    match = Match(GAME, given, bytes(32))
    for move in moves.split():
        match.play(move)
    return match


def test_even_moves_first_and_each_places_their_own_digit() -> None:
    match = match_of("a1 b1")
    assert english(GAME.sides) == ("Even", "Odd")
    assert match.show_view(None) == {"size": 5, "cells": {"a1": "0", "b1": "1"}, "turn": 0}


def test_worked_example_even_wins_by_odds_move() -> None:
    match = Match(GAME, {}, bytes(32))
    match.set_position(EXAMPLE)
    match.play("c3")
    assert end_of(match) == (0, None, "row 3 and column c are both full and both even")
    assert match.turn is None


def test_worked_example_under_single_even_wins_too() -> None:
    """Both lines are even, the opponent's parity, and the move was Odd's."""
    match = Match(GAME, {"lines": "single"}, bytes(32))
    match.set_position(EXAMPLE)
    match.play("c3")
    assert end_of(match) == (
        0,
        None,
        "a line completed has the other player's parity (row 3 even and column c even)",
    )


def test_double_plays_on_when_the_parities_differ_or_one_line_is_open() -> None:
    assert match_of("a1 b1 c1", size=3).outcome is None  # row 1 full, column c is not
    match = match_of(size=3)
    match.set_position({"cells": {"a1": "0", "b1": "0", "c2": "1", "c3": "0", "a2": "1"}, "turn": 0})
    match.play("c1")
    assert match.outcome is None  # row 0+0+0 even, column 0+1+0 odd


def test_double_ignores_full_lines_that_do_not_cross_the_move() -> None:
    match = match_of(size=3)
    match.set_position({"cells": {"a1": "0", "b1": "0", "c1": "0", "a2": "0", "a3": "0"}, "turn": 1})
    match.play("b2")
    assert match.outcome is None


def test_full_board_without_a_win_is_a_draw() -> None:
    match = match_of(size=3)
    cells = {"a1": "0", "b1": "0", "c1": "1", "a2": "1", "b2": "0", "c2": "0", "a3": "1", "b3": "1"}
    match.set_position({"cells": cells, "turn": 0})
    match.play("c3")  # row 3 is 1+1+0, even; column c is 1+0+0, odd
    assert end_of(match) == (None, None, "the board is full and nobody has won")


def test_the_last_square_can_still_win() -> None:
    match = match_of(size=3)
    cells = {"a1": "0", "b1": "0", "c1": "1", "a2": "1", "b2": "0", "c2": "0", "a3": "0", "b3": "1"}
    match.set_position({"cells": cells, "turn": 0})
    match.play("c3")  # row 3 is 0+1+0, odd; column c is 1+0+0, odd
    assert end_of(match).winner == 1


@pytest.mark.parametrize(
    ("row", "mover", "winner"),
    [("00", 0, 0), ("10", 0, 1), ("00", 1, 1), ("10", 1, 0)],
    ids=["even by Even", "odd by Even", "odd by Odd", "even by Odd"],
)
def test_single_ends_with_any_line_and_the_opponents_parity_loses(row: str, mover: int, winner: int) -> None:
    match = match_of(size=3, lines="single")
    match.set_position({"cells": {"a1": row[0], "b1": row[1]}, "turn": mover})
    match.play("c1")
    assert end_of(match).winner == winner


def test_single_with_two_lines_any_of_the_opponents_parity_loses() -> None:
    match = match_of(size=3, lines="single")
    match.set_position({"cells": {"a1": "0", "b1": "0", "c2": "1", "c3": "0"}, "turn": 0})
    match.play("c1")
    assert match.outcome
    assert match.outcome.winner == 1
    assert "row 1 even and column c odd" in match.outcome.text


def test_choose_lets_both_place_either_digit() -> None:
    match = match_of("a1:1 b1:0", digits="choose", size=3)
    assert match.show_view(None)["cells"] == {"a1": "1", "b1": "0"}
    assert len(match.moves()) == 14
    with pytest.raises(IllegalMove, match="c3:0 or c3:1"):
        match.play("c3")


@pytest.mark.parametrize("text", ["d3", "D3", " d3 ", "d3:0", "d3 : 0", "d3=0", "d3 0"])
def test_every_form_of_a_move_is_read(text: str) -> None:
    match = match_of()
    assert match.play(text).text == "d3"


def test_a_wrong_digit_is_refused_with_the_reason() -> None:
    with pytest.raises(IllegalMove, match="own digits: Even places 0 and cannot place 1"):
        match_of().play("d3:1")
    with pytest.raises(IllegalMove, match="0 and 1; 7 is neither"):
        match_of().play("d3:7")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1", "already taken"),
        ("f1", "run from a1 to e5"),
        ("a6", "a1 to e5"),
        ("??", "is not a move of Binar"),
    ],
)
def test_refusals_name_the_rule(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        match_of("a1").play(text)


@pytest.mark.parametrize(
    ("size", "digits", "like"), [(5, "own", "d3"), (5, "choose", "d3:1"), (3, "own", "c3")]
)
def test_a_text_that_is_no_move_is_told_one_that_could_be(size: int, digits: str, like: str) -> None:
    match = match_of(size=size, digits=digits)
    with pytest.raises(IllegalMove, match=f"write it like {like}\\."):
        match.play("b2-1")
    match.play(like)


@pytest.mark.parametrize("size", range(3, 10))
def test_sizes_three_to_nine_can_be_chosen(size: int) -> None:
    assert len(match_of(size=size).moves()) == size**2
    assert (match_of(size=size).game.advice({"size": size}) is None) == (size % 2 == 1)


@pytest.mark.parametrize(
    "given", [{"size": 2}, {"size": 10}, {"size": True}, {"digits": "both"}, {"lines": 1}]
)
def test_other_values_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=f"no value for {next(iter(given))}"):
        Match(GAME, given, bytes(32))


def test_positions_are_checked() -> None:
    with pytest.raises(BadPosition, match="symbols are 0, 1"):
        match_of().set_position({"cells": {"a1": "b"}})
    with pytest.raises(BadPosition, match="f1 is not a square"):
        match_of().set_position({"cells": {"f1": "0"}})
    with pytest.raises(BadPosition, match="size 5, the position says 6"):
        match_of().set_position({"size": 6, "cells": {}})


@pytest.mark.parametrize(
    ("digits", "lines", "value"),
    leave_to_ci(
        [("own", "double", 0), ("own", "single", -1), ("choose", "double", 0), ("choose", "single", 1)],
        after=1,
    ),
)
def test_perfect_play_on_three_squares(digits: str, lines: str, value: int) -> None:
    """1: the first player wins, 0: a draw, -1: the second player wins."""

    @cache
    def best(cells: tuple[int, ...], turn: int) -> int:
        """The value for the player to move."""
        position = Position(3, digits == "choose", lines == "single", cells, turn)
        found = -1
        for move in GAME.moves(position):
            after = GAME.play(position, move)
            if after.outcome is None:
                worth = -best(after.cells, after.turn)
            else:
                worth = 0 if after.outcome.winner is None else 1 if after.outcome.winner == turn else -1
            found = max(found, worth)
            if found == 1:
                break
        return found

    assert best((EMPTY,) * 9, 0) == value


@pytest.mark.parametrize(
    "given", [{}, {"digits": "choose", "size": 4}, {"lines": "single", "size": 7}], ids=str
)
def test_outcome_agrees_with_a_second_reading_of_the_rulebook(given: dict[str, object]) -> None:
    """Judged from the shown boards alone, by names of squares."""
    for seed in range(15):
        before: dict[str, str] = {}
        mover = 1
        for position, _ in play_out(GAMES["binar"], given, seed):
            after = dict(GAME.seen_by(position, None).cells)
            size, found = position.size, None
            added = [name for name in after if name not in before]
            if added:
                mover = 1 - mover
                full = [
                    sum(int(after[n]) for n in line) % 2
                    for line in (
                        [n for n in square_names(size) if n[0] == added[0][0]],
                        [n for n in square_names(size) if n[1] == added[0][1]],
                    )
                    if all(n in after for n in line)
                ]
                if given.get("lines") == "single" and full:
                    found = 1 - mover if 1 - mover in full else mover
                elif len(full) == 2 and full[0] == full[1]:
                    found = full[0]
            assert (position.outcome.winner if position.outcome else None) == found
            assert (position.outcome is not None) == (found is not None or len(after) == size**2)
            before = after


def test_what_is_ours_is_labelled_as_a_ruling() -> None:
    sizes, defaults = map(str, GAME.help.rulings)
    assert sizes == "Sizes 3 to 9 can be chosen."
    assert defaults.startswith("The rulebook names no default for digits and lines")
    given = GAME.read_options({})
    assert (given["digits"], given["lines"]) == ("own", "double")
