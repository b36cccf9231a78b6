"""Binar and Yin Yang by plain search: exact where every line is seen, legal, repeatable, stronger level by level."""

from functools import cache
from typing import Any

import pytest

from engines.bounds import SURE, WIN
from engines.choose import choose
from engines.plain import PlainSearch
from engines.seen import seen
from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.shuffle import Shuffle
from tests.rules.playouts import random_match

MANY = 10_000_000
BINAR = GAMES["binar"]
FIRST = ("a1", "a2", "b2")
"""A square of each kind that nine squares have: every first move is one of these, turned or mirrored."""


def rated(match: Match, nodes: int, depth: int) -> list[tuple[int, Any]]:
    assert match.turn is not None
    moves = tuple(match.game.moves(match.position))
    return PlainSearch(match.game, nodes).rate(match.position, match.turn, moves, depth)


@pytest.mark.parametrize(
    ("digits", "lines", "winner"),
    [
        ("own", "double", None),
        ("own", "single", 1),
        pytest.param("choose", "double", None, marks=pytest.mark.deep),
        pytest.param("choose", "single", 0, marks=pytest.mark.deep),
    ],
)
def test_binar_on_nine_squares_is_worth_what_is_known(digits: str, lines: str, winner: int | None) -> None:
    match = Match(BINAR, {"size": 3, "digits": digits, "lines": lines}, bytes(32))
    worth = rated(match, MANY, 9)[0][0]
    assert (0 if worth >= SURE else 1 if worth <= -SURE else None) == winner


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        *(("single", first) for first in FIRST),
        ("double", "a2"),
        pytest.param("double", "a1", marks=pytest.mark.deep),
        pytest.param("double", "b2", marks=pytest.mark.deep),
    ],
)
def test_the_strongest_level_of_binar_never_loses_what_it_can_hold_on_nine_squares(
    lines: str, first: str
) -> None:
    """After a first move it keeps the worth of the position at each of its turns, against all replies."""
    match = Match(BINAR, {"size": 3, "digits": "own", "lines": lines}, bytes(32))
    match.play(first)
    hold(match, set())


def hold(match: Match, seen_before: set[Any]) -> None:
    """Odd, who is the computer, holds what it has in this position and in all that may follow."""
    if match.turn is None or match.position in seen_before:
        return
    seen_before.add(match.position)
    if match.turn == 1:
        worth = exact(match.position)
        match.make(choose(seen(match, 1), match.options, 3, 5).move)
        assert exact(match.position) == worth
        hold(match, seen_before)
        return
    for move in match.game.moves(match.position):
        after = match.copy()
        after.make(move)
        hold(after, seen_before)


def exact(position: Any) -> int:
    """Who wins a position of Binar by a look at every line: 1 if Even does, -1 if Odd, 0 if nobody."""
    outcome = BINAR.outcome(position)
    if outcome is None:
        return going_on(position)
    return 0 if outcome.winner is None else 1 - 2 * outcome.winner


@cache
def going_on(position: Any) -> int:
    """The same of a position in which somebody is to move."""
    worths = [exact(BINAR.play(position, move)) for move in BINAR.moves(position)]
    return max(worths) if BINAR.turn(position) == 0 else min(worths)


def plainly(match: Match, position: Any, seat: int, ply: int, depth: int) -> int:
    game = match.game
    outcome = game.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else WIN - ply if outcome.winner == seat else ply - WIN
    if depth == ply:
        score = game.tally(position)
        return 10 * (score[seat] - score[1 - seat]) if score else 0
    worths = [
        plainly(match, game.play(position, move), seat, ply + 1, depth) for move in game.moves(position)
    ]
    return max(worths) if game.turn(position) == seat else min(worths)


@pytest.mark.parametrize("key", ["binar", "yin-yang"])
@pytest.mark.parametrize("plies", [4, 12, 18, 20])
def test_windows_and_memory_change_no_worth(key: str, plies: int) -> None:
    match = random_match(GAMES[key], {}, plies, limit=plies)
    if match.turn is None:
        match = random_match(GAMES[key], {}, plies, limit=plies - 3).at(1)
    depth = 3 if len(match.moves()) < 15 else 2
    expected = [
        (plainly(match, match.game.play(match.position, move), match.turn or 0, 1, depth), move)
        for move in match.game.moves(match.position)
    ]
    best = max(worth for worth, _ in expected)
    found = rated(match, MANY, depth)
    assert {move for worth, move in found if worth == best} == {
        move for worth, move in expected if worth == best
    }


def test_levels_play_legal_moves_the_same_again_and_within_their_nodes() -> None:
    match = Match(BINAR, {"size": 4}, bytes(32))
    while match.turn is not None and len(match.plies) < 12:
        level = 3 if len(match.plies) == 9 else 1 + len(match.plies) % 2
        what = seen(match, match.turn)
        choice = choose(what, match.options, level, 9)
        assert choice == choose(what, match.options, level, 9)
        assert match.game.write(match.position, choice.move) in match.moves()
        assert 0 < choice.nodes <= (500, 1_000, 20_000)[level - 1]
        match.make(choice.move)


def test_openings_vary_by_seed() -> None:
    match = Match(BINAR, {}, bytes(32))
    assert len({choose(seen(match, 0), match.options, 1, seed).move for seed in range(8)}) > 1


def test_a_level_beats_the_one_below() -> None:
    level, games = 2, 6
    points = 0.0
    for number in range(games):
        match = Match(BINAR, {"size": 4}, bytes(32))
        walk = Shuffle(secret_of(f"opening {number // 2}"))
        for _ in range(3):
            moves = match.moves()
            match.play(moves[walk.below(len(moves))])
        seats = (level, level - 1) if number % 2 == 0 else (level - 1, level)
        while match.turn is not None:
            match.make(choose(seen(match, match.turn), match.options, seats[match.turn], number).move)
        assert match.outcome
        winner = match.outcome.winner
        points += 0.5 if winner is None else seats[winner] == level
    assert points / games >= 0.55


def test_a_win_that_is_there_is_taken_by_every_level() -> None:
    match = Match(BINAR, {"size": 3, "lines": "single"}, bytes(32))
    match.set({"size": 3, "cells": {"a1": "0", "b1": "0", "a3": "1", "b2": "1"}}, 0)
    for level in (1, 2, 3):
        choice = choose(seen(match, 0), match.options, level, 1)
        outcome = match.game.outcome(match.game.play(match.position, choice.move))
        assert outcome is not None
        assert outcome.winner == 0
        assert choice.value == 1.0
