"""The search of larger boards: right about every line that it sees to the end.

It claims nothing about the lines that it does not see.
"""

import random

import pytest

from engines.binar.player import BinarMoveRater, solve_score
from engines.binar.search import BinarSearch
from engines.binar.states import DRAW, LOST, WON, kind_of, legal_branches, state_of
from rules.binar import EMPTY
from tests.engines.binar.plainly import GAME, OPTIONS, moves, position_of, solver
from tests.engines.binar.random_positions import random_position

MANY = 1_000_000


@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
@pytest.mark.parametrize(
    ("size", "plies", "seed"), [(4, 9, 1), (4, 10, 2), (4, 11, 3), (5, 12, 4), (5, 17, 5)]
)
def test_it_sees_as_far_as_it_is_told_and_no_further(
    digits: str, lines: str, size: int, plies: int, seed: int
) -> None:
    position = random_position(size, digits, lines, plies, seed)
    kind, state = kind_of(position), state_of(position)
    for depth in (1, 2, 3, 4):
        by_table = BinarMoveRater(kind).rate(state, depth, 0)
        found = BinarSearch(kind, MANY).rate(state, depth)
        best = max(score for score, _ in by_table)
        assert max(score for score, _ in found) == best
        if best <= DRAW:  # of several wins the nearest is enough
            assert {branch.move for score, branch in found if score == best} == {
                branch.move for score, branch in by_table if score == best
            }


@pytest.mark.ci
@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
def test_of_the_moves_it_calls_best_none_is_worse(digits: str, lines: str) -> None:
    for seed in range(40):
        position = random_position(4, digits, lines, 7 + seed % 5, seed)
        kind, state = kind_of(position), state_of(position)
        by_table = {branch.move: score for score, branch in BinarMoveRater(kind).rate(state, 5, 0)}
        found = BinarSearch(kind, 2_000).rate(state, 5)
        if found[0][0] <= DRAW == max(by_table.values()) or found[0][0] == max(by_table.values()) < DRAW:
            assert {by_table[branch.move] for score, branch in found if score == found[0][0]} == {found[0][0]}


@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
def test_the_last_squares_of_a_large_board_are_played_out(digits: str, lines: str) -> None:
    chance = random.Random(6)
    plainly = solver(6, digits, lines)
    for _ in range(30 if lines == "single" else 6):
        cells = [chance.randrange(2) for _ in range(31)] + [EMPTY] * 5
        chance.shuffle(cells)
        turn = chance.randrange(2)
        position = position_of(6, digits, lines, tuple(cells), turn)
        rated = BinarSearch(kind_of(position), MANY).rate(state_of(position), 36)
        assert rated[0][0] == plainly(tuple(cells), turn)
        assert solve_score(kind_of(position), state_of(position), MANY) == rated[0][0]


def test_what_is_not_seen_to_its_end_is_not_called_a_draw() -> None:
    position = random_position(6, "own", "double", 24, 1)
    assert solve_score(kind_of(position), state_of(position), 40) is None
    small = random_position(5, "own", "double", 0, 1)
    assert solve_score(kind_of(small), state_of(small), 1) == DRAW


def test_a_last_square_that_nobody_can_fill_and_win_is_left_alone() -> None:
    """The row and the column of that square have different parities.

    The nine other squares are a game that the player to move wins.
    """
    empty = EMPTY
    cells = (empty, 1, 0, 0, 0, *[empty] * 3, 0, *[empty] * 3, 0, *[empty] * 3)
    position = position_of(4, "choose", "single", cells, 0)
    rated = BinarSearch(kind_of(position), MANY).rate(state_of(position), 10)
    assert rated[0][0] == solve_score(kind_of(position), state_of(position), 0) == WON - 5


def test_on_nine_squares_it_sees_what_the_rules_make_of_every_line() -> None:
    for seed, (digits, lines) in enumerate(OPTIONS):
        position = random_position(3, digits, lines, 1 + seed % 2, seed)
        rated = BinarSearch(kind_of(position), MANY).rate(state_of(position), 9)
        assert rated[0][0] == solver(3, digits, lines)(position.cells, position.turn)


@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
@pytest.mark.parametrize("size", [6, 9])
def test_it_keeps_within_its_nodes_and_names_every_move_once(digits: str, lines: str, size: int) -> None:
    position = random_position(size, digits, lines, size * size // 2, 1)
    kind, state = kind_of(position), state_of(position)
    search = BinarSearch(kind, 60)
    rated = search.rate(state, 81)
    assert search.nodes <= 60
    assert {branch.move for _, branch in rated} == set(GAME.moves(position))
    assert len(rated) == len(GAME.moves(position))
    assert all(LOST < score < WON for score, _ in rated)
    assert rated == BinarSearch(kind, 60).rate(state, 81)


@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
@pytest.mark.parametrize("size", [3, 4, 6])
def test_branches_are_what_the_rules_make_of_the_moves(digits: str, lines: str, size: int) -> None:
    position = random_position(size, digits, lines, size * size // 2 + 1, 2)
    for branch, (move, after) in zip(
        legal_branches(kind_of(position), state_of(position)), moves(position), strict=True
    ):
        outcome = GAME.outcome(after)
        assert (branch.move, branch.state) == (move, state_of(after))
        if outcome is None:
            assert branch.end_score is None
        else:
            winner = outcome.winner
            assert branch.end_score == (
                DRAW if winner is None else WON - 1 if winner == position.turn else LOST + 1
            )
