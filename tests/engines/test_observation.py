"""A player gets what its seat has seen, and of a hidden game nothing else."""

import pytest

from engines.choose import choose_move
from engines.observation import HiddenGameObservation, OpenGameObservation, decision_shuffle, observe
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from tests.engines.other_worlds import DECK, other_world, set_to
from tests.rules.playouts import random_match


@pytest.mark.parametrize("seed", range(6))
def test_worlds_that_differ_only_in_hidden_cards_are_one_to_a_player(seed: int) -> None:
    match = random_match(DECK, {}, seed, limit=seed)
    here, there = set_to(match, DECK.dump(match.position)), other_world(match)
    assert here.turn is not None
    assert DECK.dump(here.position) != DECK.dump(there.position)
    assert observe(here, here.turn) == observe(there, here.turn)
    for level in (0, 1, 4):
        assert choose_move(observe(here, here.turn), here.options, level, seed) == choose_move(
            observe(there, here.turn), there.options, level, seed
        )


def test_of_a_hidden_game_it_is_views_and_of_an_open_one_the_position() -> None:
    hidden = random_match(DECK, {}, 1, limit=4)
    what = observe(hidden, hidden.turn or 0)
    assert isinstance(what, HiddenGameObservation)
    assert len(what.views) == 5
    assert {view.viewer for view in what.views} == {hidden.turn}
    assert not hasattr(what, "position")
    board = Match(GAMES["russian"], {}, bytes(32))
    open_to_all = observe(board, 0)
    assert isinstance(open_to_all, OpenGameObservation)
    assert open_to_all.position is board.position


def test_chance_follows_from_what_is_seen_the_level_and_the_seed() -> None:
    match = Match(GAMES["binar"], {}, secret_of("x"))
    draws = {
        decision_shuffle(observe(match, 0), level, seed).below(1 << 60)
        for level in range(3)
        for seed in (-1, 0, 1, 1 << 70)
    }
    assert len(draws) == 12
    same = Match(GAMES["binar"], {}, secret_of("another secret"))
    assert decision_shuffle(observe(match, 0), 0, 0).below(1 << 60) == decision_shuffle(
        observe(same, 0), 0, 0
    ).below(1 << 60)
    same.play("c3")
    assert decision_shuffle(observe(match, 0), 0, 0).below(1 << 60) != decision_shuffle(
        observe(same, 1), 0, 0
    ).below(1 << 60)


def test_level_0_takes_each_legal_move_now_and_then(key: str) -> None:
    match = Match(GAMES[key], {}, bytes(32))
    while len(match.moves()) > 12 and len(match.plies) < 40:
        match.play(match.moves()[0])
    moves = match.moves()
    if len(moves) > 12:
        return
    taken = {
        match.game.write(
            match.position, choose_move(observe(match, match.turn or 0), match.options, 0, seed).move
        )
        for seed in range(20 * len(moves))
    }
    assert taken == set(moves)
