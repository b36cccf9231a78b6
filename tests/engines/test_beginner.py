"""The beginner sees immediate gains.

Level 1 of every game has a real contest against the beginner.
"""

import pytest

from engines.observation import observe
from rules.catalogue import GAMES
from rules.match import Match
from tests.rules.checkers.matches import at
from tests.rules.playouts import random_match
from tests.sets import leave_to_ci
from workshop.bench.beginner import WISHES, beginner
from workshop.bench.level_ladder import BEGINNER, Pairing, open_match, play

MOST = 30
"""Maximum number of games until both sides have won one.

A side that scores 72 of 100 may well win the first ten, as level 1 of Turkish does.
"""


def beginner_moves(match: Match) -> set[str]:
    """Return the moves that a beginner may make, as written."""
    return {match.game.write(match.position, beginner(match, seed)) for seed in range(60)}


def test_there_is_a_beginner_of_every_game() -> None:
    assert set(WISHES) == set(GAMES)


def test_who_begins_at_checkers_captures_when_they_can() -> None:
    match = at("malaysian", "c1 e1 i1", "d2 h6")
    assert beginner_moves(match) < set(match.moves())
    assert all(move in beginner_moves(match) for move in match.moves() if "x" in move)
    assert all("x" in move for move in beginner_moves(match))


def test_where_nothing_is_to_be_had_a_beginner_makes_any_move() -> None:
    for key, options in (("american", {}), ("binar", {"size": 3})):
        match = Match(GAMES[key], options, bytes(32))
        assert beginner_moves(match) == set(match.moves())


@pytest.mark.ci
@pytest.mark.parametrize("key", leave_to_ci(["binary", "zong-heng", "yin-yang", "one-zero-one"], every=4))
@pytest.mark.parametrize("seat", leave_to_ci([0, 1], every=4))
def test_a_beginner_takes_the_best_score_at_once(key: str, seat: int) -> None:
    match = random_match(GAMES[key], {}, 5, limit=14 + seat)
    assert match.turn == seat
    leads = {}
    for move in match.game.moves(match.position):
        score = match.game.tally(match.game.play(match.position, move))
        assert score is not None
        leads[match.game.write(match.position, move)] = score[seat] - score[1 - seat]
    best = {text for text, lead in leads.items() if lead == max(leads.values())}
    assert 1 <= len(best) < len(leads)
    made = beginner_moves(match)
    assert made <= best
    assert made == best or len(best) > 10


def test_a_beginner_at_binar_completes_a_line_that_wins() -> None:
    won = 0
    for number in range(20):
        match = open_match("binar:size=3,lines=single", number)
        winning = [text for text in match.moves() if wins(match, text)]
        if winning:
            won += 1
            assert beginner_moves(match) == set(winning)
    assert won > 3


def wins(match: Match, text: str) -> bool:
    after = match.copy()
    after.play(text)
    return after.outcome is not None and after.outcome.winner == match.turn


def test_a_beginner_at_incorrect_checkers_goes_forward_where_they_can() -> None:
    match = Match(GAMES["incorrect-checkers"], {}, bytes(32))
    cells = dict.fromkeys(["e7", "d8", "f8", "a5", "c5"], "b") | dict.fromkeys(["a2", "c2", "f3", "h5"], "w")
    match.set_position({"cells": cells, "turn": 0})
    back = {text for text in match.moves() if text[1] > text[4]}
    assert back
    assert beginner_moves(match) == set(match.moves()) - back


def share(key: str, games: int) -> float:
    return sum(play(Pairing(key, 1, BEGINNER, number)).points for number in range(games)) / games


@pytest.mark.ci
@pytest.mark.parametrize("key", leave_to_ci(sorted(WISHES), but=("binar", "one-zero-one", "yin-yang")))
def test_level_1_loses_to_a_beginner_and_beats_them(key: str) -> None:
    """A few games show that neither side always wins.

    The deep run plays as many games as the table in docs/opponents.md.
    """
    ends = set()
    for number in range(MOST):
        ends.add(play(Pairing(key, 1, BEGINNER, number)).points)
        if ends >= {0.0, 1.0}:
            return
    raise AssertionError(f"the results of {MOST} games are {ends}")


@pytest.mark.deep
@pytest.mark.parametrize("key", sorted(WISHES))
def test_level_1_is_an_opponent_for_a_beginner(key: str) -> None:
    assert 0.30 <= share(key, 100) <= 0.85


def test_the_same_number_gives_the_same_game() -> None:
    assert beginner(open_match("pool", 3), 7) == beginner(open_match("pool", 3), 7)
    assert observe(open_match("pool", 3), 0) == observe(open_match("pool", 3), 0)
