"""Binar's levels: perfect at the top, short-sighted below, always repeatable.

They are perfect only where that is promised.
"""

from collections.abc import Callable
from typing import Any

import pytest

from engines.binar.canonical_forms import canonical_form
from engines.binar.player import NODES, BinarMoveRater, levels_for
from engines.binar.score_table import table_of
from engines.binar.states import DRAW, kind_of, state_of
from engines.choose import choose_move
from engines.observation import OpenGameObservation
from engines.player import MoveChoice
from rules.binar import Move, Position
from rules.catalogue import GAMES
from tests.engines.binar.plainly import GAME, OPTIONS, moves, solver
from tests.engines.binar.random_positions import random_position
from workshop.bench.level_ladder import Pairing, play

TOP = len(NODES)


def level_choice(position: Position, level: int, seed: int = 5) -> MoveChoice:
    """Return the choice of a level in a position."""
    return choose_move(OpenGameObservation(GAMES["binar"], position.turn, position), {}, level, seed)


def empty(size: int, digits: str, lines: str) -> Position:
    return random_position(size, digits, lines, 0, 0)


def sign(score: int) -> int:
    return (score > DRAW) - (score < DRAW)


def by_table(position: Position) -> int:
    return sign(table_of(kind_of(position)).score(state_of(position)))


def alike(position: Position) -> tuple[object, ...]:
    """What positions have in common that become each other by changing places."""
    state = state_of(position)
    form = canonical_form(state.filled)
    return form.lines, form.table_index(state.row_parities, state.column_parities), state.turn


def hold(position: Position, seat: int, worth: Callable[[Position], int], known: set[Any]) -> int:
    """Check that the top level at a seat keeps the result it has, against every reply.

    Return how many of its moves were checked.
    """
    if GAME.outcome(position) is not None or alike(position) in known:
        return 0
    known.add(alike(position))
    if position.turn != seat:
        return sum(hold(after, seat, worth, known) for _, after in moves(position))
    had = worth(position)
    after = GAME.play(position, level_choice(position, TOP).move)
    assert result_for(after, seat, worth) == had
    return 1 + hold(after, seat, worth, known)


def result_for(position: Position, seat: int, worth: Callable[[Position], int]) -> int:
    """Return the value of a position for a seat: 1, 0 or -1."""
    outcome = GAME.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == seat else -1
    return worth(position) if position.turn == seat else -worth(position)


@pytest.mark.ci
@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_top_is_perfect_on_nine_squares_against_all_replies(digits: str, lines: str, seat: int) -> None:
    """By the rules alone, from the first move, at either seat."""
    plainly = solver(3, digits, lines)
    moves_made = hold(
        empty(3, digits, lines), seat, lambda position: sign(plainly(position.cells, position.turn)), set()
    )
    assert moves_made > 5


@pytest.mark.deep
@pytest.mark.parametrize("digits", ["own", "choose"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("size", [4, 5])
def test_the_top_is_perfect_where_one_line_wins_against_all_replies(
    digits: str, seat: int, size: int
) -> None:
    assert hold(empty(size, digits, "single"), seat, by_table, set()) > 100


@pytest.mark.ci
@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
@pytest.mark.parametrize("size", [4, 5])
def test_the_top_gives_nothing_away_against_replies_of_every_level(
    digits: str, lines: str, size: int
) -> None:
    for level in (0, 3):
        for seat in (0, 1):
            position = random_position(size, digits, lines, 2, level + seat)
            had = result_for(position, seat, by_table)
            while GAME.outcome(position) is None:
                choice = level_choice(position, TOP if position.turn == seat else level)
                position = GAME.play(position, choice.move)
                assert result_for(position, seat, by_table) >= had
                had = result_for(position, seat, by_table)


@pytest.mark.parametrize(("digits", "lines"), OPTIONS)
def test_the_top_says_how_a_small_board_ends(digits: str, lines: str) -> None:
    for size in (3, 4, 5):
        position = empty(size, digits, lines)
        assert level_choice(position, TOP).win_chance == (by_table(position) + 1) / 2
        assert level_choice(position, 2).win_chance is None


@pytest.mark.parametrize("level", range(2, TOP))
def test_a_level_makes_no_mistake_within_its_sight(level: int) -> None:
    for seed in range(12):
        digits, lines = OPTIONS[seed % 4]
        position = random_position(5, digits, lines, 13 if lines == "double" else 9, seed)
        strength = levels_for(kind_of(position))[level - 1]
        move = level_choice(position, level, seed).move
        allowed = set()
        for sight in {strength.usual_sight, strength.far_sight} - {0}:
            rated = BinarMoveRater(kind_of(position)).rate(state_of(position), sight, 0)
            best = max(score for score, _ in rated)
            allowed |= {branch.move for score, branch in rated if score == best}
        assert move in allowed


@pytest.mark.ci
def test_a_level_errs_where_it_does_not_see() -> None:
    """Every level below the top sometimes errs on a board too large to see through."""
    for level in range(1, TOP):
        given = 0
        for seed in range(30):
            position = random_position(5, "choose", "single", 10 if level > 3 else 8, seed)
            after = GAME.play(position, level_choice(position, level, seed).move)
            given += result_for(after, position.turn, by_table) < by_table(position)
        assert given


@pytest.mark.ci
def test_levels_play_legal_moves_the_same_again_on_every_board() -> None:
    for size in (3, 6, 9):
        for level in range(1, TOP if size == 9 else TOP + 1):
            digits, lines = OPTIONS[level % 4]
            position = random_position(size, digits, lines, size * size - 6, level)
            choice = level_choice(position, level)
            assert choice == level_choice(position, level)
            assert choice.move in GAME.moves(position)
            assert choice.nodes <= (NODES[level - 1] * 36 // size**2 if size > 5 else 700)


def test_moves_vary_by_seed() -> None:
    position = empty(5, "own", "double")
    for level in range(1, TOP + 1):
        assert len({level_choice(position, level, seed).move for seed in range(8)}) > 1


def test_of_drawn_moves_the_top_takes_one_that_is_hard_to_answer() -> None:
    position = random_position(5, "own", "double", 12, 3)
    thought = BinarMoveRater(kind_of(position))
    drawn = [branch for score, branch in thought.rate(state_of(position), 81, 0) if score == DRAW]
    if by_table(position) != 0:
        pytest.fail("the position is no draw")
    share = {
        branch.move: sum(by_table(reply) == 0 for _, reply in moves_on(position, branch.move))
        / len(moves_on(position, branch.move))
        for branch in drawn
    }
    assert share[level_choice(position, TOP).move] == pytest.approx(min(share.values()), abs=0.002)


def moves_on(position: Position, move: Move) -> list[tuple[Move, Position]]:
    return [(reply, after) for reply, after in moves(GAME.play(position, move))]


@pytest.mark.ci
@pytest.mark.parametrize("level", range(2, TOP + 1))
def test_a_level_beats_the_one_below(level: int) -> None:
    """A sample only: `make ladder` says by how much."""
    text = "binar:size=5,digits=choose,lines=single"
    points = sum(play(Pairing(text, level, level - 1, number)).points for number in range(16))
    assert points > 8
