"""The open games on square boards.

The search's moves are those of the rules, and it finds the wins that exist.
"""

import random
from functools import lru_cache
from typing import Any

import pytest

from engines.bounds import SURE
from engines.choose import PLAYERS, choose_move
from engines.observation import observe
from engines.squares.deep import UNPROVEN, DeepSearch
from engines.squares.field import OVER, PlayerGameTree
from engines.squares.incorrect_checkers import IncorrectCheckersGameTree
from engines.squares.player import INCORRECT_CHECKERS, YIN_YANG, ZONG_HENG
from engines.squares.yin_yang import YinYangGameTree
from engines.squares.zong_heng import ZongHengGameTree
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.sets import leave_to_ci

MANY = 10_000_000
SETUPS: list[tuple[str, dict[str, object], PlayerGameTree]] = [
    ("yin-yang", {}, YinYangGameTree()),
    ("incorrect-checkers", {}, IncorrectCheckersGameTree()),
    ("zong-heng", {"size": 6}, ZongHengGameTree(6)),
    ("zong-heng", {"size": 8, "layout": "diagonals"}, ZongHengGameTree(8)),
    ("zong-heng", {"size": 12}, ZongHengGameTree(12)),
]


def param_id(value: object) -> str:
    """Return a part of a test's id that is the same in every process."""
    return str(value) if isinstance(value, (str, dict)) else ""


STRENGTHS = {"yin-yang": YIN_YANG, "incorrect-checkers": INCORRECT_CHECKERS, "zong-heng": ZONG_HENG}
KEYS = tuple(STRENGTHS)


@lru_cache
def walk(key: str, given: tuple[tuple[str, object], ...], seed: int) -> tuple[Any, ...]:
    """Return the positions of a game up to its end.

    Now and then a player makes the move that is worth most.
    """
    game, chance = GAMES[key], random.Random(seed)
    field = next(field for name, options, field in SETUPS if name == key and tuple(options.items()) == given)
    match = Match(game, dict(given), secret_of("walk"))
    while match.turn is not None and len(match.plies) < 120:
        moves = game.moves(match.position)
        branches = field.expand(field.root_state(match.position), match.turn)
        best = max(branches, key=lambda branch: (1 - 2 * (match.turn or 0)) * branch[0])
        greedy = field.find_move([best[3]], moves)
        match.make_move(greedy if chance.random() < 0.6 else chance.choice(moves))
    return (match.origin, *(ply.position for ply in match.plies))


@pytest.mark.parametrize(("key", "given", "field"), SETUPS, ids=param_id)
def test_what_grows_is_what_the_rules_allow(
    key: str, given: dict[str, object], field: PlayerGameTree
) -> None:
    """The tree has every legal move once.

    It agrees on the position after each move, the next player, and the winner at the end.
    """
    game = GAMES[key]
    for position in walk(key, tuple(given.items()), 1):
        turn, moves = game.turn(position), game.moves(position)
        state = field.root_state(position)
        if turn is None:
            outcome = game.outcome(position)
            assert outcome is not None
            if key != "incorrect-checkers":
                assert field.expand(state, 0) == field.expand(state, 1) == []
                worth = field.final_worth(state)
                assert (worth >= SURE, worth <= -SURE) == (outcome.winner == 0, outcome.winner == 1)
            break
        branches = field.expand(state, turn)
        grown = [field.find_move([branch[3]], moves) for branch in branches]
        assert sorted(map(str, grown)) == sorted(map(str, moves))
        for branch, move in list(zip(branches, grown, strict=True))[:8]:
            after = game.play(position, move)
            assert field.root_state(after) == branch[2]
            outcome = game.outcome(after)
            if branch[1] == OVER:
                assert outcome is not None
                assert (branch[0] >= SURE, branch[0] <= -SURE) == (outcome.winner == 0, outcome.winner == 1)
            else:
                assert abs(branch[0]) < SURE


def plainly(field: PlayerGameTree, state: Any, turn: int, depth: int, worth: int) -> int:
    """The worth to seat 0 by a look at everything."""
    if turn == OVER or depth == 0:
        return worth
    branches = field.expand(state, turn)
    if not branches:
        return field.final_worth(state)
    worths = [plainly(field, branch[2], branch[1], depth - 1, branch[0]) for branch in branches]
    return max(worths) if turn == 0 else min(worths)


