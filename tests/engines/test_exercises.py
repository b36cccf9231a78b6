"""Exercises: turning points with one clearly best move.

Each is told in a line of text, with the mistake that was made.
"""

from dataclasses import replace
from functools import cache

import pytest

from engines.chances import FULL_CHANCE, curve_of
from engines.choose import PLAYERS
from engines.exercises import (
    CANDIDATE_EFFORT,
    CLEAR_LEAD,
    Exercise,
    find_clearly_best,
    find_clearly_best_by_view,
    find_exercises,
    parse_exercise,
)
from engines.observation import HiddenGameObservation, observe
from rules.catalogue import GAMES
from rules.match import Match, move_numbers
from rules.one_zero_one.view import ProgramView
from tests.club.learner import blunder_match, exercise
from tests.engines.histories import play_history
from tests.leaks.worlds import hands_that_differ, history, twin
from tests.sets import leave_to_ci
from workshop.bench.exercises import holds


def test_an_exercise_is_the_position_before_the_move_with_the_better_one() -> None:
    match = blunder_match()
    [found] = find_exercises(match, 7, (0, 1))
    ply = next(i for i, each in enumerate(match.plies) if each.text == found.played_line[0])
    assert found.puzzle.match_after(0).position == match.copy_at(ply).position
    assert (found.puzzle.solver, found.seat, found.puzzle.match) == (match.plies[ply].seat, 1, 7)
    assert found.puzzle.line == found.better_line[:1] != found.played_line[:1]
    assert str(found.lesson) == "After `d3` the game is lost; `e4` was the way to hold on."


def test_what_another_seat_did_is_left_out() -> None:
    assert find_exercises(blunder_match(), 7, (0,)) == ()
    assert len(find_exercises(blunder_match(), 7, (1,))) == 1


def test_it_is_read_as_it_was_written() -> None:
    assert parse_exercise("binar", exercise().to_line()) == exercise()


@cache
def match_and_exercises(seed: int, seat: int) -> tuple[Match, list[Exercise]]:
    """Return a match of One Zero One, and the exercises that it holds for a seat."""
    told_ = history("base", seed)
    match = play_history(told_, told_.deal)
    return match, list(find_exercises(match, 7, (seat,)))


@pytest.mark.ci
@pytest.mark.parametrize(("seed", "seat"), [(0, 0), (3, 0)])
def test_with_hidden_cards_the_position_is_what_its_player_saw_and_nothing_else(seed: int, seat: int) -> None:
    match, [found] = match_and_exercises(seed, seat)
    ply = next(
        i
        for i, each in enumerate(move_numbers(match.plies))
        if each == found.move_number and match.plies[i].seat == seat
    )
    view = match.copy_at(ply).view(seat)
    assert found.puzzle.at == match.game.show(view)
    assert found.puzzle.at["hands"][1 - seat] is None
    assert found.puzzle.at["hands"][seat] is not None
    start = found.puzzle.match_after(0)
    shown = start.view(seat)
    assert isinstance(shown, ProgramView) and isinstance(view, ProgramView)
    assert replace(shown, last=None) == replace(view, last=None)
    assert found.puzzle.line[0] in start.moves()
    assert (len(found.played_line), len(found.better_line)) == (1, 1), "what followed shows more"
    assert match.plies[ply].text == found.played_line[0] != found.better_line[0]
    assert parse_exercise("one-zero-one", found.to_line()) == found
    assert "missed a win" in str(found.lesson)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("seed", "plies", "seat"), [(4, 14, 1), pytest.param(5, 18, 0, marks=pytest.mark.deep)]
)
def test_two_worlds_that_differ_in_the_opponents_cards_make_the_same_exercises(
    seed: int, plies: int, seat: int
) -> None:
    history_ = history("base", seed).until(plies)
    other = twin(history_, [seat], ends=False)
    assert hands_that_differ(history_, other, 1 - seat) > 0
    here, there = (
        find_exercises(play_history(history_, dealt), 7, (seat,)) for dealt in (history_.deal, other)
    )
    assert here
    assert [each.to_line() for each in here] == [each.to_line() for each in there]
    assert [each.lesson for each in here] == [each.lesson for each in there]


