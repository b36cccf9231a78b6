"""The levels of checkers: each beats the one below, and all their moves are legal.

None plays by rote.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines.bounds import WIN
from engines.chances import curve_of
from engines.checkers.player import LEVELS, level_of, pick_move
from engines.checkers.search import CheckersSearch
from engines.choose import choose_move
from engines.observation import observe
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.rules.checkers.matches import EVERY_SETUP, EVERY_VARIANT, at, position
from tests.sets import leave_to_ci


def score(key: str, level: int, other: int, games: int) -> float:
    """Return a level's share of the points against another level.

    They play pairs of games from one opening, with sides changed.
    """
    points = 0.0
    for number in range(games):
        match = Match(GAMES[key], {}, secret_of(str(number // 2)))
        walk = Shuffle(secret_of(f"opening {number // 2}"))
        for _ in range(4):
            moves = match.moves()
            match.play(moves[walk.below(len(moves))])
        seats = (level, other) if number % 2 == 0 else (other, level)
        while match.turn is not None and len(match.plies) < 200:
            match.make_move(
                choose_move(observe(match, match.turn), match.options, seats[match.turn], number).move
            )
        outcome = match.outcome
        winner = outcome.winner if outcome else None
        points += 0.5 if winner is None else seats[winner] == level
    return points / games


@pytest.mark.ci
@pytest.mark.parametrize("key", leave_to_ci(["american", "russian"], after=1))
@pytest.mark.parametrize(("level", "games"), leave_to_ci([(2, 6), (3, 4)], after=1))
def test_a_level_beats_the_one_below(key: str, level: int, games: int) -> None:
    assert score(key, level, level - 1, games) >= 0.65


@pytest.mark.deep
@pytest.mark.parametrize("level", range(2, len(LEVELS) + 1))
def test_every_level_beats_the_one_below_over_more_games(level: int) -> None:
    assert score("russian", level, level - 1, 16) >= 0.6


def test_a_kind_may_have_a_level_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    what = observe(match, 0)
    monkeypatch.setattr("engines.checkers.player.LEVEL_EXCEPTIONS", {("russian", 1): LEVELS[3]})
    assert choose_move(what, match.options, 1, 5).nodes == choose_move(what, match.options, 4, 5).nodes
    monkeypatch.setattr("engines.checkers.player.LEVEL_EXCEPTIONS", {("armenian", 1): LEVELS[3]})
    assert choose_move(what, match.options, 1, 5).nodes < choose_move(what, match.options, 4, 5).nodes


@pytest.mark.deep
@pytest.mark.parametrize("level", [2, 3])
def test_the_levels_of_armenian_lie_apart(level: int) -> None:
    assert score("armenian", level, level - 1, 20) >= 0.6


@pytest.mark.ci
@pytest.mark.parametrize(("key", "options"), EVERY_SETUP, ids=str)
def test_every_level_plays_legal_moves_and_the_same_ones_again(key: str, options: Mapping[str, str]) -> None:
    match = Match(GAMES[key], options, secret_of("legal"))
    for ply in range(15):
        if match.turn is None:
            break
        level = 1 + ply % 3
        what = observe(match, match.turn)
        choice = choose_move(what, match.options, level, ply)
        assert match.game.write(match.position, choice.move) in match.moves()
        assert choice == choose_move(what, match.options, level, ply)
        assert choice.win_chance is not None
        assert 0 <= choice.win_chance <= 1
        strength = LEVELS[level - 1]
        assert 0 < choice.nodes <= strength.nodes + len(match.moves())
        match.make_move(choice.move)


@pytest.mark.ci
@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_openings_vary_by_seed(key: str) -> None:
    match = Match(GAMES[key], {}, bytes(32))
    what = observe(match, 0)
    for level in (1, 3, 4):
        moves = {choose_move(what, match.options, level, seed).move for seed in range(8)}
        assert len(moves) > 1, level


@pytest.mark.ci
def test_the_top_level_of_international_varies_until_a_piece_is_taken_and_then_plays_the_best() -> None:
    """A move that is nearly as good as the best may be made at first, but not later.

    There are sixteen choices, on boards that have such a move.
    """
    strength = replace(level_of("international", len(LEVELS)), depth=3)
    assert strength.nodes == LEVELS[-1].nodes
    start = where = position(Match(GAMES["international"], {}, bytes(32)))
    walk, nearly = Shuffle(bytes(32)), [0, 0]
    while min(nearly) < 2:
        where = start if where.outcome else where
        rated = CheckersSearch(where, strength.nodes).rate(3, 6)
        taken = (where.board.white | where.board.black).bit_count() < 40
        within = {found.move for found in rated if found.worth >= rated[0].worth - 6 * (not taken)}
        if len(rated) > 1 and 0 < rated[0].worth - rated[1].worth <= 4:
            nearly[taken] += 1
            chosen = set()
            for seed in range(16):
                search = CheckersSearch(where, strength.nodes)
                chosen.add(pick_move(search, where, strength, Shuffle(bytes([seed]) * 32)).move)
            assert chosen <= within
            assert taken == (len(chosen) == 1)
        where = where.play(where.legal[walk.below(len(where.legal))])


def test_a_win_in_sight_is_taken_whatever_the_seed_at_the_levels_that_see_it() -> None:
    match = at("american", "Kc5 Ke5", "Ka5")
    for level in (3, 4, 5, 6):
        for seed in range(4):
            choice = choose_move(observe(match, match.turn or 0), {}, level, seed)
            assert choice.win_chance == 1.0
            after = position(match).play(choice.move)
            for reply in after.legal:
                last = after.play(reply)
                outcomes = [last.play(move).outcome for move in last.legal]
                assert any(outcome and outcome.winner == match.turn for outcome in outcomes)


def test_the_only_move_is_made_at_once() -> None:
    match = at("american", "c3 a1", "d4 h8")
    assert len(match.moves()) == 1
    choice = choose_move(observe(match, match.turn or 0), {}, 6, 1)
    assert match.game.write(match.position, choice.move) == match.moves()[0]
    assert 0 < choice.nodes <= 1_000


def test_the_chance_to_win_grows_with_the_worth_and_is_sure_only_of_what_was_seen() -> None:
    chances = [
        curve_of("russian").win_probability(worth) for worth in (-WIN + 3, -400, -100, 0, 100, 400, WIN - 3)
    ]
    assert chances == sorted(chances)
    assert (chances[0], chances[3], chances[-1]) == (0.0, 0.5, 1.0)
    assert 0 < chances[1] < chances[2] < 0.5
