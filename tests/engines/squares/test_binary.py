"""Binary: turns of two pieces as two halves.

The estimate keeps its own count, and the end is exact.
"""

import random
from itertools import product
from typing import Any

import pytest

from engines.bounds import SURE
from engines.choose import choose_move
from engines.observation import observe
from engines.squares.binary import HELD, BinaryGameTree
from engines.squares.field import OVER
from rules.catalogue import GAMES
from rules.match import Match
from tests.rules.playouts import play_out, random_match

GAME = GAMES["binary"]


def turns(field: BinaryGameTree, state: Any, turn: int) -> dict[Any, tuple[int, int, Any]]:
    """Return every move by its squares, with its two halves joined.

    The values are (worth, next to move, state).
    """
    found = {}
    for worth, seat, after, done in field.expand(state, turn):
        if not field.is_halfway(after):
            found[field.find_move([done], ())] = worth, seat, after
            continue
        assert seat == turn
        for deeper, then, end, second in field.expand(after, seat):
            assert not field.is_halfway(end)
            found[field.find_move([done, second], ())] = deeper, then, end
    return found


@pytest.mark.parametrize(("size", "games"), [(6, 3), (8, 1)])
def test_halves_make_every_move_of_the_rules_and_no_other(size: int, games: int) -> None:
    field, chance = BinaryGameTree(size), random.Random(1)
    for seed in range(games):
        for position, move in play_out(GAME, {"size": size}, seed):
            if move is None:
                break
            grown = turns(field, field.root_state(position), position.turn)
            assert set(grown) == set(GAME.moves(position))
            for made in [move, *chance.sample(sorted(grown), min(8, len(grown)))]:
                worth, seat, state = grown[made]
                after = GAME.play(position, made)
                assert field.root_state(after) == state
                assert (GAME.turn(after), seat) in [(None, OVER), (0, 0), (1, 1)]
                outcome = GAME.outcome(after)
                if outcome is None:
                    assert abs(worth) < SURE
                else:
                    assert (worth >= SURE, worth <= -SURE) == (outcome.winner == 0, outcome.winner == 1)
                    assert worth == field.final_worth(state)


def test_the_estimate_is_the_score_the_hands_and_what_is_secure() -> None:
    field = BinaryGameTree(6)
    match = random_match(GAME, {"size": 6}, 4, limit=6)
    grown = field.expand(field.root_state(match.position), match.turn or 0)
    assert grown
    score = GAME.score(match.position)
    hands = match.position.hands
    assert score is not None
    base = 10 * (score[0] - score[1]) + HELD * (hands[0] - hands[1])
    state = field.root_state(match.position)
    judged = field.evaluate(state, (field.parts(state[:2], 0), field.parts(state[:2], 1)))
    assert abs(judged - base) <= 6 * 9


def plainly(field: BinaryGameTree, state: Any, turn: int) -> int:
    if turn == OVER:
        return field.final_worth(state)
    worths = [plainly(field, end, then) for _, then, end in turns(field, state, turn).values()]
    return max(worths) if turn == 0 else min(worths)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_pieces_are_placed_perfectly_at_the_top(seed: int) -> None:
    match = random_match(GAME, {"size": 6}, seed)
    match = match.copy_at(len(match.plies) - 2)
    turn, field = match.turn, BinaryGameTree(6)
    assert turn is not None
    exact = {
        move: (1 - 2 * turn) * plainly(field, end, then)
        for move, (_, then, end) in turns(field, field.root_state(match.position), turn).items()
    }
    choice = choose_move(observe(match, turn), match.options, 6, seed)
    assert (exact[choice.move] > 0) == (max(exact.values()) > 0)
    assert (exact[choice.move] >= 0) == (max(exact.values()) >= 0)


@pytest.mark.ci
@pytest.mark.parametrize(("size", "level"), [*product((6, 8), (1, 2, 3, 4)), (12, 3)])
def test_levels_play_legal_moves_and_the_same_ones_again(size: int, level: int) -> None:
    for limit in (0, 1, 7, 12):
        match = random_match(GAME, {"size": size}, level, limit=limit)
        if match.turn is None:
            continue
        what = observe(match, match.turn)
        choice = choose_move(what, match.options, level, 3)
        assert choice == choose_move(what, match.options, level, 3)
        assert choice.move in GAME.moves(match.position)
        assert (choice.win_chance is None) == (level <= 1)
        assert 0 < choice.nodes <= 160


def test_openings_vary_by_seed() -> None:
    match = Match(GAME, {}, bytes(32))
    for level in (1, 2, 3):
        assert len({choose_move(observe(match, 0), match.options, level, seed).move for seed in range(8)}) > 1
