"""Exercises: turning points with one clearly best move, told in a line of text, with what was wrong."""

import pytest

from engines.chances import WHOLE
from engines.exercises import CLEAR, DEEPER, clearly_best, exercises_in, read_exercise
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.learner import exercise, lost


def test_an_exercise_is_the_position_before_the_move_with_the_better_one() -> None:
    match = lost()
    [found] = exercises_in(match, 7, (0, 1))
    ply = next(i for i, each in enumerate(match.plies) if each.text == found.played[0])
    assert found.puzzle.after(0).position == match.at(ply).position
    assert (found.puzzle.solver, found.seat, found.puzzle.match) == (match.plies[ply].seat, 1, 7)
    assert found.puzzle.line == found.better[:1] != found.played[:1]
    assert str(found.lesson) == "After `d3` the game is lost; `e4` was the way to hold on."


def test_what_another_seat_did_is_left_out() -> None:
    assert exercises_in(lost(), 7, (0,)) == ()
    assert len(exercises_in(lost(), 7, (1,))) == 1


def test_it_is_read_as_it_was_written() -> None:
    assert read_exercise("binar", exercise().write()) == exercise()


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("W:Wa1,h2,g1,c1:Bb2", "an only move"),
        ("W:WKa1,Kh2,c1,e1:Bb6", "every move wins"),
        ("W:Wa3,c3:BKh8,Kb8,Kd8,d6,f6,h6", "every move loses"),
        ("W:Wa3,c3,e3,g3,b2,d2,f2:Ba7,c7,e7,g7,b6,d6,f6", "many moves are as good"),
    ],
)
def test_where_no_move_is_clearly_the_best_there_is_no_exercise(fen: str, why: str) -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set(fen)
    assert clearly_best(match.game, match.position, match.options, DEEPER, CLEAR) is None, why


def test_how_far_ahead_the_best_move_must_be_is_asked_for() -> None:
    start = exercise().puzzle.after(0)
    best = exercise().puzzle.line[0]
    assert clearly_best(start.game, start.position, start.options, DEEPER, CLEAR) == best
    assert clearly_best(start.game, start.position, start.options, DEEPER, WHOLE) is None


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
    start = exercise().puzzle.after(0)
    given = dict(zip(start.moves(), chances, strict=False))
    monkeypatch.setattr(
        "engines.exercises._chance",
        lambda game, position, move, *_: given.get(game.write(position, move), 0),
    )
    found = clearly_best(start.game, start.position, start.options, DEEPER, CLEAR)
    assert found == (start.moves()[0] if clear else None)