@pytest.mark.parametrize(("key", "given", "field"), SETUPS[:3], ids=param_id)
@pytest.mark.parametrize("part", [1, 6, 9])
def test_table_windows_and_order_change_no_worth(
    key: str, given: dict[str, object], field: PlayerGameTree, part: int
) -> None:
    positions = walk(key, tuple(given.items()), 2)
    position = positions[(len(positions) - 2) * part // 9]
    turn = GAMES[key].turn(position)
    assert turn is not None
    sign, state = 1 - 2 * turn, field.root_state(position)
    depth = 3 if len(GAMES[key].moves(position)) < 20 else 2
    exact = {
        branch[3]: sign * plainly(field, branch[2], branch[1], depth - 1, branch[0])
        for branch in field.expand(state, turn)
    }
    best = max(exact.values())
    rated = DeepSearch(field, MANY).rate(state, turn, depth, 5)
    if abs(best) < SURE:
        assert {b[3]: w for w, b in rated if w >= best - 5} == {
            m: w for m, w in exact.items() if w >= best - 5
        }
    assert rated[0][0] == best
    assert all(worth <= max(exact[branch[3]], best - 6) for worth, branch in rated)


@pytest.mark.parametrize("few", [20, MANY])
@pytest.mark.parametrize(("key", "given", "field"), [SETUPS[0], SETUPS[2]], ids=param_id)
def test_a_narrow_search_claims_only_what_is_so_and_misses_nothing_in_the_end(
    key: str, given: dict[str, object], field: PlayerGameTree, few: int
) -> None:
    """With enough nodes a narrow search knows the end as an exhaustive one does.

    With few nodes, everything that it calls sure is true.
    """
    claimed = 0
    for position in walk(key, tuple(given.items()), 5)[-5:-2]:
        turn, state = GAMES[key].turn(position), field.root_state(position)
        assert turn is not None
        exact = {
            str(branch[3]): (1 - 2 * turn) * plainly(field, branch[2], branch[1], 40, branch[0])
            for branch in field.expand(state, turn)
        }
        rated = DeepSearch(field, few, 1).rate(state, turn, 60, MANY)
        for worth, branch in rated:
            truth = exact[str(branch[3])]
            if worth >= SURE or worth <= -SURE or few == MANY:
                assert (worth > 0) - (worth < 0) == (truth > 0) - (truth < 0)
                claimed += 1
            else:
                assert abs(worth) <= UNPROVEN
    assert claimed


@pytest.mark.parametrize(("key", "given", "field"), [SETUPS[0], SETUPS[2]], ids=param_id)
def test_the_last_plies_are_played_perfectly_at_the_top(
    key: str, given: dict[str, object], field: PlayerGameTree
) -> None:
    """A few plies before the end the top level makes the best move.

    An exhaustive search says which move that is.
    """
    game = GAMES[key]
    for seed in (3, 4):
        positions = walk(key, tuple(given.items()), seed)
        match = Match(game, given, bytes(32))
        position = positions[-6 if key == "yin-yang" else -4]
        match.set_position(game.dump(position), game.turn(position))
        turn = match.turn
        assert turn is not None
        sign = 1 - 2 * turn
        exact = {
            str(field.find_move([branch[3]], ())): sign * plainly(field, branch[2], branch[1], 40, branch[0])
            for branch in field.expand(field.root_state(position), turn)
        }
        choice = choose_move(observe(match, turn), match.options, 6, seed)
        assert (exact[str(choice.move)] > 0) == (max(exact.values()) > 0)
        assert choice.win_chance == (
            1.0 if max(exact.values()) > 0 else 0.0 if max(exact.values()) < 0 else 0.5
        )


@pytest.mark.ci
@pytest.mark.parametrize(("key", "given", "field"), SETUPS, ids=param_id)
def test_every_level_plays_legal_moves_and_the_same_ones_again(
    key: str, given: dict[str, object], field: PlayerGameTree
) -> None:
    positions = walk(key, tuple(given.items()), 9)
    for number, position in enumerate(positions[: -1 : max(1, len(positions) // 5)]):
        match = Match(GAMES[key], given, bytes(32))
        match.set_position(GAMES[key].dump(position), GAMES[key].turn(position))
        if match.turn is None:
            continue
        level = 1 + number % 4
        what = observe(match, match.turn)
        choice = choose_move(what, match.options, level, number)
        assert choice == choose_move(what, match.options, level, number)
        assert match.game.write(match.position, choice.move) in match.moves()
        strength = STRENGTHS[key][level - 1]
        assert (choice.win_chance is None) == bool(strength.noticed_moves)
        assert 0 <= (choice.win_chance or 0) <= 1
        assert 0 < choice.nodes <= (strength.noticed_moves or field.scale_nodes(strength.nodes) + 1)


@pytest.mark.ci
@pytest.mark.parametrize(("key", "given", "field"), SETUPS, ids=param_id)
def test_a_glance_has_every_branch_after_the_best_answer(
    key: str, given: dict[str, object], field: PlayerGameTree
) -> None:
    """A glance rates every branch after its best answer.

    A branch whose answers were not reached keeps its earlier estimate.
    """
    for position in walk(key, tuple(given.items()), 2)[:-2:9]:
        turn = GAMES[key].turn(position)
        assert turn is not None
        branches = field.expand(field.root_state(position), turn)
        alone = sorted((_worth_after_answer(field, branch, turn) for branch in branches), reverse=True)
        whole, cut = DeepSearch(field, MANY), DeepSearch(field, 1)
        for search in (whole, cut):
            search.rate(field.root_state(position), turn, 2, 0)
        assert whole.glance == alone
        assert cut.glance == sorted(((1 - 2 * turn) * branch[0] for branch in branches), reverse=True)


def _worth_after_answer(field: PlayerGameTree, branch: Any, mover: int) -> int:
    """Return a branch's worth to its mover after the best answer.

    The search is not used to find it.
    """
    worth: int = branch[0]
    _, turn, state, _ = branch
    if turn != OVER:
        answers = field.expand(state, turn)
        if answers:
            worth = (max if turn == 0 else min)(each[0] for each in answers)
        else:
            worth = field.final_worth(state)
    return worth if mover == 0 else -worth


@pytest.mark.parametrize("key", KEYS)
def test_openings_vary_by_seed(key: str) -> None:
    match = Match(GAMES[key], {}, bytes(32))
    for level in (1, 3):
        assert (
            len({choose_move(observe(match, 0), match.options, level, seed).move for seed in range(10)}) > 1
        )


def score(key: str, level: int, other: int, games: int) -> float:
    points = 0.0
    for number in range(games):
        match = Match(GAMES[key], {}, bytes(32))
        draws = Shuffle(secret_of(f"opening {number // 2}"))
        for _ in range(4):
            moves = match.moves()
            match.play(moves[draws.below(len(moves))])
        seats = (level, other) if number % 2 == 0 else (other, level)
        while match.turn is not None:
            match.make_move(
                choose_move(observe(match, match.turn), match.options, seats[match.turn], number).move
            )
        winner = match.outcome.winner if match.outcome else None
        points += 0.5 if winner is None else seats[winner] == level
    return points / games


@pytest.mark.parametrize("key", leave_to_ci(KEYS, after=1))
def test_a_level_beats_one_far_below(key: str) -> None:
    assert score(key, 3, 1, 6) >= 0.6


@pytest.mark.deep
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("level", range(2, 7))
def test_every_level_beats_the_one_below_over_more_games(key: str, level: int) -> None:
    assert score(key, level, level - 1, 16) >= 0.6


def test_a_look_takes_more_on_a_small_board() -> None:
    """A match there is shorter, and a position has fewer branches."""
    nodes = []
    for size in (6, 8):
        match = Match(GAMES["zong-heng"], {"size": size}, secret_of("a look"))
        nodes.append(PLAYERS["zong-heng"].assess(observe(match, 0), match.options).nodes)
    assert nodes == [379, 160]


def test_the_levels_are_six() -> None:
    assert {PLAYERS[key].levels for key in KEYS} == {6}
