"""Positions near one that stood in a match, in every game.

Those after a move, after the answer, and mirrored are near; no others are.
"""

import random
from itertools import count

import pytest

from club.play.course.nearness import (
    BY_HEART,
    collect_help_requests,
    collect_past_positions,
    is_near,
    usual_start,
)
from rules.board import BoardGame
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.game import AnyGame
from rules.match import Match
from tests.examples.every_game import EVERY_BOARD_GAME
from tests.rules.playouts import random_match
from tests.rules.symmetries import transform_cells

SIZES = {"size": 8}


def options(game: AnyGame) -> dict[str, object]:
    """A board on which matches are long enough."""
    return {name: size for name, size in SIZES.items() for option in game.options if option.name == name}


def random_open_match(key: str, plies: int = BY_HEART + 3, seed: int = 1) -> Match:
    """Return a random match of `plies` moves that is not over."""
    matches = (
        random_match(GAMES[key], options(GAMES[key]), number, limit=plies) for number in count(100 * seed)
    )
    return next(match for match in matches if len(match.plies) == plies and match.turn is not None)


def near(asked: Match, running: Match, *, whole: bool = False) -> bool:
    return is_near(
        collect_help_requests(asked, all_positions=whole),
        [collect_past_positions(running)],
        usual_start(asked),
    )


@pytest.mark.ci
def test_what_stood_and_what_may_follow_within_two_moves_is_near(key: str) -> None:
    running, chance = random_open_match(key), random.Random(1)
    for plies in range(BY_HEART, BY_HEART + 4):
        assert near(running.copy_at(plies), running)
    for _ in range(5):
        asked = running.copy()
        for _ in range(2):
            if asked.turn is not None:
                asked.make_move(chance.choice(asked.game.moves(asked.position)))
                assert near(asked, running)


def test_what_leads_to_it_is_near_but_not_what_is_known_by_heart(key: str) -> None:
    running = random_open_match(key, BY_HEART + 4)
    for plies in range(BY_HEART):
        assert not near(running.copy_at(plies), running)
    assert not near(running.copy_at(BY_HEART - 1), running, whole=True)


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_a_board_through_a_symmetry_is_near(key: str) -> None:
    game, running = GAMES[key], random_open_match(key)
    assert isinstance(game, BoardGame)
    shown = game.dump(running.position)
    for symmetry in game.symmetries:
        size = running.view(None).size  # pyrefly: ignore[missing-attribute]
        cells = transform_cells(shown["cells"], size, symmetry)
        asked = Match(game, running.settled_options, bytes(32))
        if isinstance(game, Checkers) and not set(cells) <= set(running.origin.generator.squares):
            continue  # that is the other tone's board
        asked.set_position({"cells": cells, "turn": 0})
        assert near(asked, running)


def test_other_matches_and_the_usual_start_are_far(key: str) -> None:
    running = random_open_match(key, BY_HEART + 4)
    for seed in (2, 3, 4):
        other = random_open_match(key, BY_HEART + 4, seed)
        assert not near(other, running)
    start = Match(GAMES[key], options(GAMES[key]), bytes(32))
    assert not near(start, running)
    start.set_position(start.game.dump(start.origin))
    assert not near(start, running, whole=True)


def test_of_a_whole_match_each_position_is_looked_at(key: str) -> None:
    running = random_open_match(key, BY_HEART + 2)
    asked = running.copy()
    chance = random.Random(3)
    while asked.turn is not None and len(asked.plies) < BY_HEART + 14:
        asked.make_move(chance.choice(asked.game.moves(asked.position)))
    assert near(asked, running, whole=True)
    assert not near(asked, running)


def test_what_can_still_become_what_stood_is_near_though_it_did_not_follow() -> None:
    running = random_open_match("binar", BY_HEART + 6)
    asked = running.copy_at(BY_HEART)
    for ply in running.plies[BY_HEART + 2 :]:  # without two moves that it still needs
        asked.play(ply.text)
    assert near(asked, running)