@pytest.mark.ci
def test_with_hidden_cards_the_best_move_is_ahead_by_what_the_player_could_know() -> None:
    match, [found] = match_and_exercises(0, 0)
    what = observe(found.puzzle.match_after(0), 0)
    assert isinstance(what, HiddenGameObservation)
    weighed = PLAYERS["one-zero-one"].rate_best_moves(what, match.options, 999)  # pyrefly: ignore[missing-attribute]
    chance = curve_of("one-zero-one").chance
    assert match.game.write(match.origin, weighed[0][1]) == found.better_line[0]
    assert chance(weighed[0][0]) - chance(weighed[1][0]) >= CLEAR_LEAD
    assert find_clearly_best_by_view(what, match.options, CANDIDATE_EFFORT, CLEAR_LEAD) == weighed[0][1]
    assert find_clearly_best_by_view(what, match.options, CANDIDATE_EFFORT, FULL_CHANCE) is None


@pytest.mark.ci
def test_with_hidden_cards_it_is_looked_at_again_by_what_its_player_had_seen() -> None:
    match, [found] = match_and_exercises(0, 0)
    history_ = history("base", 0)
    others = [play_history(history_, dealt) for dealt in (history_.deal, twin(history_, [0], ends=False))]
    assert others[0].origin != others[1].origin
    assert [holds(each, found) for each in (match, *others)] == [True] * 3
    worse = next(each for each in found.puzzle.match_after(0).moves() if each != found.puzzle.line[0])
    assert not holds(match, replace(found, puzzle=replace(found.puzzle, line=(worse,))))


@pytest.mark.parametrize(
    ("fen", "why"),
    leave_to_ci(
        [
            ("W:Wa1,h2,g1,c1:Bb2", "an only move"),
            ("W:WKa1,Kh2,c1,e1:Bb6", "every move wins"),
            ("W:Wa3,c3:BKh8,Kb8,Kd8,d6,f6,h6", "every move loses"),
            ("W:Wa3,c3,e3,g3,b2,d2,f2:Ba7,c7,e7,g7,b6,d6,f6", "many moves are as good"),
        ],
        after=1,
    ),
)
def test_where_no_move_is_clearly_the_best_there_is_no_exercise(fen: str, why: str) -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position(fen)
    effort = CANDIDATE_EFFORT // 4
    assert find_clearly_best(match.game, match.position, match.options, effort, CLEAR_LEAD) is None, why


def test_how_far_ahead_the_best_move_must_be_is_asked_for() -> None:
    start = exercise().puzzle.match_after(0)
    best = exercise().puzzle.line[0]
    assert find_clearly_best(start.game, start.position, start.options, CANDIDATE_EFFORT, CLEAR_LEAD) == best
    assert find_clearly_best(start.game, start.position, start.options, CANDIDATE_EFFORT, FULL_CHANCE) is None


@pytest.mark.parametrize(
    ("chances", "clear"),
    [
        ((1000, 799), True),
        ((1000, 800), False),  # another move wins too
        ((201, 0), True),
        ((200, 0), False),  # as good as lost
        ((500, 380), True),
        ((500, 381), False),
        ((500, 100, 380), True),
        ((500, 100, 381), False),
    ],
)
def test_the_chances_after_its_moves_decide(
    chances: tuple[int, ...], clear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = exercise().puzzle.match_after(0)
    given = dict(zip(start.moves(), chances, strict=False))
    monkeypatch.setattr(
        "engines.exercises._chance",
        lambda game, position, move, *_: given.get(game.write(position, move), 0),
    )
    found = find_clearly_best(start.game, start.position, start.options, CANDIDATE_EFFORT, CLEAR_LEAD)
    assert found == (start.moves()[0] if clear else None)
